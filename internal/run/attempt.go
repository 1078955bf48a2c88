package run

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"m4bench/internal/agent"
	"m4bench/internal/bench"
	"m4bench/internal/record"
	"m4bench/internal/sandbox"
	"m4bench/internal/sqlshell"
)

// attempt is the part of a run that the agent takes part in.
type attempt struct {
	order   *Order
	folder  *record.Folder
	result  *record.Result
	command agent.Command
}

// run fills in everything of the result that the sandbox decides.
func (a *attempt) run(ctx context.Context) {
	r, limits := a.result, a.order.Limits
	r.Started = a.order.Now().UTC()
	clock := time.Now()
	outcome, fault := a.inBox(ctx)
	if fault != nil && ctx.Err() != nil {
		outcome.Cause, fault = sandbox.Interrupted, nil
	}
	r.Status, r.Reason = record.Judge(outcome, limits, r.Output, fault)
	acted := outcome.Ended.Sub(outcome.Started)
	r.Seconds = seconds(acted)
	r.Overhead = seconds(time.Since(clock) - acted)
	r.Ended = r.Started.Add(time.Since(clock))
	r.Exit, r.Killed = outcome.Exit.Code, outcome.Exit.Killed
	r.Stdout, r.Stderr, r.Usage = outcome.Stdout, outcome.Stderr, outcome.Usage
}

func seconds(d time.Duration) float64 { return math.Round(d.Seconds()*1000) / 1000 }

// inBox prepares the sandbox, lets the agent act and copies its output out. An
// error is a fault of the harness or its machine.
func (a *attempt) inBox(ctx context.Context) (outcome sandbox.Outcome, err error) {
	a.result.Output.State = record.Missing
	a.result.Sandbox = sandbox.Evidence{Capabilities: a.order.Sandbox.Capabilities, Asked: a.order.Limits}
	mounts, tidy, err := a.mounts(ctx)
	if err != nil {
		return outcome, err
	}
	defer tidy()
	box, err := a.order.Sandbox.Driver.Prepare(ctx, a.spec(mounts))
	if err != nil {
		return outcome, err
	}
	a.result.Sandbox = box.Evidence()
	defer func() {
		if closeErr := box.Close(); closeErr != nil {
			a.result.Unpublishable = append(a.result.Unpublishable, "the sandbox left something behind: "+closeErr.Error())
		}
	}()
	outcome, err = a.supervise(ctx, box)
	if errors.Is(err, sandbox.ErrNotKilled) {
		return outcome, err // whatever is still alive could change what is collected
	}
	output, collectErr := a.collect(context.WithoutCancel(ctx), box)
	a.result.Output = output
	return outcome, errors.Join(err, collectErr)
}

// spec is the box's order: the agent's command, what it may see and its share
// of the machine.
func (a *attempt) spec(mounts []sandbox.Mount) sandbox.Spec {
	env := map[string]string{}
	for name, value := range a.command.Env {
		env[name] = value
	}
	limits := a.order.Limits
	if limits.Memory > 0 {
		// DuckDB sees all of the machine's memory and takes half as much again as its limit.
		env[sqlshell.MemoryVariable] = fmt.Sprintf("%dMiB", max(64, limits.Memory>>21))
	}
	if limits.CPUs > 0 {
		env[sqlshell.ThreadsVariable] = fmt.Sprint(int(math.Ceil(limits.CPUs)))
	}
	files := slices.Clone(a.command.Files)
	for _, s := range a.order.given.Skills {
		files = append(files, sandbox.File{Path: s.Path, Content: []byte(s.Content)})
	}
	return sandbox.Spec{
		ID:     a.folder.ID,
		Argv:   a.command.Argv,
		Env:    env,
		Stdin:  a.command.Stdin,
		Files:  files,
		Mounts: mounts,
		Limits: limits,
	}
}

