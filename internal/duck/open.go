package duck

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// OpenError says why a database file cannot be used.
type OpenError struct {
	Path   string
	Reason string // what is wrong and what to do, for a person
	Err    error  // the driver's or system's own error
}

func (e *OpenError) Error() string { return e.Path + " " + e.Reason }
func (e *OpenError) Unwrap() error { return e.Err }

// ExitCode is 2 for a file that is no database, 5 for one that this machine does
// not let us open now.
func (e *OpenError) ExitCode() int {
	if errors.Is(e.Err, fs.ErrPermission) || KindOf(e.Err) == Locked {
		return 5
	}
	return 2
}

// missing finds out before the driver does that there is nothing to read.
func (o Options) missing() error {
	if o.Path == "" || !o.ReadOnly {
		return nil
	}
	info, err := os.Stat(o.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &OpenError{o.Path, "is no file: data import and data synth make databases", err}
	case err == nil && info.IsDir():
		return &OpenError{o.Path, "is a folder, not a database file", nil}
	}
	return nil
}

// driverPrefix is what the driver puts before DuckDB's own words.
const driverPrefix = "database/sql/driver: could not connect to database: "

func (o Options) failed(err error) error {
	if o.Path == "" {
		return wrap("", err)
	}
	text := strings.TrimPrefix(err.Error(), driverPrefix)
	err = wrap(o.Path, err)
	switch {
	case strings.Contains(text, "not a valid DuckDB database file"), strings.Contains(text, "Cannot launch in-memory database"):
		return &OpenError{o.Path, "is not a DuckDB database file", err}
	case KindOf(err) == Locked:
		return &OpenError{o.Path, "is in use: another program has it open for writing; close that one, or wait", err}
	case strings.Contains(text, "Permission denied"):
		return &OpenError{o.Path, "cannot be opened: permission denied", errors.Join(fs.ErrPermission, err)}
	}
	return &OpenError{o.Path, fmt.Sprintf("cannot be opened: %s", text), err}
}

// AttachReadOnly shows another database file in the session under a name. A file
// that cannot be used is an *OpenError.
func (db *DB) AttachReadOnly(ctx context.Context, path, name string) error {
	o := Options{Path: path, ReadOnly: true}
	if err := o.missing(); err != nil {
		return err
	}
	_, err := db.conn.ExecContext(ctx, fmt.Sprintf("ATTACH %s AS %s (READ_ONLY)", Literal(path), Ident(name)))
	switch {
	case err == nil:
		return nil
	case classify(err) == Interrupted:
		return wrap("", err)
	}
	return o.failed(err)
}
