package ehr

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// coder is what the command line asks an error for its exit code by.
type coder interface{ ExitCode() int }

// noTrace fails if anything is left under the database's name or beside it.
func noTrace(t *testing.T, path string) {
	t.Helper()
	left, err := filepath.Glob(path + "*")
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

func zipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(text))
	w.Close()
	return b.String()
}

// The same mistakes in both sources, in a table of times and numbers and in one
// of texts.
func TestBadInputIsNamedExactly(t *testing.T) {
	type place struct {
		d          Database
		table      string
		header     string
		good       string // a row
		number     string // its last column
		otherTable string
		foreign    string // what is said of a foreign letter in the third column
	}
	for _, p := range []place{
		{mimicIV, "outputevents", "stay_id,charttime,itemid,value", `1,2150-01-01 00:00:00,226559,100`, "value", "icustays", "is not a whole number"},
		{eICU, "intakeoutput", "patientunitstayid,intakeoutputoffset,cellpath,cellvaluenumeric", `1,-394,"a ""b"",` + "\n" + `c",100`, "cellvaluenumeric", "patient", "the text is not UTF-8"},
	} {
		lines := int64(1 + strings.Count(p.good, "\n")) // of a good row
		rows := strings.Repeat(p.good+"\n", 3)
		bad := 2 + 3*lines // the line behind header and three rows
		all := p.header + "\n" + rows
		other := header(mustTable(p.d, p.otherTable))
		for _, test := range []struct {
			name    string
			files   map[string]string
			line    int64
			column  string
			problem string
		}{
			{"a value that is no number", map[string]string{".csv": all + strings.Replace(p.good, "100", "lots", 1) + "\n"},
				bad + lines - 1, p.number, `"lots" is not a number`},
			{"NULL in words", map[string]string{".csv.gz": zipped(all + strings.Replace(p.good, "100", "NULL", 1) + "\n")},
				bad + lines - 1, p.number, `"NULL" is not a number`},
			{"a field too many", map[string]string{".csv": all + p.good + ",\n"}, bad, "", "5 fields where the header has 4"},
			{"a field too few", map[string]string{".csv.gz": zipped(all + "1\n" + p.good + "\n")}, bad, "", "1 fields where the header has 4"},
			{"an open quote", map[string]string{".csv": all + "\"1,,,\n" + p.good + "\n"}, bad, strings.Split(p.header, ",")[0], ""},
			{"a foreign encoding", map[string]string{".csv": all + "1,,\xe9,\n"}, bad, strings.Split(p.header, ",")[2], p.foreign},
			{"half a gzip file", map[string]string{".csv.gz": zipped(all)[:40]}, 0, "", "the gzip file is cut off"},
			{"half a header", map[string]string{".csv.gz": zipped(all)[:12]}, 0, "", "the gzip file is cut off"},
			{"a changed gzip file", map[string]string{".csv.gz": zipped(all)[:len(zipped(all))-8] + "12345678"}, 0, "", "the gzip file is damaged"},
			{"no gzip file", map[string]string{".csv.gz": all}, 0, "", "this is not a gzip file"},
			{"an empty file", map[string]string{".csv": "\n"}, 0, "", "the file is empty"},
			{"a table twice", map[string]string{".csv": all, ".csv.gz": zipped(all)}, 0, "", "is there twice"},
			{"no header", map[string]string{".csv": rows}, 1, "", "required columns are missing: "},
			{"a column twice", map[string]string{".csv": p.header + "," + strings.ToUpper(p.number) + "\n"}, 1, p.number, "twice"},
			{"a required column missing", map[string]string{".csv": strings.TrimSuffix(p.header, ","+p.number) + "\n"}, 1, "", "required columns are missing: " + p.number},
			{"tabs for commas", map[string]string{".csv": strings.ReplaceAll(p.header, ",", "\t") + "\n"}, 1, "", "required columns are missing"},
			{"another table missing", map[string]string{"": ""}, 0, "", "these required tables of " + p.d.Title + " are missing: "},
			{"an endless line", map[string]string{".csv": all + strings.Repeat("\x00", 3<<20)}, bad, "", "longer than 2 MB"},
		} {
			t.Run(p.d.Name+"/"+test.name, func(t *testing.T) {
				files := map[string]string{}
				for ending, text := range test.files {
					if ending == "" {
						files[p.otherTable+".csv"] = ""
					} else {
						files[p.table+ending] = text
						files[p.otherTable+".csv"] = other + "\n"
					}
				}
				o := options(t, p.d.Name, minimal(t, p.d, files))
				_, err := Import(t.Context(), o)
				var found *SourceError
				if !errors.As(err, &found) {
					t.Fatalf("got %v", err)
				}
				if test.files[""] == "" && len(test.files) > 0 && len(files) == 2 && !strings.HasPrefix(found.File, p.table) {
					t.Errorf("file %q", found.File)
				}
				if found.Line != test.line || found.Column != test.column || !strings.Contains(found.Problem, test.problem) || found.Advice == "" {
					t.Errorf("line %d, column %q: %v\nwant line %d, column %q, %s", found.Line, found.Column, err, test.line, test.column, test.problem)
				}
				var code coder
				if !errors.As(err, &code) || code.ExitCode() != 4 {
					t.Errorf("no exit code 4 from %v", err)
				}
				if _, err := os.Stat(o.To); err == nil {
					t.Error("a half-built database has the final name")
				}
			})
		}
	}
}

