package report

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"m4bench/internal/report/doc"
	"m4bench/internal/stats"
	"m4bench/internal/stats/estimand"
	"m4bench/internal/stats/runs"
)

var defaultCompare = CompareOptions{Measure: estimand.Reward, Margin: 0.02, Resampling: stats.Resampling{Draws: 500, Seed: 1}}

func side(name string, rows []runs.Run, keep func(*runs.Run) bool) Side {
	return Side{name, runs.Filter(rows, keep)}
}

func TestCompareFindsWhatDiffers(t *testing.T) {
	rows := invented("chat", bothArms, []string{"m", "n"}, 2)
	a := side("m", rows, func(r *runs.Run) bool { return r.Model == "m" })
	b := side("n", rows, func(r *runs.Run) bool { return r.Model == "n" })
	c, err := Compare(a, b, defaultCompare)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Effect.Tasks) != 11 || len(c.Effect.Tasks[0].Models) != 2 {
		t.Errorf("%d tasks, %d cells in the first: models are compared, conditions paired", len(c.Effect.Tasks), len(c.Effect.Tasks[0].Models))
	}
	if math.Abs(c.Effect.Mean()-0.02) > 0.02 || c.Worse != -c.Effect.Mean() {
		t.Errorf("difference %v, worse by %v", c.Effect.Mean(), c.Worse)
	}
	var out bytes.Buffer
	if err := c.Document.Write(&out, "text", doc.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"model: m → n", "paired by task, condition, schema", "score +"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the comparison does not say %q", want)
		}
	}
}

func TestCompareOfARunSetWithItselfIsNothing(t *testing.T) {
	rows := invented("chat", bothArms, []string{"m"}, 2)
	c, err := Compare(Side{"a", rows}, Side{"b", rows}, defaultCompare)
	if err != nil || c.Worse != 0 {
		t.Fatalf("worse by %v (%v)", c.Worse, err)
	}
	if got := table(t, c.Document, "tests").Rows[2][2].Text; got != "yes" {
		t.Errorf("the same runs must be equivalent, answer %q", got)
	}
}

func TestComparePairsWhatBothHaveAndListsTheRest(t *testing.T) {
	rows := invented("chat", bothArms, []string{"m"}, 2)
	a := side("all", rows, func(*runs.Run) bool { return true })
	b := side("some", rows, func(r *runs.Run) bool { return r.Family != "beta" })
	c, err := Compare(a, b, defaultCompare)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Effect.Tasks) != 8 {
		t.Errorf("%d tasks are paired, want the 8 that both have", len(c.Effect.Tasks))
	}
	if got := len(table(t, c.Document, "without-partner").Rows); got != 6 {
		t.Errorf("%d cells without partner, want 3 tasks × 2 conditions", got)
	}
}

func TestCompareJudgesErrorsTheOtherWayRound(t *testing.T) {
	rows := invented("chat", bothArms, []string{"m"}, 2)
	o := defaultCompare
	o.Measure = estimand.NMAE
	worse, err := Compare(side("with", rows, func(r *runs.Run) bool { return r.Condition == runs.WithSkill }),
		side("without", rows, func(r *runs.Run) bool { return r.Condition == runs.NoSkill }), o)
	if err != nil || worse.Worse < 0.05 {
		t.Errorf("more error must be worse: %v (%v)", worse.Worse, err)
	}
}

func TestCompareWithoutCommonTasksIsAnError(t *testing.T) {
	rows := invented("chat", bothArms, []string{"m"}, 1)
	_, err := Compare(side("a", rows, func(r *runs.Run) bool { return r.Family == "alpha" }), side("b", rows, func(r *runs.Run) bool { return r.Family == "beta" }), defaultCompare)
	if err == nil || !strings.Contains(err.Error(), "nothing to pair") {
		t.Errorf("got %v", err)
	}
}
