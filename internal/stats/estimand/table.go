package estimand

import (
	"math"
	"slices"

	"m4bench/internal/stats"
	"m4bench/internal/stats/runs"
)

// Table holds the runs of a campaign by cell.
type Table struct {
	Runs   []runs.Run
	Tasks  []string // sorted
	Models []string // sorted
	cells  map[runs.Cell][]*runs.Run
	family map[string]string
	mode   map[string]string
}

// NewTable files runs that were selected (one a trial) by cell.
func NewTable(selected []runs.Run) *Table {
	t := &Table{
		Runs: selected, cells: map[runs.Cell][]*runs.Run{}, family: map[string]string{}, mode: map[string]string{},
		Tasks:  runs.Distinct(selected, func(r *runs.Run) string { return r.Task }),
		Models: runs.Distinct(selected, func(r *runs.Run) string { return r.Model }),
	}
	for i := range selected {
		r := &selected[i]
		t.cells[r.Cell()] = append(t.cells[r.Cell()], r)
		t.family[r.Task], t.mode[r.Task] = r.Family, r.Mode
	}
	return t
}

// Family of a task.
func (t *Table) Family(task string) string { return t.family[task] }

// Mode of a task.
func (t *Table) Mode(task string) string { return t.mode[task] }

// Cell returns the runs of a cell, by trial.
func (t *Table) Cell(c runs.Cell) []*runs.Run { return t.cells[c] }

// Values returns the known values of a measure in a cell, by trial.
func (t *Table) Values(c runs.Cell, m Measure) []float64 {
	var out []float64
	for _, r := range t.cells[c] {
		if v := m.Of(r); !math.IsNaN(v) {
			out = append(out, v)
		}
	}
	return out
}

// Arm is one side of a comparison, within any task and model.
type Arm struct{ Condition, Schema string }

// On is the arm's cell of a task and model.
func (a Arm) On(task, model string) runs.Cell {
	return runs.Cell{Task: task, Condition: a.Condition, Schema: a.Schema, Model: model}
}

// NativeArm is a condition on the native schema.
func NativeArm(condition string) Arm { return Arm{condition, runs.Native} }

// HasArm says whether any run belongs to the arm.
func (t *Table) HasArm(a Arm) bool {
	return slices.ContainsFunc(t.Runs, func(r runs.Run) bool { return r.Condition == a.Condition && r.Schema == a.Schema })
}

// TasksOf lists the tasks that have runs in the arm.
func (t *Table) TasksOf(a Arm) []string {
	var out []string
	for _, task := range t.Tasks {
		for _, model := range t.Models {
			if len(t.cells[a.On(task, model)]) > 0 {
				out = append(out, task)
				break
			}
		}
	}
	return out
}

// Contrast is a comparison of two arms: Treated minus Base.
type Contrast struct {
	Name          string
	Base, Treated Arm
}

// ModelEffect is the effect on one task and model.
type ModelEffect struct {
	Model                         string
	Base, Treated                 float64 // cell means
	BaseRuns, TreatedRuns         int
	BaseVariance, TreatedVariance float64 // between trials; NaN with one trial
}

// Delta is Treated minus Base.
func (e ModelEffect) Delta() float64 { return e.Treated - e.Base }

// TaskEffect is the effect on one task: the mean over the models that have both arms.
type TaskEffect struct {
	Task, Family, Mode string
	Base, Treated      float64
	Delta              float64
	Models             []ModelEffect
}

// Effect is a contrast in a measure over the tasks that have both arms.
type Effect struct {
	Contrast              Contrast
	Measure               Measure
	Tasks                 []TaskEffect
	BaseRuns, TreatedRuns int
}

// Estimate pairs the arms: a model counts on a task if both arms have runs, and
// a task counts if one model does. tasks and models restrict it; nil means all.
func (t *Table) Estimate(c Contrast, m Measure, tasks, models []string) Effect {
	e := Effect{Contrast: c, Measure: m}
	for _, task := range or(tasks, t.Tasks) {
		te := TaskEffect{Task: task, Family: t.family[task], Mode: t.mode[task]}
		for _, model := range or(models, t.Models) {
			base, treated := t.Values(c.Base.On(task, model), m), t.Values(c.Treated.On(task, model), m)
			if len(base) == 0 || len(treated) == 0 {
				continue
			}
			te.Models = append(te.Models, ModelEffect{
				Model: model, Base: stats.Mean(base), Treated: stats.Mean(treated),
				BaseRuns: len(base), TreatedRuns: len(treated),
				BaseVariance: stats.Variance(base), TreatedVariance: stats.Variance(treated),
			})
			e.BaseRuns += len(base)
			e.TreatedRuns += len(treated)
		}
		if len(te.Models) > 0 {
			te.average()
			e.Tasks = append(e.Tasks, te)
		}
	}
	return e
}

func or(restricted, all []string) []string {
	if restricted != nil {
		return restricted
	}
	return all
}

func (te *TaskEffect) average() {
	var base, treated, delta []float64
	for _, m := range te.Models {
		base, treated, delta = append(base, m.Base), append(treated, m.Treated), append(delta, m.Delta())
	}
	te.Base, te.Treated, te.Delta = stats.Mean(base), stats.Mean(treated), stats.Mean(delta)
}
