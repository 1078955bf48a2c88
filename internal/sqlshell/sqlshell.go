// Package sqlshell is the query shell that an agent finds as duckdb, and a
// person as m4bench sql: statements in, rows out, as csv, JSON or a table. It
// takes the options of DuckDB's own shell as far as they concern queries. A
// database is opened read-only unless asked otherwise; temporary tables and
// COPY … TO a file work all the same.
package sqlshell

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/term"

	"m4bench/internal/duck"
)

// Environment variables that set what options leave open; a sandbox uses them
// to tell the shell its share of the machine.
const (
	MemoryVariable  = "M4BENCH_SQL_MEMORY"
	ThreadsVariable = "M4BENCH_SQL_THREADS"
)

// IO is what a shell reads and writes.
type IO struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
}

// UsageError is a mistake in the options or an unusable database; exit code 2.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

// ExitCode says that the arguments were wrong.
func (e *UsageError) ExitCode() int { return 2 }

func usagef(format string, args ...any) error { return &UsageError{fmt.Errorf(format, args...)} }

// Main runs a shell as its arguments say, without the program's name.
func Main(ctx context.Context, args []string, streams IO) error {
	o, err := ParseOptions(args, os.Getenv)
	if err != nil {
		return err
	}
	switch {
	case o.Help:
		_, err := io.WriteString(streams.Out, Usage)
		return err
	case o.Version:
		return printVersion(ctx, streams.Out)
	}
	return Run(ctx, o, streams)
}

// Run opens the database and executes the inputs, or standard input where
// there are none.
func Run(ctx context.Context, o Options, streams IO) (err error) {
	spill := filepath.Join(os.TempDir(), "m4bench-sql-"+rand.Text()) // made by DuckDB when it spills
	defer os.RemoveAll(spill)
	db, err := open(ctx, o, spill)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	out := bufio.NewWriterSize(streams.Out, 1<<16)
	defer func() { err = errors.Join(err, out.Flush()) }()
	s := &shell{db: db, out: out, settings: o.Settings}
	defer func() { err = errors.Join(err, s.closeOutput()) }()

	if len(o.Inputs) == 0 {
		return s.standardInput(ctx, streams)
	}
	for _, in := range o.Inputs {
		if err := s.input(ctx, in); err != nil {
			return stopped(err)
		}
	}
	return nil
}

// errQuit ends a shell before its input does.
var errQuit = errors.New("quit")

func stopped(err error) error {
	if errors.Is(err, errQuit) {
		return nil
	}
	return err
}

func (s *shell) standardInput(ctx context.Context, streams IO) error {
	if file, ok := streams.In.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		return s.converse(ctx, streams)
	}
	return stopped(s.script(ctx, "standard input", streams.In))
}

func open(ctx context.Context, o Options, spill string) (*duck.DB, error) {
	if o.Database != "" {
		info, err := os.Stat(o.Database)
		switch {
		case errors.Is(err, os.ErrNotExist) && !o.Write:
			return nil, usagef("there is no database %s (with -readwrite a new one is made)", o.Database)
		case err != nil && !errors.Is(err, os.ErrNotExist):
			return nil, &UsageError{err}
		case err == nil && !info.Mode().IsRegular():
			return nil, usagef("%s is not a database file", o.Database)
		}
	}
	db, err := duck.Open(ctx, duck.Options{
		Path:     o.Database,
		ReadOnly: o.Database != "" && !o.Write,
		Memory:   o.Memory,
		Threads:  o.Threads,
		TempDir:  spill,
	})
	if err != nil {
		if duck.KindOf(err) == duck.Interrupted {
			return nil, err
		}
		return nil, &UsageError{fmt.Errorf("open %w", err)}
	}
	if err := pointAtBench(ctx, db, o.Database); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// benchData is where a sandbox shows the files behind a task's views.
const benchData = "/bench/data"

// pointAtBench tells the views of a prepared bench where their files are, when
// the database lies in its bench and not in a sandbox.
func pointAtBench(ctx context.Context, db *duck.DB, database string) error {
	if database == "" || isFolder(benchData) {
		return nil
	}
	real, err := filepath.EvalSymlinks(database)
	if err != nil {
		return nil // a new database
	}
	if real, err = filepath.Abs(real); err != nil {
		return fmt.Errorf("find the bench: %w", err)
	}
	if !isFolder(filepath.Join(filepath.Dir(real), "data")) {
		return nil
	}
	return db.Exec(ctx, "SET VARIABLE bench = "+duck.Literal(filepath.Dir(real)))
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func printVersion(ctx context.Context, out io.Writer) error {
	db, err := duck.Open(ctx, duck.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	var version string
	if err := db.Conn().QueryRowContext(ctx, "SELECT version()").Scan(&version); err != nil {
		return fmt.Errorf("version of DuckDB: %w", err)
	}
	_, err = fmt.Fprintf(out, "DuckDB %s, query shell of m4bench\n", version)
	return err
}
