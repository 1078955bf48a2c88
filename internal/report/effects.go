package report

import (
	"fmt"
	"math"

	"m4bench/internal/report/doc"
	"m4bench/internal/stats"
	"m4bench/internal/stats/estimand"
	"m4bench/internal/stats/runs"
)

// effects is the main comparison: with skill against no skill on the native schema.
func (b *builder) effects() *doc.Section {
	if len(b.skill.Tasks) == 0 {
		return nil
	}
	s := b.section("effects", "Effect of a skill")
	s.Say(b.effectProse())
	s.Add(b.effectTable())
	if len(b.skill.Tasks) > 1 {
		s.Add(b.intervalTable(b.skill), b.forest())
	}
	return s
}

func (b *builder) effectProse() string {
	e := b.skill
	base, treated := e.Levels()
	t := stats.ClusteredT(e.Sample(), level)
	moves := e.Moves(estimand.Tolerance)
	text := fmt.Sprintf("With the targeted skill the task-balanced mean reward is %.3f, without it %.3f (%d tasks, %d families, %d and %d runs). ",
		treated, base, t.Tasks, t.Families, e.TreatedRuns, e.BaseRuns)
	if math.IsNaN(t.Lower) {
		return text + "One family alone allows no interval."
	}
	text += fmt.Sprintf("The difference of %+.3f has a family-clustered 95 %% interval of %+.3f to %+.3f (p = %s). ", t.Point, t.Lower, t.Upper, doc.PValue(t.P).Text)
	text += fmt.Sprintf("%d tasks gained, %d fell and %d did not change.", moves.Improved, moves.Declined, moves.Unchanged)
	if narrow := stats.TaskBootstrap(e.Sample(), level, b.options.Resampling); t.Upper-t.Lower > 1.1*(narrow.Upper-narrow.Lower) {
		text += fmt.Sprintf(" Resampling tasks as if they were independent gives %+.3f to %+.3f, which is narrower than the families allow.", narrow.Lower, narrow.Upper)
	}
	return text
}

const effectNote = "Difference with the family-clustered t interval (CR2), which is the one to quote, and with the percentile bootstrap over tasks, as published. " +
	"Gained, fell and unchanged count tasks whose difference is better, worse or within 1e-9. Values are task-balanced means: trials, then models, then tasks."

func (b *builder) effectTable() *doc.Table {
	t := b.newTable("native-skill-effect", "Effect of the targeted skill", effectNote,
		"Measure", "No skill", "With skill", "Difference, family-clustered", "Difference, task bootstrap", "Gained", "Fell", "Unchanged", "Runs")
	if len(b.table.Models) > 1 {
		for _, model := range b.table.Models {
			e := b.table.Estimate(b.skill.Contrast, estimand.Reward, nil, []string{model})
			b.effectRow(t, "Reward, "+model, e)
		}
	}
	for _, m := range estimand.Measures {
		e := b.table.Estimate(b.skill.Contrast, m, nil, nil)
		name := m.Name
		if m.ID == estimand.Reward.ID {
			name = "Reward, task-balanced"
		}
		b.effectRow(t, name, e)
	}
	return t
}

func (b *builder) effectRow(t *doc.Table, name string, e estimand.Effect) {
	if len(e.Tasks) == 0 {
		return
	}
	base, treated := e.Levels()
	clustered, published := b.twoIntervals(e)
	moves := e.Moves(estimand.Tolerance)
	t.Add(doc.Text(name), doc.Number(base, 4), doc.Number(treated, 4), clustered, published,
		doc.Of(moves.Improved, moves.Of()), doc.Count(moves.Declined), doc.Count(moves.Unchanged), doc.Count(e.BaseRuns+e.TreatedRuns))
}

// twoIntervals are the one to quote and the published one.
func (b *builder) twoIntervals(e estimand.Effect) (clustered, published doc.Cell) {
	c := stats.ClusteredT(e.Sample(), level)
	p := stats.TaskBootstrap(e.Sample(), level, b.options.Resampling)
	return doc.Interval(c.Point, c.Lower, c.Upper, 4).ByGain(e.Measure.LowerIsBetter),
		doc.Interval(p.Point, p.Lower, p.Upper, 4).ByGain(e.Measure.LowerIsBetter)
}

// familySeed is the published seed of both family bootstraps.
const familySeed = 20260506

// intervalTable puts every method beside each other.
func (b *builder) intervalTable(e estimand.Effect) *doc.Table {
	t := b.newTable("intervals", "The same difference by every method",
		"The first three lines are the published procedures. Family-clustered t is the one to quote: docs/statistics.md shows how often each interval holds the true mean.",
		"Method", "Estimate", "95 % interval", "p", "df", "Remarks")
	s, tasks := e.Sample(), b.options.Resampling
	families := stats.Resampling{Draws: tasks.Draws, Seed: familySeed}
	posterior := stats.Hierarchical(s, level, spreadScale)
	for _, x := range []stats.Estimate{
		stats.TaskBootstrap(s, level, tasks), stats.FamilyBootstrap(s, level, families), stats.FamilyBalancedBootstrap(s, level, families),
		stats.ClusteredT(s, level), stats.FamilyBalancedT(s, level), stats.WildCluster(s, level, tasks),
		stats.TaskBCa(s, level, tasks), stats.FamilyBCa(s, level, families), posterior.Estimate,
	} {
		t.Add(doc.Text(x.Method), doc.Signed(x.Point, 6), doc.Bounds(x.Lower, x.Upper, 6), doc.PValue(x.P), doc.Number(x.DF, 1), doc.Text(join(x.Warnings)))
	}
	b.testRows(t, e)
	if !math.IsNaN(posterior.Point) {
		t.Add(doc.Text("Posterior probability that the mean over families is above zero"), doc.Number(posterior.ChancePositive, 4), doc.Missing(), doc.Missing(), doc.Missing(), doc.Text(""))
	}
	return t
}

// spreadScale is the prior scale of standard deviations of reward differences.
const spreadScale = 0.25

func (b *builder) testRows(t *doc.Table, e estimand.Effect) {
	s := e.Sample()
	add := func(test stats.SignFlip, remark string) {
		t.Add(doc.Text(test.Method), doc.Signed(e.Mean(), 6), doc.Missing(), doc.PValue(test.P), doc.Missing(), doc.Text(remark))
	}
	if test, err := stats.SignFlipFamilies(s); err == nil {
		add(test, fmt.Sprintf("%.0f of %.0f patterns are as far out", test.Hits, test.Patterns))
	}
	if test, err := stats.SignFlipTasks(s); err == nil {
		add(test, "supposes independent tasks")
	}
	add(stats.SignFlipSampled(s.Values, stats.Resampling{Draws: 200000, Seed: b.options.Resampling.Seed}), "as published")
}

func join(warnings []string) string {
	text := ""
	for i, w := range warnings {
		if i > 0 {
			text += "; "
		}
		text += w
	}
	return text
}

// noSkillAndSkill reports whether both arms of the main comparison exist.
func (b *builder) noSkillAndSkill() bool {
	return b.table.HasArm(estimand.NativeArm(runs.NoSkill)) && b.table.HasArm(estimand.NativeArm(runs.WithSkill))
}
