package explain

import (
	"context"
	"fmt"
	"sync"
)

// Bounds of the search for pairs.
const (
	pairBuilds = 16  // pairs that are built
	pairsAfter = 4   // pairs that are still built after one was found that is exact
	worthwhile = 0.9 // a second rule must leave at most this share of what one alone leaves
)

// pairs builds the pairs of flips that together could explain most, and keeps
// those that explain more than either flip alone.
func (lab *Lab) pairs(ctx context.Context, t target, wrong int64) ([]Explanation, error) {
	patterns, err := lab.patterns(ctx)
	if err != nil {
		return nil, err
	}
	fits, err := lab.fits(ctx, departureTable, wrong)
	if err != nil {
		return nil, err
	}
	var tried []int
	for i := range lab.flips {
		if fits[i].Changed > 0 {
			tried = append(tried, i)
		}
	}
	likely := foretell(patterns, lab.flips, tried)
	likely = likely[:min(len(likely), pairBuilds)]
	made, err := lab.tryPairs(ctx, t, likely, wrong)
	if err != nil {
		return nil, err
	}
	var found []Explanation
	for n, fit := range made {
		p := likely[n]
		if alone := min(fits[p.a].leftOr(wrong), fits[p.b].leftOr(wrong)); float64(fit.Left()) > worthwhile*float64(alone) {
			continue
		}
		found = merge(found, Explanation{Flips: []Flip{lab.flips[p.a], lab.flips[p.b]}, Fit: fit.Fit, fitted: fit})
	}
	return found, nil
}

// leftOr is what the flip leaves alone; everything if it changes nothing.
func (f fitted) leftOr(wrong int64) int64 {
	if f.Changed == 0 {
		return wrong
	}
	return f.Left()
}

// tryPairs builds pairs in their order, up to a few after the first one that is
// exact, and says how each fits.
func (lab *Lab) tryPairs(ctx context.Context, t target, pairs []pair, wrong int64) ([]fitted, error) {
	made := make([]fitted, len(pairs))
	wanted := len(pairs)
	var mu sync.Mutex
	err := lab.each(ctx, len(pairs), func(ctx context.Context, s session, n int) error {
		mu.Lock()
		enough := n >= wanted
		mu.Unlock()
		if enough {
			return nil
		}
		lab.report.Step("trying pairs", int64(n), int64(len(pairs)), "pairs")
		fit, err := s.tryPair(ctx, t, pairs[n], wrong)
		mu.Lock()
		defer mu.Unlock()
		if made[n] = fit; fit.Exact() {
			wanted = min(wanted, n+1+pairsAfter)
		}
		return err
	})
	return made[:wanted], err
}

func (s session) tryPair(ctx context.Context, t target, p pair, wrong int64) (fitted, error) {
	a, b := s.lab.flips[p.a], s.lab.flips[p.b]
	tables, err := s.build(ctx, a, b)
	if err != nil {
		return fitted{}, err
	}
	table, changed := tables[t.concept]
	if !changed {
		return fitted{Fit: Fit{Wrong: wrong}}, nil
	}
	return s.fitTrial(ctx, t, table, wrong)
}

// fitTrial compares one mutant's table with the output.
func (s session) fitTrial(ctx context.Context, t target, table string, wrong int64) (fitted, error) {
	nothing := fitted{Fit: Fit{Wrong: wrong}}
	sql := "CREATE OR REPLACE TEMP TABLE trial (" + departureColumns + "); INSERT INTO " + trialTable + " " + t.cells.departures(0, table)
	if err := s.db.Exec(ctx, sql); err != nil {
		return nothing, fmt.Errorf("compare a mutant of %s with the reference: %w", t.concept, err)
	}
	fits, err := s.fits(ctx, trialTable, wrong)
	if fit, differs := fits[0]; differs {
		return fit, err
	}
	return nothing, err
}
