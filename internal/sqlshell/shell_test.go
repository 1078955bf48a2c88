package sqlshell

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"m4bench/internal/duck"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// sh runs a shell and returns what it printed.
func sh(t *testing.T, stdin string, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := Main(t.Context(), args, IO{In: strings.NewReader(stdin), Out: &out, Err: &out})
	return out.String(), err
}

func must(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	out, err := sh(t, stdin, args...)
	if err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return out
}

// database makes a file with a table and a view in a schema of its own.
func database(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.duckdb")
	db, err := duck.Open(t.Context(), duck.Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Exec(t.Context(), `
CREATE SCHEMA icu;
CREATE TABLE icu.stays (stay_id BIGINT, intime TIMESTAMP, los DOUBLE, "Care Unit" VARCHAR);
INSERT INTO icu.stays VALUES
  (1, '2150-03-01 10:00:00', 1.5, 'MICU'), (2, '2150-03-02 00:00:00.25', 10, NULL), (NULL, NULL, 1e-7, 'a,"b"
second line');
CREATE VIEW icu.long AS SELECT stay_id FROM icu.stays WHERE los > 5;
CREATE TABLE plain (x INTEGER)`)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Every mode prints the same rows; the golden files show how.
func TestModes(t *testing.T) {
	db := database(t)
	query := `SELECT *, los > 5 AS long, [1, 2] AS list, DATE '2150-03-01' AS day, 12.50::DECIMAL(6,2) AS rate FROM icu.stays ORDER BY stay_id`
	for _, mode := range []string{"box", "table", "markdown", "csv", "json", "jsonlines", "line", "list"} {
		golden(t, "mode-"+mode, must(t, "", db, "-"+mode, "-c", query))
	}
	golden(t, "mode-csv-noheader", must(t, "", db, "--csv", "--noheader", "-c", query))
	golden(t, "no-rows-box", must(t, "", db, "-c", query+" LIMIT 0"))
	golden(t, "no-rows-csv", must(t, "", db, "-csv", "-c", query+" LIMIT 0"))
	golden(t, "schema", must(t, "", db, "-c", ".schema"))
	golden(t, "help", must(t, "", "-c", ".help"))
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

// Statements that cannot be streamed are printed from fetched rows; both ways
// must write values the same.
func TestFetchedRowsLookLikeStreamedOnes(t *testing.T) {
	values := `SELECT 1 AS i, 0.1::FLOAT AS f, 1e16 AS big, 123456789012345.0 AS d, 1e-5 AS small, 'inf'::DOUBLE AS inf, NULL AS n, '' AS empty,
	true AS b, 'a''b"c' AS s, DATE '1999-12-31' AS day, TIMESTAMP '2150-01-02 03:04:05' AS t, TIMESTAMP '2150-01-02 03:04:05.000600' AS us,
	170141183460469231731687303715884105727::HUGEINT AS h, 12.50::DECIMAL(9,3) AS m, -0.05::DECIMAL(9,2) AS neg, 7::DECIMAL(3,0) AS whole`
	for _, mode := range []string{"box", "table", "list", "line"} {
		streamed := must(t, "", "-"+mode, "-c", values)
		fetched := must(t, "", "-"+mode, "-c", "PREPARE p AS "+values+"; EXECUTE p")
		if streamed != fetched {
			t.Errorf("%s:\nstreamed\n%s\nfetched\n%s", mode, streamed, fetched)
		}
	}
}

func TestFetchedJSONIsTheSameJSON(t *testing.T) {
	values := `SELECT 1 AS i, 1e16 AS big, 2.0 AS d, NULL AS n, true AS b, 'a"' AS s, DATE '1999-12-31' AS "d ay" UNION ALL SELECT 2, 0.5, 3, '', NULL, NULL, NULL`
	for _, mode := range []string{"json", "jsonlines"} {
		var decoded [2]any
		for i, sql := range []string{values, "PREPARE p AS " + values + "; EXECUTE p"} {
			text := must(t, "", "-"+mode, "-c", sql)
			if mode == "jsonlines" {
				text = "[" + strings.ReplaceAll(strings.TrimSpace(text), "\n", ",") + "]"
			}
			if err := json.Unmarshal([]byte(text), &decoded[i]); err != nil {
				t.Fatalf("%s: %v\n%s", mode, err, text)
			}
		}
		if diff := cmp.Diff(decoded[0], decoded[1]); diff != "" {
			t.Errorf("%s:\n%s", mode, diff)
		}
	}
	if got := must(t, "", "-json", "-c", "CALL pragma_version()"); !json.Valid([]byte(got)) {
		t.Errorf("CALL gives %s", got)
	}
}

func TestInputsRunInOrder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "two.sql")
	if err := os.WriteFile(file, []byte("CREATE TEMP TABLE t AS SELECT 2 AS n;\nINSERT INTO t VALUES (3);"), 0o644); err != nil {
		t.Fatal(err)
	}
	got := must(t, "SELECT 'not read'", "-csv", "-noheader", ":memory:", "-c", "SELECT 1", "-f", file, "--c=SELECT * FROM t ORDER BY n", "SELECT 4")
	if want := "1\n2\n3\n4\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := must(t, "SELECT 5;\nSELECT\n6", "-list", "-noheader"); got != "5\n6\n" {
		t.Errorf("from standard input: %q", got)
	}
}

