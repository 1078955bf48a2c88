package run_test

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"m4bench/internal/agent"
	"m4bench/internal/bench"
	"m4bench/internal/concept"
	"m4bench/internal/duck"
	"m4bench/internal/golden"
	"m4bench/internal/progress"
	"m4bench/internal/run"
	"m4bench/internal/sandbox"
	"m4bench/internal/sandbox/sandboxtest"
	"m4bench/internal/shim"
	"m4bench/internal/sqlshell"
	"m4bench/internal/task"
	"m4bench/internal/testdata"
)

var fixtureDir string

// TestMain is the tests, or, called by their names in a sandbox, the query shell
// or the shim.
func TestMain(m *testing.M) {
	switch filepath.Base(os.Args[0]) {
	case agent.QueryShell:
		queryShell()
	case shim.Program:
		os.Exit(shim.Main(os.Args[1:], os.Stderr))
	}
	dir, err := os.MkdirTemp("", "m4bench-run-test-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fixtureDir = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

func queryShell() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := sqlshell.Main(ctx, os.Args[1:], sqlshell.IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

const (
	sirs  = "mimic-sirs-24h-raw"
	urine = "mimic-urine-output-rate-raw"
)

// prepared is a bench of invented patients with two tasks, made once.
var prepared = sync.OnceValues(func() (*bench.Bench, error) {
	ctx := context.Background()
	source, out := filepath.Join(fixtureDir, "source.duckdb"), filepath.Join(fixtureDir, "bench")
	if err := fill(ctx, source); err != nil {
		return nil, err
	}
	tasks, err := chosenTasks(sirs, urine)
	if err != nil {
		return nil, err
	}
	b := bench.Build{
		Source: source, Out: out, Tasks: tasks, Edition: concept.CurrentEdition, Version: "test",
		Progress: progress.Silent{}, Now: time.Now, Warn: func(string) {},
		Verify: func(context.Context, *task.Task, string, string) error { return nil },
	}
	return b.Run(ctx)
})

func chosenTasks(ids ...string) ([]*task.Task, error) {
	set, err := task.Embedded()
	if err != nil {
		return nil, err
	}
	var tasks []*task.Task
	for _, id := range ids {
		t, err := set.Get(id)
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, t)
	}
	return tasks, nil
}

func taskOf(t testing.TB, id string) *task.Task {
	t.Helper()
	tasks, err := chosenTasks(id)
	if err != nil {
		t.Fatal(err)
	}
	return tasks[0]
}

func fill(ctx context.Context, path string) error {
	sets, err := golden.Sets(filepath.Join(testdata.Root(), "internal/testdata"))
	if err != nil {
		return err
	}
	for _, s := range sets {
		if s.Name != "mimic-edge-1" {
			continue
		}
		db, err := duck.Open(ctx, duck.Options{Path: path})
		if err != nil {
			return err
		}
		defer db.Close()
		return golden.Load(ctx, db, s)
	}
	return fmt.Errorf("no data set mimic-edge-1")
}

// order is a run of a task in a driver's sandbox, with room for nothing large.
func order(t testing.TB, driver, taskID string, a agent.Agent) run.Order {
	t.Helper()
	b, err := prepared()
	if err != nil {
		t.Fatal(err)
	}
	choice := choose(t, driver)
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	limits := sandbox.DefaultLimits()
	limits.Memory, limits.Work, limits.Wall = 512<<20, 64<<20, time.Minute
	return run.Order{
		Bench: b, Task: taskOf(t, taskID), Agent: a, Sandbox: choice, Limits: limits,
		Shell:   run.Shell{Path: own},
		Shim:    own,
		Records: t.TempDir(), Version: "test", Now: time.Now,
	}
}

// choose is a driver that the test needs.
func choose(t testing.TB, driver string) sandbox.Choice {
	t.Helper()
	switch driver {
	case sandbox.DockerName, sandbox.DockerRunscName:
		docker := sandboxtest.RequireDocker(t, driver)
		capabilities, err := docker.Check(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return sandbox.Choice{Driver: docker, Capabilities: capabilities}
	case sandbox.BwrapName:
		sandboxtest.RequireBwrap(t)
	}
	choice, err := sandbox.Choose(t.Context(), driver)
	if err != nil {
		t.Fatal(err)
	}
	return choice
}

// solution is the reference's own SQL over the source tables.
func solution(t *testing.T, taskID string) agent.Agent {
	t.Helper()
	return agent.NewScripted(agent.QueryScript("reference", referenceQuery(t, taskID)))
}

// referenceQuery derives a task's reference from the source tables.
func referenceQuery(t *testing.T, taskID string) string {
	t.Helper()
	one := taskOf(t, taskID)
	d, err := bench.Derive(one.Database, concept.CurrentEdition)
	if err != nil {
		t.Fatal(err)
	}
	query, err := d.Library.Standalone(one.Reference, d.Edition, concept.SourceName)
	if err != nil {
		t.Fatal(err)
	}
	return query
}

// shellAgent runs a shell script.
func shellAgent(script string) agent.Agent {
	return agent.NewScripted(agent.Script{Name: "hostile", Argv: []string{"/bin/sh", "-c", script}})
}

func builtin(t *testing.T, name string) agent.Agent {
	t.Helper()
	a, err := agent.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func one(t *testing.T, o run.Order) *run.Done {
	t.Helper()
	done, err := run.One(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return done
}
