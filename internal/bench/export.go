package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"m4bench/internal/concept"
	"m4bench/internal/duck"
	"m4bench/internal/progress"
	"m4bench/internal/task"
)

// fingerprint names a source database by its content, whatever the order of the
// rows and the file they came from: the SHA-256 of one line a table with its
// name, columns, number of rows and the sum of DuckDB's hashes of its rows. It
// tells accidents apart, not forgeries, and holds for one DuckDB version.
func (w *Workshop) fingerprint(ctx context.Context, s source, report progress.Reporter) (string, error) {
	var lines strings.Builder
	for i, t := range s.tables {
		report.Step("reading "+t.Qualified(), int64(i), int64(len(s.tables)), "tables")
		names := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			names[i] = duck.Ident(c.Name)
			fmt.Fprintf(&lines, "%s %s,", c.Name, c.Type)
		}
		var rows int64
		var sum string
		query := fmt.Sprintf("SELECT count(*), coalesce(sum(hash(%s)), 0)::VARCHAR FROM %s.%s", strings.Join(names, ", "), sourceCatalog, t.Qualified())
		if err := w.db.Conn().QueryRowContext(ctx, query).Scan(&rows, &sum); err != nil {
			return "", explain(fmt.Errorf("read %s: %w", t.Qualified(), err))
		}
		fmt.Fprintf(&lines, "%s %d %s\n", t.Qualified(), rows, sum)
	}
	return hashText(lines.String()), nil
}

// exportSource writes a source table's declared columns as it is stored.
func (w *Workshop) exportSource(ctx context.Context, t Table, root string) (Table, error) {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = duck.Ident(c.Name)
	}
	query := fmt.Sprintf("SELECT %s FROM %s.%s", strings.Join(names, ", "), sourceCatalog, t.Qualified())
	return w.export(ctx, t, query, root)
}

// exportDerived writes a built table in the order of its key, so that the file
// does not depend on how it was built.
func (w *Workshop) exportDerived(ctx context.Context, c *concept.Concept, root string) (Table, error) {
	t := Table{Schema: concept.DerivedSchema, Name: c.Name}
	return w.export(ctx, t, sorted(t.Qualified(), c.Header.Key), root)
}

// seenFormat is how the tables that agents see are written: with lz4 a scan
// costs about as much as one of DuckDB's own tables, with zstd up to twice that.
const seenFormat = "FORMAT parquet, COMPRESSION lz4_raw"

// export writes a table's file below root, unless a run before has done it, and
// reads from it what agents will see.
func (w *Workshop) export(ctx context.Context, t Table, query, root string) (Table, error) {
	path := filepath.Join(root, t.path())
	if _, err := os.Stat(path); err != nil {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return t, explain(err)
		}
		if err := w.copyTo(ctx, query, path, seenFormat); err != nil {
			return t, explain(fmt.Errorf("export %s: %w", t.Qualified(), err))
		}
	}
	if err := os.Chmod(path, 0o444); err != nil {
		return t, explain(err)
	}
	return w.describe(ctx, t, path)
}

// describe fills in what a parquet file holds.
func (w *Workshop) describe(ctx context.Context, t Table, path string) (Table, error) {
	var err error
	from := "read_parquet(" + duck.Literal(path) + ")"
	if t.Columns, err = describeColumns(ctx, w.db, from); err != nil {
		return t, err
	}
	if t.Rows, err = w.db.QueryInt(ctx, "SELECT count(*) FROM "+from); err != nil {
		return t, err
	}
	t.SHA256, t.Bytes, err = hashFile(path)
	return t, err
}

func describeColumns(ctx context.Context, db *duck.DB, from string) ([]task.ReferenceColumn, error) {
	rows, err := db.Query(ctx, "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM "+from+")")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var columns []task.ReferenceColumn
	for rows.Next() {
		var c task.ReferenceColumn
		if err := rows.Scan(&c.Name, &c.Type); err != nil {
			return nil, err
		}
		columns = append(columns, c)
	}
	return columns, rows.Err()
}
