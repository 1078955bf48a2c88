package report

import (
	"cmp"
	"fmt"
	"slices"

	"m4bench/internal/report/doc"
	"m4bench/internal/report/figure"
	"m4bench/internal/stats"
	"m4bench/internal/stats/runs"
)

// Endings of a run, from good to bad.
var endings = []string{"strict pass", "a value threshold missed", "coverage missed", "no score", "cause not recorded"}

func endingOf(r *runs.Run) int {
	switch {
	case r.Outcome == runs.Failed:
		return 3
	case r.Strict:
		return 0
	case r.Covered == runs.No:
		return 2
	case r.Covered == runs.Yes:
		return 1
	}
	return 4
}

// strict shows strict passes, why runs do not pass, and how reliably cells do.
func (b *builder) strict() *doc.Section {
	s := b.section("strict", "Strict passes and failures")
	groups := b.endings()
	s.Say(b.strictProse(groups))
	s.Add(b.endingTable(groups), b.endingFigure(groups))
	if t := b.failureKinds(); t != nil {
		s.Add(t)
	}
	if t := b.reliability(); t != nil {
		s.Add(t)
	}
	return s
}

// endingGroup counts the endings of a condition on a schema.
type endingGroup struct {
	condition, schema string
	counts            [5]int
}

func (g endingGroup) runs() int {
	n := 0
	for _, c := range g.counts {
		n += c
	}
	return n
}

func (g endingGroup) name() string {
	if g.schema == runs.Native {
		return ConditionName(g.condition)
	}
	return ConditionName(g.condition) + ", " + g.schema
}

func (b *builder) endings() []endingGroup {
	groups := map[[2]string]*endingGroup{}
	for i := range b.campaign.Runs {
		r := &b.campaign.Runs[i]
		key := [2]string{r.Condition, r.Schema}
		if groups[key] == nil {
			groups[key] = &endingGroup{condition: r.Condition, schema: r.Schema}
		}
		groups[key].counts[endingOf(r)]++
	}
	out := make([]endingGroup, 0, len(groups))
	for _, g := range groups {
		out = append(out, *g)
	}
	slices.SortFunc(out, func(x, y endingGroup) int {
		return cmp.Or(rank(runs.Conditions, x.condition)-rank(runs.Conditions, y.condition), cmp.Compare(x.condition, y.condition),
			rank(schemaOrder, x.schema)-rank(schemaOrder, y.schema), cmp.Compare(x.schema, y.schema))
	})
	return out
}

func (b *builder) strictProse(groups []endingGroup) string {
	var total [5]int
	all := 0
	for _, g := range groups {
		for i, n := range g.counts {
			total[i] += n
		}
		all += g.runs()
	}
	text := fmt.Sprintf("%d of %d runs passed every check of their task. ", total[0], all)
	if missed := all - total[0]; missed > 0 {
		text += fmt.Sprintf("Of the %d others, %d reached the coverage asked for but missed a value threshold, %d missed the coverage, %d have no score", missed, total[1], total[2], total[3])
		if total[4] > 0 {
			text += fmt.Sprintf(" and for %d the index does not tell", total[4])
		}
		text += "."
	}
	return text
}

func (b *builder) endingTable(groups []endingGroup) *doc.Table {
	t := b.newTable("endings", "How runs ended", "", "Condition", "Runs", "Strict pass", "Value threshold missed", "Coverage missed", "No score", "Not recorded")
	for _, g := range groups {
		row := []doc.Cell{doc.Text(g.name()), doc.Count(g.runs()), doc.Of(g.counts[0], g.runs())}
		for _, n := range g.counts[1:] {
			row = append(row, doc.Count(n))
		}
		t.Add(row...)
	}
	return t
}

func (b *builder) endingFigure(groups []endingGroup) *doc.Figure {
	f := figure.Bars{Title: "How runs ended, by condition", Description: "Each bar is all runs of a condition, split by how they ended.", Unit: "runs", Parts: endings}
	for _, g := range groups {
		f.Rows = append(f.Rows, figure.BarRow{Label: g.name(), Counts: g.counts[:]})
	}
	return &doc.Figure{ID: b.prefix + "endings-figure", Scene: f.Scene(), Caption: "Numbers inside the bars are runs; at the right is the number of runs of the condition."}
}

func (b *builder) failureKinds() *doc.Table {
	kinds := map[string][]*runs.Run{}
	for i := range b.campaign.Runs {
		if r := &b.campaign.Runs[i]; r.Outcome == runs.Failed {
			kinds[r.Failure] = append(kinds[r.Failure], r)
		}
	}
	if len(kinds) == 0 {
		return nil
	}
	t := b.newTable("failure-kinds", "Runs without a score", "All of them count as reward 0.", "Kind", "Runs", "Examples")
	names := make([]string, 0, len(kinds))
	for name := range kinds {
		names = append(names, name)
	}
	slices.SortFunc(names, func(x, y string) int { return cmp.Or(len(kinds[y])-len(kinds[x]), cmp.Compare(x, y)) })
	for _, name := range names {
		examples := ""
		for i, r := range kinds[name] {
			if i == 3 {
				examples += ", …"
				break
			}
			if i > 0 {
				examples += ", "
			}
			examples += fmt.Sprintf("%s (%s, %s, trial %d)", r.Task, lower(ConditionName(r.Condition)), r.Model, r.Trial)
		}
		t.Add(doc.Text(name), doc.Count(len(kinds[name])), doc.Text(examples))
	}
	return t
}

// reliability is pass@k and pass^k of strict passes, mean over cells.
func (b *builder) reliability() *doc.Table {
	type key struct{ condition, schema, model string }
	cells := map[key][][2]int{} // n and c of each cell
	most := 0
	for _, a := range b.arms() {
		k := key{a.condition, a.schema, a.model}
		for _, task := range b.table.Tasks {
			cell := b.table.Cell(runs.Cell{Task: task, Condition: a.condition, Schema: a.schema, Model: a.model})
			if len(cell) == 0 {
				continue
			}
			passed := 0
			for _, r := range cell {
				if r.Strict {
					passed++
				}
			}
			cells[k] = append(cells[k], [2]int{len(cell), passed})
			most = max(most, len(cell))
		}
	}
	if most < 2 {
		return nil
	}
	t := b.newTable("reliability", "pass@k and pass^k of strict passes",
		"pass@k: at least one of k tries passes, 1 − C(n−c, k)/C(n, k). pass^k: all of k tries pass, C(c, k)/C(n, k). Both unbiased, averaged over the cells with at least k trials.",
		"Condition", "Schema", "Model", "Cells", "k", "pass@k", "pass^k")
	for _, a := range b.arms() {
		for _, k := range []int{1, 3, most} {
			b.reliabilityRow(t, a, cells[key{a.condition, a.schema, a.model}], k)
			if k == most {
				break
			}
		}
	}
	return t
}

func (b *builder) reliabilityRow(t *doc.Table, a armCount, cells [][2]int, k int) {
	var anyOf, allOf []float64
	for _, cell := range cells {
		if n, c := cell[0], cell[1]; n >= k {
			anyOf, allOf = append(anyOf, stats.PassAtK(n, c, k)), append(allOf, stats.PassAllK(n, c, k))
		}
	}
	if len(anyOf) > 0 {
		t.Add(doc.Text(ConditionName(a.condition)), doc.Text(a.schema), doc.Text(a.model), doc.Count(len(anyOf)), doc.Count(k), doc.Number(stats.Mean(anyOf), 4), doc.Number(stats.Mean(allOf), 4))
	}
}
