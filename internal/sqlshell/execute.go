package sqlshell

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/duckdb/duckdb-go/v2"
)

// Rows come out of DuckDB through COPY … TO a pipe: DuckDB formats the values
// itself, on all its threads, and no result is held in memory, which fetching
// rows through the driver would do.

// execute runs one statement and prints what it gives.
func (s *shell) execute(ctx context.Context, source string, st statement) error {
	fail := func(shift int, err error) error { return withHint(locate(source, st, shift, err)) }
	kind, err := s.prepare(ctx, st.text)
	if err != nil {
		return fail(0, err)
	}
	if kind == duckdb.STATEMENT_TYPE_SELECT {
		for _, query := range []string{"(\n" + st.text + "\n)", "(FROM (\n" + st.text + "\n))"} {
			if _, err := s.prepare(ctx, copyStatement(query, "/dev/null", "FORMAT csv")); err == nil {
				if err := s.show(ctx, query); err != nil {
					return fail(1, err)
				}
				return nil
			}
		}
	}
	if err := s.fetch(ctx, st.text, kind); err != nil {
		return fail(0, err)
	}
	return nil
}

func copyStatement(query, target, options string) string {
	return fmt.Sprintf("COPY %s TO '%s' (%s, USE_TMP_FILE false)", query, target, options)
}

// prepare checks a statement without running it and says what kind it is.
func (s *shell) prepare(ctx context.Context, text string) (kind duckdb.StmtType, err error) {
	err = s.db.Conn().Raw(func(driverConn any) error {
		conn, ok := driverConn.(*duckdb.Conn)
		if !ok {
			return fmt.Errorf("unexpected connection %T", driverConn)
		}
		prepared, err := conn.PrepareContext(ctx, text)
		if err != nil {
			return err
		}
		defer prepared.Close()
		if st, ok := prepared.(*duckdb.Stmt); ok {
			kind, err = st.StatementType()
		}
		return err
	})
	return kind, err
}

// stream runs a query and gives its rows to read in DuckDB's own format.
func (s *shell) stream(ctx context.Context, query, options string, read func(io.Reader) error) error {
	r, w, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("pipe for rows: %w", err)
	}
	defer r.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan error, 1)
	go func() {
		err := read(r)
		if err != nil {
			cancel()
			_, _ = io.Copy(io.Discard, r) // what DuckDB writes until it notices
		}
		done <- err
	}()
	queryErr := s.db.Exec(ctx, copyStatement(query, fmt.Sprintf("/dev/fd/%d", w.Fd()), options))
	w.Close()
	if err := <-done; err != nil {
		return err
	}
	return queryErr
}

// show prints the rows of a query in the current mode.
func (s *shell) show(ctx context.Context, query string) error {
	out := s.results()
	through := func(r io.Reader) error { _, err := io.Copy(out, r); return err }
	switch s.settings.Mode {
	case CSV:
		return s.stream(ctx, query, fmt.Sprintf("FORMAT csv, HEADER %t, NULLSTR ''", s.settings.Header), through)
	case JSON:
		return s.stream(ctx, query, "FORMAT json, ARRAY true", through)
	case JSONLines:
		return s.stream(ctx, query, "FORMAT json", through)
	}
	columns, err := s.columns(ctx, query)
	if err != nil {
		return err
	}
	p := newPrinter(s.settings, columns, out)
	return s.stream(ctx, query, "FORMAT csv, HEADER false, FORCE_QUOTE *, NULLSTR '"+nullMark+"'", func(r io.Reader) error {
		if err := readQuoted(r, len(columns), p.row); err != nil {
			return err
		}
		return p.end()
	})
}

// column is a result's column.
type column struct{ name, kind string }

func (s *shell) columns(ctx context.Context, query string) ([]column, error) {
	rows, err := s.db.Query(ctx, "FROM "+query+" LIMIT 0")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, fmt.Errorf("columns of the result: %w", err)
	}
	columns := make([]column, len(types))
	for i, t := range types {
		columns[i] = column{t.Name(), t.DatabaseTypeName()}
	}
	return columns, nil
}

// fetch runs what cannot be streamed, such as EXPLAIN or CALL; its results are
// small.
func (s *shell) fetch(ctx context.Context, text string, kind duckdb.StmtType) error {
	rows, err := s.db.Query(ctx, text)
	if err != nil {
		return err
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		return fmt.Errorf("columns of the result: %w", err)
	}
	columns := make([]column, len(types))
	for i, t := range types {
		columns[i] = column{t.Name(), t.DatabaseTypeName()}
	}
	if !hasResult(kind, columns) {
		for rows.Next() {
		}
		return rows.Err()
	}
	p := newPrinter(s.settings, columns, s.results())
	if kind == duckdb.STATEMENT_TYPE_EXPLAIN && s.settings.Mode != CSV && s.settings.Mode != JSON {
		p = planPrinter{s.results()}
	}
	values := make([]any, len(columns))
	targets := make([]any, len(columns))
	for i := range values {
		targets[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return fmt.Errorf("read the result: %w", err)
		}
		row := make([]cell, len(values))
		for i, v := range values {
			row[i] = format(v, columns[i].kind)
		}
		if err := p.row(row); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return p.end()
}

// hasResult tells rows that were asked for from the count or the success that
// DuckDB reports of every other statement.
func hasResult(kind duckdb.StmtType, columns []column) bool {
	if len(columns) == 0 {
		return false
	}
	switch kind {
	case duckdb.STATEMENT_TYPE_SELECT, duckdb.STATEMENT_TYPE_EXPLAIN, duckdb.STATEMENT_TYPE_EXECUTE:
		return true
	}
	return len(columns) > 1 || columns[0].name != "Count" && columns[0].name != "Success"
}
