package report

import (
	"fmt"
	"slices"

	"m4bench/internal/report/doc"
	"m4bench/internal/report/figure"
	"m4bench/internal/stats"
	"m4bench/internal/stats/estimand"
	"m4bench/internal/stats/runs"
)

// conditions compares every condition with no skill and with the targeted skill,
// as one family of hypotheses declared here: all of them, whatever comes out.
func (b *builder) conditions() *doc.Section {
	contrasts := b.contrasts()
	if len(contrasts) == 0 {
		return nil
	}
	s := b.section("conditions", "Conditions against each other")
	adjusted := adjust(contrasts)
	s.Say(b.contrastProse(contrasts, adjusted))
	s.Add(b.contrastTable(contrasts), b.testTable(contrasts, adjusted), b.contrastFigure(contrasts))
	if t := b.matchedControls(); t != nil {
		s.Add(t)
	}
	if t := b.subsetTable(); t != nil {
		s.Add(t)
	}
	return s
}

// contrasts on the native schema: each condition minus no skill, and each
// control minus the targeted skill.
func (b *builder) contrasts() []estimand.Effect {
	var out []estimand.Effect
	for _, base := range []string{runs.NoSkill, runs.WithSkill} {
		for _, treated := range runs.Conditions {
			if treated == runs.NoSkill || treated == base {
				continue
			}
			if e := b.effect(base, treated, estimand.Reward); len(e.Tasks) > 1 {
				out = append(out, e)
			}
		}
	}
	return out
}

func (b *builder) contrastTable(contrasts []estimand.Effect) *doc.Table {
	t := b.newTable("contrasts", "Every contrast of conditions", "Over the tasks that have both conditions.",
		"Contrast", "Tasks", "Runs", "Base", "Treated", "Difference, family-clustered", "Difference, task bootstrap", "Gained", "Fell")
	for _, e := range contrasts {
		base, treated := e.Levels()
		clustered, published := b.twoIntervals(e)
		moves := e.Moves(estimand.Tolerance)
		t.Add(doc.Text(e.Contrast.Name), doc.Count(len(e.Tasks)), doc.Count(e.BaseRuns+e.TreatedRuns), doc.Number(base, 4), doc.Number(treated, 4),
			clustered, published, doc.Of(moves.Improved, moves.Of()), doc.Count(moves.Declined))
	}
	return t
}

// adjust tests every contrast and adjusts for all of them.
func adjust(contrasts []estimand.Effect) []stats.Hypothesis {
	var hypotheses []stats.Hypothesis
	for _, e := range contrasts {
		hypotheses = append(hypotheses, stats.Hypothesis{Name: e.Contrast.Name, P: stats.ClusteredT(e.Sample(), level).P})
	}
	return stats.Holm(hypotheses)
}

func (b *builder) testTable(contrasts []estimand.Effect, adjusted []stats.Hypothesis) *doc.Table {
	t := b.newTable("contrast-tests", "Tests of these contrasts",
		fmt.Sprintf("p is of the family-clustered t; Holm adjusts it for all %d contrasts of this table. The exact sign flip over F families cannot go under 2/2^F. "+
			"Equivalent means that two one-sided family-clustered tests at 5 %% place the difference within ±%.2g; not being significant is not enough.", len(contrasts), b.options.Margin),
		"Contrast", "Families", "p", "p, Holm", "p, exact sign flip over families", "Equivalent", "p, equivalence")
	for i, e := range contrasts {
		equivalence := stats.TOST(e.Sample(), b.options.Margin, 0.05)
		t.Add(doc.Text(e.Contrast.Name), doc.Count(len(e.Sample().ByFamily())), doc.PValue(adjusted[i].P), doc.PValue(adjusted[i].Adjusted),
			exactP(stats.SignFlipFamilies, e), doc.Text(yesNo(equivalence.Equivalent)), doc.PValue(equivalence.P))
	}
	return t
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "not shown"
}

func (b *builder) contrastProse(contrasts []estimand.Effect, adjusted []stats.Hypothesis) string {
	text := ""
	for i, e := range contrasts {
		c := stats.ClusteredT(e.Sample(), level)
		verdict := "not distinguishable from no difference"
		switch {
		case adjusted[i].Adjusted < 0.05 && c.Point > 0:
			verdict = "a gain"
		case adjusted[i].Adjusted < 0.05:
			verdict = "a loss"
		case stats.TOST(e.Sample(), b.options.Margin, 0.05).Equivalent:
			verdict = fmt.Sprintf("equivalent within %.2g", b.options.Margin)
		}
		text += fmt.Sprintf("%s: %+.3f on %d tasks (%d runs), %s. ", e.Contrast.Name, c.Point, c.Tasks, e.BaseRuns+e.TreatedRuns, verdict)
	}
	return text
}

func (b *builder) contrastFigure(contrasts []estimand.Effect) *doc.Figure {
	f := figure.Forest{
		Title: "Differences between conditions", Axis: "Difference in mean reward",
		Description: fmt.Sprintf("%d contrasts of conditions with family-clustered 95 %% intervals.", len(contrasts)),
	}
	for _, e := range contrasts {
		row := summaryRow(e.Contrast.Name, stats.ClusteredT(e.Sample(), level))
		row.Summary = false
		f.Rows = append(f.Rows, row)
	}
	return &doc.Figure{ID: b.prefix + "contrasts-figure", Scene: f.Scene(), Caption: "Squares: task-balanced differences with family-clustered 95 % intervals, over the tasks that have both conditions."}
}

// matchedControls shows all arms of the control tasks beside each other.
func (b *builder) matchedControls() *doc.Table {
	t := b.newTable("matched-controls", "Controls on the tasks that have them", "Task-balanced means over the tasks that have all three conditions.",
		"Control", "Tasks", "No skill", "Targeted skill", "Control", "Control − no skill", "Control − targeted")
	for _, control := range []string{runs.RawSQL, runs.Decoy, runs.AllSkills, runs.Spec} {
		none, targeted := b.effect(runs.NoSkill, control, estimand.Reward), b.effect(runs.WithSkill, control, estimand.Reward)
		if len(none.Tasks) == 0 || len(targeted.Tasks) == 0 {
			continue
		}
		base, reached := none.Levels()
		skill, _ := targeted.Levels()
		t.Add(doc.Text(ConditionName(control)), doc.Count(len(targeted.Tasks)), doc.Number(base, 4), doc.Number(skill, 4), doc.Number(reached, 4),
			doc.Signed(none.Mean(), 6), doc.Signed(targeted.Mean(), 6))
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
}

// subsetTable tells whether tasks chosen for a control had a larger effect to
// begin with.
func (b *builder) subsetTable() *doc.Table {
	t := b.newTable("subsets", "Effect of the skill where controls were run, and elsewhere", "A control says most about the tasks it was run on.",
		"Subset", "Tasks", "Difference there", "Other tasks", "Difference elsewhere")
	for _, control := range []string{runs.RawSQL, runs.Decoy, runs.AllSkills, runs.Spec} {
		chosen := b.table.TasksOf(estimand.NativeArm(control))
		in := b.skill.Within(func(te estimand.TaskEffect) bool { return slices.Contains(chosen, te.Task) })
		out := b.skill.Within(func(te estimand.TaskEffect) bool { return !slices.Contains(chosen, te.Task) })
		if len(in.Tasks) == 0 || len(out.Tasks) == 0 {
			continue
		}
		t.Add(doc.Text("Tasks with "+lower(ConditionName(control))), doc.Count(len(in.Tasks)), doc.Signed(in.Mean(), 6), doc.Count(len(out.Tasks)), doc.Signed(out.Mean(), 6))
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
}
