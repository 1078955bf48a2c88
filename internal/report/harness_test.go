package report

import (
	"testing"

	"m4bench/internal/stats/runs"
)

// replication is a made-up campaign of two models in which some runs were made
// with a later version of the CLI, through another route, or helped by a small model.
func replication() []runs.Run {
	rows := invented("claude", bothArms, []string{"opus", "sonnet"}, 5)
	for i := range rows {
		r := &rows[i]
		r.CLIVersion, r.Routing, r.Models = "2.1.119", "direct", []string{"claude-" + r.Model + "-4"}
		switch {
		case r.Family == "beta" && r.Condition == runs.WithSkill: // the arms differ
			r.CLIVersion = "2.1.220"
		case r.Family == "gamma": // both arms on the later version: still alike
			r.CLIVersion = "2.1.220"
		case r.Family == "delta" && r.Trial > 3: // mixed within the cells
			r.Routing = "override"
		}
		if r.Model == "opus" && r.Trial == 1 {
			r.Models = append(r.Models, "claude-haiku-4")
		}
	}
	return rows
}

func TestHarnessTables(t *testing.T) {
	d := Build([][]runs.Run{replication()}, Options{})
	uniformity := table(t, d, "harness-uniformity")
	counts := map[string]string{}
	for _, row := range uniformity.Rows {
		counts[row[0].Text+" "+row[1].Text+" "+row[2].Text] = row[3].Text
	}
	for key, want := range map[string]string{
		"No skill 2.1.119 direct":   "92/110", // all but gamma's 10 and 2 in 5 of delta's 20
		"No skill 2.1.119 override": "8/110",
		"No skill 2.1.220 direct":   "10/110",
		"With skill 2.1.220 direct": "40/110",
	} {
		if counts[key] != want {
			t.Errorf("%s: %s, want %s", key, counts[key], want)
		}
	}
	matched := table(t, d, "matched-subset")
	if got := cell(t, matched, "Same CLI version and routing", "Count").Text; got != "6" {
		t.Errorf("%s tasks are matched; beta's arms differ and delta's cells are mixed, which leaves 6 of 11", got)
	}
	if got := cell(t, matched, "Different", "Count").Text; got != "5" {
		t.Errorf("%s tasks are not matched, want 5", got)
	}
	ancillary := table(t, d, "ancillary-models")
	if len(ancillary.Rows) != 1 || ancillary.Rows[0][1].Text != "claude-haiku-4" || ancillary.Rows[0][2].Text != "22/110" {
		t.Errorf("other models: %v", ancillary.Rows)
	}
}
