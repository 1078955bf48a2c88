package report

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"m4bench/internal/report/doc"
	"m4bench/internal/stats/runs"
)

// integrity shows every denominator: what was read, what counts and what not.
func (b *builder) integrity() *doc.Section {
	s := b.section("integrity", "What was counted")
	s.Say(b.integrityProse())
	s.Add(b.sourceTable(), b.denominators(), b.auditTable())
	if t := b.droppedTable(); t != nil {
		s.Add(t)
	}
	return s
}

func (b *builder) integrityProse() string {
	missing := 0
	for _, a := range b.arms() {
		missing += a.missing
	}
	failed := len(runs.Filter(b.campaign.Runs, func(r *runs.Run) bool { return r.Outcome == runs.Failed }))
	text := fmt.Sprintf("%d rows were read and %d runs count, one for each trial. %d of them have no score and count as reward 0. ",
		b.campaign.Read, len(b.campaign.Runs), failed)
	if n := len(b.campaign.Dropped); n > 0 {
		text += fmt.Sprintf("%d rows are left out and listed below. ", n)
	}
	if missing > 0 {
		return text + fmt.Sprintf("%d trials that other cells of the same arm have were not found; means are over the trials that exist.", missing)
	}
	return text + "Within each arm every cell has the same number of trials."
}

func (b *builder) sourceTable() *doc.Table {
	t := b.newTable("sources", "Sources", "", "Source", "Rows read", "Counted", "Superseded", "Listed again", "Faults")
	for _, source := range b.campaign.Sources {
		counted := len(runs.Filter(b.campaign.Runs, func(r *runs.Run) bool { return r.Source == source }))
		dropped := map[string]int{}
		total := counted
		for _, d := range b.campaign.Dropped {
			if d.Run.Source == source {
				dropped[d.Reason]++
				total++
			}
		}
		t.Add(doc.Text(filepath.Base(source)), doc.Count(total), doc.Count(counted), doc.Count(dropped[runs.ReasonSuperseded]),
			doc.Count(dropped[runs.ReasonRepeated]), doc.Count(dropped[runs.ReasonFault]))
	}
	return t
}

// armCount is one row of the table of denominators.
type armCount struct {
	condition, schema, model string
	tasks, runs              int
	least, most, missing     int // trials a cell
	failed, strict, faults   int
}

func (b *builder) arms() []armCount {
	counts := map[[3]string]*armCount{}
	cells := map[runs.Cell]int{}
	at := func(r *runs.Run) *armCount {
		key := [3]string{r.Condition, r.Schema, r.Model}
		if counts[key] == nil {
			counts[key] = &armCount{condition: r.Condition, schema: r.Schema, model: r.Model}
		}
		return counts[key]
	}
	for i := range b.campaign.Runs {
		r := &b.campaign.Runs[i]
		a := at(r)
		a.runs++
		cells[r.Cell()]++
		if r.Outcome == runs.Failed {
			a.failed++
		}
		if r.Strict {
			a.strict++
		}
	}
	for i := range b.campaign.Dropped {
		if d := &b.campaign.Dropped[i]; d.Reason == runs.ReasonFault {
			at(&d.Run).faults++
		}
	}
	for cell, n := range cells {
		a := counts[[3]string{cell.Condition, cell.Schema, cell.Model}]
		if a.tasks == 0 || n < a.least {
			a.least = n
		}
		a.tasks++
		a.most = max(a.most, n)
	}
	out := make([]armCount, 0, len(counts))
	for _, a := range counts {
		a.missing = a.tasks*a.most - a.runs
		out = append(out, *a)
	}
	slices.SortFunc(out, compareArms)
	return out
}

func compareArms(a, b armCount) int {
	return cmp.Or(
		rank(runs.Conditions, a.condition)-rank(runs.Conditions, b.condition),
		rank(schemaOrder, a.schema)-rank(schemaOrder, b.schema),
		cmp.Compare(a.condition+a.schema, b.condition+b.schema),
		cmp.Compare(a.model, b.model),
	)
}

