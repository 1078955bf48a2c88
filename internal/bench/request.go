package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"m4bench/internal/progress"
	"m4bench/internal/task"
)

// ReferenceRequest asks for the reference rows of one task.
type ReferenceRequest struct {
	Source    string // EHR database file
	Task      *task.Task
	Edition   string
	Out       string // .csv, .csv.gz or .parquet
	Resources Resources
	Progress  progress.Reporter
	Now       func() time.Time
	Warn      func(message string) // told of invariants that a table breaks
}

// WriteReference builds a task's reference rows in a scratch folder beside the
// file to write, and writes them. It returns the number of rows.
func WriteReference(ctx context.Context, q ReferenceRequest) (int64, error) {
	if err := writable(q.Out); err != nil {
		return 0, err
	}
	d, err := Derive(q.Task.Database, q.Edition)
	if err != nil {
		return 0, err
	}
	if !d.Library.Has(d.Edition, q.Task.Reference) {
		return 0, noReference(q.Edition, q.Task.ID)
	}
	scratch, err := os.MkdirTemp(filepath.Dir(q.Out), ".m4bench-reference-*")
	if err != nil {
		return 0, explain(fmt.Errorf("create a scratch folder beside %s: %w", q.Out, err))
	}
	defer os.RemoveAll(scratch)
	w, err := OpenWorkshop(ctx, q.Source, scratch, q.Resources)
	if err != nil {
		return 0, err
	}
	defer w.Close()
	if !w.Has(q.Task.Database) {
		return 0, failf(unusable, "%s holds no %s database, which %s needs", q.Source, q.Task.Database, q.Task.ID)
	}
	built, err := w.Build(ctx, d, q.Progress, q.Now, q.Task.Reference)
	if err != nil {
		return 0, err
	}
	warnOfBuilt(q.Warn, built)
	q.Progress.Step("writing "+q.Out, 0, 0, "rows")
	return w.WriteReference(ctx, q.Task, q.Out)
}

// writable finds out before the work whether its result can be written.
func writable(path string) error {
	if _, err := formatOf(path); err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return failf(unusable, "%s is a folder", path)
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return failf(unusable, "no folder to write to: %w", err)
	}
	return nil
}
