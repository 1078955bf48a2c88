// Package sheet measures a synthetic database and sets its figures beside those
// published of the real ones.
package sheet

import (
	"context"
	"fmt"
	"slices"

	"m4bench/internal/duck"
)

// Measure is one thing that is known of the real data.
type Measure struct {
	Name   string
	Unit   string
	Labels []string // of the figures, such as quantiles
	Full   []float64
	From   string    // source of the full data's figures
	Demo   []float64 // of the open demo
	SQL    string    // gives the figures in one row
	Needs  string    // derived table that the SQL reads, if any
	Slack  float64   // how far off a figure may be, as a share of the target's span; 0: not judged
}

// Section is a group of measures.
type Section struct {
	Title    string
	Measures []Measure
}

// Target is what the measure is compared with: the full data where they are
// published, else the open demo.
func (m *Measure) Target() ([]float64, string) {
	if m.Full != nil {
		return m.Full, m.From
	}
	return m.Demo, "demo"
}

// Result is a measure with its figures in a synthetic database.
type Result struct {
	*Measure
	Got []float64
}

// Run measures a database.
func Run(ctx context.Context, db *duck.DB, sections []Section, has func(derived string) bool) ([][]Result, error) {
	var all [][]Result
	for i := range sections {
		var results []Result
		for j := range sections[i].Measures {
			m := &sections[i].Measures[j]
			if m.Needs != "" && !has(m.Needs) {
				continue
			}
			got, err := figures(ctx, db, m)
			if err != nil {
				return nil, err
			}
			results = append(results, Result{m, got})
		}
		all = append(all, results)
	}
	return all, nil
}

func figures(ctx context.Context, db *duck.DB, m *Measure) ([]float64, error) {
	rows, err := db.Query(ctx, "SELECT unnest(CAST(("+m.SQL+") AS DOUBLE[]))")
	if err != nil {
		return nil, fmt.Errorf("measure %s: %w", m.Name, err)
	}
	defer rows.Close()
	var got []float64
	for rows.Next() {
		var v float64
		if err := rows.Scan(&v); err != nil {
			return nil, fmt.Errorf("measure %s: %w", m.Name, err)
		}
		got = append(got, v)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("measure %s: %w", m.Name, err)
	}
	if target, _ := m.Target(); len(got) != len(target) {
		return nil, fmt.Errorf("measure %s: %d figures, want %d", m.Name, len(got), len(target))
	}
	return got, nil
}

// Derived lists the derived tables that the sections read.
func Derived(sections []Section) []string {
	var names []string
	for _, s := range sections {
		for _, m := range s.Measures {
			if m.Needs != "" && !slices.Contains(names, m.Needs) {
				names = append(names, m.Needs)
			}
		}
	}
	return names
}

// Off is how far the farthest figure is from its target, as a share of the
// target's span (of the target itself, for a single figure).
func (r *Result) Off() float64 {
	target, _ := r.Target()
	span := 0.0
	for _, v := range target {
		span = max(span, v-target[0], target[0]-v)
	}
	if span == 0 {
		span = max(target[0], -target[0], 1e-9)
	}
	worst := 0.0
	for i, v := range target {
		worst = max(worst, (r.Got[i]-v)/span, (v-r.Got[i])/span)
	}
	return worst
}

// Wide says that a figure is farther off than tests allow.
func (r Result) Wide() bool { return r.Off() > r.Slack }

var (
	five     = []string{"5 %", "25 %", "median", "75 %", "95 %"}
	quartile = []string{"25 %", "median", "75 %"}
)
