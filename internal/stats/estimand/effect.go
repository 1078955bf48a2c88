package estimand

import (
	"math"
	"slices"
	"strings"

	"m4bench/internal/stats"
)

// Tolerance is how far from zero a task's difference must be to count as one:
// rewards are rounded to 8 decimals, so that anything below is arithmetic.
const Tolerance = 1e-9

// Deltas of the tasks, in order.
func (e Effect) Deltas() []float64 {
	out := make([]float64, len(e.Tasks))
	for i, t := range e.Tasks {
		out[i] = t.Delta
	}
	return out
}

// Sample of the tasks' differences with their families.
func (e Effect) Sample() stats.Sample {
	families := make([]string, len(e.Tasks))
	for i, t := range e.Tasks {
		families[i] = t.Family
	}
	return stats.Sample{Values: e.Deltas(), Families: families}
}

// Mean is the task-balanced mean difference; NaN without tasks.
func (e Effect) Mean() float64 { return stats.Mean(e.Deltas()) }

// Levels are the task-balanced means of the two arms over the paired tasks.
func (e Effect) Levels() (base, treated float64) {
	var b, t []float64
	for _, te := range e.Tasks {
		b, t = append(b, te.Base), append(t, te.Treated)
	}
	return stats.Mean(b), stats.Mean(t)
}

// Moves counts tasks that gained, fell and stayed, in the direction that is
// better for the measure.
type Moves struct{ Improved, Declined, Unchanged int }

// Of is the number of tasks counted.
func (m Moves) Of() int { return m.Improved + m.Declined + m.Unchanged }

// Moves of the tasks, with differences within the tolerance counted as none.
func (e Effect) Moves(tolerance float64) Moves {
	var m Moves
	for _, te := range e.Tasks {
		d := te.Delta
		if e.Measure.LowerIsBetter {
			d = -d
		}
		switch {
		case d > tolerance:
			m.Improved++
		case d < -tolerance:
			m.Declined++
		default:
			m.Unchanged++
		}
	}
	return m
}

// Within keeps the tasks for which keep is true.
func (e Effect) Within(keep func(TaskEffect) bool) Effect {
	out := Effect{Contrast: e.Contrast, Measure: e.Measure}
	for _, te := range e.Tasks {
		if !keep(te) {
			continue
		}
		out.Tasks = append(out.Tasks, te)
		for _, m := range te.Models {
			out.BaseRuns += m.BaseRuns
			out.TreatedRuns += m.TreatedRuns
		}
	}
	return out
}

// Ranked returns the tasks from the largest gain to the largest loss.
func (e Effect) Ranked() []TaskEffect {
	out := slices.Clone(e.Tasks)
	slices.SortStableFunc(out, func(a, b TaskEffect) int {
		switch {
		case a.Delta > b.Delta:
			return -1
		case a.Delta < b.Delta:
			return 1
		}
		return strings.Compare(a.Task, b.Task)
	})
	return out
}

// Cells gives variance components their input.
func (e Effect) Cells() []stats.EffectCell {
	var out []stats.EffectCell
	for _, te := range e.Tasks {
		for _, m := range te.Models {
			out = append(out, stats.EffectCell{
				Task: te.Task, Family: te.Family, Model: m.Model, Effect: m.Delta(),
				TrialVariance: meanKnown(m.BaseVariance, m.TreatedVariance),
				Trials:        2 / (1/float64(m.BaseRuns) + 1/float64(m.TreatedRuns)),
			})
		}
	}
	return out
}

func meanKnown(values ...float64) float64 {
	var known []float64
	for _, v := range values {
		if !math.IsNaN(v) {
			known = append(known, v)
		}
	}
	return stats.Mean(known)
}

// TrialInterval is the interval of a task's difference from the scatter between
// trials alone (Welch and Satterthwaite); NaN where a cell has one trial.
func (te TaskEffect) TrialInterval(level float64) (lower, upper float64) {
	sum, squares := 0.0, 0.0
	models := float64(len(te.Models))
	add := func(variance float64, trials int) {
		part := variance / float64(trials) / (models * models)
		sum += part
		squares += float64(part*part) / float64(trials-1)
	}
	for _, m := range te.Models {
		add(m.BaseVariance, m.BaseRuns)
		add(m.TreatedVariance, m.TreatedRuns)
	}
	if sum == 0 {
		return te.Delta, te.Delta
	}
	half := float64(stats.TQuantile((1+level)/2, float64(sum*sum)/squares) * math.Sqrt(sum))
	return te.Delta - half, te.Delta + half
}