func TestAFailedFirstTableLeavesNothing(t *testing.T) {
	o := options(t, MIMICIV, minimal(t, mimicIV, nil))
	// caregiver has no required column and the smallest file.
	writeFile(t, filepath.Join(o.From, "provider.csv"), "a\n")
	for _, table := range mimicIV.Tables {
		if table.Name != "provider" { // every table has a file, so that none is loaded before
			writeFile(t, filepath.Join(o.From, table.Name+".csv"), header(table)+"\n")
		}
	}
	writeFile(t, filepath.Join(o.From, "provider.csv"), "a\nb,c\n")
	if _, err := Import(t.Context(), o); err == nil {
		t.Fatal("the bad file was taken")
	}
	noTrace(t, o.To)
}

func TestTheWrongFolderIsNamed(t *testing.T) {
	for _, test := range []struct {
		name, from, source, want string
		code                     int
	}{
		{"no folder", filepath.Join(t.TempDir(), "absent"), MIMICIV, "the source folder cannot be read", 2},
		{"a file", writeTemp(t, "x"), MIMICIV, "is not a folder", 2},
		{"an empty folder", t.TempDir(), MIMICIV, "in hosp/ and in icu/", 4},
		{"the other source", minimal(t, eICU, nil), MIMICIV, "the folder looks like eICU: import it as eicu", 4},
		{"an unknown source", t.TempDir(), "mimic-iii", "unknown source", 2},
	} {
		o := options(t, test.source, test.from)
		_, err := Import(t.Context(), o)
		var code coder
		if err == nil || !strings.Contains(err.Error(), test.want) || !errors.As(err, &code) || code.ExitCode() != test.code {
			t.Errorf("%s: %v", test.name, err)
		}
		noTrace(t, o.To)
	}
}

func writeTemp(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "file")
	writeFile(t, path, text)
	return path
}

// A file that is no table is skipped, and the result says so.
func TestOtherFilesAreSkippedAndSaid(t *testing.T) {
	o := options(t, MIMICIV, minimal(t, mimicIV, map[string]string{
		"hosp/notes.csv":      "a,b\n1,2\n",
		"demo_subject_id.csv": "subject_id\n1\n",
		"services.csv.gz":     zipped(header(mustTable(mimicIV, "services")) + "\n1,2,2150-01-01 00:00:00,,MED\n"),
		"icu/d_items.csv.zst": "?",
		"README.txt":          "read me",
		".hidden.csv":         "x",
	}))
	result := mustImport(t, o)
	if got := fmt.Sprint(result.Skipped); got != "[hosp/notes.csv icu/d_items.csv.zst]" {
		t.Errorf("skipped %s", got)
	}
	if n := count(t, open(t, o.To), "SELECT count(*) FROM mimiciv_hosp.services WHERE curr_service = 'MED'"); n != 1 {
		t.Errorf("services has %d rows", n)
	}
	if text := strings.Join(result.Warnings, "\n"); !strings.Contains(text, "hosp/notes.csv is no table of MIMIC-IV and was skipped") ||
		!strings.Contains(text, "icu.chartevents is required and has no row") {
		t.Errorf("warnings:\n%s", text)
	}
}

