package bench_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"m4bench/internal/bench"
	"m4bench/internal/concept"
	"m4bench/internal/duck"
	"m4bench/internal/ehr"
	"m4bench/internal/golden"
	"m4bench/internal/progress"
	"m4bench/internal/task"
)

// The references of a bench are the rows that both reference editions give.
func TestReferencesEqualTheKeptRows(t *testing.T) {
	for _, c := range []struct{ set, edition string }{
		{"mimic-edge-1", "current"}, {"mimic-edge-11", "current"}, {"mimic-edge-11", "m4bench-v1"},
		{"eicu-edge-1", "current"}, {"eicu-edge-2", "m4bench-v1"},
	} {
		t.Run(c.set+"/"+c.edition, func(t *testing.T) {
			prepared := benchOf(t, c.set, c.edition)
			kept := keptReferences(t, c.set, c.edition)
			for _, id := range prepared.TaskIDs(bench.Native) {
				tk := tasks(t, id)[0]
				compareReference(t, prepared, tk, dataSet(t, c.set), kept[tk.GoldenName()])
			}
		})
	}
}

func keptReferences(t *testing.T, set, edition string) map[string]golden.Case {
	t.Helper()
	cases, err := dataSet(t, set).Cases(edition)
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string]golden.Case{}
	for _, c := range cases {
		if c.Kind == "task" {
			kept[c.Name] = c
		}
	}
	return kept
}

