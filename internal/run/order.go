// Package run carries out one run from start to end: a box with the task's
// data, the agent in it, the output copied out, scored and recorded.
package run

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"m4bench/internal/agent"
	"m4bench/internal/bench"
	"m4bench/internal/condition"
	"m4bench/internal/progress"
	"m4bench/internal/record"
	"m4bench/internal/sandbox"
	"m4bench/internal/task"
)

// Order is what to run, on what, and where to keep it.
type Order struct {
	Bench     *bench.Bench
	Task      *task.Task
	Schema    string // variant of the database; empty means native
	Condition string // empty means no-skill
	Agent     agent.Agent
	Trial     int // 0 means 1
	Attempt   int // 0 means 1

	Sandbox sandbox.Choice
	Limits  sandbox.Limits
	Shell   Shell
	Shim    string         // the program that FindShim found; "" runs without looking at the sandbox
	Bring   []sandbox.File // more files for the work folder

	Upstream Upstream // who answers the agent's model calls

	Records  string // folder in which the run's folder is made
	Version  string // of m4bench, for the record
	Now      func() time.Time
	Progress progress.Reporter // nil for silence

	given *condition.Given // set by complete
}

// UsageError is an order that cannot be carried out; exit code 2.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

// ExitCode says that the arguments were wrong.
func (e *UsageError) ExitCode() int { return 2 }

// complete fills in what is left open and refuses what makes no run.
func (o *Order) complete() error {
	if o.Schema == "" {
		o.Schema = bench.Native
	}
	if o.Condition == "" {
		o.Condition = condition.NoSkill
	}
	o.Trial, o.Attempt = max(o.Trial, 1), max(o.Attempt, 1)
	if o.Progress == nil {
		o.Progress = progress.Silent{}
	}
	if len(o.Bench.TaskIDs(o.Schema)) == 0 {
		var has []string
		for _, v := range o.Bench.Variants {
			if !slices.Contains(has, v.Schema) {
				has = append(has, v.Schema)
			}
		}
		return &UsageError{fmt.Errorf("the bench has no schema variant %q; it has %s (m4bench bench build --schema %s makes one)", o.Schema, strings.Join(has, ", "), o.Schema)}
	}
	visible, _, err := o.Bench.Visible(o.Schema, o.Task.ID)
	if err != nil {
		return err
	}
	seen, err := o.Bench.Sees(o.Schema, o.Task)
	if err != nil {
		return err
	}
	if o.given, err = condition.PromptIn(o.Task, o.Condition, seen); err != nil {
		return err
	}
	o.given = o.given.In(agent.SkillFolderOf(o.Agent))
	if inside(visible, o.Records) {
		return &UsageError{fmt.Errorf("records must not be kept in %s, which agents see", visible)}
	}
	return nil
}

func inside(dir, path string) bool {
	path, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	rest, err := filepath.Rel(dir, path)
	return err == nil && rest != ".." && !strings.HasPrefix(rest, ".."+string(filepath.Separator))
}

func (o *Order) identity() record.Identity {
	return record.Identity{
		Task:      o.Task.ID,
		Condition: o.Condition,
		Schema:    o.Schema,
		Agent:     o.Agent.Identity(),
		Trial:     o.Trial,
		Attempt:   o.Attempt,
	}
}
