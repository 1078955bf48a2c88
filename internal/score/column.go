package score

import (
	"math"

	"m4bench/internal/score/table"
	"m4bench/internal/task"
)

// scoredColumn is a column of the reward and how its cells are compared.
type scoredColumn struct {
	task.Column
	place int
	kind  table.Kind
	nmae  bool // counts for the normalised error
}

// matches says whether two cells agree: both empty, equal, or no further apart
// than the tolerance. Nothing is added to the tolerance for rounding noise.
func (c *scoredColumn) matches(want, got table.Cell) bool {
	if want == got {
		return true
	}
	if c.kind == table.Text || want.Empty() || got.Empty() {
		return false
	}
	return c.distance(want, got) <= c.Tolerance
}

// distance between two values; for times in seconds.
func (c *scoredColumn) distance(want, got table.Cell) float64 {
	return math.Abs(c.difference(want, got))
}

// difference is how much got lies above want, or after it.
func (c *scoredColumn) difference(want, got table.Cell) float64 {
	if c.kind == table.Instant {
		return float64(got.Int()-want.Int()) / 1e6
	}
	return got.Float() - want.Float()
}

// amount is the value of a cell as a number; for times in seconds.
func (c *scoredColumn) amount(cell table.Cell) float64 {
	if c.kind == table.Instant {
		return float64(cell.Int()) / 1e6
	}
	return cell.Float()
}

// trait is what the reference says about a column before any output is seen.
type trait struct {
	scale    float64 // range of the values, for the normalised error; 0 if it has none
	majority table.Cell
	share    float64 // of the rows that writing the majority value would match
}

// sampledRows bounds how many rows are looked at to find the majority values;
// their shares are counted over all rows.
const sampledRows = 1 << 16

func describe(r *reference) []trait {
	traits := make([]trait, len(r.plan.scored))
	low := make([]float64, len(traits))
	high := make([]float64, len(traits))
	held := make([]int, len(traits))
	for i := range traits {
		traits[i].majority = r.mostFrequent(&r.plan.scored[i])
		low[i], high[i] = math.Inf(1), math.Inf(-1)
	}
	for n := range r.table.Rows {
		row := r.table.Row(n)
		for i := range traits {
			c := &r.plan.scored[i]
			cell := row[c.place]
			if c.matches(cell, traits[i].majority) {
				held[i]++
			}
			if c.nmae && cell != table.Null {
				v := c.amount(cell)
				low[i], high[i] = min(low[i], v), max(high[i], v)
			}
		}
	}
	for i := range traits {
		traits[i].share = float64(held[i]) / float64(r.table.Rows)
		traits[i].scale = scale(low[i], high[i])
	}
	return traits
}

// scale is the range of values, 1 if they are all the same, 0 if there are none.
func scale(low, high float64) float64 {
	switch {
	case low > high:
		return 0
	case low == high:
		return 1
	}
	return high - low
}

// mostFrequent is the most frequent value of a column, in an even sample of the
// rows if there are many. Of equally frequent ones it is the first as a text.
func (r *reference) mostFrequent(c *scoredColumn) table.Cell {
	step := (r.table.Rows + sampledRows - 1) / sampledRows
	counts := map[table.Cell]int{}
	for n := 0; n < r.table.Rows; n += step {
		counts[r.table.Row(n)[c.place]]++
	}
	best, most := table.Null, 0
	for cell, count := range counts {
		if count > most || count == most && r.table.Format(cell, c.place) < r.table.Format(best, c.place) {
			best, most = cell, count
		}
	}
	return best
}
