package table

import (
	"testing"

	"pgregory.net/rapid"
)

// An Index behaves like a map from the chosen cells to the first row that has them.
func TestIndexIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		few := rapid.Uint64Range(0, 40)
		rows := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [3]Cell {
			return [3]Cell{Cell(few.Draw(t, "a")), Cell(rapid.Uint64().Draw(t, "b")), Cell(few.Draw(t, "c"))}
		}), 0, 3000).Draw(t, "rows")
		table := New(make([]Column, 3), NewDictionary())
		index := NewIndex(table, []int{0, 2})
		first := map[[2]Cell]int{}
		for _, row := range rows {
			n := table.Append(row[:])
			key := [2]Cell{row[0], row[2]}
			want, known := first[key]
			if !known {
				first[key], want = n, n
			}
			if got, added := index.Add(n); got != want || added == known {
				t.Fatalf("Add(%d) = %d, %v, want %d, %v", n, got, added, want, !known)
			}
		}
		for a := range Cell(41) {
			for c := range Cell(41) {
				want, known := first[[2]Cell{a, c}]
				got, found := index.Find([]Cell{a, 99, c})
				if found != known || known && (got != want || !index.Is(got, []Cell{a, 99, c})) {
					t.Fatalf("Find(%d, %d) = %d, %v, want %d, %v", a, c, got, found, want, known)
				}
			}
		}
	})
}

func TestIndexOfSequentialKeysStaysFast(t *testing.T) {
	const rows = 300_000
	table := New(make([]Column, 2), NewDictionary())
	index := NewIndex(table, []int{0, 1})
	for i := range rows {
		index.Add(table.Append([]Cell{Cell(30_000_000 + i/50), Cell(5_680_281_600_000_000 + i%50*3_600_000_000)}))
	}
	longest, mask := 0, len(index.slots)-1
	for at, s := range index.slots {
		if s.next != 0 {
			longest = max(longest, (at-int(s.hash))&mask)
		}
	}
	if longest > 100 {
		t.Errorf("a row lies %d slots from its place", longest)
	}
}
