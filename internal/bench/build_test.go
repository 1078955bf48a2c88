package bench_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"m4bench/internal/bench"
	"m4bench/internal/duck"
	"m4bench/internal/progress"
	"m4bench/internal/task"
)

// stopAt cancels a build when its progress says that it has come to a step.
type stopAt struct {
	progress.Silent
	step   string
	cancel context.CancelFunc
}

func (s stopAt) Step(what string, _, _ int64, _ string) {
	if strings.HasPrefix(what, s.step) {
		s.cancel()
	}
}

// A stopped build leaves nothing under the final name, and the next one goes on
// with the tables that were already there.
func TestStoppedBuildGoesOn(t *testing.T) {
	for step, task := range map[string]string{
		"exporting mimiciv_icu.icustays": "mimic-kdigo-48h-raw",
		"building crrt":                  "mimic-kdigo-48h-raw",
		"exporting age":                  "mimic-kdigo-48h", // only standard tasks show derived tables
		"linking":                        "mimic-kdigo-48h-raw",
	} {
		t.Run(step, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "bench")
			b := building(t, sourceOf(t, "mimic-edge-1"), out)
			b.Tasks = tasks(t, task)
			ctx, cancel := context.WithCancel(context.Background())
			b.Progress = stopAt{step: step, cancel: cancel}
			_, err := b.Run(ctx)
			if ctx.Err() == nil {
				t.Fatalf("the build has no step %q", step)
			}
			if err == nil {
				t.Fatal("the build did not notice that it was stopped")
			}
			if _, err := os.Stat(out); err == nil {
				t.Error("an unfinished bench has its final name")
			}
			kept := filepath.Join(out+bench.UnfinishedSuffix, "work", "data", "mimiciv_hosp", "admissions.parquet")
			before, statErr := os.Stat(kept)
			b.Progress = progress.Silent{}
			prepared := mustRun(t, b)
			after, err := os.Stat(filepath.Join(out, "visible", "native", task, "data", "mimiciv_hosp", "admissions.parquet"))
			if err != nil {
				t.Fatal(err)
			}
			if statErr == nil && !os.SameFile(before, after) {
				t.Error("a table that was already exported was exported again")
			}
			if _, err := os.Stat(out + bench.UnfinishedSuffix); err == nil {
				t.Error("the unfinished folder is still there")
			}
			whole := benchOf(t, "mimic-edge-1", "current")
			if readManifest(t, prepared, b.Tasks[0]) != readManifest(t, whole, b.Tasks[0]) {
				t.Error("the bench is another than one built in one go")
			}
		})
	}
}

// What a stopped build has left is of no use for another edition or source.
func TestStoppedBuildOfSomethingElseIsNotUsed(t *testing.T) {
	out := filepath.Join(t.TempDir(), "bench")
	b := building(t, sourceOf(t, "mimic-edge-1"), out)
	b.Tasks = tasks(t, "mimic-ventilation-raw")
	ctx, cancel := context.WithCancel(context.Background())
	b.Progress = stopAt{step: "linking", cancel: cancel}
	if _, err := b.Run(ctx); err == nil {
		t.Fatal("the build was not stopped")
	}
	b.Progress = progress.Silent{}
	b.Source = sourceOf(t, "mimic-edge-11")
	b.Edition = "m4bench-v1"
	prepared := mustRun(t, b)
	if got, want := readManifest(t, prepared, b.Tasks[0]), readManifest(t, benchOf(t, "mimic-edge-11", "m4bench-v1"), b.Tasks[0]); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A bench whose references cannot be scored is worth nothing.
func TestBuildStopsAtAReferenceThatFailsItsOwnCheck(t *testing.T) {
	b := building(t, sourceOf(t, "eicu-edge-1"), filepath.Join(t.TempDir(), "bench"))
	var seen []string
	b.Verify = func(_ context.Context, t *task.Task, output, reference string) error {
		for _, file := range []string{output, reference} {
			if info, err := os.Stat(file); err != nil || info.Size() == 0 {
				return fmt.Errorf("%s is not there: %v", file, err)
			}
		}
		seen = append(seen, t.ID)
		return errors.New("reward is 0.5")
	}
	_, err := b.Run(context.Background())
	if err == nil || !strings.Contains(err.Error(), "reward is 0.5") || len(seen) != 1 {
		t.Errorf("verified %v, error %v", seen, err)
	}
	if _, err := os.Stat(b.Out); err == nil {
		t.Error("the bench has its final name")
	}
}

func TestBuildReplacesOnlyWhatItIsToldTo(t *testing.T) {
	out := filepath.Join(t.TempDir(), "bench")
	b := building(t, sourceOf(t, "eicu-edge-1"), out)
	mustRun(t, b)
	if _, err := b.Run(context.Background()); exitCode(err) != 2 || !strings.Contains(err.Error(), "--force") {
		t.Errorf("a bench must not be replaced unasked: %v", err)
	}
	b.Force = true
	mustRun(t, b)
	b.Force = false
	b.Out = mkdir(t, filepath.Dir(out), "empty")
	mustRun(t, b)
	if err := os.RemoveAll(b.Out); err != nil {
		t.Fatal(err)
	}
	if left := filesBeside(t, out); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	precious := filepath.Join(t.TempDir(), "precious")
	if err := os.MkdirAll(filepath.Join(precious, "thesis"), 0o755); err != nil {
		t.Fatal(err)
	}
	b.Out = precious
	if _, err := b.Run(context.Background()); exitCode(err) != 2 {
		t.Errorf("a folder that is no bench must not be removed, even with --force: %v", err)
	}
}

func TestBuildSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	notADatabase := filepath.Join(dir, "text.duckdb")
	if err := os.WriteFile(notADatabase, []byte(strings.Repeat("no database\n", 1000)), 0o644); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(dir, "empty.duckdb")
	db, err := duck.Open(context.Background(), duck.Options{Path: empty})
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
	lacking := filepath.Join(dir, "lacking.duckdb")
	fillSource(t, "mimic-edge-1", lacking, "DROP TABLE mimiciv_hosp.services")
	narrow := filepath.Join(dir, "narrow.duckdb")
	fillSource(t, "mimic-edge-1", narrow, "ALTER TABLE mimiciv_icu.icustays DROP COLUMN outtime")
	doubled := filepath.Join(dir, "doubled.duckdb")
	fillSource(t, "eicu-edge-1", doubled, "INSERT INTO eicu_crd.patient FROM eicu_crd.patient LIMIT 1")

	for name, c := range map[string]struct {
		change func(*bench.Build)
		code   int
		says   string
	}{
		"no such file":        {func(b *bench.Build) { b.Source = filepath.Join(dir, "none") }, 2, "is no file"},
		"not a database":      {func(b *bench.Build) { b.Source = notADatabase }, 2, "is not a DuckDB database file"},
		"no table we know":    {func(b *bench.Build) { b.Source = empty }, 4, "no table of MIMIC-IV or eICU"},
		"required table":      {func(b *bench.Build) { b.Source = lacking }, 4, "hosp.services"},
		"required column":     {func(b *bench.Build) { b.Source = narrow }, 4, "icu.icustays.outtime"},
		"the other database":  {func(b *bench.Build) { b.Tasks = tasks(t, "mimic-sofa-24h") }, 2, "holds no mimic-iv database"},
		"unknown edition":     {func(b *bench.Build) { b.Edition = "v9" }, 2, "v9"},
		"rows of one key":     {func(b *bench.Build) { b.Source = doubled }, 4, "patientunitstayid"},
		"folder below a file": {func(b *bench.Build) { b.Out = filepath.Join(notADatabase, "bench") }, 2, "cannot write to"},
		"target is a file":    {func(b *bench.Build) { b.Out = notADatabase }, 2, "cannot write to"},
	} {
		t.Run(name, func(t *testing.T) {
			b := building(t, sourceOf(t, "eicu-edge-1"), filepath.Join(t.TempDir(), "bench"))
			b.Warn = func(string) {}
			c.change(b)
			_, err := b.Run(context.Background())
			if exitCode(err) != c.code || !strings.Contains(err.Error(), c.says) {
				t.Errorf("exit code %d, want %d; message %v, want one that speaks of %q", exitCode(err), c.code, err, c.says)
			}
		})
	}
}

