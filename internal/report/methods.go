package report

import (
	"fmt"

	"m4bench/internal/report/doc"
	"m4bench/internal/stats/estimand"
)

// methods says what the numbers are.
func methods(o Options) doc.Section {
	s := doc.Section{ID: "methods", Title: "Methods"}
	s.Say("Trials are averaged within a cell (task, condition, schema, model), cells over models within a task, and tasks with equal weight. Arms are paired: a model counts on a task if both arms have runs there. " +
		"A run without a score counts as reward 0; a run that harness or provider broke counts nowhere and is listed; of several runs of one trial the latest counts, whatever its reward.")
	s.Say(fmt.Sprintf("Intervals are at 95 %%. Bootstraps have %d draws from seed %d (families: %d) of the generator MT19937. Differences within ±%.2g count as equivalent if two one-sided tests at 5 %% say so.",
		o.Resampling.Draws, o.Resampling.Seed, familySeed, o.Margin))
	t := &doc.Table{ID: "measures", Title: "Measures", Columns: doc.Columns("Measure", "Better", "Definition")}
	for _, m := range estimand.Measures {
		better := "higher"
		if m.LowerIsBetter {
			better = "lower"
		}
		t.Add(doc.Text(m.Name), doc.Text(better), doc.Text(m.Note))
	}
	s.Add(t)
	return s
}
