// Package demo shows the whole benchmark without credentials: synthetic
// patients, a prepared bench, three scripted agents in a sandbox, scores.
package demo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"m4bench/internal/bench"
	"m4bench/internal/concept"
	"m4bench/internal/ehr/synth"
	"m4bench/internal/progress"
	"m4bench/internal/record"
	"m4bench/internal/run"
	"m4bench/internal/sandbox"
	"m4bench/internal/task"
)

// Options of a demo.
type Options struct {
	Dir      string // everything is made below it
	Stays    int    // of MIMIC-IV; eICU gets as many
	Seed     uint64
	Sandbox  sandbox.Choice
	Shell    run.Shell
	Shim     string // as run.FindShim gives it
	Version  string
	Now      func() time.Time
	Progress progress.Reporter
	// Say tells the reader what happens now.
	Say func(line string)
}

// Outcome is what a demo gave.
type Outcome struct {
	Stays   int
	Seed    uint64
	Driver  string
	Sealed  bool // the sandbox isolates
	Players []Player
	Tasks   []Row
	Took    time.Duration
}

// Row is one task's results, in the order of the players.
type Row struct {
	Task        *task.Task
	Results     []*record.Result
	Conventions []Departure // where the textbook departs
}

// parallelRuns at once; each run's query may use both cores of a small machine.
const parallelRuns = 2

// Run makes the data and the benches and lets every player do every raw task.
func Run(ctx context.Context, o Options) (*Outcome, error) {
	start := o.Now()
	tasks, err := rawTasks()
	if err != nil {
		return nil, err
	}
	benches := map[string]*bench.Bench{}
	for _, database := range []string{task.MIMICIV, task.EICU} {
		if benches[database], err = o.prepare(ctx, database, tasks); err != nil {
			return nil, err
		}
	}
	outcome := &Outcome{
		Stays: o.Stays, Seed: o.Seed, Players: Players(),
		Driver: o.Sandbox.Driver.Name(), Sealed: o.Sandbox.Capabilities.Isolated,
	}
	for _, t := range tasks {
		departures, err := textbookDepartures(t)
		if err != nil {
			return nil, err
		}
		outcome.Tasks = append(outcome.Tasks, Row{Task: t, Results: make([]*record.Result, len(outcome.Players)), Conventions: departures})
	}
	o.Say(fmt.Sprintf("running %d agents on %d tasks (sandbox: %s)", len(outcome.Players), len(tasks), outcome.Driver))
	if err := o.runAll(ctx, outcome, benches); err != nil {
		return nil, err
	}
	outcome.Took = o.Now().Sub(start)
	return outcome, nil
}

// rawTasks are the tasks that start from the source tables alone, so that every
// derivation is done from scratch.
func rawTasks() ([]*task.Task, error) {
	set, err := task.Embedded()
	if err != nil {
		return nil, err
	}
	var raw []*task.Task
	for _, t := range set.All() {
		if t.Mode == task.Raw {
			raw = append(raw, t)
		}
	}
	return raw, nil
}

// prepare makes one database and its bench.
func (o Options) prepare(ctx context.Context, database string, tasks []*task.Task) (*bench.Bench, error) {
	db := filepath.Join(o.Dir, database+".duckdb")
	o.Say(fmt.Sprintf("inventing %d %s stays (seed %d)", o.Stays, database, o.Seed))
	if _, err := synth.Generate(ctx, synth.Options{
		Source: database, Stays: o.Stays, Seed: o.Seed, Path: db, Memory: "1GB", Replace: true, Progress: o.Progress,
	}); err != nil {
		return nil, err
	}
	var own []*task.Task
	for _, t := range tasks {
		if t.Database == database {
			own = append(own, t)
		}
	}
	o.Say(fmt.Sprintf("building references and the visible folders of %d %s tasks", len(own), database))
	build := bench.Build{
		Source: db, Out: filepath.Join(o.Dir, "bench-"+database), Tasks: own, Edition: concept.CurrentEdition, Force: true,
		Version: o.Version, Progress: o.Progress, Now: o.Now, Warn: o.Say,
	}
	return build.Run(ctx)
}

type job struct {
	row, player int
}

// runAll carries out every run, a few at once, and stops at the first fault of
// the machine.
func (o Options) runAll(ctx context.Context, outcome *Outcome, benches map[string]*bench.Bench) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	jobs := make(chan job)
	var workers sync.WaitGroup
	var mu sync.Mutex
	total, done := int64(len(outcome.Tasks)*len(outcome.Players)), int64(0)
	for range parallelRuns {
		workers.Go(func() {
			for j := range jobs {
				row := &outcome.Tasks[j.row]
				result, err := o.one(ctx, row.Task, outcome.Players[j.player], benches[row.Task.Database])
				if err != nil {
					cancel(fmt.Errorf("run of %s on %s: %w", outcome.Players[j.player].Name, row.Task.ID, err))
					continue
				}
				mu.Lock()
				row.Results[j.player] = result
				done++
				o.Progress.Step("running agents", done, total, "runs")
				mu.Unlock()
			}
		})
	}
	for i := range outcome.Tasks {
		for p := range outcome.Players {
			select {
			case jobs <- job{i, p}:
			case <-ctx.Done():
			}
		}
	}
	close(jobs)
	workers.Wait()
	return context.Cause(ctx)
}

func (o Options) one(ctx context.Context, t *task.Task, p Player, b *bench.Bench) (*record.Result, error) {
	script, err := p.script(t)
	if err != nil {
		return nil, err
	}
	limits := sandbox.DefaultLimits()
	limits.Wall = 5 * time.Minute
	done, err := run.One(ctx, run.Order{
		Bench: b, Task: t, Agent: script, Sandbox: o.Sandbox, Limits: limits, Shell: o.Shell, Shim: o.Shim,
		Records: filepath.Join(o.Dir, "runs"), Version: o.Version, Now: o.Now,
	})
	if err != nil {
		return nil, err
	}
	if !done.Status.AgentsResult() {
		return nil, errors.New(string(done.Status) + ": " + done.Reason)
	}
	return done.Result, nil
}

// Departure is a rule in which the textbook differs from the reference.
type Departure struct {
	Question  string
	Reference string // reason of the reference's option
	Textbook  string // reason of the textbook's
}

func textbookDepartures(t *task.Task) ([]Departure, error) {
	current, err := bench.Derive(t.Database, concept.CurrentEdition)
	if err != nil {
		return nil, err
	}
	textbook, err := current.Library.Edition(textbookEdition)
	if err != nil {
		return nil, err
	}
	below, err := current.Library.ChoicesBelow(t.Reference, current.Edition)
	if err != nil {
		return nil, err
	}
	var departures []Departure
	for _, c := range below {
		a, b := current.Edition.Chosen(c), textbook.Chosen(c)
		if a.ID != b.ID {
			departures = append(departures, Departure{c.Question, a.Reason, b.Reason})
		}
	}
	return departures, nil
}

// Clear removes what an earlier demo left in its folder, and nothing else.
func Clear(dir string) error {
	for _, name := range []string{"mimic-iv.duckdb", "eicu.duckdb", "bench-mimic-iv", "bench-eicu", "runs", "report.html"} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			return fmt.Errorf("clear %s: %w", dir, err)
		}
	}
	return nil
}
