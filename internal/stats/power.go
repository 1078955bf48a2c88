package stats

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"
)

// Precision is what a design would buy.
type Precision struct {
	Design        Design
	Runs          int     // runs of both arms together
	StandardError float64 // of the task-balanced mean effect
	Floor         float64 // the standard error with endless trials
	DF            float64
	HalfWidth     float64 // of the 95 % interval
	FloorWidth    float64 // the half-width with endless trials
	Detectable    float64 // effect found with 80 % power at two-sided 5 %
}

// Predict computes the precision of a design whose models are fixed: the
// conclusion is about these models, over families and tasks like these.
func (c Components) Predict(d Design) Precision {
	tasks := float64(d.Tasks())
	squares := 0.0
	for _, size := range d.FamilySizes {
		squares += float64(size * size)
	}
	byModel := c.TaskByModel
	if math.IsNaN(byModel) {
		byModel = 0
	}
	models := float64(d.Models)
	floor := c.Family*squares/float64(tasks*tasks) + c.Task/tasks + byModel/float64(tasks*models)
	trial := 2 * c.Trial / float64(tasks*models) / d.Trials
	p := Precision{
		Design: d, Runs: int(math.Round(2 * tasks * models * d.Trials)),
		StandardError: math.Sqrt(floor + trial), Floor: math.Sqrt(floor), DF: float64(len(d.FamilySizes) - 1),
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: p.DF}
	p.HalfWidth = t.Quantile(0.975) * p.StandardError
	p.FloorWidth = t.Quantile(0.975) * p.Floor
	p.Detectable = (t.Quantile(0.975) + t.Quantile(0.8)) * p.StandardError
	return p
}

// Power is the chance to find the given effect at two-sided 5 %.
func (p Precision) Power(effect float64) float64 {
	if p.StandardError == 0 {
		return 1
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: p.DF}
	shift := math.Abs(effect) / p.StandardError
	critical := t.Quantile(0.975)
	return t.Survival(critical-shift) + t.Survival(critical+shift)
}

// Allocate lists what can be bought with at most the given number of runs: every
// number of trials from 1 to 10, and tasks taken from the families round by
// round, so that families come first. The most precise comes first; of two as
// precise, the cheaper.
func (c Components) Allocate(available []int, models, budget int) []Precision {
	var out []Precision
	total := Design{FamilySizes: available}.Tasks()
	for trials := 1; trials <= 10; trials++ {
		tasks := min(total, budget/(2*models*trials))
		sizes := spreadOver(available, tasks)
		if len(sizes) < 2 {
			continue
		}
		out = append(out, c.Predict(Design{FamilySizes: sizes, Models: models, Trials: float64(trials)}))
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := out[i], out[j]
		if math.Abs(a.StandardError-b.StandardError) > 1e-12 {
			return a.StandardError < b.StandardError
		}
		return a.Runs < b.Runs
	})
	return out
}

// spreadOver takes one task from each family in turn until the count is reached.
func spreadOver(available []int, tasks int) []int {
	sizes := make([]int, len(available))
	for taken := true; taken && tasks > 0; {
		taken = false
		for i, most := range available {
			if tasks > 0 && sizes[i] < most {
				sizes[i]++
				tasks--
				taken = true
			}
		}
	}
	var out []int
	for _, size := range sizes {
		if size > 0 {
			out = append(out, size)
		}
	}
	return out
}