var schemaOrder = []string{runs.Native, runs.Obfuscated, runs.Restructured}

func (b *builder) denominators() *doc.Table {
	t := b.newTable("denominators", "Denominators",
		"Trials missing are those by which a cell falls short of the fullest cell of its arm. Faults of harness or provider are in no mean.",
		"Condition", "Schema", "Model", "Tasks", "Runs", "Trials a cell", "Trials missing", "No score", "Strict passes", "Faults")
	for _, a := range b.arms() {
		trials := fmt.Sprint(a.most)
		if a.least != a.most {
			trials = fmt.Sprintf("%d to %d", a.least, a.most)
		}
		t.Add(doc.Text(ConditionName(a.condition)), doc.Text(a.schema), doc.Text(a.model), doc.Count(a.tasks), doc.Count(a.runs),
			doc.Text(trials), doc.Count(a.missing), doc.Count(a.failed), doc.Of(a.strict, a.runs), doc.Count(a.faults))
	}
	return t
}

// auditTable counts the facts on isolation and outcome that runs carry.
func (b *builder) auditTable() *doc.Table {
	t := b.newTable("audit", "Isolation and outcome", "Unknown means that the index or record does not say.", "Fact", "Yes", "No", "Unknown")
	for _, fact := range []struct {
		name string
		of   func(*runs.Run) runs.Flag
	}{
		{"Publishable", func(r *runs.Run) runs.Flag { return r.Publishable }},
		{"Isolated", func(r *runs.Run) runs.Flag { return r.Isolated }},
		{"Probes of the sandbox passed", func(r *runs.Run) runs.Flag { return r.Canary }},
		{"Contamination check passed", func(r *runs.Run) runs.Flag { return r.Lint }},
		{"Agent in a container", func(r *runs.Run) runs.Flag { return r.Contained }},
		{"Agent ended with status 0", func(r *runs.Run) runs.Flag { return known(r.Return != runs.NoReturn, r.Return == 0) }},
		{"Output was scored", func(r *runs.Run) runs.Flag { return runs.FlagOf(r.Outcome == runs.Scored) }},
		{"Every check passed (strict)", func(r *runs.Run) runs.Flag { return runs.FlagOf(r.Strict) }},
		{"No key beyond the reference", func(r *runs.Run) runs.Flag { return known(r.ExtraKeys >= 0, r.ExtraKeys == 0) }},
		{"Reference rows covered as the task asks", func(r *runs.Run) runs.Flag { return r.Covered }},
	} {
		n := map[runs.Flag]int{}
		for i := range b.campaign.Runs {
			n[fact.of(&b.campaign.Runs[i])]++
		}
		t.Add(doc.Text(fact.name), doc.Count(n[runs.Yes]), doc.Count(n[runs.No]), doc.Count(n[runs.Unknown]))
	}
	return t
}

func known(is, yes bool) runs.Flag {
	if !is {
		return runs.Unknown
	}
	return runs.FlagOf(yes)
}

// shownDropped is how many left-out rows a table shows.
const shownDropped = 100

func (b *builder) droppedTable() *doc.Table {
	if len(b.campaign.Dropped) == 0 {
		return nil
	}
	note := "The choice is by rule (latest run of a trial, faults never), not by reward."
	if n := len(b.campaign.Dropped); n > shownDropped {
		note += fmt.Sprintf(" The first %d of %d are shown.", shownDropped, n)
	}
	t := b.newTable("left-out", "Rows left out", note, "Run", "Task", "Condition", "Model", "Trial", "Reward", "Why")
	for i, d := range b.campaign.Dropped {
		if i == shownDropped {
			break
		}
		r := d.Run
		t.Add(doc.Text(r.ID), doc.Text(r.Task), doc.Text(ConditionName(r.Condition)), doc.Text(r.Model), doc.Count(r.Trial), doc.Number(r.Reward, 4), doc.Text(d.Reason))
	}
	return t
}
