package report

import (
	"fmt"
	"math"
	"strings"

	"m4bench/internal/report/doc"
	"m4bench/internal/report/figure"
	"m4bench/internal/stats"
	"m4bench/internal/stats/estimand"
	"m4bench/internal/stats/runs"
)

// schemas shows what is left of an arm, and of the effect of a skill, when the
// database's schema is changed.
func (b *builder) schemas() *doc.Section {
	changed := b.changedSchemas()
	if len(changed) == 0 {
		return nil
	}
	s := b.section("schemas", "Changed schemas")
	s.Add(b.generalisation(changed))
	losses := b.losses(changed)
	s.Say(lossProse(losses))
	s.Add(b.lossTable(losses))
	for _, condition := range []string{runs.NoSkill, runs.WithSkill} {
		if f := b.slopes(condition, changed); f != nil {
			s.Add(f)
		}
	}
	return s
}

func (b *builder) changedSchemas() []string {
	var out []string
	for _, schema := range runs.Distinct(b.campaign.Runs, func(r *runs.Run) string { return r.Schema }) {
		if schema != runs.Native {
			out = append(out, schema)
		}
	}
	return out
}

// generalisation is the effect of a skill on each schema, and its ratio to the
// effect of the same tasks and models on the native one.
func (b *builder) generalisation(changed []string) *doc.Table {
	t := b.newTable("schema-skill-generalization", "Effect of the skill on changed schemas",
		"The ratio compares the effect with that of the same tasks and models on the native schema. A dash means that no run without skill, or none with it, was made there.",
		"Schema", "Tasks", "No skill", "With skill", "Difference, family-clustered", "Difference, task bootstrap", "Gained", "Robustness ratio")
	for _, schema := range changed {
		with, without := estimand.Arm{Condition: runs.WithSkill, Schema: schema}, estimand.Arm{Condition: runs.NoSkill, Schema: schema}
		e := b.table.Estimate(estimand.Contrast{Name: "Skill on " + schema, Base: without, Treated: with}, estimand.Reward, nil, nil)
		if len(e.Tasks) == 0 {
			t.Add(doc.Text(schema), doc.Count(max(len(b.table.TasksOf(with)), len(b.table.TasksOf(without)))), b.alone(without), b.alone(with),
				doc.Missing(), doc.Missing(), doc.Missing(), doc.Missing())
			continue
		}
		base, treated := e.Levels()
		clustered, published := b.twoIntervals(e)
		moves := e.Moves(estimand.Tolerance)
		ratio := e.Mean() / b.nativeOf(e).Mean()
		t.Add(doc.Text(schema), doc.Count(len(e.Tasks)), doc.Number(base, 4), doc.Number(treated, 4), clustered, published, doc.Of(moves.Improved, moves.Of()), doc.Percent(ratio, 0))
	}
	return t
}

// nativeOf is the effect on the native schema of the tasks and models of e.
func (b *builder) nativeOf(e estimand.Effect) estimand.Effect {
	var tasks []string
	models := map[string]bool{}
	for _, te := range e.Tasks {
		tasks = append(tasks, te.Task)
		for _, m := range te.Models {
			models[m.Model] = true
		}
	}
	var paired []string
	for _, m := range b.table.Models {
		if models[m] {
			paired = append(paired, m)
		}
	}
	return b.table.Estimate(b.skill.Contrast, estimand.Reward, tasks, paired)
}

// alone is the task-balanced mean of an arm by itself.
func (b *builder) alone(a estimand.Arm) doc.Cell {
	var means []float64
	for _, task := range b.table.TasksOf(a) {
		var models []float64
		for _, model := range b.table.Models {
			if values := b.table.Values(a.On(task, model), estimand.Reward); len(values) > 0 {
				models = append(models, stats.Mean(values))
			}
		}
		means = append(means, stats.Mean(models))
	}
	return doc.Number(stats.Mean(means), 6)
}

