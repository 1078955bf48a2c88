package golden

import (
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"

	"m4bench/internal/concept"
	"m4bench/internal/duck"
)

// Difference is how a built table departs from its reference rows.
type Difference struct {
	Missing  int      // reference rows that were not built
	Extra    int      // built rows that are no reference rows
	Cells    int      // cells that differ in rows with the same key
	Columns  []string // columns with differing cells, or the columns themselves if they differ
	Examples []string
}

// Equal says that nothing differs.
func (d Difference) Equal() bool {
	return d.Missing == 0 && d.Extra == 0 && d.Cells == 0 && len(d.Columns) == 0
}

func (d Difference) String() string {
	if d.Equal() {
		return "equal"
	}
	return fmt.Sprintf("%d missing, %d extra, %d cells differ in %s", d.Missing, d.Extra, d.Cells, strings.Join(d.Columns, ", "))
}

type rows struct {
	columns []string
	cells   [][]string
}

// Compare reads the built table and the reference file and compares them as
// multisets of rows: numbers within 1e-9 of their size, everything else exactly.
func Compare(ctx context.Context, db *duck.DB, s Set, c Case, key []string, table string) (Difference, error) {
	want, err := readFile(c.File)
	if err != nil {
		return Difference{}, err
	}
	got, err := readTable(ctx, db, table)
	if err != nil {
		return Difference{}, err
	}
	if !slices.Equal(want.columns, got.columns) {
		return Difference{Columns: got.columns, Examples: []string{
			"columns are " + strings.Join(got.columns, ","), "expected    " + strings.Join(want.columns, ",")}}, nil
	}
	keyAt := positions(want.columns, key)
	if err := leaveOutUnstable(c.File, &got, keyAt); err != nil {
		return Difference{}, err
	}
	if err := s.blankArbitrary(c, &want, &got); err != nil {
		return Difference{}, err
	}
	return diff(want, got, keyAt), nil
}

func positions(columns, names []string) []int {
	var at []int
	for _, name := range names {
		at = append(at, slices.Index(columns, name))
	}
	return at
}

func readFile(path string) (rows, error) {
	f, err := os.Open(path)
	if err != nil {
		return rows{}, err
	}
	defer f.Close()
	var r *csv.Reader
	if strings.HasSuffix(path, ".gz") {
		gz, err := gzip.NewReader(f)
		if err != nil {
			return rows{}, fmt.Errorf("%s: %w", path, err)
		}
		r = csv.NewReader(gz)
	} else {
		r = csv.NewReader(f)
	}
	all, err := r.ReadAll()
	if err != nil {
		return rows{}, fmt.Errorf("%s: %w", path, err)
	}
	return rows{all[0], all[1:]}, nil
}

func readTable(ctx context.Context, db *duck.DB, table string) (rows, error) {
	result, err := db.Query(ctx, "SELECT COLUMNS(*)::VARCHAR FROM "+table)
	if err != nil {
		return rows{}, err
	}
	defer result.Close()
	columns, err := result.Columns()
	if err != nil {
		return rows{}, err
	}
	got := rows{columns: columns}
	cells := make([]*string, len(columns))
	into := make([]any, len(columns))
	for i := range cells {
		into[i] = &cells[i]
	}
	for result.Next() {
		if err := result.Scan(into...); err != nil {
			return rows{}, err
		}
		row := make([]string, len(columns))
		for i, cell := range cells {
			if cell != nil {
				row[i] = *cell
			}
		}
		got.cells = append(got.cells, row)
	}
	return got, result.Err()
}

// leaveOutUnstable drops built rows whose key the public SQL decides by chance:
// the reference file leaves them out too.
func leaveOutUnstable(file string, got *rows, keyAt []int) error {
	unstable, err := readFile(strings.TrimSuffix(file, ".gz") + ".unstable.csv")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	drop := map[string]bool{}
	for _, row := range unstable.cells {
		drop[keyOf(row, keyAt)] = true
	}
	got.cells = slices.DeleteFunc(got.cells, func(row []string) bool { return drop[keyOf(row, keyAt)] })
	return nil
}

func keyOf(row []string, at []int) string {
	parts := make([]string, len(at))
	for i, p := range at {
		parts[i] = row[p]
	}
	return strings.Join(parts, ",")
}

