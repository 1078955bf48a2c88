// Package estimand says what is estimated: which number of a run, over which
// runs, with which weights, and how two arms are paired.
//
// The ladder is the published one. Trials are averaged within a cell (task,
// condition, schema, model), cells over models within a task, tasks with equal
// weight. A run that failed counts with reward 0; a run that the provider broke
// was dropped before (see package runs); a trial that was never made is simply
// not there, and the denominators say so.
package estimand

import (
	"math"

	"m4bench/internal/stats/runs"
)

// Measure is a number that every run may have.
type Measure struct {
	ID            string
	Name          string
	LowerIsBetter bool
	Note          string                  // what a failed or missing value counts as
	Of            func(*runs.Run) float64 // NaN if the run has none
}

// The measures of a run.
var (
	Reward = Measure{
		ID: "reward", Name: "Reward", Note: "mean match rate over scored columns; a failed run counts as 0",
		Of: func(r *runs.Run) float64 { return r.Reward },
	}
	KeyF1 = Measure{
		ID: "key_f1", Name: "Key F1", Note: "harmonic mean of key precision and recall; a failed run counts as 0",
		Of: func(r *runs.Run) float64 { return r.KeyF1 },
	}
	KeyPrecision = Measure{
		ID: "key_precision", Name: "Key precision", Note: "runs without output are left out, as published",
		Of: func(r *runs.Run) float64 { return r.KeyPrecision },
	}
	KeyRecall = Measure{
		ID: "key_recall", Name: "Key recall (coverage)", Note: "share of reference rows present; a failed run counts as 0",
		Of: func(r *runs.Run) float64 { return r.KeyRecall },
	}
	NMAE = Measure{
		ID: "nmae", Name: "Ordered nMAE", LowerIsBetter: true, Note: "runs without a value are left out, as published",
		Of: func(r *runs.Run) float64 { return r.NMAE },
	}
	NMAEAll = Measure{
		ID: "nmae_all", Name: "Ordered nMAE, failures as 1", LowerIsBetter: true, Note: "a run without a value counts as 1, and so do missing, extra and duplicate rows where the record has them",
		Of: nmaeOfAll,
	}
	ExactRows = Measure{
		ID: "exact_rows", Name: "Exact rows", Note: "share of reference rows with every scored cell right; a failed run counts as 0",
		Of: func(r *runs.Run) float64 { return r.ExactRows },
	}
	Strict = Measure{
		ID: "strict", Name: "Strict pass", Note: "all checks of the task met; a failed run counts as 0",
		Of: func(r *runs.Run) float64 { return indicator(r.Strict) },
	}
	Kappa = Measure{
		ID: "kappa", Name: "Chance-corrected agreement", Note: "(match rate − share of the column's commonest value) / (1 − that share), mean over columns; a failed run counts as 0",
		Of: func(r *runs.Run) float64 { return r.Kappa },
	}
)

// Measures in the order in which reports show them.
var Measures = []Measure{Reward, KeyF1, KeyPrecision, KeyRecall, NMAE, NMAEAll, ExactRows, Kappa, Strict}

func nmaeOfAll(r *runs.Run) float64 {
	if !math.IsNaN(r.NMAEAll) {
		return r.NMAEAll
	}
	if math.IsNaN(r.NMAE) && r.OrderedCols > 0 {
		return 1
	}
	return r.NMAE
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
