package report

import (
	"fmt"

	"m4bench/internal/stats"
	"m4bench/internal/stats/runs"
)

// inventedFamilies are the families and sizes of a campaign made up for tests.
var inventedFamilies = []struct {
	name  string
	tasks int
}{{"alpha", 2}, {"beta", 3}, {"gamma", 1}, {"delta", 2}, {"epsilon", 1}, {"zeta", 2}}

// invented makes a campaign: every task, condition, model and trial, with a
// reward that a skill lifts by 0.1, more or less by family.
func invented(agent string, conditions, models []string, trials int) []runs.Run {
	random := stats.NewRandom(5)
	var out []runs.Run
	for f, family := range inventedFamilies {
		for k := range family.tasks {
			task := fmt.Sprintf("%s-%d", family.name, k+1)
			level := 0.5 + 0.04*float64(f)
			for _, condition := range conditions {
				for m, model := range models {
					for trial := 1; trial <= trials; trial++ {
						r := runs.New()
						r.ID = fmt.Sprintf("%s_%s_%s_t%d", task, condition, model, trial)
						r.Source, r.Agent, r.Task, r.Family, r.Mode = "invented", agent, task, family.name, "standard"
						r.Condition, r.Model, r.Trial = condition, model, trial
						r.Reward = level + 0.02*float64(m) + 0.05*random.Float64()
						if condition == runs.WithSkill {
							r.Reward += 0.05 + 0.02*float64(f)
						}
						r.Rates = []runs.Rate{{Column: "score", Value: r.Reward}, {Column: "stage", Value: r.Reward / 2}}
						r.KeyPrecision, r.KeyRecall, r.KeyF1, r.NMAE, r.OrderedCols = 1, 0.99, 0.995, 1-r.Reward, 1
						r.ExactRows, r.Kappa = r.Reward/2, r.Reward-0.1
						r.Passed, r.Return, r.ReferenceRows, r.ExtraKeys = 5, 0, 100, 0
						r.Covered, r.Publishable = runs.Yes, runs.Yes
						r.Seconds = 60 + 10*random.Float64()
						out = append(out, r)
					}
				}
			}
		}
	}
	return out
}