// blankArbitrary empties, in both tables, the cells listed as decided by an
// unstated tie.
func (s Set) blankArbitrary(c Case, tables ...*rows) error {
	if c.Edition == concept.CurrentEdition {
		return nil
	}
	list, err := readFile(filepath.Join(filepath.Dir(s.Goldens), "arbitrary.csv"))
	if err != nil {
		return err
	}
	for _, line := range list.cells {
		golden, kind, table, keyColumns, key, columns := line[0], line[1], line[2], line[3], line[4], line[5]
		if golden != s.Name || kind != c.Kind || table != c.Name {
			continue
		}
		for _, t := range tables {
			at := positions(t.columns, strings.Split(keyColumns, ","))
			for _, row := range t.cells {
				if keyOf(row, at) == key {
					for _, p := range positions(t.columns, listed(columns)) {
						row[p] = "(arbitrary)"
					}
				}
			}
		}
	}
	return nil
}

// listed splits a list of columns, each perhaps with a remark: "dialysis_type (order)".
func listed(columns string) []string {
	names := strings.Split(columns, ",")
	for i := range names {
		names[i], _, _ = strings.Cut(names[i], " ")
	}
	return names
}

func diff(want, got rows, keyAt []int) Difference {
	var d Difference
	order(want.cells, keyAt)
	order(got.cells, keyAt)
	at := keyAt
	if len(at) == 0 {
		for i := range want.columns {
			at = append(at, i)
		}
	}
	differing := map[string]bool{}
	i, j := 0, 0
	for i < len(want.cells) || j < len(got.cells) {
		switch {
		case j == len(got.cells) || i < len(want.cells) && compareKeys(want.cells[i], got.cells[j], at) < 0:
			d.Missing++
			d.example("missing", want.cells[i], nil)
			i++
		case i == len(want.cells) || compareKeys(want.cells[i], got.cells[j], at) > 0:
			d.Extra++
			d.example("extra", got.cells[j], nil)
			j++
		default:
			var off []int
			for k := range want.columns {
				if !sameCell(want.cells[i][k], got.cells[j][k]) {
					off = append(off, k)
					differing[want.columns[k]] = true
				}
			}
			if len(off) > 0 {
				d.Cells += len(off)
				d.example("expected", want.cells[i], got.cells[j])
			}
			i, j = i+1, j+1
		}
	}
	for column := range differing {
		d.Columns = append(d.Columns, column)
	}
	sort.Strings(d.Columns)
	return d
}

func (d *Difference) example(what string, row, other []string) {
	if len(d.Examples) >= 10 {
		return
	}
	text := what + " " + strings.Join(row, ",")
	if other != nil {
		text += "\n    built    " + strings.Join(other, ",")
	}
	d.Examples = append(d.Examples, text)
}

// order sorts by key, then by all cells with numbers cut to six digits, so that
// last-bit differences of means do not reorder rows.
func order(cells [][]string, keyAt []int) {
	blurred := map[string]string{}
	blur := func(cell string) string {
		b, ok := blurred[cell]
		if !ok {
			b = cell
			if f, err := strconv.ParseFloat(cell, 64); err == nil {
				b = strconv.FormatFloat(f, 'g', 6, 64)
			}
			blurred[cell] = b
		}
		return b
	}
	sort.SliceStable(cells, func(i, j int) bool {
		if c := compareKeys(cells[i], cells[j], keyAt); c != 0 {
			return c < 0
		}
		for k := range cells[i] {
			if a, b := blur(cells[i][k]), blur(cells[j][k]); a != b {
				return a < b
			}
		}
		return false
	})
}

func compareKeys(a, b []string, at []int) int {
	for _, p := range at {
		if !sameCell(a[p], b[p]) {
			return strings.Compare(a[p], b[p])
		}
	}
	return 0
}

func sameCell(a, b string) bool {
	if a == b {
		return true
	}
	if a == "" || b == "" {
		return false
	}
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	if errX == nil && errY == nil {
		return x == y || math.Abs(x-y) <= 1e-9*math.Max(math.Abs(x), math.Abs(y))
	}
	return sameFlag(a, b) || strings.TrimSuffix(a, " 00:00:00") == strings.TrimSuffix(b, " 00:00:00")
}

func sameFlag(a, b string) bool {
	flag := map[string]string{"true": "1", "false": "0"}
	for word, digit := range flag {
		if a == word && b == digit || a == digit && b == word {
			return true
		}
	}
	return false
}
