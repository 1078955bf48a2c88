package store

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"m4bench/internal/duck"
)

var allTypes = []string{"BIGINT", "INTEGER", "DOUBLE", "VARCHAR", "TIMESTAMP", "DATE"}

const long = "a text that does not fit into the twelve characters of a header"

// fillRow writes row i; every seventh cell is empty, texts are short, long and
// shared, or long and used once.
func fillRow(b *Block, i int) {
	if i%7 == 0 {
		b.Null(len(allTypes))
		b.End()
		return
	}
	b.Long(int64(i) * 1_000_000_007)
	b.Int(-i)
	b.Real(float64(i) / 8)
	switch i % 3 {
	case 0:
		b.Text("short")
	case 1:
		b.Text(long)
	default:
		b.Once(fmt.Sprintf("%s, row %d", long, i))
	}
	b.Time(4_102_444_800 + int64(i))
	b.Date(-86_400*int64(i) - 1)
	b.End()
}

// write appends rows in blocks of the given size, and gives their hash.
func write(t *testing.T, path string, rows, size int, fill func(*Block, int)) string {
	t.Helper()
	f, err := Open(path, Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Exec("CREATE TABLE t (a BIGINT, b INTEGER, c DOUBLE, d VARCHAR, e TIMESTAMP, f DATE)"); err != nil {
		t.Fatal(err)
	}
	a, err := f.Appender("main", "t", allTypes)
	if err != nil {
		t.Fatal(err)
	}
	texts := NewTexts()
	defer texts.Release()
	b := NewBlock("t", allTypes, texts)
	for i := range rows {
		fill(b, i)
		if b.Rows() == size || i == rows-1 {
			if err := a.Add(b); err != nil {
				t.Fatal(err)
			}
			b.Reset()
		}
	}
	if a.Rows() != int64(rows) {
		t.Fatalf("%d rows, want %d", a.Rows(), rows)
	}
	hash, err := a.Close()
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return hash
}

func TestRowsComeBackAsTheyWereWritten(t *testing.T) {
	const rows = 3*chunkRows + 17
	path := filepath.Join(t.TempDir(), "t.duckdb")
	write(t, path, rows, 1000, fillRow)
	ctx := context.Background()
	db, err := duck.Open(ctx, duck.Options{Path: path, ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	result, err := db.Query(ctx, "SELECT a, b, c, d, e, f FROM t")
	if err != nil {
		t.Fatal(err)
	}
	defer result.Close()
	for i := 0; result.Next(); i++ {
		var a, b sql.NullInt64
		var c sql.NullFloat64
		var d sql.NullString
		var e, f sql.NullTime
		if err := result.Scan(&a, &b, &c, &d, &e, &f); err != nil {
			t.Fatal(err)
		}
		if i%7 == 0 {
			if a.Valid || b.Valid || c.Valid || d.Valid || e.Valid || f.Valid {
				t.Fatalf("row %d should be empty", i)
			}
			continue
		}
		want := []string{"short", long, fmt.Sprintf("%s, row %d", long, i)}[i%3]
		day := time.Unix(-86_400*int64(i)-86_400, 0).UTC()
		if a.Int64 != int64(i)*1_000_000_007 || b.Int64 != int64(-i) || c.Float64 != float64(i)/8 || d.String != want ||
			e.Time.Unix() != 4_102_444_800+int64(i) || !f.Time.Equal(day) {
			t.Fatalf("row %d came back as %v %v %v %q %v %v", i, a, b, c, d.String, e.Time, f.Time)
		}
	}
	if err := result.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestHashIsOfTheRowsAloneAndOfAllOfThem(t *testing.T) {
	dir := t.TempDir()
	n := 0
	hash := func(rows, size int, fill func(*Block, int)) string {
		n++
		return write(t, filepath.Join(dir, fmt.Sprint(n)), rows, size, fill)
	}
	want := hash(5000, 5000, fillRow)
	for _, size := range []int{1, 7, 2048, 4999} {
		if got := hash(5000, size, fillRow); got != want {
			t.Errorf("blocks of %d rows change the hash", size)
		}
	}
	if hash(4999, 5000, fillRow) == want {
		t.Error("a missing row does not change the hash")
	}
	changed := func(cell int) func(*Block, int) {
		return func(b *Block, i int) {
			if i != 3001 {
				fillRow(b, i)
				return
			}
			b.Long(3001*1_000_000_007 + int64(cell&1))
			b.Int(-3001 - cell>>1&1)
			b.Real(float64(3001)/8 + float64(cell>>2&1))
			b.Text(strings.Repeat("x", cell>>3&1) + []string{"short", long, ""}[3001%3])
			b.Time(4_102_444_800 + 3001)
			b.Date(-86_400*3001 - 1)
			b.End()
		}
	}
	if hash(5000, 700, changed(0)) != want {
		t.Error("the same rows have another hash")
	}
	for _, cell := range []int{1, 2, 4, 8} {
		if hash(5000, 700, changed(cell)) == want {
			t.Errorf("changed cell %d does not change the hash", cell)
		}
	}
}

// Rows that are filled column by column are those that are filled cell by cell,
// whatever came before them in the block.
func TestRowsByColumnAreRowsByCell(t *testing.T) {
	const rows = 100
	texts := NewTexts()
	defer texts.Release()
	cells, columns := NewBlock("t", allTypes, texts), NewBlock("t", allTypes, texts)
	for i := range rows {
		fillRow(cells, 3*i)
	}
	for i := range 10 {
		fillRow(columns, 3*i)
	}
	fillColumns(columns, 10, rows-10)
	if diff := cmp.Diff(hashOf(cells), hashOf(columns)); diff != "" {
		t.Error(diff)
	}
	columns.Reset()
	fillColumns(columns, 0, rows)
	if diff := cmp.Diff(hashOf(cells), hashOf(columns)); diff != "" {
		t.Error("in a block that was used before:", diff)
	}
}

// fillColumns adds n rows that are those of fillRow for every third number.
func fillColumns(b *Block, first, n int) {
	rows := b.Open(n)
	longs, ints, reals, words, times, dates := rows.Longs(0), rows.Ints(1), rows.Reals(2), rows.Texts(3), rows.Longs(4), rows.Ints(5)
	for row := range n {
		i := 3 * (first + row)
		longs[row], ints[row], reals[row], words[row] = int64(i)*1_000_000_007, int32(-i), float64(i)/8, ShortText([]byte("short"))
		times[row], dates[row] = (4_102_444_800+int64(i))*1_000_000, int32(-i-1)
		if i%7 == 0 {
			longs[row], ints[row], reals[row], words[row], times[row], dates[row] = 0, 0, 0, Text{}, 0, 0
			for column := range allTypes {
				rows.Null(column, row)
			}
		}
	}
	rows.Close()
}

func hashOf(b *Block) string {
	digests := make([]digest, len(b.columns))
	for i := range digests {
		digests[i].add(b, i, 0, b.Rows())
	}
	return joined(digests)
}

func TestAColumnOfARowThatIsNotFilledIsAMistake(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("nothing was said")
		}
	}()
	texts := NewTexts()
	defer texts.Release()
	rows := NewBlock("t", allTypes, texts).Open(2)
	rows.Longs(0)
	rows.Close()
}

func TestRowsThatDoNotFitTheTableAreMistakes(t *testing.T) {
	for name, fill := range map[string]func(*Block){
		"too few columns": func(b *Block) { b.Long(1); b.End() },
		"another type":    func(b *Block) { b.Real(1) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("nothing was said")
				}
			}()
			texts := NewTexts()
			defer texts.Release()
			fill(NewBlock("t", allTypes, texts))
		})
	}
}

func TestSpillGivesEachKindInOrder(t *testing.T) {
	s, err := NewSpill[int32](t.TempDir(), 3)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i := range int32(50) {
		if err := s.Add([][]int32{{i, -i}, nil, {1000 + i}}); err != nil {
			t.Fatal(err)
		}
	}
	var got []int32
	for _, kind := range []int{2, 1, 0} {
		err := s.Read(kind, func(records []int32) error {
			got = append(got, records...)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if s.Len() != 150 || len(got) != 150 || got[0] != 1000 || got[49] != 1049 || got[50] != 0 || got[149] != -49 {
		t.Errorf("%d records, got %v", s.Len(), got)
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	if _, err := Open(filepath.Join(t.TempDir(), "no", "such", "folder", "x"), Options{}); err == nil {
		t.Error("a missing folder was accepted")
	}
	if _, err := Open(filepath.Join(t.TempDir(), "x"), Options{Memory: "a lot"}); err == nil || !strings.Contains(err.Error(), "a lot") {
		t.Errorf("a bad limit gave %v", err)
	}
}
