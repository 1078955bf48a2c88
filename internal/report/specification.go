package report

import (
	"fmt"
	"math"

	"m4bench/internal/report/doc"
	"m4bench/internal/stats"
	"m4bench/internal/stats/estimand"
	"m4bench/internal/stats/runs"
)

// specification compares the operational specification with no skill and with
// the targeted skill, task by task.
func (b *builder) specification() *doc.Section {
	none := b.effect(runs.NoSkill, runs.Spec, estimand.Reward)
	targeted := b.effect(runs.Spec, runs.WithSkill, estimand.Reward)
	if len(none.Tasks) == 0 && len(targeted.Tasks) == 0 {
		return nil
	}
	s := b.section("specification", "Operational specification")
	s.Add(b.specificationControl(none, targeted))
	t := b.newTable("operational-spec-by-task", "Operational specification by task", "", "Task", "No skill", "Specification", "Targeted skill", "Specification − no skill", "Targeted − specification")
	for _, te := range none.Tasks {
		skill, difference := math.NaN(), math.NaN()
		for _, other := range targeted.Tasks {
			if other.Task == te.Task {
				skill, difference = other.Treated, other.Delta
			}
		}
		t.Add(doc.Text(te.Task), doc.Number(te.Base, 4), doc.Number(te.Treated, 4), doc.Number(skill, 4),
			doc.Signed(te.Delta, 4), doc.Signed(difference, 4))
	}
	s.Add(t)
	return s
}

func (b *builder) specificationControl(effects ...estimand.Effect) *doc.Table {
	t := b.newTable("operational-spec-control", "Operational specification against no skill and targeted skill",
		"The sign flip over tasks is exact. With so few tasks the percentile bootstrap is too narrow; the family-clustered interval is the one to quote.",
		"Contrast", "Tasks", "Difference, family-clustered", "Difference, task bootstrap", "Gained", "p, tasks", "p, families")
	for _, e := range effects {
		if len(e.Tasks) == 0 {
			continue
		}
		clustered, published := b.twoIntervals(e)
		moves := e.Moves(estimand.Tolerance)
		t.Add(doc.Text(e.Contrast.Name), doc.Count(len(e.Tasks)), clustered, published, doc.Of(moves.Improved, moves.Of()),
			exactP(stats.SignFlipTasks, e), exactP(stats.SignFlipFamilies, e))
	}
	return t
}

func exactP(test func(stats.Sample) (stats.SignFlip, error), e estimand.Effect) doc.Cell {
	result, err := test(e.Sample())
	if err != nil {
		return doc.Textf("%v", err)
	}
	return doc.PValue(result.P)
}

// count of things in words.
func plural(n int, one, many string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s", n, one)
	}
	return fmt.Sprintf("%d %s", n, many)
}
