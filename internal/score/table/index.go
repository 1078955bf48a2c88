package table

import (
	"math/bits"
	"math/rand/v2"
)

// Index finds rows of a table by the values of some of its columns. It holds at
// most one row for each combination of values.
type Index struct {
	table   *Table
	columns []int
	slots   []slot // a power of two of them
	held    int
	seed    uint64 // so that nobody can choose values that collide
}

// slot holds a row and its hash. The lower bits of the hash chose the slot; the
// upper ones save most looks at rows that only share it.
type slot struct {
	next uint32 // row + 1, or 0 if the slot is free
	hash uint32
}

// NewIndex returns an empty index over the given columns of a table.
func NewIndex(t *Table, columns []int) *Index {
	return &Index{table: t, columns: columns, slots: make([]slot, 1024), seed: rand.Uint64()}
}

// Find returns the row that has the same values as row in the index's columns.
func (x *Index) Find(row []Cell) (int, bool) {
	at := x.place(x.hash(row), row)
	return int(x.slots[at].next) - 1, x.slots[at].next != 0
}

// Add puts row n of the table into the index. If one with the same values is
// there already, that one stays and is returned.
func (x *Index) Add(n int) (first int, added bool) {
	if 3*x.held >= 2*len(x.slots) {
		x.grow()
	}
	row := x.table.Row(n)
	hash := x.hash(row)
	at := x.place(hash, row)
	if held := x.slots[at].next; held != 0 {
		return int(held) - 1, false
	}
	x.slots[at] = slot{uint32(n) + 1, hash}
	x.held++
	return n, true
}

// Is says whether row n of the table has the same values as row. It is a cheap
// first guess before Find, because files are often sorted alike.
func (x *Index) Is(n int, row []Cell) bool {
	if n < 0 || n >= x.table.Rows {
		return false
	}
	own := x.table.Row(n)
	for _, c := range x.columns {
		if own[c] != row[c] {
			return false
		}
	}
	return true
}

// place is the slot that holds the values, or the free one where they would go.
func (x *Index) place(hash uint32, row []Cell) uint32 {
	mask := uint32(len(x.slots) - 1)
	for at := hash & mask; ; at = (at + 1) & mask {
		s := x.slots[at]
		if s.next == 0 || s.hash == hash && x.Is(int(s.next)-1, row) {
			return at
		}
	}
}

func (x *Index) hash(row []Cell) uint32 {
	h := x.seed
	for _, c := range x.columns {
		high, low := bits.Mul64(h^uint64(row[c]), 0x9E37_79B9_7F4A_7C15)
		h = high ^ low ^ x.seed
	}
	high, low := bits.Mul64(h, 0xD6E8_FEB8_6659_FD93)
	return uint32((high ^ low) >> 32)
}

func (x *Index) grow() {
	old := x.slots
	x.slots = make([]slot, 2*len(old))
	mask := uint32(len(x.slots) - 1)
	for _, s := range old {
		if s.next == 0 {
			continue
		}
		at := s.hash & mask
		for x.slots[at].next != 0 {
			at = (at + 1) & mask
		}
		x.slots[at] = s
	}
}
