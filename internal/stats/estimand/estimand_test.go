package estimand

import (
	"math"
	"slices"
	"testing"

	"m4bench/internal/stats/runs"
)

func row(task, family, condition, model string, trial int, reward float64) runs.Run {
	r := runs.New()
	r.Task, r.Family, r.Condition, r.Model, r.Trial, r.Reward = task, family, condition, model, trial, reward
	return r
}

var skill = Contrast{Base: NativeArm(runs.NoSkill), Treated: NativeArm(runs.WithSkill)}

// Trials are averaged first, then models, then tasks: a cell with many trials
// and a task with many models weigh no more than others.
func TestTheLadderOfMeans(t *testing.T) {
	table := NewTable([]runs.Run{
		row("a", "f", runs.NoSkill, "m", 1, 0.2), row("a", "f", runs.NoSkill, "m", 2, 0.4), // cell mean 0.3
		row("a", "f", runs.WithSkill, "m", 1, 0.5),                                           // difference 0.2
		row("a", "f", runs.NoSkill, "n", 1, 0.1), row("a", "f", runs.WithSkill, "n", 1, 0.7), // difference 0.6
		row("b", "f", runs.NoSkill, "m", 1, 0.5), row("b", "f", runs.WithSkill, "m", 1, 0.4), // difference -0.1
	})
	e := table.Estimate(skill, Reward, nil, nil)
	if got := e.Deltas(); len(got) != 2 || math.Abs(got[0]-0.4) > 1e-12 || math.Abs(got[1]+0.1) > 1e-12 {
		t.Errorf("task differences %v, want 0.4 and -0.1", got)
	}
	if math.Abs(e.Mean()-0.15) > 1e-12 || e.BaseRuns != 4 || e.TreatedRuns != 3 {
		t.Errorf("mean %v of %d and %d runs", e.Mean(), e.BaseRuns, e.TreatedRuns)
	}
}

func TestOnlyPairedModelsAndTasksCount(t *testing.T) {
	table := NewTable([]runs.Run{
		row("a", "f", runs.NoSkill, "m", 1, 0.2), row("a", "f", runs.WithSkill, "m", 1, 0.3),
		row("a", "f", runs.NoSkill, "n", 1, 0.9), // no partner: must not enter the level either
		row("b", "f", runs.WithSkill, "m", 1, 1), // no partner: no task
	})
	e := table.Estimate(skill, Reward, nil, nil)
	base, treated := e.Levels()
	if len(e.Tasks) != 1 || math.Abs(base-0.2) > 1e-12 || math.Abs(treated-0.3) > 1e-12 {
		t.Errorf("%d tasks, levels %v and %v", len(e.Tasks), base, treated)
	}
	if got := table.TasksOf(NativeArm(runs.WithSkill)); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("tasks of the arm: %v", got)
	}
}

func TestMovesKnowDirectionAndNoise(t *testing.T) {
	effect := func(m Measure, deltas ...float64) Effect {
		e := Effect{Measure: m}
		for _, d := range deltas {
			e.Tasks = append(e.Tasks, TaskEffect{Delta: d})
		}
		return e
	}
	if got := effect(Reward, 0.1, 8e-14, -0.2, 0).Moves(Tolerance); got != (Moves{1, 1, 2}) {
		t.Errorf("%+v: 8e-14 is arithmetic, not a gain", got)
	}
	if got := effect(Reward, 0.1, 8e-14, -0.2, 0).Moves(0); got != (Moves{2, 1, 1}) {
		t.Errorf("%+v: the published rule counts everything above zero", got)
	}
	if got := effect(NMAE, 0.1, -0.2, -0.3).Moves(Tolerance); got != (Moves{2, 1, 0}) {
		t.Errorf("%+v: less error is better", got)
	}
}

func TestMeasuresOfAFailedRun(t *testing.T) {
	failed := runs.New()
	failed.Outcome, failed.Reward, failed.OrderedCols = runs.Failed, 0, 3
	unordered := failed
	unordered.OrderedCols = 0
	for _, c := range []struct {
		m    Measure
		r    runs.Run
		want float64
	}{{Reward, failed, 0}, {Strict, failed, 0}, {NMAE, failed, math.NaN()}, {NMAEAll, failed, 1}, {NMAEAll, unordered, math.NaN()}} {
		if got := c.m.Of(&c.r); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%s: %v, want %v", c.m.Name, got, c.want)
		}
	}
}

// With two models and equal cells the interval is that of Welch's test on four cells.
func TestTrialInterval(t *testing.T) {
	te := TaskEffect{Delta: 0.1, Models: []ModelEffect{{BaseRuns: 5, TreatedRuns: 5, BaseVariance: 0.01, TreatedVariance: 0.01}}}
	lower, upper := te.TrialInterval(0.95)
	if want := 2.306004 * math.Sqrt(0.004); math.Abs(upper-0.1-want) > 1e-5 || math.Abs(0.1-lower-want) > 1e-5 { // 8 degrees of freedom
		t.Errorf("[%v, %v], want ± %v", lower, upper, want)
	}
	te.Models[0].BaseRuns, te.Models[0].BaseVariance = 1, math.NaN()
	if lower, _ := te.TrialInterval(0.95); !math.IsNaN(lower) {
		t.Error("one trial has no scatter")
	}
	te.Models[0] = ModelEffect{BaseRuns: 5, TreatedRuns: 5}
	if lower, upper := te.TrialInterval(0.95); lower != 0.1 || upper != 0.1 {
		t.Errorf("equal trials give [%v, %v]", lower, upper)
	}
}

func TestMatchedTasks(t *testing.T) {
	with := func(r runs.Run, version string) runs.Run { r.CLIVersion = version; return r }
	table := NewTable([]runs.Run{
		with(row("same", "f", runs.NoSkill, "m", 1, 0), "1"), with(row("same", "f", runs.WithSkill, "m", 1, 0), "1"),
		with(row("other", "f", runs.NoSkill, "m", 1, 0), "1"), with(row("other", "f", runs.WithSkill, "m", 1, 0), "2"),
		with(row("mixed", "f", runs.NoSkill, "m", 1, 0), "1"), with(row("mixed", "f", runs.NoSkill, "m", 2, 0), "2"), with(row("mixed", "f", runs.WithSkill, "m", 1, 0), "1"),
		with(row("alone", "f", runs.NoSkill, "m", 1, 0), "1"),
	})
	if got := MatchedTasks(table); !slices.Equal(got, []string{"same"}) {
		t.Errorf("matched %v", got)
	}
}

func TestCellsFeedVarianceComponents(t *testing.T) {
	table := NewTable([]runs.Run{
		row("a", "f", runs.NoSkill, "m", 1, 0.1), row("a", "f", runs.NoSkill, "m", 2, 0.3),
		row("a", "f", runs.WithSkill, "m", 1, 0.5), row("a", "f", runs.WithSkill, "m", 2, 0.5), row("a", "f", runs.WithSkill, "m", 3, 0.5),
	})
	c := table.Estimate(skill, Reward, nil, nil).Cells()[0]
	if math.Abs(c.Effect-0.3) > 1e-12 || math.Abs(c.TrialVariance-0.01) > 1e-12 || math.Abs(c.Trials-2.4) > 1e-12 {
		t.Errorf("%+v: effect 0.3, variance the mean of 0.02 and 0, trials the harmonic mean of 2 and 3", c)
	}
}