// mounts shows the task's folder of the bench, and the query shell. Where a
// driver cannot show a folder at its place, the database is written anew with
// views that look into the bench.
func (a *attempt) mounts(ctx context.Context) (mounts []sandbox.Mount, tidy func(), err error) {
	o := a.order
	visible, _, err := o.Bench.Visible(o.Schema, o.Task.ID)
	if err != nil {
		return nil, nil, err
	}
	shell := sandbox.Mount{Host: o.Shell.Path, Inside: sandbox.ProgramDir + "/" + agent.QueryShell}
	inside := sandbox.WorkDir + "/" + agent.DatabaseFile
	if o.Sandbox.Capabilities.Isolated {
		return []sandbox.Mount{
			shell,
			{Host: filepath.Join(visible, bench.DatabaseFile), Inside: inside},
			{Host: filepath.Join(visible, bench.DataFolder), Inside: bench.Mount + "/" + bench.DataFolder},
		}, func() {}, nil
	}
	dir, err := os.MkdirTemp("", "m4bench-database-")
	if err != nil {
		return nil, nil, fmt.Errorf("database for the agent: %w", err)
	}
	tidy = func() { os.RemoveAll(dir) }
	file := filepath.Join(dir, bench.DatabaseFile)
	if err := o.Bench.WriteDatabase(ctx, o.Schema, o.Task.ID, file); err != nil {
		tidy()
		return nil, nil, err
	}
	return []sandbox.Mount{shell, {Host: file, Inside: inside}}, tidy, nil
}

func (a *attempt) supervise(ctx context.Context, box sandbox.Box) (outcome sandbox.Outcome, err error) {
	var files []*os.File
	defer func() {
		for _, f := range files {
			err = errors.Join(err, f.Close())
		}
	}()
	open := func(name string) (f *os.File) {
		if err == nil {
			if f, err = a.folder.Open(name); err == nil {
				files = append(files, f)
			}
		}
		return f
	}
	trace, events, stderr := open(record.TraceFile), open(record.EventsFile), open(record.StderrFile)
	if err != nil {
		return outcome, err
	}
	stop := a.showProgress()
	defer stop()
	stream := agent.NewEventWriter(events, a.order.Agent.Normaliser(), time.Now)
	outcome, err = sandbox.Supervise(ctx, box, a.order.Limits, io.MultiWriter(trace, stream), stderr)
	if errors.Is(err, sandbox.ErrNotKilled) {
		return outcome, err // the stream may still be in use
	}
	return outcome, errors.Join(err, stream.Close())
}

// showProgress tells a waiting person that the agent is at work, until stopped.
func (a *attempt) showProgress() (stop func()) {
	what := fmt.Sprintf("%s on %s", a.order.Agent.Identity(), a.order.Task.ID)
	start, done, ended := time.Now(), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				elapsed, wall := time.Since(start), a.order.Limits.Wall
				a.order.Progress.Step(what, int64(elapsed.Seconds()), int64(wall.Seconds()), "s")
			}
		}
	}()
	return func() { close(done); <-ended }
}

// collect copies the output into the record, or says why there is none.
func (a *attempt) collect(ctx context.Context, box sandbox.Box) (record.Output, error) {
	none := record.Output{State: record.Missing}
	part := record.OutputFile + ".part"
	file, err := a.folder.Open(part)
	if err != nil {
		return none, err
	}
	sum := sha256.New()
	n, err := box.Collect(ctx, agent.OutputFile, io.MultiWriter(file, sum), a.outputLimit())
	err = errors.Join(err, file.Close())
	if err == nil {
		err = os.Rename(a.folder.Path(part), a.folder.Path(record.OutputFile))
	}
	if err == nil {
		return record.Output{State: record.Collected, Bytes: n, SHA256: hex.EncodeToString(sum.Sum(nil))}, nil
	}
	removeErr := os.Remove(a.folder.Path(part))
	var refusal *sandbox.CollectError
	switch {
	case !errors.As(err, &refusal):
		return none, errors.Join(err, removeErr)
	case errors.Is(err, sandbox.ErrMissing):
		return none, removeErr
	default:
		return record.Output{State: record.Refused, Reason: refusal.Error()}, removeErr
	}
}

// mostOutput bounds an output whose work folder has no limit.
const mostOutput = 16 << 30

func (a *attempt) outputLimit() int64 {
	if limit := a.order.Limits.Work; limit > 0 {
		return limit
	}
	return mostOutput
}
