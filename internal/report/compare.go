package report

import (
	"errors"
	"fmt"
	"strings"

	"m4bench/internal/report/doc"
	"m4bench/internal/stats"
	"m4bench/internal/stats/estimand"
	"m4bench/internal/stats/runs"
)

// Side is one of two sets of runs to compare.
type Side struct {
	Name string // as the user wrote it
	Rows []runs.Run
}

// Comparison of side B with side A, paired by cell.
type Comparison struct {
	Effect   estimand.Effect // B minus A
	Document *doc.Document
	Worse    float64 // how much B is worse than A; negative if it is better
}

// CompareOptions of a comparison.
type CompareOptions struct {
	Measure    estimand.Measure
	Margin     float64 // a loss within it is tolerable
	Resampling stats.Resampling
}

// Names of the sides in the table that pairs them.
const sideA, sideB = "A", "B"

// Compare pairs the cells of two sets of runs. A dimension (condition, schema,
// model) in which each side has one value and the two differ is what is compared;
// in the others, cells are paired by equal values.
func Compare(a, b Side, o CompareOptions) (*Comparison, error) {
	p := newPairing(a, b)
	measured := p.table.Estimate(p.contrast, o.Measure, nil, nil)
	if len(measured.Tasks) == 0 {
		return nil, &runs.InputError{Err: fmt.Errorf("nothing to pair: no task, %s has runs with a %s on both sides (A: %s; B: %s)",
			strings.Join(p.by, ", "), lower(o.Measure.Name), p.describe(0), p.describe(1))}
	}
	c := &Comparison{Effect: measured, Worse: -measured.Mean()}
	if o.Measure.LowerIsBetter {
		c.Worse = measured.Mean()
	}
	c.Document = p.document(measured, o)
	return c, nil
}

// MeasureNamed finds a measure by its id.
func MeasureNamed(id string) (estimand.Measure, error) {
	var ids []string
	for _, m := range estimand.Measures {
		if m.ID == id {
			return m, nil
		}
		ids = append(ids, m.ID)
	}
	return estimand.Measure{}, &runs.InputError{Err: errors.New("no measure " + id + "; there are " + strings.Join(ids, ", "))}
}

// dimension is a way in which cells can differ.
type dimension struct {
	name string
	of   func(*runs.Run) *string
}

var dimensions = []dimension{
	{"condition", func(r *runs.Run) *string { return &r.Condition }},
	{"schema", func(r *runs.Run) *string { return &r.Schema }},
	{"model", func(r *runs.Run) *string { return &r.Model }},
}

// pairing is both sides in one table: the side takes the place of the condition
// and the rest of a cell that of the model.
type pairing struct {
	sides    [2]Side
	selected [2]runs.Selection
	compared []string // dimensions that differ, with their values
	by       []string // dimensions that cells are paired by
	original map[string]runs.Cell
	table    *estimand.Table
	contrast estimand.Contrast
}

func newPairing(a, b Side) *pairing {
	p := &pairing{
		sides: [2]Side{a, b}, selected: [2]runs.Selection{runs.Select(a.Rows), runs.Select(b.Rows)}, original: map[string]runs.Cell{},
		contrast: estimand.Contrast{Name: "B − A", Base: estimand.NativeArm(sideA), Treated: estimand.NativeArm(sideB)},
	}
	var keep []dimension
	for _, d := range dimensions {
		if values, differ := p.differ(d); differ {
			p.compared = append(p.compared, values)
		} else {
			keep = append(keep, d)
			p.by = append(p.by, d.name)
		}
	}
	var all []runs.Run
	for i, name := range []string{sideA, sideB} {
		for _, r := range p.selected[i].Runs {
			all = append(all, p.relabel(r, name, keep))
		}
	}
	p.table = estimand.NewTable(all)
	return p
}

// differ says whether a dimension has no value in common, and then which it has.
func (p *pairing) differ(d dimension) (string, bool) {
	var values [2][]string
	for i := range values {
		values[i] = runs.Distinct(p.selected[i].Runs, func(r *runs.Run) string { return *d.of(r) })
	}
	for _, v := range values[0] {
		for _, w := range values[1] {
			if v == w {
				return "", false
			}
		}
	}
	return fmt.Sprintf("%s: %s → %s", d.name, strings.Join(values[0], ", "), strings.Join(values[1], ", ")), true
}

func (p *pairing) relabel(r runs.Run, side string, keep []dimension) runs.Run {
	var parts []string
	for _, d := range keep {
		parts = append(parts, *d.of(&r))
	}
	label := strings.Join(parts, ", ")
	r.Condition, r.Schema, r.Model = side, runs.Native, label
	return r
}

func (p *pairing) describe(side int) string {
	return fmt.Sprintf("%s, %s", p.sides[side].Name, plural(len(p.selected[side].Runs), "run", "runs"))
}
