package ehr

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"m4bench/internal/duck"
)

// SourceError says what is wrong with the source data, where, and what to do.
type SourceError struct {
	File    string // as in the source folder, such as icu/chartevents.csv.gz
	Line    int64  // from 1; 0 if no line is meant. Of a parquet file, the row.
	Column  string // name of the column; empty if none is meant
	Problem string
	Advice  string
}

func (e *SourceError) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		unit := "line"
		if strings.HasSuffix(strings.ToLower(e.File), parquet) {
			unit = "row"
		}
		fmt.Fprintf(&b, ", %s %d", unit, e.Line)
	}
	if e.Column != "" {
		fmt.Fprintf(&b, ", column %s", e.Column)
	}
	if b.Len() > 0 {
		b.WriteString(": ")
	}
	b.WriteString(e.Problem)
	if e.Advice != "" {
		b.WriteString("\n  " + e.Advice)
	}
	return b.String()
}

// ExitCode says that the source data are damaged or incomplete.
func (*SourceError) ExitCode() int { return 4 }

// InputError is a mistake in what was asked for.
type InputError struct{ Text string }

func (e *InputError) Error() string { return e.Text }

// ExitCode says that the arguments were wrong.
func (*InputError) ExitCode() int { return 2 }

// EnvironmentError is a shortage of the machine: disk, memory, permission.
type EnvironmentError struct {
	Problem string
	Advice  string
	Err     error
}

func (e *EnvironmentError) Error() string {
	text := e.Problem
	if e.Err != nil {
		text += ": " + firstLine(e.Err)
	}
	if e.Advice != "" {
		text += "\n  " + e.Advice
	}
	return text
}

func (e *EnvironmentError) Unwrap() error { return e.Err }

// ExitCode says that the environment is at fault.
func (*EnvironmentError) ExitCode() int { return 5 }

// shortage turns a failure that comes from the machine into an
// EnvironmentError, and leaves others as they are.
func shortage(err error, path string) error {
	var known *EnvironmentError
	switch {
	case err == nil || errors.As(err, &known):
		return err
	case errors.Is(err, syscall.ENOSPC) || duck.KindOf(err) == duck.DiskFull:
		return &EnvironmentError{"the disk is full", "free some space, or choose another disk with --db; the same command then continues", err}
	case duck.KindOf(err) == duck.OutOfMemory:
		return &EnvironmentError{"not enough memory", "raise --memory, or lower --threads; the same command then continues", err}
	case duck.KindOf(err) == duck.Locked:
		return &EnvironmentError{path + " is in use by another process", "wait until it has finished", err}
	default:
		return err
	}
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(strings.TrimSpace(err.Error()), "\n")
	return line
}
