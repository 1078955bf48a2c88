package bench_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"m4bench/internal/bench"
	"m4bench/internal/duck"
	"m4bench/internal/golden"
	"m4bench/internal/progress"
	"m4bench/internal/task"
	"m4bench/internal/testdata"
)

// dataSet finds one of the invented data sets, such as mimic-edge-1.
func dataSet(t *testing.T, name string) golden.Set {
	t.Helper()
	sets, err := golden.Sets(filepath.Join(testdata.Root(), "internal/testdata"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sets {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("no data set %s", name)
	return golden.Set{}
}

// sourceFile makes a database file of a data set.
func sourceFile(t *testing.T, name string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "source.duckdb")
	db, err := duck.Open(context.Background(), duck.Options{Path: file})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := golden.Load(context.Background(), db, dataSet(t, name)); err != nil {
		t.Fatal(err)
	}
	return file
}

func allTasks(t *testing.T) *task.Set {
	t.Helper()
	tasks, err := task.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return tasks
}

// building is a build over an edge set into a fresh folder; tests change it.
func building(t *testing.T, source string) *bench.Build {
	t.Helper()
	return &bench.Build{
		Source: source, Out: filepath.Join(t.TempDir(), "bench"), Otherwise: allTasks(t).All(), Edition: "current",
		Version: "test", Progress: progress.Silent{}, Now: time.Now,
		Warn: func(message string) {
			if !strings.HasPrefix(message, "left out") {
				t.Error(message)
			}
		},
	}
}

func run(t *testing.T, b *bench.Build) *bench.Bench {
	t.Helper()
	prepared, err := b.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return prepared
}

func TestSmoke(t *testing.T) {
	b := building(t, sourceFile(t, "mimic-edge-1"))
	start := time.Now()
	prepared := run(t, b)
	t.Log(time.Since(start))
	s, err := prepared.Summary()
	t.Logf("%+v %v", s, err)
	findings, err := prepared.Check(context.Background(), progress.Silent{})
	t.Log(findings, err, time.Since(start))
}
