package score

import (
	"math"

	"m4bench/internal/score/table"
)

const keptExamples = 5

// nearBounds are the distances up to which mismatched values are counted apart,
// in the column's unit, and for times in seconds.
var (
	nearBounds     = []float64{1e-9, 1e-6, 0.001, 0.01, 0.1, 1, 10, 100}
	nearTimeBounds = []float64{1, 60, 3600, 86_400, 30 * 86_400}
)

// tally counts the cells of one scored column in rows whose key is in both files.
type tally struct {
	column *scoredColumn
	trait  *trait
	absent bool

	matched, mismatched, unreadable  int
	empty, unexpected, higher, lower int // of the mismatched

	nearBounds []float64
	near       []int  // mismatched values by bound, and one more for all beyond
	distance   uint64 // sum of the normalised errors, in units of 2^-36

	examples            []Example
	firstUnreadable     string
	firstUnreadableLine int
}

func newTally(c *scoredColumn, t *trait) *tally {
	bounds := nearBounds
	if c.kind == table.Instant {
		bounds = nearTimeBounds
	}
	return &tally{column: c, trait: t, nearBounds: bounds, near: make([]int, len(bounds)+1), examples: []Example{}}
}

// compare counts one cell and says whether it matches.
func (t *tally) compare(want, got table.Cell) bool {
	if want == got {
		t.matched++
		return true
	}
	switch {
	case got == table.Unreadable:
		t.unreadable++
		t.addError(1)
		return false
	case got == table.Null:
		t.mismatched++
		t.empty++
		t.addError(1)
		return false
	case want == table.Null:
		t.mismatched++
		t.unexpected++
		t.addError(1)
		return false
	case t.column.kind == table.Text:
		t.mismatched++
		return false
	}
	return t.compareValues(want, got)
}

func (t *tally) compareValues(want, got table.Cell) bool {
	difference := t.column.difference(want, got)
	distance := math.Abs(difference)
	if t.trait.scale > 0 {
		t.addError(min(distance/t.trait.scale, 1))
	}
	if distance <= t.column.Tolerance {
		t.matched++
		return true
	}
	t.mismatched++
	if difference > 0 {
		t.higher++
	} else {
		t.lower++
	}
	bound := 0
	for bound < len(t.nearBounds) && distance > t.nearBounds[bound] {
		bound++
	}
	t.near[bound]++
	return false
}

// addError adds to a sum of integers, so that the order of rows cannot change it.
func (t *tally) addError(e float64) { t.distance += uint64(math.Round(e * (1 << 36))) }

// errorSum is the sum of the normalised errors.
func (t *tally) errorSum() float64 { return float64(t.distance) / (1 << 36) }

// nearMisses lists the distances that occur.
func (t *tally) nearMisses() []NearMiss {
	var misses []NearMiss
	for i, count := range t.near {
		if count == 0 {
			continue
		}
		miss := NearMiss{Count: count}
		if i < len(t.nearBounds) {
			miss.UpTo = &t.nearBounds[i]
		}
		misses = append(misses, miss)
	}
	return misses
}
