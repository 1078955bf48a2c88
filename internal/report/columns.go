package report

import (
	"cmp"
	"math"
	"slices"

	"m4bench/internal/report/doc"
	"m4bench/internal/stats"
	"m4bench/internal/stats/runs"
)

// shownColumns is how many columns the tables of columns show.
const shownColumns = 15

// columnMean is the mean match rate of one output column in both arms.
type columnMean struct {
	task, column  string
	without, with float64
	runs          int
}

// columns shows which output columns agree least, and which a skill moves.
func (b *builder) columns() *doc.Section {
	means := b.columnMeans()
	if len(means) == 0 {
		return nil
	}
	s := b.section("columns", "Output columns")
	slices.SortStableFunc(means, func(x, y columnMean) int { return cmp.Compare(x.with, y.with) })
	s.Add(b.columnTable("weakest-columns", "Columns that agree least, with skill", means))
	slices.SortStableFunc(means, func(x, y columnMean) int { return cmp.Compare(y.with-y.without, x.with-x.without) })
	s.Add(b.columnTable("moved-columns", "Columns that a skill moves most", means))
	return s
}

func (b *builder) columnTable(id, title string, means []columnMean) *doc.Table {
	t := b.newTable(id, title, "Mean match rate over models and trials of the runs that have a score, native schema.", "Column", "Task", "No skill", "With skill", "Difference", "Runs")
	for _, m := range means[:min(shownColumns, len(means))] {
		t.Add(doc.Text(m.column), doc.Text(m.task), doc.Number(m.without, 4), doc.Number(m.with, 4), doc.Signed(m.with-m.without, 4).ByGain(false), doc.Count(m.runs))
	}
	return t
}

// columnMeans of the columns that were scored in both arms, by task and column.
func (b *builder) columnMeans() []columnMean {
	type key struct{ task, column string }
	values := map[key]map[string][]float64{}
	for i := range b.campaign.Runs {
		r := &b.campaign.Runs[i]
		if r.Schema != runs.Native || (r.Condition != runs.NoSkill && r.Condition != runs.WithSkill) {
			continue
		}
		for _, rate := range r.Rates {
			if math.IsNaN(rate.Value) {
				continue
			}
			k := key{r.Task, rate.Column}
			if values[k] == nil {
				values[k] = map[string][]float64{}
			}
			values[k][r.Condition] = append(values[k][r.Condition], rate.Value)
		}
	}
	var out []columnMean
	for k, arms := range values {
		if without, with := arms[runs.NoSkill], arms[runs.WithSkill]; len(without) > 0 && len(with) > 0 {
			out = append(out, columnMean{k.task, k.column, stats.Mean(without), stats.Mean(with), len(without) + len(with)})
		}
	}
	slices.SortFunc(out, func(x, y columnMean) int { return cmp.Or(cmp.Compare(x.task, y.task), cmp.Compare(x.column, y.column)) })
	return out
}

// conventions shows which rules explain the errors, where runs were explained.
func (b *builder) conventions() *doc.Section {
	type key struct{ rule, task string }
	count := map[key]map[string]int{}
	explained := 0
	for i := range b.campaign.Runs {
		r := &b.campaign.Runs[i]
		if len(r.Conventions) > 0 {
			explained++
		}
		for _, rule := range r.Conventions {
			k := key{rule, r.Task}
			if count[k] == nil {
				count[k] = map[string]int{}
			}
			count[k][r.Condition]++
		}
	}
	if explained == 0 {
		return nil
	}
	s := b.section("conventions", "Conventions not followed")
	s.Say(plural(explained, "run was", "runs were") + " traced to conventions that its output does not follow.")
	conditions := runs.Distinct(b.campaign.Runs, func(r *runs.Run) string { return r.Condition })
	slices.SortFunc(conditions, func(x, y string) int { return rank(runs.Conditions, x) - rank(runs.Conditions, y) })
	heads := []string{"Convention", "Task", "Runs"}
	for _, c := range conditions {
		heads = append(heads, ConditionName(c))
	}
	t := b.newTable("conventions-table", "Conventions that explain the errors", "Runs whose residual the convention explains, by condition.", heads...)
	keys := make([]key, 0, len(count))
	total := func(k key) int {
		n := 0
		for _, c := range count[k] {
			n += c
		}
		return n
	}
	for k := range count {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(x, y key) int {
		return cmp.Or(total(y)-total(x), cmp.Compare(x.rule, y.rule), cmp.Compare(x.task, y.task))
	})
	for _, k := range keys {
		row := []doc.Cell{doc.Text(k.rule), doc.Text(k.task), doc.Count(total(k))}
		for _, c := range conditions {
			row = append(row, doc.Count(count[k][c]))
		}
		t.Add(row...)
	}
	s.Add(t)
	return s
}