func TestTargetsThatCannotBe(t *testing.T) {
	from := minimal(t, mimicIV, nil)
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "note"), "important")
	writeFile(t, filepath.Join(dir, "b.duckdb.part"), "somebody's file")
	writeFile(t, filepath.Join(dir, "c.duckdb.wal"), "changes")
	for _, test := range []struct {
		to, want string
		code     int
	}{
		{filepath.Join(dir, "absent", "x.duckdb"), "the database cannot be written", 5},
		{filepath.Join(dir, "note", "x.duckdb"), "the database cannot be written", 5},
		{"/proc/x.duckdb", "the database cannot be written", 5},
		{dir, "is a folder", 2},
		{filepath.Join(dir, "note"), "exists and holds something else", 2},
		{filepath.Join(dir, "b.duckdb"), "is no unfinished import", 2},
		{filepath.Join(dir, "c.duckdb"), "c.duckdb.wal is there", 5},
	} {
		o := options(t, MIMICIV, from)
		o.To = test.to
		_, err := Import(t.Context(), o)
		var code coder
		if err == nil || !strings.Contains(err.Error(), test.want) || !errors.As(err, &code) || code.ExitCode() != test.code {
			t.Errorf("%s: %v", test.to, err)
		}
	}
	for name, want := range map[string]string{"note": "important", "b.duckdb.part": "somebody's file"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(text) != want {
			t.Errorf("%s now holds %q, %v", name, text, err)
		}
	}
}

func TestAnotherImportAtWorkIsRespected(t *testing.T) {
	first := options(t, MIMICIV, minimal(t, mimicIV, nil))
	plan, err := makePlan(t.Context(), mimicIV, first)
	if err != nil {
		t.Fatal(err)
	}
	// DuckDB knows the files of its own process, so the other one is a child.
	busy := startChild(t, "hold", partName(first.To))
	defer busy.stop()
	_, err = openPart(t.Context(), plan, first, divide(first.Memory))
	err = shortage(err, partName(first.To))
	var code coder
	if err == nil || !strings.Contains(err.Error(), "in use by another process") || !errors.As(err, &code) || code.ExitCode() != 5 {
		t.Errorf("got %v", err)
	}
}

// A full disk stops the import plainly, and with more room it goes on.
func TestAFullDiskIsNamed(t *testing.T) {
	disk := smallDisk(t, "6m")
	o := options(t, MIMICIV, minimal(t, mimicIV, map[string]string{"chartevents.csv": manyChartEvents(200_000)}))
	o.To = filepath.Join(disk, "x.duckdb")
	_, err := Import(context.Background(), o)
	var code coder
	if err == nil || !strings.Contains(err.Error(), "the disk is full") || !errors.As(err, &code) || code.ExitCode() != 5 {
		t.Fatalf("got %v", err)
	}
	if _, err := os.Stat(o.To); err == nil {
		t.Error("a half-built database has the final name")
	}
	grow(t, disk, "64m")
	if result := mustImport(t, o); result.Rows != 200_000 {
		t.Errorf("%d rows after making room", result.Rows)
	}
}

// manyChartEvents writes rows that do not compress to nothing.
func manyChartEvents(n int) string {
	var b strings.Builder
	b.WriteString("subject_id,hadm_id,stay_id,charttime,storetime,itemid,value,valuenum\n")
	state := uint32(1)
	for range n {
		state = state*1664525 + 1013904223
		fmt.Fprintf(&b, "%d,%d,%d,2150-01-%02d %02d:%02d:00,,%d,v%d,%d.%d\n", state%90_000, state%7_777_777, state>>3, 1+state%28, state>>9%24, state>>5%60,
			220_000+state>>7%2_000, state, state>>11, state%977)
	}
	return b.String()
}
