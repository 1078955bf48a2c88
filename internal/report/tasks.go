package report

import (
	"math"

	"m4bench/internal/report/doc"
	"m4bench/internal/report/figure"
	"m4bench/internal/stats"
	"m4bench/internal/stats/estimand"
	"m4bench/internal/stats/runs"
)

// tasks shows single tasks: a heatmap over conditions, the largest gains and losses.
func (b *builder) tasks() *doc.Section {
	s := b.section("tasks", "Tasks")
	s.Add(b.heatmap())
	if ranked := b.skill.Ranked(); len(ranked) > 0 {
		s.Add(b.gainTable("skill-gains", "Largest gains", firstOf(ranked, 10)))
		s.Add(b.gainTable("skill-declines", "Smallest gains and losses", lastOf(ranked, 8)))
	}
	return s
}

func firstOf(ranked []estimand.TaskEffect, n int) []estimand.TaskEffect {
	return ranked[:min(n, len(ranked))]
}

// lastOf returns the last n, worst first.
func lastOf(ranked []estimand.TaskEffect, n int) []estimand.TaskEffect {
	var out []estimand.TaskEffect
	for i := len(ranked) - 1; i >= 0 && len(out) < n; i-- {
		out = append(out, ranked[i])
	}
	return out
}

func (b *builder) gainTable(id, title string, tasks []estimand.TaskEffect) *doc.Table {
	models := b.pairedModels(b.skill)
	columns := []string{"Task", "Family", "No skill", "With skill", "Difference"}
	if len(models) > 1 {
		columns = append(columns, models...)
	}
	t := b.newTable(id, title, "Mean reward over models and trials; the last columns are the differences of single models.", columns...)
	for _, te := range tasks {
		lower, upper := te.TrialInterval(level)
		row := []doc.Cell{doc.Text(te.Task), doc.Text(te.Family), doc.Number(te.Base, 4), doc.Number(te.Treated, 4),
			doc.Interval(te.Delta, lower, upper, 4).ByGain(false)}
		if len(models) > 1 {
			for _, model := range models {
				row = append(row, modelDelta(te, model))
			}
		}
		t.Add(row...)
	}
	if len(models) < 2 {
		t.Note = "Mean reward over trials."
	}
	t.Note += " Intervals are from the scatter between trials only."
	return t
}

func modelDelta(te estimand.TaskEffect, model string) doc.Cell {
	for _, m := range te.Models {
		if m.Model == model {
			return doc.Signed(m.Delta(), 4).ByGain(false)
		}
	}
	return doc.Missing()
}

// heatmap shows mean reward by task, condition and model.
func (b *builder) heatmap() *doc.Figure {
	h := figure.Heatmap{Title: "Mean reward by task and condition", Description: "One row a task, one column a model under a condition; darker is better. Empty cells were not run."}
	type column struct {
		arm   estimand.Arm
		model string
	}
	var columns []column
	for _, a := range b.arms() {
		columns = append(columns, column{estimand.Arm{Condition: a.condition, Schema: a.schema}, a.model})
		head := figure.HeatColumn{Label: a.model}
		if a.schema != runs.Native {
			head.Below = a.schema
		}
		h.Groups = append(h.Groups, shortName(a.condition))
		h.Columns = append(h.Columns, head)
	}
	for _, task := range b.table.Tasks {
		row := figure.HeatRow{Label: task}
		for _, c := range columns {
			values := b.table.Values(c.arm.On(task, c.model), estimand.Reward)
			mean := math.NaN()
			if len(values) > 0 {
				mean = stats.Mean(values)
			}
			row.Values = append(row.Values, mean)
		}
		h.Rows = append(h.Rows, row)
	}
	return &doc.Figure{ID: b.prefix + "heatmap", Scene: h.Scene(), Caption: "Mean reward over trials. Runs without a score count as 0."}
}
