package stats

import (
	"fmt"
	"math"
	"testing"
)

// campaign draws effects with known components, measured by trials.
func campaign(random *Random, sizes []int, models, trials int, family, task, byModel, trial float64) []EffectCell {
	var cells []EffectCell
	for f, size := range sizes {
		a := family * normal(random)
		for k := range size {
			b := task * normal(random)
			for m := range models {
				effect := 0.1 + a + b + byModel*normal(random)
				base, treated := make([]float64, trials), make([]float64, trials)
				for i := range trials {
					base[i], treated[i] = 0.5+trial*normal(random), 0.5+effect+trial*normal(random)
				}
				cells = append(cells, EffectCell{
					Task: fmt.Sprintf("t%d-%d", f, k), Family: fmt.Sprintf("f%02d", f), Model: fmt.Sprintf("m%d", m),
					Effect: Mean(treated) - Mean(base), TrialVariance: (Variance(base) + Variance(treated)) / 2, Trials: float64(trials),
				})
			}
		}
	}
	return cells
}

func TestComponentsAreRecovered(t *testing.T) {
	var sizes []int
	for i := range 150 {
		sizes = append(sizes, 1+i%3)
	}
	c, err := EstimateComponents(campaign(NewRandom(21), sizes, 2, 5, 0.12, 0.06, 0.05, 0.09))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []struct {
		name      string
		got, want float64
	}{{"family", c.Family, 0.12}, {"task", c.Task, 0.06}, {"task × model", c.TaskByModel, 0.05}, {"trial", c.Trial, 0.09}} {
		if math.Abs(math.Sqrt(part.got)-part.want) > 0.015 {
			t.Errorf("%s: standard deviation %.3f, drawn with %.3f", part.name, math.Sqrt(part.got), part.want)
		}
	}
	if c.Design.Tasks() != 300 || c.Design.Models != 2 || math.Abs(c.Design.Trials-5) > 1e-9 {
		t.Errorf("design %d tasks, %d models, %v trials", c.Design.Tasks(), c.Design.Models, c.Design.Trials)
	}
}

// The predicted standard error must be the scatter of the mean effect over
// campaigns drawn anew.
func TestPredictedStandardErrorIsTheScatterOfCampaigns(t *testing.T) {
	sizes := unequalFamilies().sizes
	c := Components{Family: 0.12 * 0.12, Task: 0.06 * 0.06, TaskByModel: 0.05 * 0.05, Trial: 0.09 * 0.09}
	for _, trials := range []int{1, 3} {
		random, means := NewRandom(22), make([]float64, 1500)
		for i := range means {
			var effects []float64
			for _, cell := range campaign(random, sizes, 2, trials, 0.12, 0.06, 0.05, 0.09) {
				effects = append(effects, cell.Effect)
			}
			means[i] = Mean(effects)
		}
		p := c.Predict(Design{FamilySizes: sizes, Models: 2, Trials: float64(trials)})
		if scatter := math.Sqrt(Variance(means)); math.Abs(p.StandardError/scatter-1) > 0.06 {
			t.Errorf("%d trials: predicted %v, scatter %v", trials, p.StandardError, scatter)
		}
	}
}

func TestTrialsBeyondTheFirstBuyLittleWhereFamiliesDiffer(t *testing.T) {
	c := Components{Family: 0.0179, TaskByModel: 0.0092, Trial: 0.0089}
	sizes := unequalFamilies().sizes
	at := func(trials float64) Precision {
		return c.Predict(Design{FamilySizes: sizes, Models: 2, Trials: trials})
	}
	if gain := 1 - at(5).StandardError/at(3).StandardError; gain < 0 || gain > 0.03 {
		t.Errorf("two more trials than three narrow the interval by %.1f %%", 100*gain)
	}
	if at(1000).StandardError-at(1000).Floor > 1e-4 {
		t.Error("endless trials must reach the floor")
	}
}

func TestPowerGrowsWithTheEffect(t *testing.T) {
	p := Components{Family: 0.01, Trial: 0.01}.Predict(Design{FamilySizes: unequalFamilies().sizes, Models: 2, Trials: 5})
	if got := p.Power(0); math.Abs(got-0.05) > 1e-9 {
		t.Errorf("power without effect is %v, want the size of the test", got)
	}
	if got := p.Power(p.Detectable); math.Abs(got-0.8) > 0.01 {
		t.Errorf("power at the detectable effect is %v, want 0.8", got)
	}
	if p.Power(0.1) >= p.Power(0.2) {
		t.Error("power must grow with the effect")
	}
}

func TestAllocationBuysTasksBeforeTrials(t *testing.T) {
	c := Components{Family: 0.0179, Task: 0.002, TaskByModel: 0.0092, Trial: 0.0089}
	best := c.Allocate(unequalFamilies().sizes, 2, 120)[0]
	if best.Design.Tasks() != 28 || best.Design.Trials != 1 {
		t.Errorf("120 runs should buy all 28 tasks once, bought %d tasks, %v trials", best.Design.Tasks(), best.Design.Trials)
	}
	for _, p := range c.Allocate(unequalFamilies().sizes, 2, 300) {
		if p.Runs > 300 {
			t.Errorf("%+v is over the budget", p)
		}
	}
}

func TestComponentsRefuseIncompleteTables(t *testing.T) {
	cells := campaign(NewRandom(1), []int{2, 2}, 2, 2, 0.1, 0.1, 0.1, 0.1)
	for name, bad := range map[string][]EffectCell{
		"a hole":     cells[1:],
		"a repeat":   append(cells, cells[0]),
		"one family": cells[:4],
		"nothing":    nil,
	} {
		if _, err := EstimateComponents(bad); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}