func compareReference(t *testing.T, prepared *bench.Bench, tk *task.Task, set golden.Set, kept golden.Case) {
	t.Helper()
	ctx := context.Background()
	ref, err := prepared.Reference(tk)
	if err != nil {
		t.Fatal(err)
	}
	db, err := duck.Open(ctx, duck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Exec(ctx, "CREATE TABLE reference AS SELECT * FROM read_parquet("+duck.Literal(ref.Path)+")"); err != nil {
		t.Fatal(err)
	}
	difference, err := golden.Compare(ctx, db, set, kept, ref.Key, "reference")
	if err != nil {
		t.Fatal(err)
	}
	if !difference.Equal() {
		t.Errorf("%s: %s", tk.ID, difference)
	}
	if rows, _ := db.QueryInt(ctx, "SELECT count(*) FROM reference"); rows != ref.Rows {
		t.Errorf("%s: the manifest says %d rows, the file has %d", tk.ID, ref.Rows, rows)
	}
}

// What each folder holds is listed here anew, from the published rules alone.
func TestFoldersHoldExactlyWhatTheAgentMaySee(t *testing.T) {
	for _, set := range []string{"mimic-edge-1", "eicu-edge-1"} {
		prepared := benchOf(t, set, "current")
		for _, id := range prepared.TaskIDs(bench.Native) {
			t.Run(id, func(t *testing.T) {
				folder, _, err := prepared.Visible(bench.Native, id)
				if err != nil {
					t.Fatal(err)
				}
				want := mayBeSeen(t, tasks(t, id)[0])
				files := []string{"database.duckdb"}
				for _, table := range want {
					files = append(files, "data/"+strings.Replace(table, ".", "/", 1)+".parquet")
				}
				sort.Strings(files)
				if got := filesIn(t, folder); !slices.Equal(got, files) {
					t.Errorf("files are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(files, "\n"))
				}
				if got := relations(t, agentSession(t, folder)); !slices.Equal(got, want) {
					t.Errorf("views are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			})
		}
	}
}

func mayBeSeen(t *testing.T, tk *task.Task) []string {
	t.Helper()
	var names []string
	source, err := ehr.Lookup(tk.Database)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range source.Tables {
		names = append(names, table.QualifiedName())
	}
	if tk.Mode == task.Standard {
		d, err := bench.Derive(tk.Database, "current")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range d.Library.Names(d.Edition, concept.Derived) {
			if !slices.Contains(tk.Removed, name) {
				names = append(names, "mimiciv_derived."+name)
			}
		}
	}
	sort.Strings(names)
	return names
}

func filesIn(t *testing.T, dir string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			name, _ := filepath.Rel(dir, path)
			files = append(files, filepath.ToSlash(name))
			info, _ := entry.Info()
			if info.Mode() != 0o444 {
				t.Errorf("%s has mode %v: nobody may write to it", name, info.Mode())
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	sort.Strings(files)
	return files
}

// A source that someone has worked in holds more than what its owner published.
// None of that is shown: neither tables nor columns.
func TestOnlyDeclaredTablesAndColumnsAreShown(t *testing.T) {
	source := filepath.Join(t.TempDir(), "used.duckdb")
	fillSource(t, "mimic-edge-1", source,
		"CREATE SCHEMA mimiciv_derived; CREATE TABLE mimiciv_derived.sofa AS SELECT 1 AS sofa_24hours",
		"CREATE TABLE mimiciv_icu.my_cohort AS SELECT 2 AS sofa_24hours",
		"ALTER TABLE mimiciv_icu.icustays ADD COLUMN sofa_24hours INTEGER")
	b := building(t, source, filepath.Join(t.TempDir(), "bench"))
	b.Tasks = tasks(t, "mimic-charlson-raw")
	prepared := mustRun(t, b)
	folder, _, err := prepared.Visible(bench.Native, "mimic-charlson-raw")
	if err != nil {
		t.Fatal(err)
	}
	db := agentSession(t, folder)
	if got, want := relations(t, db), mayBeSeen(t, b.Tasks[0]); !slices.Equal(got, want) {
		t.Errorf("views are %v, want %v", got, want)
	}
	if got := column(t, db, "SELECT table_name FROM duckdb_columns() WHERE column_name = 'sofa_24hours'"); len(got) > 0 {
		t.Errorf("a column that was added is shown: %v", got)
	}
}

// agentSession opens a task's database as a person without a sandbox would.
func agentSession(t *testing.T, folder string) *duck.DB {
	t.Helper()
	ctx := context.Background()
	db, err := duck.Open(ctx, duck.Options{Path: filepath.Join(folder, "database.duckdb"), ReadOnly: true, TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if err := db.Exec(ctx, "SET VARIABLE bench = "+duck.Literal(folder)); err != nil {
		t.Fatal(err)
	}
	return db
}

func relations(t *testing.T, db *duck.DB) []string {
	t.Helper()
	return column(t, db, "SELECT table_schema || '.' || table_name FROM information_schema.tables ORDER BY 1")
}

func column(t *testing.T, db *duck.DB, query string) []string {
	t.Helper()
	rows, err := db.Query(context.Background(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		all = append(all, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// An agent sees the source's rows and types, and the rows that the derived
// tables were built with.
func TestViewsShowTheTables(t *testing.T) {
	prepared := benchOf(t, "mimic-edge-1", "current")
	folder, _, err := prepared.Visible(bench.Native, "mimic-kdigo-48h")
	if err != nil {
		t.Fatal(err)
	}
	db := agentSession(t, folder)
	ctx := context.Background()
	if err := db.Exec(ctx, "ATTACH "+duck.Literal(sourceOf(t, "mimic-edge-1"))+" AS source (READ_ONLY)"); err != nil {
		t.Fatal(err)
	}
	differing := column(t, db, `SELECT schema_name || '.' || table_name || '.' || column_name || ' ' || data_type
		FROM duckdb_columns() WHERE database_name = 'database' AND schema_name IN ('mimiciv_hosp', 'mimiciv_icu')
		EXCEPT SELECT schema_name || '.' || table_name || '.' || column_name || ' ' || data_type FROM duckdb_columns() WHERE database_name = 'source'`)
	if len(differing) > 0 {
		t.Errorf("not in the source: %v", differing)
	}
	for _, table := range []string{"mimiciv_icu.chartevents", "mimiciv_hosp.labevents", "mimiciv_hosp.prescriptions"} {
		lost, err := db.QueryInt(ctx, "SELECT count(*) FROM (FROM source."+table+" EXCEPT ALL FROM database."+table+")")
		if err != nil || lost != 0 {
			t.Errorf("%s: %d rows are not shown (%v)", table, lost, err)
		}
	}
	if wide := column(t, db, "SELECT DISTINCT table_name || '.' || column_name || ' ' || data_type FROM duckdb_columns() "+
		"WHERE schema_name = 'mimiciv_derived' AND data_type IN ('HUGEINT', 'FLOAT')"); len(wide) > 0 {
		t.Errorf("columns of a type that parquet does not keep: %v", wide)
	}
	if err := db.Exec(ctx, "CREATE TABLE mine (i INTEGER)"); err == nil {
		t.Error("the database should be read-only")
	}
}

// The database that is written for use without a sandbox shows the same tables,
// from anywhere and without a variable.
func TestWriteDatabaseLooksIntoTheBench(t *testing.T) {
	prepared := benchOf(t, "mimic-edge-1", "current")
	ctx := context.Background()
	file := filepath.Join(t.TempDir(), "mine.duckdb")
	if err := prepared.WriteDatabase(ctx, bench.Native, "mimic-kdigo-48h-raw", file); err != nil {
		t.Fatal(err)
	}
	db, err := duck.Open(ctx, duck.Options{Path: file, ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if n, err := db.QueryInt(ctx, "SELECT count(*) FROM mimiciv_icu.icustays"); err != nil || n == 0 {
		t.Errorf("%d stays, %v", n, err)
	}
	if err := prepared.WriteDatabase(ctx, bench.Native, "mimic-kdigo-48h-raw", file); exitCode(err) != 2 {
		t.Errorf("an existing file must not be replaced: %v", err)
	}
	if err := prepared.WriteDatabase(ctx, bench.Native, "eicu-gcs", file+"2"); exitCode(err) != 2 {
		t.Errorf("this bench has no eICU task: %v", err)
	}
}

// The same rows in another order, built with one thread, give the same manifests
// to the byte, and the csv that a person writes has the hash in the manifest.
func TestManifestsDoNotDependOnHowABenchIsBuilt(t *testing.T) {
	first := benchOf(t, "mimic-edge-1", "current")
	shuffled := once(t, "shuffled.duckdb", func(path string) {
		fillSource(t, "mimic-edge-1", path)
		db, err := duck.Open(context.Background(), duck.Options{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if err := golden.LoadShuffled(context.Background(), db, ehr.MIMICIV, 7); err != nil {
			t.Fatal(err)
		}
	})
	b := building(t, shuffled, filepath.Join(t.TempDir(), "bench"))
	b.Resources.Threads = 1
	second := mustRun(t, b)
	for _, id := range first.TaskIDs(bench.Native) {
		tk := tasks(t, id)[0]
		one, two := readManifest(t, first, tk), readManifest(t, second, tk)
		if one != two {
			t.Errorf("%s: manifests differ:\n%s\n%s", id, one, two)
		}
	}
	tk := tasks(t, "mimic-suspicion-infection")[0]
	csv := filepath.Join(t.TempDir(), "reference.csv")
	writeReference(t, shuffled, tk, csv)
	text, err := os.ReadFile(csv)
	if err != nil {
		t.Fatal(err)
	}
	ref, _ := first.Reference(tk)
	if hash := sha256.Sum256(text); hex.EncodeToString(hash[:]) != ref.ContentHash {
		t.Errorf("content_sha256 is %s, but m4bench reference writes %x", ref.ContentHash, hash)
	}
}

func readManifest(t *testing.T, b *bench.Bench, tk *task.Task) string {
	t.Helper()
	ref, err := b.Reference(tk)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(strings.TrimSuffix(ref.Path, ".parquet") + ".manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func writeReference(t *testing.T, source string, tk *task.Task, out string) {
	t.Helper()
	_, err := bench.WriteReference(context.Background(), request(source, tk, out))
	if err != nil {
		t.Fatal(err)
	}
}

func request(source string, tk *task.Task, out string) bench.ReferenceRequest {
	return bench.ReferenceRequest{
		Source: source, Task: tk, Edition: "current", Out: out,
		Progress: progress.Silent{}, Now: time.Now, Warn: func(string) {},
	}
}

// Building never writes to the source.
func TestTheSourceStaysAsItIs(t *testing.T) {
	source := filepath.Join(t.TempDir(), "source.duckdb")
	fillSource(t, "eicu-edge-1", source)
	if err := os.Chmod(source, 0o444); err != nil {
		t.Fatal(err)
	}
	before := hashOf(t, source)
	mustRun(t, building(t, source, filepath.Join(t.TempDir(), "bench")))
	if hashOf(t, source) != before {
		t.Error("the source file has changed")
	}
	if left := filesBeside(t, source); len(left) != 1 {
		t.Errorf("files beside the source: %v", left)
	}
}

func hashOf(t *testing.T, path string) [32]byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return sha256.Sum256(content)
}

func filesBeside(t *testing.T, path string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
