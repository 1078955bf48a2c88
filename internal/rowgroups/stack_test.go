package rowgroups_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"m4bench/internal/duck"
	"m4bench/internal/rowgroups"
)

// The result has the rows of the files in their order, whatever their types,
// sizes and missing values.
func TestStackedFilesReadAsTheirRows(t *testing.T) {
	db, dir := session(t), t.TempDir()
	one, two, out := filepath.Join(dir, "1.parquet"), filepath.Join(dir, "2.parquet"), filepath.Join(dir, "out.parquet")
	rapid.Check(t, func(rt *rapid.T) {
		write(rt, db, one, draw(rt, "i, i % 7, 'text ' || i, i / 3.0, TIMESTAMP '2150-01-01' + INTERVAL (i) MINUTE, i::DECIMAL(18, 3)"))
		write(rt, db, two, draw(rt, "'text ' || i % 3, -i, i % 2 = 0"))
		columns := []rowgroups.Column{
			{Text: []string{"one", "two"}},
			{From: []int{0, 1}},
			{From: []int{2, 0}},
			{From: []int{3, -1}}, {From: []int{4, -1}}, {From: []int{5, -1}}, {From: []int{-1, 2}}, {From: []int{1, -1}},
		}
		stack(rt, out, columns, one, two)
		want := fmt.Sprintf(`(SELECT 'one' AS f1, f1 AS f2, f3, f4, f5, f6, NULL::BOOLEAN AS f7, f2 AS f8 FROM read_parquet(%s)
			UNION ALL SELECT 'two', f2, f1, NULL, NULL, NULL, f3, NULL FROM read_parquet(%s))`, duck.Literal(one), duck.Literal(two))
		same(rt, db, "read_parquet("+duck.Literal(out)+")", want)
		// A filter is answered from the statistics and Bloom filters that were copied.
		value := rapid.IntRange(-3, 3000).Draw(rt, "looked for")
		for _, filter := range []string{"f1 = 'two'", fmt.Sprintf("f2 = %d", value), fmt.Sprintf("f3 = 'text %d'", value), "f4 IS NULL", "f7"} {
			same(rt, db, fmt.Sprintf("(FROM read_parquet(%s) WHERE %s)", duck.Literal(out), filter), fmt.Sprintf("(FROM %s WHERE %s)", want, filter))
		}
	})
}

// draw is a query of so many rows, some values of which are missing.
func draw(rt *rapid.T, columns string) string {
	rows := rapid.SampledFrom([]int{0, 1, 5, 2048, 5000}).Draw(rt, "rows")
	step := rapid.IntRange(2, 9).Draw(rt, "missing")
	var list []string
	depth := 0
	for n, part := range strings.FieldsFunc(columns, func(r rune) bool {
		depth += map[rune]int{'(': 1, ')': -1}[r]
		return r == ',' && depth == 0
	}) {
		list = append(list, fmt.Sprintf("CASE WHEN i %% %d > 0 THEN %s END AS f%d", step+n, part, n+1))
	}
	return fmt.Sprintf("SELECT %s FROM range(%d) r(i)", strings.Join(list, ", "), rows)
}

func session(t *testing.T) *duck.DB {
	t.Helper()
	db, err := duck.Open(context.Background(), duck.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

type fatal interface {
	Helper()
	Fatalf(string, ...any)
	Errorf(string, ...any)
}

func write(t fatal, db *duck.DB, path, query string) {
	t.Helper()
	sql := fmt.Sprintf("COPY (%s) TO %s (FORMAT parquet, COMPRESSION lz4_raw, ROW_GROUP_SIZE 2048)", query, duck.Literal(path))
	if err := db.Exec(context.Background(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func stack(t fatal, out string, columns []rowgroups.Column, files ...string) {
	t.Helper()
	var b bytes.Buffer
	if err := rowgroups.Stack(&b, files, columns); err != nil {
		t.Fatalf("%v", err)
	}
	if err := os.WriteFile(out, b.Bytes(), 0o644); err != nil {
		t.Fatalf("%v", err)
	}
}

// same compares two relations row by row, in order.
func same(t fatal, db *duck.DB, got, want string) {
	t.Helper()
	for _, sql := range []string{
		fmt.Sprintf("SELECT count(*) FROM (SELECT * FROM %s g POSITIONAL JOIN %s w WHERE (g) IS DISTINCT FROM (w))", got, want),
		fmt.Sprintf("SELECT (SELECT count(*) FROM %s) - (SELECT count(*) FROM %s)", got, want),
	} {
		if n, err := db.QueryInt(context.Background(), sql); err != nil || n != 0 {
			t.Errorf("%d differences between %s and %s (%v)", n, got, want, err)
		}
	}
}

func TestWhatCannotBeStackedIsRefused(t *testing.T) {
	db, dir := session(t), t.TempDir()
	flat, text, nested, none := filepath.Join(dir, "flat"), filepath.Join(dir, "text"), filepath.Join(dir, "nested"), filepath.Join(dir, "none")
	write(t, db, flat, "SELECT 1 AS f1")
	write(t, db, text, "SELECT 'a' AS f1")
	write(t, db, nested, "SELECT [1] AS f1")
	if err := os.WriteFile(none, []byte("no parquet file at all"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		files   []string
		columns []rowgroups.Column
		says    string
	}{
		"other type":     {[]string{flat, text}, []rowgroups.Column{{From: []int{0, 0}}}, "another type"},
		"nested":         {[]string{nested}, []rowgroups.Column{{From: []int{0}}}, "nested"},
		"no such column": {[]string{flat}, []rowgroups.Column{{From: []int{1}}}, "no column"},
		"no parquet":     {[]string{none}, []rowgroups.Column{{From: []int{0}}}, "no Parquet file"},
		"no file":        {[]string{filepath.Join(dir, "absent")}, []rowgroups.Column{{From: []int{0}}}, "absent"},
	} {
		if err := rowgroups.Stack(&bytes.Buffer{}, c.files, c.columns); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v does not speak of %q", name, err, c.says)
		}
	}
}
