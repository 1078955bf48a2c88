package ehr

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"m4bench/internal/duck"
	"m4bench/internal/progress"
	"m4bench/internal/testdata"
)

// options of an import into a new file of the test.
func options(t testing.TB, source, from string) ImportOptions {
	return optionsFor(source, from, filepath.Join(t.TempDir(), "x.duckdb"))
}

func optionsFor(source, from, to string) ImportOptions {
	return ImportOptions{
		Source: source, From: from, To: to, Verify: VerifyWarn, Memory: 600_000_000,
		ToolVersion: "test", Now: func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }, Progress: progress.Silent{},
	}
}

func mustImport(t testing.TB, o ImportOptions) Result {
	t.Helper()
	result, err := Import(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func open(t testing.TB, path string) *duck.DB {
	t.Helper()
	db, err := duck.Open(context.Background(), duck.Options{Path: path, ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func count(t testing.TB, db *duck.DB, query string) int64 {
	t.Helper()
	n, err := db.QueryInt(context.Background(), query)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Every field of every file arrives as DuckDB's own reader would take it, which
// on these files is right.
func checkAgainstFiles(t *testing.T, d Database, from string, result Result, path string) {
	t.Helper()
	db := open(t, path)
	for _, known := range result.Tables {
		table, _ := d.Table(known.Table)
		if known.File == "" {
			continue
		}
		var types []string
		for _, c := range table.Columns {
			types = append(types, fmt.Sprintf("CAST(%s AS %s)", c.Name, c.Type))
		}
		list := strings.Join(types, ", ")
		stored := fmt.Sprintf("SELECT %s FROM %s", list, table.QualifiedName())
		file := fmt.Sprintf("SELECT %s FROM read_csv(%s, header=true, all_varchar=true, nullstr='', quote='\"', escape='\"')",
			list, duck.Literal(filepath.Join(from, known.File)))
		if n := count(t, db, fmt.Sprintf("SELECT count(*) FROM (%s EXCEPT ALL %s)", stored, file)); n != 0 {
			t.Errorf("%s: %d rows are not in %s", known.Table, n, known.File)
		}
		if n := count(t, db, fmt.Sprintf("SELECT count(*) FROM (%s EXCEPT ALL %s)", file, stored)); n != 0 {
			t.Errorf("%s: %d rows of %s did not arrive", known.Table, n, known.File)
		}
	}
}

func TestInventedPatientsArriveWhole(t *testing.T) {
	for _, set := range []struct{ source, name string }{{MIMICIV, "mimic-1"}, {MIMICIV, "mimic-11"}, {EICU, "eicu-1"}, {EICU, "eicu-2"}} {
		t.Run(set.name, func(t *testing.T) {
			from := filepath.Join(testdata.Root(), "internal", "testdata", "edge", set.name)
			o := options(t, set.source, from)
			result := mustImport(t, o)
			d, _ := Lookup(set.source)
			checkAgainstFiles(t, d, from, result, o.To)
			if result.Version.Name != "unknown" || len(result.Tables) != 31 || result.Folder != set.name {
				t.Errorf("version %q, %d tables, folder %q", result.Version.Name, len(result.Tables), result.Folder)
			}
		})
	}
}

func TestTheOpenDemosArriveWhole(t *testing.T) {
	shared := testdata.Shared(t)
	for _, demo := range []struct {
		source, folder, version string
		rows                    int64
		differing               []string
	}{
		{MIMICIV, "mimic-iv-demo", "demo 2.2", 1_398_500, []string{"chartevents"}},
		{EICU, "eicu-demo", "demo 2.0.1", 2_105_804, []string{"lab", "nursecharting", "vitalperiodic"}},
	} {
		t.Run(demo.folder, func(t *testing.T) {
			from := filepath.Join(shared, "data", demo.folder)
			o := options(t, demo.source, from)
			result := mustImport(t, o)
			d, _ := Lookup(demo.source)
			checkAgainstFiles(t, d, from, result, o.To)
			if (result.Version != Version{demo.version, "checksums"}) || result.Rows != demo.rows {
				t.Errorf("%+v, %d rows", result.Version, result.Rows)
			}
			var differing []string
			for _, table := range result.Tables {
				if table.Checksum == checksumDiffers {
					differing = append(differing, table.Table)
				}
			}
			if !slices.Equal(differing, demo.differing) || len(result.Warnings) != len(differing) {
				t.Errorf("%v differ, and these are the warnings: %q", differing, result.Warnings)
			}
		})
	}
}

// minimal writes the smallest folder of a source that loads: a header for every
// required table. Files given by name replace these or are added.
func minimal(t testing.TB, d Database, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for _, table := range d.Tables {
		if table.Required {
			writeFile(t, filepath.Join(dir, table.Name+".csv"), header(table)+"\n")
		}
	}
	for name, text := range files {
		table, _ := splitFormat(filepath.Base(name))
		if text == "" {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if _, both := files[table+".csv"]; !both {
			os.Remove(filepath.Join(dir, table+".csv"))
		}
		writeFile(t, filepath.Join(dir, name), text)
	}
	return dir
}

func header(t Table) string {
	var names []string
	for _, c := range t.Columns {
		names = append(names, c.Name)
	}
	return strings.Join(names, ",")
}

func writeFile(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// icustays and patient in another order and letter case, with a column more and
// some less, after a byte order mark and with Windows line ends.
func TestColumnsAreMatchedByName(t *testing.T) {
	from := minimal(t, mimicIV, map[string]string{
		"icu/ICUSTAYS.CSV": "\ufeffSTAY_ID,\"Outtime\",extra,hadm_id,subject_id,intime\r\n3,2150-01-02,x,2,1,2150-01-01 10:00:00\r\n",
	})
	o := options(t, MIMICIV, from)
	result := mustImport(t, o)
	db := open(t, o.To)
	n := count(t, db, `SELECT count(*) FROM mimiciv_icu.icustays WHERE subject_id = 1 AND hadm_id = 2 AND stay_id = 3
		AND intime = TIMESTAMP '2150-01-01 10:00:00' AND outtime = TIMESTAMP '2150-01-02 00:00:00' AND los IS NULL AND first_careunit IS NULL`)
	if n != 1 {
		t.Error("the row did not arrive")
	}
	text := strings.Join(result.Warnings, "\n")
	for _, want := range []string{"icu/ICUSTAYS.CSV has columns that icu.icustays does not, which were skipped: extra", "lacks columns of icu.icustays, which are NULL: first_careunit, last_careunit, los"} {
		if !strings.Contains(text, want) {
			t.Errorf("no warning %q in\n%s", want, text)
		}
	}
}

func TestOnlyTheEmptyFieldIsMissing(t *testing.T) {
	from := minimal(t, eICU, map[string]string{
		"nurseCharting.csv": header(mustTable(eICU, "nursecharting")) + "\n1,1,0,,a,NULL,\"\",NA\n2,1,0,\"\",N/A,___,,nan\n",
	})
	o := options(t, EICU, from)
	mustImport(t, o)
	db := open(t, o.To)
	for query, want := range map[string]int64{
		"nursingchartcelltypevalname IS NULL AND nursingchartentryoffset IS NULL":                      2,
		"nursingchartcelltypevallabel IN ('NULL', '___') AND nursingchartvalue IN ('NA', 'nan')":       2,
		"nursingchartcelltypecat IS NULL OR nursingchartcelltypecat = '' OR nursingchartvalue IS NULL": 0,
	} {
		if n := count(t, db, "SELECT count(*) FROM eicu_crd.nursecharting WHERE "+query); n != want {
			t.Errorf("%d rows where %s, want %d", n, query, want)
		}
	}
}

func mustTable(d Database, name string) Table {
	t, ok := d.Table(name)
	if !ok {
		panic("no table " + name)
	}
	return t
}

// The rows of one item lie together, whatever the order of the file.
func TestChartEventsAreStoredByItem(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("subject_id,hadm_id,stay_id,charttime,storetime,itemid,value,valuenum\n")
	for i := range 1000 {
		fmt.Fprintf(&rows, "1,2,3,2150-01-01 00:00:00,,%d,%d,%d\n", 220000+i%7, i, i)
	}
	o := options(t, MIMICIV, minimal(t, mimicIV, map[string]string{"chartevents.csv": rows.String()}))
	mustImport(t, o)
	changes := count(t, open(t, o.To), `SELECT count(*) FROM (
		SELECT itemid, lag(itemid) OVER (ORDER BY rowid) AS before FROM mimiciv_icu.chartevents) WHERE itemid <> before`)
	if changes != 6 {
		t.Errorf("the item changes %d times, want 6", changes)
	}
}

func TestParquetIsHeldToTheSameRules(t *testing.T) {
	good := `SELECT 1 AS subject_id, 2::DOUBLE AS HADM_ID, 3 AS stay_id, DATE '2150-01-01' AS intime, '2150-01-02 10:00:00' AS outtime, '' AS first_careunit, 1 AS "extra"`
	o := options(t, MIMICIV, withParquet(t, good))
	result := mustImport(t, o)
	n := count(t, open(t, o.To), `SELECT count(*) FROM mimiciv_icu.icustays WHERE hadm_id = 2 AND outtime = TIMESTAMP '2150-01-02 10:00:00' AND first_careunit IS NULL`)
	if n != 1 || !strings.Contains(strings.Join(result.Warnings, "\n"), "skipped: extra") {
		t.Errorf("%d rows, warnings %q", n, result.Warnings)
	}
	for _, test := range []struct{ replace, with, column string }{
		{"2::DOUBLE", "2.5::DOUBLE", "hadm_id"},
		{"'2150-01-02 10:00:00'", "'2150-31-31'", "outtime"},
		{"3 AS stay_id", "'NULL' AS stay_id", "stay_id"},
	} {
		second := strings.Replace(good, test.replace, test.with, 1)
		_, err := Import(t.Context(), options(t, MIMICIV, withParquet(t, good+" UNION ALL BY NAME "+second)))
		var bad *SourceError
		if !errors.As(err, &bad) || bad.Column != test.column || bad.Line != 2 || bad.File != "icu/icustays.parquet" {
			t.Errorf("%s: %v", test.with, err)
		}
	}
	_, err := Import(t.Context(), options(t, MIMICIV, withParquet(t, "SELECT 1 AS subject_id")))
	var bad *SourceError
	if !errors.As(err, &bad) || bad.Line != 0 || !strings.Contains(bad.Problem, "hadm_id, stay_id, intime, outtime") {
		t.Errorf("without columns: %v", err)
	}
	writeFile(t, filepath.Join(o.From, "icu", "icustays.parquet"), "PAR1 no parquet PAR1")
	o.Replace = true
	if _, err := Import(t.Context(), o); !errors.As(err, &bad) {
		t.Errorf("damaged: %v", err)
	}
}

// withParquet is a minimal folder whose icustays is what a query gives.
func withParquet(t *testing.T, query string) string {
	dir := minimal(t, mimicIV, map[string]string{"icustays.csv": ""})
	if err := os.Mkdir(filepath.Join(dir, "icu"), 0o755); err != nil {
		t.Fatal(err)
	}
	db, err := duck.Open(t.Context(), duck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	file := filepath.Join(dir, "icu", "icustays.parquet")
	if err := db.Exec(t.Context(), fmt.Sprintf("COPY (%s) TO %s (FORMAT parquet)", query, duck.Literal(file))); err != nil {
		t.Fatal(err)
	}
	return dir
}
