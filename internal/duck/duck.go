// Package duck opens DuckDB with limits set, and gives its errors types.
package duck

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/duckdb/duckdb-go/v2"
)

// Options of a session. The zero value is an in-memory database with DuckDB's
// own defaults.
type Options struct {
	Path     string // database file; empty for memory
	ReadOnly bool
	Memory   string // DuckDB's own limit, such as "700MB"; the process takes up to 1.5 times that
	Threads  int
	TempDir  string // where DuckDB spills; needed when the file's folder is read-only
}

// DB is one session of a DuckDB instance. Everything runs on one pinned connection,
// so that temporary tables, SET and ATTACH mean what they say.
type DB struct {
	pool   *sql.DB
	conn   *sql.Conn
	beside bool // another session owns the instance
}

// Open starts a session. A file that cannot be used is an *OpenError.
func Open(ctx context.Context, o Options) (*DB, error) {
	if err := o.missing(); err != nil {
		return nil, err
	}
	connector, err := duckdb.NewConnector(o.dsn(), nil)
	if err != nil {
		return nil, o.failed(err)
	}
	pool := sql.OpenDB(connector)
	pool.SetMaxIdleConns(0) // a session that ends takes its temporary tables along
	conn, err := pool.Conn(ctx)
	if err != nil {
		pool.Close()
		return nil, o.failed(err)
	}
	return &DB{pool: pool, conn: conn}, nil
}

// Beside opens another session of the same instance: it sees the same databases,
// has temporary tables of its own, and must be closed first.
func (db *DB) Beside(ctx context.Context) (*DB, error) {
	conn, err := db.pool.Conn(ctx)
	if err != nil {
		return nil, wrap("", err)
	}
	return &DB{pool: db.pool, conn: conn, beside: true}, nil
}

func (o Options) dsn() string {
	var params []string
	add := func(key, value string) {
		if value != "" {
			params = append(params, key+"="+value)
		}
	}
	if o.ReadOnly {
		add("access_mode", "READ_ONLY")
	}
	add("memory_limit", o.Memory)
	add("temp_directory", o.TempDir)
	if o.Threads > 0 {
		add("threads", fmt.Sprint(o.Threads))
	}
	if len(params) == 0 {
		return o.Path
	}
	return o.Path + "?" + strings.Join(params, "&")
}

// Close ends the session, and the instance with its first one.
func (db *DB) Close() error {
	if db.beside {
		return db.conn.Close()
	}
	return errors.Join(db.conn.Close(), db.pool.Close())
}

// Conn is the pinned connection, for scans and the appender.
func (db *DB) Conn() *sql.Conn { return db.conn }

// Exec runs one or more statements; arguments bind to the last.
func (db *DB) Exec(ctx context.Context, query string, args ...any) error {
	_, err := db.conn.ExecContext(ctx, query, args...)
	return wrap("", err)
}

// Query runs one query.
func (db *DB) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	rows, err := db.conn.QueryContext(ctx, query, args...)
	return rows, wrap("", err)
}

// QueryInt returns the one integer a query gives.
func (db *DB) QueryInt(ctx context.Context, query string, args ...any) (int64, error) {
	var n int64
	err := db.conn.QueryRowContext(ctx, query, args...).Scan(&n)
	return n, wrap("", err)
}

// Ident quotes a name for SQL.
func Ident(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// Literal quotes a text for SQL.
func Literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// Kind of a DuckDB failure, as far as a caller acts on it.
type Kind int

// The kinds that lead to a different message or exit code.
const (
	Other       Kind = iota
	Locked           // another process has the file open for writing
	OutOfMemory      // the memory limit was reached
	DiskFull         // no space left for the file or for spilling
	Interrupted      // the context was cancelled
	NotFound         // a file, table or column does not exist
	Syntax           // the SQL does not parse
)

// Error is a DuckDB error with its kind.
type Error struct {
	Kind Kind
	Path string
	Err  error
}

func (e *Error) Error() string {
	if e.Kind == Interrupted {
		return "interrupted"
	}
	if e.Path != "" {
		return e.Path + ": " + e.Err.Error()
	}
	return e.Err.Error()
}

func (e *Error) Unwrap() error { return e.Err }

// KindOf says what kind of DuckDB failure err is.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return classify(err)
}

func wrap(path string, err error) error {
	if err == nil {
		return nil
	}
	return &Error{Kind: classify(err), Path: path, Err: err}
}

func classify(err error) Kind {
	if err == nil {
		return Other
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return Interrupted
	}
	text := err.Error()
	var e *duckdb.Error
	if errors.As(err, &e) {
		switch e.Type {
		case duckdb.ErrorTypeOutOfMemory:
			return OutOfMemory
		case duckdb.ErrorTypeInterrupt:
			return Interrupted
		case duckdb.ErrorTypeParser, duckdb.ErrorTypeSyntax:
			return Syntax
		case duckdb.ErrorTypeCatalog, duckdb.ErrorTypeBinder:
			return NotFound
		}
	}
	switch {
	case strings.Contains(text, "Could not set lock"), strings.Contains(text, "Conflicting lock"):
		return Locked
	case strings.Contains(text, "No space left on device"), strings.Contains(text, "disk full"):
		return DiskFull
	}
	return Other
}
