package report

import (
	"fmt"

	"m4bench/internal/report/doc"
	"m4bench/internal/stats"
	"m4bench/internal/stats/estimand"
	"m4bench/internal/stats/runs"
)

// facts are the tiles at the top.
func (b *builder) facts() []doc.Fact {
	out := []doc.Fact{{
		Label: "Runs counted" + b.suffix, Value: doc.Count(len(b.campaign.Runs)),
		Note: fmt.Sprintf("of %d read; %d left out, all listed", b.campaign.Read, len(b.campaign.Dropped)),
	}}
	if len(b.skill.Tasks) == 0 {
		return out
	}
	sample := b.skill.Sample()
	e := stats.ClusteredT(sample, level)
	moves := b.skill.Moves(estimand.Tolerance)
	return append(out,
		doc.Fact{
			Label: "Skill effect on reward" + b.suffix, Value: doc.Interval(e.Point, e.Lower, e.Upper, 3).ByGain(false),
			Note: fmt.Sprintf("%d tasks in %d families, family-clustered 95 %% interval", e.Tasks, e.Families),
		},
		doc.Fact{
			Label: "Tasks gained" + b.suffix, Value: doc.Of(moves.Improved, moves.Of()),
			Note: fmt.Sprintf("%d fell, %d unchanged", moves.Declined, moves.Unchanged),
		},
		b.strictFact(),
	)
}

func (b *builder) strictFact() doc.Fact {
	base, ofBase := b.passes(runs.NoSkill)
	treated, ofTreated := b.passes(runs.WithSkill)
	return doc.Fact{
		Label: "Strict passes" + b.suffix, Value: doc.Text(fmt.Sprintf("%d/%d → %d/%d", base, ofBase, treated, ofTreated)),
		Note: "without and with skill, native schema",
	}
}

// passes counts strict passes of a condition on the native schema.
func (b *builder) passes(condition string) (passed, of int) {
	for i := range b.campaign.Runs {
		r := &b.campaign.Runs[i]
		if r.Condition == condition && r.Schema == runs.Native {
			of++
			if r.Strict {
				passed++
			}
		}
	}
	return passed, of
}
