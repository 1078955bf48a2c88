package published

import (
	"fmt"
	"path/filepath"

	"m4bench/internal/report/doc"
)

// Document shows every published number beside ours.
func (in *Indexes) Document() (*doc.Document, []Result) {
	results := in.Compare()
	d := &doc.Document{
		Title:    "Published numbers, repeated",
		Subtitle: "Every number of the publication that its run indexes allow, computed again with its own procedures.",
		Facts:    facts(results),
	}
	intro := doc.Section{ID: "procedures", Title: "How the numbers were computed"}
	intro.Say("Trials are averaged within a task, condition, schema and model; the difference of a task is the mean over models of with skill minus no skill; tasks have equal weight. " +
		"A run without a score counts as reward 0. Intervals are percentile bootstraps of 20,000 draws, read at the sorted positions 500 and 19,500. " +
		"The generator is MT19937, seeded and drawn from as Python's random.Random does; sums run from left to right.")
	intro.Say(fmt.Sprintf("Seeds: %d for task bootstraps and the sign flip, %d for the open model, %d for the follow-up and for both family bootstraps.", seedPrimary, seedOSS, seedFollowup))
	intro.Add(in.sourceTable())
	numbers := doc.Section{ID: "numbers", Title: "Published and ours"}
	for _, t := range Tables(results) {
		numbers.Add(t)
	}
	d.Sections = append(d.Sections, intro, numbers)
	return d, results
}

func facts(results []Result) []doc.Fact {
	n := map[Verdict]int{}
	for _, r := range results {
		n[r.Verdict]++
	}
	unequal := doc.Count(n[Unequal])
	if n[Unequal] > 0 {
		unequal = unequal.Toned(doc.Bad)
	}
	return []doc.Fact{
		{Label: "Equal to the last printed digit", Value: doc.Count(n[Equal]).Toned(doc.Good), Note: fmt.Sprintf("of %d published numbers", len(results))},
		{Label: "Different for a stated reason", Value: doc.Count(n[Explained]), Note: "the reason is beside the number"},
		{Label: "Not computable", Value: doc.Count(n[NotComputable]), Note: "the runs are not among the files"},
		{Label: "Unequal without a reason", Value: unequal, Note: "must be none"},
	}
}

func (in *Indexes) sourceTable() *doc.Table {
	t := &doc.Table{ID: "indexes", Title: "Indexes", Columns: doc.Columns("Index", "Rows of the publication", "Rows read", "File")}
	for _, role := range Roles {
		if in.Has(role) {
			t.Add(doc.Text(string(role)), doc.Count(rows[role]), doc.Count(in.read[role]), doc.Text(filepath.Base(in.sources[role])))
		} else {
			t.Add(doc.Text(string(role)), doc.Count(rows[role]), doc.Missing(), doc.Text("not among the files"))
		}
	}
	return t
}

// Tables shows results, one table a group.
func Tables(results []Result) []*doc.Table {
	var out []*doc.Table
	for _, r := range results {
		if len(out) == 0 || out[len(out)-1].Title != r.Group {
			out = append(out, &doc.Table{
				ID: fmt.Sprintf("published-%d", len(out)+1), Title: r.Group, Columns: doc.Columns("Number", "Published", "Ours", "Verdict", "Why"),
			})
		}
		out[len(out)-1].Add(doc.Text(r.Name), doc.Text(r.Published), ours(r), verdict(r), doc.Text(r.Reason))
	}
	return out
}

func ours(r Result) doc.Cell {
	c := doc.Text(r.Ours)
	c.Value = r.Exact
	return c
}

func verdict(r Result) doc.Cell {
	c := doc.Text(string(r.Verdict))
	switch r.Verdict {
	case Equal:
		c.Tone = doc.Good
	case Unequal:
		c.Tone = doc.Bad
	case NotComputable:
		c.Tone = doc.Quiet
	}
	return c
}

// Found keeps the results whose indexes are there, for a report on them.
func Found(results []Result) []Result {
	var out []Result
	for _, r := range results {
		if r.Absent == "" {
			out = append(out, r)
		}
	}
	return out
}
