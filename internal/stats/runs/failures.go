package runs

import "math"

// chargeFailures gives failed runs the value 0 in every measure that other runs
// of the same source have, so that a failure is neither lost from a mean nor
// charged where nothing was measured. nMAE, where 0 is best, and key precision,
// which has no denominator without output, stay unknown.
func chargeFailures(rows []Run) {
	measures := []func(*Run) *float64{
		func(r *Run) *float64 { return &r.KeyRecall },
		func(r *Run) *float64 { return &r.KeyF1 },
		func(r *Run) *float64 { return &r.ExactRows },
		func(r *Run) *float64 { return &r.Kappa },
	}
	for _, field := range measures {
		measured := map[string]bool{}
		for i := range rows {
			if !math.IsNaN(*field(&rows[i])) && rows[i].Outcome == Scored {
				measured[rows[i].Source] = true
			}
		}
		for i := range rows {
			if v := field(&rows[i]); rows[i].Outcome == Failed && math.IsNaN(*v) && measured[rows[i].Source] {
				*v = 0
			}
		}
	}
}

// shareOrdered tells runs without output how many ordered columns their task
// has, as other runs of the task and source have recorded.
func shareOrdered(rows []Run) {
	type key struct{ source, task string }
	most := map[key]int{}
	for _, r := range rows {
		most[key{r.Source, r.Task}] = max(most[key{r.Source, r.Task}], r.OrderedCols)
	}
	for i := range rows {
		rows[i].OrderedCols = most[key{rows[i].Source, rows[i].Task}]
	}
}