func TestDotCommands(t *testing.T) {
	db := database(t)
	if got, want := must(t, "", db, "-c", ".tables"), "icu.long\nicu.stays\nplain\n"; got != want {
		t.Errorf(".tables: %q, want %q", got, want)
	}
	if got, want := must(t, ".tables STAY\n", db), "icu.stays\n"; got != want {
		t.Errorf(".tables STAY: %q, want %q", got, want)
	}
	dir := t.TempDir()
	script := ".mode csv\n.headers off\n.output " + dir + "/x.csv\nSELECT 1;\n.output\nSELECT 2;\n.quit\nSELECT 3;\n"
	if got := must(t, script, db); got != "2\n" {
		t.Errorf("standard output %q", got)
	}
	if got, _ := os.ReadFile(dir + "/x.csv"); string(got) != "1\n" {
		t.Errorf("output file %q", got)
	}
	if got := must(t, ".maxrows 2\nFROM range(5);", "-markdown"); !strings.HasSuffix(got, "| 1     |\n5 rows, of which 2 are shown (.maxrows 0 or -csv shows all)\n") &&
		!strings.Contains(got, "5 rows, of which 2 are shown") {
		t.Errorf(".maxrows: %q", got)
	}
}

// Errors say where in the user's own text they are.
func TestErrorsSayWhere(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "q.sql")
	if err := os.WriteFile(file, []byte("SELECT 1;\n\nSELECT 1,\n       nope\nFROM range(3);\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-c", "SELECT 1; SELECT nope FROM range(2)"}, "-c:1:18: Binder Error"},
		{[]string{"-c", "SELEC 1"}, "-c:1:1: Parser Error"},
		{[]string{"-f", file}, file + ":4:8: Binder Error"},
		{[]string{"-csv", "-c", "SELECT 1;\nSELECT CAST(v AS INTEGER) FROM (VALUES ('a')) t(v)"}, "-c:2:8: Conversion Error"},
		{[]string{"-c", "SELECT CAST(v AS INTEGER) FROM (VALUES ('a')) t(v)"}, "-c:1:8: Conversion Error"},
		{[]string{"-c", ".nothing"}, "-c:1: no command .nothing"},
		{[]string{"-c", ".schema nothing"}, "-c:1: no table or view nothing"},
	} {
		out, err := sh(t, "", c.args...)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s…", c.args, err, c.want)
		}
		if strings.Contains(out, "COPY") || err != nil && strings.Contains(err.Error(), "COPY") {
			t.Errorf("%q shows how the shell works: %s %v", c.args, out, err)
		}
	}
}

func TestTheFirstErrorEndsAScript(t *testing.T) {
	out, err := sh(t, "SELECT 1 AS a;\nSELECT nope;\nSELECT 2 AS a;", "-csv")
	if err == nil || out != "a\n1\n" {
		t.Errorf("output %q, error %v", out, err)
	}
}

// At a terminal an error does not end the session, and the prompt says whether
// a statement is still open.
func TestAConversation(t *testing.T) {
	db, err := duck.Open(t.Context(), duck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var out, errs bytes.Buffer
	s := &shell{db: db, out: bufio.NewWriter(&out), settings: Settings{Mode: List, Header: false}}
	in := "SELECT 1;\nSELECT\n nope;\n.mode\nSELECT 2;\n.quit\nSELECT 3;\n"
	err = s.converse(t.Context(), IO{In: strings.NewReader(in), Out: &out, Err: &errs})
	if err := errors.Join(err, s.out.Flush()); err != nil {
		t.Fatal(err)
	}
	if want := "m4bench> 1\nm4bench>      ...> m4bench> m4bench> 2\nm4bench> \n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("output %q, want …%q", out.String(), want)
	}
	if !strings.HasPrefix(errs.String(), "line:3:2: Binder Error") || !strings.Contains(errs.String(), "line:4: usage: .mode") {
		t.Errorf("errors %q", errs.String())
	}
}

func TestWaitingForInputCanBeInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	defer w.Close()
	go func() {
		_, _ = io.WriteString(w, "SELECT 1;\n")
		cancel()
	}()
	err := Main(ctx, nil, IO{In: r, Out: io.Discard, Err: io.Discard})
	if !errors.Is(err, context.Canceled) && duck.KindOf(err) != duck.Interrupted {
		t.Errorf("error %v", err)
	}
}

func TestReadOnly(t *testing.T) {
	db := database(t)
	dir := t.TempDir()
	for _, sql := range []string{"DELETE FROM plain", "CREATE TABLE y (z INTEGER)", "DROP VIEW icu.long"} {
		_, err := sh(t, "", db, "-c", sql)
		if err == nil || !strings.Contains(err.Error(), "-readwrite") {
			t.Errorf("%s: %v, want a refusal that says what to do", sql, err)
		}
	}
	out := filepath.Join(dir, "output.csv")
	must(t, "", "-readonly", db, "-c", "CREATE TEMP TABLE t AS SELECT stay_id FROM icu.stays WHERE los < 5; COPY (SELECT * FROM t ORDER BY ALL) TO '"+out+"' (HEADER)")
	if got, _ := os.ReadFile(out); string(got) != "stay_id\n1\n\"\"\n" && string(got) != "stay_id\n1\n\n" {
		t.Errorf("output.csv %q", got)
	}
	must(t, "", "-readwrite", db, "-c", "INSERT INTO plain VALUES (7)")
	if got := must(t, "", db, "-csv", "-noheader", "-c", "FROM plain"); got != "7\n" {
		t.Errorf("after writing: %q", got)
	}
}

func TestUnusableArguments(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, []byte(strings.Repeat("no database ", 1000)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{filepath.Join(dir, "absent.duckdb"), "-c", "SELECT 1"},
		{dir},
		{text},
		{"-frobnicate"},
		{"-c"},
		{"-f", filepath.Join(dir, "absent.sql")},
		{"-threads", "many"},
		{"-memory", "lots"},
	} {
		_, err := sh(t, "", args...)
		var coder interface{ ExitCode() int }
		if !errors.As(err, &coder) || coder.ExitCode() != 2 {
			t.Errorf("%q: %v, want exit code 2", args, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "absent.duckdb")); err == nil {
		t.Error("a database was made by reading it")
	}
}

// A task's database in its bench is told where its files are; inside a sandbox
// they are where its views look anyway.
func TestViewsOfABenchFindTheirFiles(t *testing.T) {
	bench := t.TempDir()
	if err := os.Mkdir(filepath.Join(bench, "data"), 0o755); err != nil {
		t.Fatal(err)
	}
	db, err := duck.Open(t.Context(), duck.Options{Path: filepath.Join(bench, "database.duckdb")})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Exec(t.Context(), `COPY (SELECT 42 AS n) TO '`+bench+`/data/t.parquet';
SET VARIABLE bench = '`+bench+`';
CREATE VIEW t AS SELECT * FROM read_parquet(coalesce(getvariable('bench'), '/bench') || '/data/t.parquet')`)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "database.duckdb")
	if err := os.Symlink(filepath.Join(bench, "database.duckdb"), link); err != nil {
		t.Fatal(err)
	}
	if got := must(t, "", link, "-csv", "-noheader", "-c", "FROM t"); got != "42\n" {
		t.Errorf("got %q", got)
	}
}

func TestACancelledQueryEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	out := &cancelling{cancel: cancel}
	err := Main(ctx, []string{"-csv", "-c", "SELECT * FROM range(100000000000)"}, IO{In: strings.NewReader(""), Out: out, Err: out})
	if duck.KindOf(err) != duck.Interrupted {
		t.Errorf("error %v", err)
	}
}

type cancelling struct{ cancel context.CancelFunc }

func (c *cancelling) Write(p []byte) (int, error) {
	c.cancel()
	return len(p), nil
}

// A reader that goes away, such as head, ends the query.
func TestAFullOutputEndsTheQuery(t *testing.T) {
	full := errors.New("no space left")
	err := Main(t.Context(), []string{"-csv", "-c", "SELECT * FROM range(100000000000)"},
		IO{In: strings.NewReader(""), Out: failingWriter{full}, Err: failingWriter{full}})
	if !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
}

type failingWriter struct{ err error }

func (f failingWriter) Write([]byte) (int, error) { return 0, f.err }
