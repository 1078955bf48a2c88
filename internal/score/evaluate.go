// Package score is the evaluator: it compares an output.csv with the reference
// rows of a task, cell by cell, with the types and tolerances that the task
// declares. docs/evaluation.md states every rule.
package score

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"m4bench/internal/progress"
	"m4bench/internal/score/table"
	"m4bench/internal/task"
)

// Options of an evaluation; the zero value is right for files that the caller trusts.
type Options struct {
	// OpenOutput opens the output in place of os.Open, for a caller that must
	// not follow links or that already holds the file.
	OpenOutput func() (io.ReadCloser, error)
	// Progress hears how far reading is; nil for silence.
	Progress progress.Reporter
	// MaxBytes bounds the output after decompression; 0 means 16 GiB.
	MaxBytes int64
	// MaxRows bounds the rows of the output; 0 means a million more than ten
	// times the reference's.
	MaxRows int64
}

// InputError means that nothing was judged, because a file could not be read,
// or the reference or the task is wrong.
type InputError struct{ Err error }

func (e *InputError) Error() string { return e.Err.Error() }
func (e *InputError) Unwrap() error { return e.Err }

// ExitCode says that the input cannot be used.
func (e *InputError) ExitCode() int { return 2 }

// Evaluate scores the file output against the file reference. An output that
// cannot be scored gives a Result with a Failure; an error is always about
// something else than the output's content.
func Evaluate(ctx context.Context, t *task.Task, output, reference string, o Options) (*Result, error) {
	p, err := newPlan(t)
	if err != nil {
		return nil, &InputError{err}
	}
	if o.Progress == nil {
		o.Progress = progress.Silent{}
	}
	ref, err := loadReference(ctx, p, reference, o)
	if err != nil {
		return nil, inputError(ctx, fmt.Errorf("reference: %w", err))
	}
	s := newScorer(p, ref)
	result := &Result{Task: t.ID, Output: output, Reference: reference}
	err = s.readOutput(ctx, output, o)
	var fault *table.FileError
	var unusable *unusableOutput
	switch {
	case errors.As(err, &fault), errors.As(err, &unusable):
		newScorer(p, ref).finish(result, err.Error())
	case err != nil:
		return nil, inputError(ctx, err)
	default:
		s.finish(result, "")
	}
	return result, nil
}

func inputError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return &InputError{err}
}

// unusableOutput means that the output is a table, but not one that can be scored.
type unusableOutput struct{ reason string }

func (e *unusableOutput) Error() string { return e.reason }

func (s *scorer) readOutput(ctx context.Context, path string, o Options) error {
	open := o.OpenOutput
	if open == nil {
		open = func() (io.ReadCloser, error) { return table.OpenRegular(path) }
	}
	file, err := open()
	if err != nil {
		return fmt.Errorf("output: %w", err)
	}
	report, err := reader(o.Progress, "score the output", file)
	if err != nil {
		file.Close()
		return fmt.Errorf("output: %w", err)
	}
	limits := table.Limits{Bytes: o.MaxBytes, Rows: o.MaxRows}
	if limits.Bytes == 0 {
		limits.Bytes = 16 << 30
	}
	if limits.Rows == 0 {
		limits.Rows = 10*int64(s.ref.table.Rows) + 1_000_000
	}
	source, err := table.OpenStream(ctx, path, file, s.plan.columns, s.ref.table.Texts, limits, report)
	if err != nil {
		return err
	}
	defer source.Close()
	return s.scoreAll(path, source)
}

// reader reports how much of a file has been read, if it is one.
func reader(p progress.Reporter, what string, file io.Reader) (func(int64), error) {
	var size int64
	if f, ok := file.(*os.File); ok {
		info, err := f.Stat()
		if err != nil {
			return nil, err
		}
		if info.IsDir() {
			return nil, fmt.Errorf("%s is a folder", f.Name())
		}
		size = info.Size()
	}
	return func(read int64) { p.Step(what, read, size, "bytes") }, nil
}
