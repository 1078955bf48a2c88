package bench_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"m4bench/internal/bench"
	"m4bench/internal/duck"
	"m4bench/internal/golden"
	"m4bench/internal/progress"
	"m4bench/internal/task"
	"m4bench/internal/testdata"
)

// fixtures holds what several tests read: source files and benches, each made
// once.
var fixtures struct {
	sync.Mutex
	dir string
}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "m4bench-bench-test-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fixtures.dir = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// once makes a fixture's path unless it is there.
func once(t *testing.T, name string, create func(path string)) string {
	t.Helper()
	fixtures.Lock()
	defer fixtures.Unlock()
	path := filepath.Join(fixtures.dir, name)
	if _, err := os.Stat(path); err != nil {
		create(path)
	}
	if t.Failed() {
		t.FailNow()
	}
	return path
}

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

// sourceOf is a database file of a data set. Nobody may change it.
func sourceOf(t *testing.T, set string) string {
	t.Helper()
	return once(t, set+".duckdb", func(path string) { fillSource(t, set, path) })
}

// fillSource writes a data set's tables to a new database file and then runs
// statements on it.
func fillSource(t *testing.T, set, path string, statements ...string) {
	t.Helper()
	ctx := context.Background()
	db, err := duck.Open(ctx, duck.Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := golden.Load(ctx, db, dataSet(t, set)); err != nil {
		t.Fatal(err)
	}
	for _, sql := range statements {
		if err := db.Exec(ctx, sql); err != nil {
			t.Fatal(err)
		}
	}
}

// benchOf is a bench with all tasks of a data set and edition. Nobody may
// change it.
func benchOf(t *testing.T, set, edition string) *bench.Bench {
	t.Helper()
	source := sourceOf(t, set)
	path := once(t, "bench-"+set+"-"+edition, func(path string) {
		b := building(t, source, path)
		b.Edition = edition
		mustRun(t, b)
	})
	prepared, err := bench.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return prepared
}

func allTasks(t *testing.T) *task.Set {
	t.Helper()
	tasks, err := task.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return tasks
}

func tasks(t *testing.T, ids ...string) []*task.Task {
	t.Helper()
	var chosen []*task.Task
	for _, id := range ids {
		tk, err := allTasks(t).Get(id)
		if err != nil {
			t.Fatal(err)
		}
		chosen = append(chosen, tk)
	}
	return chosen
}

// building is a build of everything into a folder; tests change it.
func building(t *testing.T, source, out string) *bench.Build {
	t.Helper()
	return &bench.Build{
		Source: source, Out: out, Otherwise: allTasks(t).All(), Edition: "current",
		Version: "test", Progress: progress.Silent{}, Now: time.Now,
		Warn: func(message string) {
			// The edge data's dictionaries hold only a few items.
			if !strings.HasPrefix(message, "left out") && !strings.Contains(message, "lacks item ids") && !strings.Contains(message, "calls item") {
				t.Error(message)
			}
		},
	}
}

func mustRun(t *testing.T, b *bench.Build) *bench.Bench {
	t.Helper()
	prepared, err := b.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return prepared
}

// exitCode is what the program would end with.
func exitCode(err error) int {
	for e := err; e != nil; {
		if coder, ok := e.(interface{ ExitCode() int }); ok {
			return coder.ExitCode()
		}
		unwrapper, ok := e.(interface{ Unwrap() error })
		if !ok {
			break
		}
		e = unwrapper.Unwrap()
	}
	if err == nil {
		return 0
	}
	return 1
}
