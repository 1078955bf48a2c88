package explain

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// pattern is a set of cells that the same flips change, each of them alone, and
// that the same of these leave as the output has them.
type pattern struct {
	cells   int64
	wrong   bool // in the output
	changed flipSet
	matched flipSet
}

// flipSet holds flips by their number in the lab.
type flipSet []uint64

func (s flipSet) has(flip int) bool { return s[flip/64]>>(flip%64)&1 == 1 }
func (s flipSet) add(flip int)      { s[flip/64] |= 1 << (flip % 64) }

// patternsKept bounds how many patterns are looked at, largest first.
const patternsKept = 50_000

// patterns sums up all departures.
func (lab *Lab) patterns(ctx context.Context) ([]pattern, error) {
	query := fmt.Sprintf(`SELECT marks, wrong, count(*) FROM (
			SELECT string_agg(mark::VARCHAR, ' ' ORDER BY mark) AS marks, any_value(wrong) AS wrong
			FROM (
				SELECT made.cell, 2 * flip + %s::INTEGER AS mark, wrong.cell IS NOT NULL AS wrong
				FROM %s AS made LEFT JOIN %s AS wrong ON wrong.cell = made.cell WHERE %s
			) GROUP BY cell
		) GROUP BY ALL ORDER BY 3 DESC, 1, 2 LIMIT %d`,
		matches, departureTable, wrongTable, lab.compared(), patternsKept)
	rows, err := lab.db.Query(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("sum up the mutants: %w", err)
	}
	defer rows.Close()
	words := (len(lab.flips) + 63) / 64
	var all []pattern
	for rows.Next() {
		var marks string
		p := pattern{changed: make(flipSet, words), matched: make(flipSet, words)}
		if err := rows.Scan(&marks, &p.wrong, &p.cells); err != nil {
			return nil, err
		}
		for _, field := range strings.Fields(marks) {
			mark, err := strconv.Atoi(field)
			if err != nil {
				return nil, fmt.Errorf("sum up the mutants: %w", err)
			}
			p.changed.add(mark / 2)
			if mark%2 == 1 {
				p.matched.add(mark / 2)
			}
		}
		all = append(all, p)
	}
	return all, rows.Err()
}

// pair is two flips with what stays between the output and both taken together,
// as far as each of them alone foretells it.
type pair struct {
	a, b int
	left float64
}

// doubt is what a cell counts that both flips change and neither leaves as the
// output has it: together they may, as parts of a sum do.
const doubt = 0.3

// foretell orders pairs of flips of different choice points, most likely first.
func foretell(patterns []pattern, flips []Flip, tried []int) []pair {
	var pairs []pair
	for i, a := range tried {
		for _, b := range tried[i+1:] {
			if flips[a].Choice != flips[b].Choice {
				pairs = append(pairs, pair{a, b, left(patterns, a, b)})
			}
		}
	}
	slices.SortFunc(pairs, func(x, y pair) int {
		return cmp.Or(cmp.Compare(x.left, y.left), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	return pairs
}

func left(patterns []pattern, a, b int) float64 {
	var sure, unsure int64
	for _, p := range patterns {
		byA, byB := p.changed.has(a), p.changed.has(b)
		switch {
		case !byA && !byB:
			if p.wrong {
				sure += p.cells
			}
		case p.wrong && (p.matched.has(a) || p.matched.has(b)):
		case byA && byB:
			unsure += p.cells
		default: // right, or wrong in another way
			sure += p.cells
		}
	}
	return float64(sure) + doubt*float64(unsure)
}