func TestWriteReferenceSaysWhatIsWrong(t *testing.T) {
	source, dir := sourceOf(t, "eicu-edge-1"), t.TempDir()
	tk := tasks(t, "eicu-oasis")[0]
	for name, c := range map[string]struct {
		request bench.ReferenceRequest
		code    int
		says    string
	}{
		"unknown kind of file": {request(source, tk, filepath.Join(dir, "x.xlsx")), 2, ".csv.gz or .parquet"},
		"no folder":            {request(source, tk, filepath.Join(dir, "none", "x.csv")), 2, "no folder to write to"},
		"folder as file":       {request(source, tk, mkdir(t, dir, "x.csv")), 2, "is a folder"},
		"other database":       {request(source, tasks(t, "mimic-gcs-24h-raw")[0], filepath.Join(dir, "y.csv")), 2, "holds no mimic-iv database"},
		"no database":          {request(filepath.Join(dir, "none"), tk, filepath.Join(dir, "y.csv")), 2, "is no file"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := bench.WriteReference(context.Background(), c.request)
			if exitCode(err) != c.code || !strings.Contains(err.Error(), c.says) {
				t.Errorf("exit code %d, want %d; message %v, want one that speaks of %q", exitCode(err), c.code, err, c.says)
			}
		})
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func mkdir(t *testing.T, parts ...string) string {
	t.Helper()
	path := filepath.Join(parts...)
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// The three kinds of file hold the same rows, and a packed one the same bytes
// each time.
func TestReferenceFormats(t *testing.T) {
	source, dir := sourceOf(t, "eicu-edge-1"), t.TempDir()
	tk := tasks(t, "eicu-oasis")[0]
	for _, name := range []string{"a.csv", "a.csv.gz", "b.csv.gz", "a.parquet"} {
		writeReference(t, source, tk, filepath.Join(dir, name))
	}
	if hashOf(t, filepath.Join(dir, "a.csv.gz")) != hashOf(t, filepath.Join(dir, "b.csv.gz")) {
		t.Error("the same rows give different csv.gz files")
	}
	db, err := duck.Open(context.Background(), duck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, other := range []string{"a.csv.gz", "a.parquet"} {
		query := fmt.Sprintf("SELECT count(*) FROM (FROM %s EXCEPT ALL FROM %s)", duck.Literal(filepath.Join(dir, "a.csv")), duck.Literal(filepath.Join(dir, other)))
		if lacking, err := db.QueryInt(context.Background(), query); err != nil || lacking > 0 {
			t.Errorf("%s lacks %d rows of a.csv (%v)", other, lacking, err)
		}
	}
}
