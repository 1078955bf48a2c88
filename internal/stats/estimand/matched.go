package estimand

import (
	"m4bench/internal/stats/runs"
)

// Harness is what a run was made with, apart from its condition.
type Harness struct{ CLIVersion, Routing string }

// HarnessOf a run; what was not recorded reads "unknown".
func HarnessOf(r *runs.Run) Harness {
	h := Harness{r.CLIVersion, r.Routing}
	if h.CLIVersion == "" {
		h.CLIVersion = "unknown"
	}
	if h.Routing == "" {
		h.Routing = "unknown"
	}
	return h
}

// MatchedTasks are the tasks all of whose runs without and with skill, of each
// model, were made with one CLI version and routing.
func MatchedTasks(t *Table) []string {
	var out []string
	for _, task := range t.Tasks {
		if t.matched(task) {
			out = append(out, task)
		}
	}
	return out
}

func (t *Table) matched(task string) bool {
	paired := false
	for _, model := range t.Models {
		base := t.cells[NativeArm(runs.NoSkill).On(task, model)]
		treated := t.cells[NativeArm(runs.WithSkill).On(task, model)]
		if len(base) == 0 || len(treated) == 0 {
			continue
		}
		paired = true
		want := HarnessOf(base[0])
		for _, arm := range [][]*runs.Run{base, treated} {
			for _, r := range arm {
				if HarnessOf(r) != want {
					return false
				}
			}
		}
	}
	return paired
}
