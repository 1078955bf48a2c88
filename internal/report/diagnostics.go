package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"m4bench/internal/report/doc"
	"m4bench/internal/stats"
	"m4bench/internal/stats/estimand"
	"m4bench/internal/stats/runs"
)

// diagnostics looks at keys and ordered errors beside the reward.
func (b *builder) diagnostics() *doc.Section {
	f1 := b.effect(runs.NoSkill, runs.WithSkill, estimand.KeyF1)
	if len(f1.Tasks) == 0 {
		return nil
	}
	s := b.section("diagnostics", "Keys and ordered errors")
	s.Add(b.secondaryByTask(f1), b.keyPrecision())
	return s
}

func (b *builder) secondaryByTask(f1 estimand.Effect) *doc.Table {
	t := b.newTable("secondary-diagnostics-by-task", "Differences in reward, key F1 and ordered nMAE by task",
		"With skill minus no skill, over models and trials. nMAE is an error: less is better.",
		"Task", "Reward", "Key F1", "Ordered nMAE", "Ordered columns")
	nmae := b.effect(runs.NoSkill, runs.WithSkill, estimand.NMAE)
	delta := func(e estimand.Effect, task string) doc.Cell {
		for _, te := range e.Tasks {
			if te.Task == task {
				return doc.Signed(te.Delta, 4).ByGain(e.Measure.LowerIsBetter)
			}
		}
		return doc.Missing()
	}
	ordered := map[string]int{}
	for _, r := range b.campaign.Runs {
		ordered[r.Task] = max(ordered[r.Task], r.OrderedCols)
	}
	for _, te := range f1.Tasks {
		t.Add(doc.Text(te.Task), delta(b.skill, te.Task), delta(f1, te.Task), delta(nmae, te.Task), doc.Count(ordered[te.Task]))
	}
	return t
}

// worstCells is how many cells with extra keys are shown.
const worstCells = 5

// keyPrecision shows both arms and the cells with the most keys that the
// reference does not have.
func (b *builder) keyPrecision() *doc.Table {
	t := b.newTable("key-precision", "Keys beyond the reference",
		fmt.Sprintf("The two arms as task-balanced means, then the %d cells with the most extra keys in their runs together.", worstCells),
		"Cell", "Model", "Runs", "Mean key precision", "Extra keys")
	arms := b.effect(runs.NoSkill, runs.WithSkill, estimand.KeyPrecision)
	base, treated := arms.Levels()
	cells := b.extraKeys()
	total := func(condition string) int {
		sum := 0
		for _, c := range cells {
			if c.cell.Condition == condition && c.cell.Schema == runs.Native {
				sum += c.extra
			}
		}
		return sum
	}
	t.Add(doc.Text("No skill, all tasks"), doc.Text("all"), doc.Count(arms.BaseRuns), doc.Number(base, 6), doc.Count(total(runs.NoSkill)))
	t.Add(doc.Text("With skill, all tasks"), doc.Text("all"), doc.Count(arms.TreatedRuns), doc.Number(treated, 6), doc.Count(total(runs.WithSkill)))
	for i, c := range cells {
		if i == worstCells || c.extra == 0 {
			break
		}
		t.Add(doc.Textf("%s, %s", c.cell.Task, lower(ConditionName(c.cell.Condition))), doc.Text(c.cell.Model), doc.Count(c.runs), doc.Number(c.precision, 6), doc.Count(c.extra))
	}
	return t
}

type extraCell struct {
	cell        runs.Cell
	runs, extra int
	precision   float64
}

// extraKeys of the cells, the most first.
func (b *builder) extraKeys() []extraCell {
	cells := map[runs.Cell]*extraCell{}
	for i := range b.campaign.Runs {
		r := &b.campaign.Runs[i]
		if r.ExtraKeys < 0 || math.IsNaN(r.KeyPrecision) {
			continue
		}
		if cells[r.Cell()] == nil {
			cells[r.Cell()] = &extraCell{cell: r.Cell(), precision: stats.Mean(b.table.Values(r.Cell(), estimand.KeyPrecision))}
		}
		cells[r.Cell()].runs++
		cells[r.Cell()].extra += r.ExtraKeys
	}
	out := make([]extraCell, 0, len(cells))
	for _, c := range cells {
		out = append(out, *c)
	}
	slices.SortFunc(out, func(x, y extraCell) int {
		return cmp.Or(y.extra-x.extra, cmp.Compare(x.cell.Task, y.cell.Task), cmp.Compare(x.cell.Condition, y.cell.Condition),
			cmp.Compare(x.cell.Schema, y.cell.Schema), cmp.Compare(x.cell.Model, y.cell.Model))
	})
	return out
}