// losses are the paired differences of an arm between a changed and the native schema.
func (b *builder) losses(changed []string) []estimand.Effect {
	var out []estimand.Effect
	for _, condition := range runs.Conditions {
		for _, schema := range changed {
			c := estimand.Contrast{
				Name: fmt.Sprintf("%s: %s − native", ConditionName(condition), schema),
				Base: estimand.NativeArm(condition), Treated: estimand.Arm{Condition: condition, Schema: schema},
			}
			if e := b.table.Estimate(c, estimand.Reward, nil, nil); len(e.Tasks) > 0 {
				out = append(out, e)
			}
		}
	}
	return out
}

func (b *builder) lossTable(losses []estimand.Effect) *doc.Table {
	t := b.newTable("schema-loss", "What an arm loses when the schema changes", "Paired by task and model.",
		"Arm", "Tasks", "Runs", "Native", "Changed", "Difference, family-clustered", "Difference, task bootstrap", "p, families")
	for _, e := range losses {
		base, treated := e.Levels()
		clustered, published := b.twoIntervals(e)
		t.Add(doc.Text(e.Contrast.Name), doc.Count(len(e.Tasks)), doc.Count(e.BaseRuns+e.TreatedRuns), doc.Number(base, 4), doc.Number(treated, 6), clustered, published, exactP(stats.SignFlipFamilies, e))
	}
	return t
}

func lossProse(losses []estimand.Effect) string {
	var parts []string
	for _, e := range losses {
		base, treated := e.Levels()
		parts = append(parts, fmt.Sprintf("%s: %.3f instead of %.3f on %d tasks (%d and %d runs).",
			e.Contrast.Name, treated, base, len(e.Tasks), e.TreatedRuns, e.BaseRuns))
	}
	return strings.Join(parts, " ")
}

// slopes draws the tasks of one condition from schema to schema.
func (b *builder) slopes(condition string, changed []string) *doc.Figure {
	states := append([]string{runs.Native}, changed...)
	g := figure.Slopes{
		Title: ConditionName(condition) + ": mean reward by schema", Axis: "Mean reward", States: states,
		Description: "One thin line a task, the strong line their mean, from the native schema to the changed ones.",
	}
	models := b.modelsOf(condition, changed)
	sums, counts := make([]float64, len(states)), 0
	for _, task := range b.table.Tasks {
		line := figure.Slope{Label: task}
		complete := true
		for _, schema := range states {
			v := b.armMean(task, models, estimand.Arm{Condition: condition, Schema: schema})
			complete = complete && !math.IsNaN(v)
			line.Values = append(line.Values, v)
		}
		if !complete {
			continue
		}
		for i, v := range line.Values {
			sums[i] += v
		}
		counts++
		g.Lines = append(g.Lines, line)
	}
	if counts == 0 {
		return nil
	}
	for i := range sums {
		sums[i] /= float64(counts)
	}
	g.Lines = append(g.Lines, figure.Slope{Label: "Mean of " + plural(counts, "task", "tasks"), Values: sums, Mean: true})
	return &doc.Figure{ID: b.prefix + "schema-slopes-" + condition, Scene: g.Scene(), Caption: "Tasks with runs on every schema shown; models: " + strings.Join(models, ", ") + "."}
}

// modelsOf are the models that ran a condition on a changed schema.
func (b *builder) modelsOf(condition string, changed []string) []string {
	return runs.Distinct(runs.Filter(b.campaign.Runs, func(r *runs.Run) bool {
		return r.Condition == condition && r.Schema == changed[0]
	}), func(r *runs.Run) string { return r.Model })
}

func (b *builder) armMean(task string, models []string, a estimand.Arm) float64 {
	var means []float64
	for _, model := range models {
		if values := b.table.Values(a.On(task, model), estimand.Reward); len(values) > 0 {
			means = append(means, stats.Mean(values))
		}
	}
	return stats.Mean(means)
}
