package explain

import (
	"context"
	"fmt"
	"sort"
	"strings"
)

// Fit says how well a mutant accounts for the cells that an output has wrong.
// All counts are scored cells; a missing or extra row counts all of its own.
type Fit struct {
	Wrong     int64 `json:"wrong"`     // cells in which the output departs from the reference
	Changed   int64 `json:"changed"`   // cells in which the mutant does
	Explained int64 `json:"explained"` // cells that are wrong in just the mutant's way
}

// Share is how much of what is wrong the mutant explains.
func (f Fit) Share() float64 {
	if f.Wrong == 0 {
		return 0
	}
	return float64(f.Explained) / float64(f.Wrong)
}

// Precision is how much of what the mutant changes the output shows.
func (f Fit) Precision() float64 {
	if f.Changed == 0 {
		return 0
	}
	return float64(f.Explained) / float64(f.Changed)
}

// Agreement weighs both: 1 if the output is wrong exactly as the mutant is.
func (f Fit) Agreement() float64 {
	if f.Wrong+f.Changed == 0 {
		return 0
	}
	return 2 * float64(f.Explained) / float64(f.Wrong+f.Changed)
}

// prepareResidual joins output and reference once: the rows of either with, for
// each scored column, whether the output is wrong.
func (lab *Lab) prepareResidual(ctx context.Context, t target) (wrong int64, err error) {
	var columns, counts []string
	differing := t.cells.differing("reference", "output")
	for i, s := range t.cells.scored {
		columns = append(columns, fmt.Sprintf("output.%q AS %q", s.Name, s.Name), fmt.Sprintf("%s AS wrong_%d", differing[i], i))
		counts = append(counts, fmt.Sprintf("count(*) FILTER (wrong_%d)", i))
	}
	for _, k := range t.cells.keys {
		columns = append(columns, fmt.Sprintf("coalesce(reference.%q, output.%q) AS %q", k.Name, k.Name, k.Name))
	}
	sql := fmt.Sprintf("CREATE OR REPLACE TEMP TABLE residual AS SELECT %s, coalesce(reference.%s, output.%s) AS %s, reference.present AS in_reference, output.present AS present FROM (%s) AS reference FULL JOIN (%s) AS output ON %s",
		strings.Join(columns, ", "), occurrence, occurrence, occurrence, t.cells.read(t.table), t.cells.read(outputTable), t.cells.on("reference", "output"))
	if err := lab.workshop.DB().Exec(ctx, sql); err != nil {
		return 0, fmt.Errorf("compare the output with the reference: %w", err)
	}
	return lab.workshop.DB().QueryInt(ctx, "SELECT ("+strings.Join(counts, " + ")+")::BIGINT FROM temp.main.residual")
}

// fit compares a mutant's table with the residual. changed marks the mutant's
// departures from the reference, and shown those that the output has as well.
func (lab *Lab) fit(ctx context.Context, t target, mutant string, wrong int64) (Fit, error) {
	reference := t.cells.differing("reference", "mutant")
	output := t.cells.differing("residual", "mutant")
	var changed, explained []string
	for i := range t.cells.scored {
		changed = append(changed, fmt.Sprintf("count(*) FILTER (%s)", reference[i]))
		explained = append(explained, fmt.Sprintf("count(*) FILTER (%s AND wrong_%d AND %s)", reference[i], i, shown(output[i])))
	}
	query := fmt.Sprintf(`SELECT (%s)::BIGINT, (%s)::BIGINT FROM (%s) AS reference FULL JOIN (%s) AS mutant ON %s
		LEFT JOIN temp.main.residual AS residual ON %s`,
		strings.Join(changed, " + "), strings.Join(explained, " + "), t.cells.read(t.table), t.cells.read(mutant),
		t.cells.on("reference", "mutant"), lab.onEither(t))
	f := Fit{Wrong: wrong}
	err := lab.workshop.DB().Conn().QueryRowContext(ctx, query).Scan(&f.Changed, &f.Explained)
	return f, err
}

// shown says that output and mutant agree: neither has the row, or both have the
// same cell.
func shown(differs string) string {
	return "(residual.present IS NULL AND mutant.present IS NULL OR NOT " + differs + ")"
}

// onEither joins the residual to rows of the reference or the mutant.
func (lab *Lab) onEither(t target) string {
	conditions := []string{fmt.Sprintf("residual.%s = coalesce(reference.%s, mutant.%s)", occurrence, occurrence, occurrence)}
	for _, k := range t.cells.keys {
		conditions = append(conditions, fmt.Sprintf("residual.%q IS NOT DISTINCT FROM coalesce(reference.%q, mutant.%q)", k.Name, k.Name, k.Name))
	}
	return strings.Join(conditions, " AND ")
}

// Explanation is one or two flipped options and how well they fit.
type Explanation struct {
	Flips []Flip `json:"flips"`
	Fit   Fit    `json:"fit"`
	// Same lists other flips that this database cannot tell from the first.
	Same     []Flip       `json:"same,omitempty"`
	Examples []ExampleRow `json:"examples,omitempty"`
}

func byAgreement(list []Explanation) {
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		if x, y := a.Fit.Agreement(), b.Fit.Agreement(); x != y {
			return x > y
		}
		return len(a.Flips) < len(b.Flips)
	})
}
