package synth

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"m4bench/internal/duck"
)

// InputError is a mistake in the options.
type InputError struct{ Text string }

func (e InputError) Error() string { return e.Text }

// ExitCode says that the arguments were wrong.
func (e InputError) ExitCode() int { return 2 }

// PlaceError is a place that cannot be written to, or is full.
type PlaceError struct{ Err error }

func (e PlaceError) Error() string { return e.Err.Error() }
func (e PlaceError) Unwrap() error { return e.Err }

// ExitCode says that the environment is at fault.
func (e PlaceError) ExitCode() int { return 5 }

// placed marks errors that are the place's.
func placed(path string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), duck.KindOf(err) == duck.DiskFull:
		return PlaceError{fmt.Errorf("%s: no space left: %w", path, err)}
	case errors.Is(err, fs.ErrPermission), errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR):
		return PlaceError{err}
	default:
		return err
	}
}
