package runs

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func run(id, condition, model string, trial int, reward float64) Run {
	r := New()
	r.ID, r.Task, r.Condition, r.Model, r.Trial, r.Reward, r.Source = id, "mimic-sofa-24h", condition, model, trial, reward, "s"
	return r
}

func TestSelectKeepsOneRunATrialTheLatest(t *testing.T) {
	early := run("x_20260506_080000", NoSkill, "m", 1, 0.9)
	late := run("x_20260506_090000", NoSkill, "m", 1, 0.1)
	for _, order := range [][]Run{{early, late}, {late, early}} {
		s := Select(order)
		if len(s.Runs) != 1 || s.Runs[0].ID != late.ID {
			t.Errorf("kept %v, want the later one whatever its reward", s.Runs)
		}
		if len(s.Dropped) != 1 || s.Dropped[0].Reason != ReasonSuperseded || s.Read != 2 {
			t.Errorf("dropped %+v", s.Dropped)
		}
	}
}

func TestSelectLeavesOutProviderFaultsAndListsThem(t *testing.T) {
	good, broken, lonely := run("a", NoSkill, "m", 1, 0.5), run("b", NoSkill, "m", 1, 0), run("c", NoSkill, "m", 2, 0)
	broken.Outcome, lonely.Outcome = Faulted, Faulted
	broken.Finished = "2026-06-01T00:00:00Z" // later, and still not the one that counts
	s := Select([]Run{good, broken, lonely})
	if len(s.Runs) != 1 || s.Runs[0].ID != "a" {
		t.Errorf("kept %+v", s.Runs)
	}
	if len(s.Dropped) != 2 || s.Dropped[0].Reason != ReasonFault || s.Dropped[1].Reason != ReasonFault {
		t.Errorf("dropped %+v", s.Dropped)
	}
}

func TestSelectDropsARunListedTwice(t *testing.T) {
	r := run("a", NoSkill, "m", 1, 0.5)
	s := Select([]Run{r, r})
	if len(s.Runs) != 1 || len(s.Dropped) != 1 || s.Dropped[0].Reason != ReasonRepeated {
		t.Errorf("%+v", s)
	}
}

func TestFailuresCountWhereOthersOfTheSourceWereMeasured(t *testing.T) {
	scored, failed, elsewhere := run("a", NoSkill, "m", 1, 0.5), run("b", NoSkill, "m", 2, 0), run("c", NoSkill, "m", 3, 0)
	scored.KeyF1, scored.OrderedCols = 0.9, 4
	failed.Outcome, elsewhere.Outcome = Failed, Failed
	elsewhere.Source = "an index without key F1"
	s := Select([]Run{scored, failed, elsewhere})
	if s.Runs[1].KeyF1 != 0 || s.Runs[1].OrderedCols != 4 {
		t.Errorf("a failure must count as 0: %+v", s.Runs[1])
	}
	if !math.IsNaN(s.Runs[2].KeyF1) || s.Runs[2].OrderedCols != 0 {
		t.Errorf("a failure must not be charged for what nobody measured: %+v", s.Runs[2])
	}
}

func TestSelectTellsOneModelUnderTwoAgentsApart(t *testing.T) {
	a, b, unsaid := run("a", NoSkill, "m", 1, 1), run("b", NoSkill, "m", 1, 0), run("c", NoSkill, "m", 2, 1)
	a.Agent, b.Agent = "codex", "chat"
	s := Select([]Run{a, b, unsaid})
	if len(s.Runs) != 3 {
		t.Fatalf("%d runs count, want 3", len(s.Runs))
	}
	if s.Runs[0].Model != "m" || s.Runs[1].Model != "m via chat" || s.Runs[2].Model != "m via codex" {
		t.Errorf("%s, %s, %s", s.Runs[0].Model, s.Runs[1].Model, s.Runs[2].Model)
	}
}

func TestSelectDoesNotDependOnOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "rows")
		var rows []Run
		for i := range n {
			r := run(string(rune('a'+i)), NoSkill, "m", rapid.IntRange(1, 3).Draw(t, "trial"), float64(i)/20)
			if rapid.Bool().Draw(t, "provider") {
				r.Outcome = Faulted
			}
			rows = append(rows, r)
		}
		a := Select(rows)
		b := Select(rapid.Permutation(rows).Draw(t, "order"))
		if len(a.Runs)+len(a.Dropped) != n {
			t.Fatalf("%d rows became %d and %d", n, len(a.Runs), len(a.Dropped))
		}
		for i := range a.Runs {
			if a.Runs[i].ID != b.Runs[i].ID {
				t.Fatalf("another order keeps %s, not %s", b.Runs[i].ID, a.Runs[i].ID)
			}
		}
	})
}

func TestCampaignsJoinWhatCompletesAndPartWhatContradicts(t *testing.T) {
	with := func(source, agent string, rows ...Run) []Run {
		for i := range rows {
			rows[i].Source, rows[i].Agent = source, agent
		}
		return rows
	}
	primary := with("primary", "codex", run("a", NoSkill, "m", 1, 0), run("b", WithSkill, "m", 1, 1))
	followup := with("followup", "", run("c", Spec, "m", 1, 1))
	again := with("again", "codex", run("d", NoSkill, "m", 1, 0.5))
	other := with("other", "claude", run("e", NoSkill, "n", 1, 0.5))
	got := Campaigns([][]Run{primary, followup, again, other, primary})
	if len(got) != 3 {
		t.Fatalf("%d campaigns: %+v", len(got), got)
	}
	if len(got[0].Runs) != 3 || len(got[0].Sources) != 2 || got[0].Name != "codex: m" {
		t.Errorf("primary and follow-up belong together: %+v", got[0])
	}
	if len(got[0].Dropped) != 2 || got[0].Dropped[0].Reason != ReasonRepeated {
		t.Errorf("an index given twice must not count twice: %+v", got[0].Dropped)
	}
	both := append(with("both", "codex", run("a", NoSkill, "m", 1, 0)), with("both", "claude", run("b", NoSkill, "n", 1, 0))...)
	if one := Campaigns([][]Run{both}); len(one) != 1 || one[0].Name != "claude, codex: m, n" {
		t.Errorf("what was run together is reported together: %+v", one)
	}
	if got[1].Runs[0].ID != "d" || got[2].Runs[0].ID != "e" {
		t.Errorf("%s, %s", got[1].Name, got[2].Name)
	}
}
