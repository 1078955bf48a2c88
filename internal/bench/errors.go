package bench

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"m4bench/internal/duck"
)

// Exit codes of this package's errors.
const (
	unusable    = 2 // an argument or an input file that cannot be used
	negative    = 3 // a check ran and its answer is no
	damaged     = 4 // source data are incomplete
	environment = 5 // disk full, not writable, locked by another program
)

// Error is a failure whose kind decides the exit code.
type Error struct {
	code int
	err  error
}

func (e *Error) Error() string { return e.err.Error() }
func (e *Error) Unwrap() error { return e.err }

// ExitCode is the code that the program ends with.
func (e *Error) ExitCode() int { return e.code }

func failf(code int, format string, args ...any) error {
	return &Error{code, fmt.Errorf(format, args...)}
}

func noReference(edition string, tasks ...string) error {
	return failf(unusable, "edition %s of the concept library has no reference for %s", edition, strings.Join(tasks, ", "))
}

// explain gives an error that the environment caused its exit code and a hint.
func explain(err error) error {
	var known interface{ ExitCode() int }
	if err == nil || errors.As(err, &known) {
		return err
	}
	switch kind := duck.KindOf(err); {
	case kind == duck.DiskFull, errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return failf(environment, "%w: no space left on the disk", err)
	case kind == duck.OutOfMemory:
		return failf(environment, "%w: raise --memory, or give DuckDB fewer --threads", err)
	case kind == duck.Locked:
		return failf(environment, "%w: close the program that has the database open for writing", err)
	case errors.Is(err, syscall.EACCES), errors.Is(err, syscall.EPERM), errors.Is(err, syscall.EROFS):
		return failf(environment, "%w", err)
	}
	return err
}
