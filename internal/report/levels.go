package report

import (
	"math"

	"m4bench/internal/report/doc"
	"m4bench/internal/stats"
	"m4bench/internal/stats/estimand"
	"m4bench/internal/stats/runs"
)

// levels shows every arm by itself, in every measure that its runs have.
func (b *builder) levels() *doc.Section {
	var measures []estimand.Measure
	heads := []string{"Condition", "Schema", "Model", "Tasks", "Runs"}
	for _, m := range estimand.Measures {
		if b.measured(m) {
			measures = append(measures, m)
			heads = append(heads, m.Name)
		}
	}
	s := b.section("levels", "Results by condition and model")
	t := b.newTable("levels-table", "Task-balanced means",
		"Trials are averaged within a task, tasks with equal weight. Reward has the family-clustered 95 % interval of the mean over tasks. Arms differ in their tasks: compare them in the sections below, where they are paired.", heads...)
	for _, a := range b.arms() {
		row := []doc.Cell{doc.Text(ConditionName(a.condition)), doc.Text(a.schema), doc.Text(a.model), doc.Count(a.tasks), doc.Count(a.runs)}
		for _, m := range measures {
			row = append(row, b.armLevel(a, m))
		}
		t.Add(row...)
	}
	s.Add(t)
	return s
}

func (b *builder) measured(m estimand.Measure) bool {
	for i := range b.campaign.Runs {
		if !math.IsNaN(m.Of(&b.campaign.Runs[i])) {
			return true
		}
	}
	return false
}

func (b *builder) armLevel(a armCount, m estimand.Measure) doc.Cell {
	var s stats.Sample
	for _, task := range b.table.Tasks {
		cell := runs.Cell{Task: task, Condition: a.condition, Schema: a.schema, Model: a.model}
		if values := b.table.Values(cell, m); len(values) > 0 {
			s.Values = append(s.Values, stats.Mean(values))
			s.Families = append(s.Families, b.table.Family(task))
		}
	}
	if len(s.Values) == 0 {
		return doc.Missing()
	}
	if m.ID != estimand.Reward.ID {
		return doc.Number(stats.Mean(s.Values), 4)
	}
	e := stats.ClusteredT(s, level)
	return doc.Level(e.Point, e.Lower, e.Upper, 4)
}
