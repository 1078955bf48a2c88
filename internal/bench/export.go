package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"m4bench/internal/concept"
	"m4bench/internal/duck"
	"m4bench/internal/progress"
	"m4bench/internal/task"
)

// fingerprint names a source database by its content, whatever the order of the
// rows and the file they came from: the SHA-256 of one line a table with its
// name, columns, number of rows and the sum of DuckDB's hashes of its rows. It
// tells accidents apart, not forgeries, and holds for one DuckDB version. The sums
// stay in the source's tables.
func (w *Workshop) fingerprint(ctx context.Context, s source, report progress.Reporter) (string, error) {
	var lines strings.Builder
	for i := range s.tables {
		t := &s.tables[i]
		report.Step("reading "+t.Qualified(), int64(i), int64(len(s.tables)), "tables")
		for _, c := range t.Columns {
			fmt.Fprintf(&lines, "%s %s,", c.Name, c.Type)
		}
		if err := w.sumRows(ctx, t, sourceCatalog+"."+t.Qualified()); err != nil {
			return "", err
		}
		fmt.Fprintf(&lines, "%s %d %s\n", t.Qualified(), t.Rows, t.RowSum)
	}
	return hashText(lines.String()), nil
}

// sumRows counts and sums the rows of a relation that has the table's columns.
func (w *Workshop) sumRows(ctx context.Context, t *Table, relation string) error {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = duck.Ident(c.Name)
	}
	query := fmt.Sprintf("SELECT count(*), coalesce(sum(hash(%s)), 0)::VARCHAR FROM %s", strings.Join(names, ", "), relation)
	if err := w.db.Conn().QueryRowContext(ctx, query).Scan(&t.Rows, &t.RowSum); err != nil {
		return explain(fmt.Errorf("read %s: %w", t.Qualified(), err))
	}
	return nil
}

// exportSource writes a source table's declared columns as it is stored.
func (w *Workshop) exportSource(ctx context.Context, t Table, root string) (Table, error) {
	t.file = filepath.Join(root, t.path())
	return w.export(ctx, t, "SELECT "+numbered(t.Columns)+" FROM "+sourceCatalog+"."+t.Qualified())
}

// exportDerived writes a built table in the order of its key, so that the file
// does not depend on how it was built.
func (w *Workshop) exportDerived(ctx context.Context, c *concept.Concept, root string) (t Table, err error) {
	t = Table{Schema: concept.DerivedSchema, Name: c.Name}
	t.file = filepath.Join(root, t.path())
	if t.Columns, err = describeColumns(ctx, w.db, t.Qualified()); err != nil {
		return t, err
	}
	if t, err = w.export(ctx, t, "SELECT "+numbered(t.Columns)+" FROM "+t.Qualified()+" "+ordering(c.Header.Key)); err != nil {
		return t, err
	}
	return t, w.sumRows(ctx, &t, t.subquery())
}

// numbered selects columns under the names that they have in parquet files: f1,
// f2 and so on. Only the views know a column's name, so that variants can share a
// file, and none of them shows the names of another.
func numbered(columns []task.ReferenceColumn) string {
	list := make([]string, len(columns))
	for i, c := range columns {
		list[i] = fmt.Sprintf("%s AS f%d", duck.Ident(c.Name), i+1)
	}
	return strings.Join(list, ", ")
}

// named selects the rows of a file, an expression, under the columns' names.
func named(columns []task.ReferenceColumn, file string) string {
	list := make([]string, len(columns))
	for i, c := range columns {
		list[i] = fmt.Sprintf("f%d AS %s", i+1, duck.Ident(c.Name))
	}
	return fmt.Sprintf("SELECT %s FROM read_parquet(%s)", strings.Join(list, ", "), file)
}

// subquery reads the table from its file.
func (t Table) subquery() string { return "(" + named(t.Columns, duck.Literal(t.file)) + ")" }

// seenFormat is how the tables that agents see are written: with lz4 a scan
// costs about as much as one of DuckDB's own tables, with zstd up to twice that.
// Small dictionaries are written a third faster and take hardly more space.
const seenFormat = "FORMAT parquet, COMPRESSION lz4_raw, DICTIONARY_SIZE_LIMIT 5000"

// export writes what a query gives to the table's file, unless a run before has
// done it, and reads from it what agents will see.
func (w *Workshop) export(ctx context.Context, t Table, query string) (Table, error) {
	if _, err := os.Stat(t.file); err != nil {
		if err := os.MkdirAll(filepath.Dir(t.file), 0o755); err != nil {
			return t, explain(err)
		}
		if err := w.copyTo(ctx, query, t.file, seenFormat); err != nil {
			return t, explain(fmt.Errorf("export %s: %w", t.Qualified(), err))
		}
	}
	if err := os.Chmod(t.file, 0o444); err != nil {
		return t, explain(err)
	}
	return w.describe(ctx, t)
}

// describe fills in what the table's file holds.
func (w *Workshop) describe(ctx context.Context, t Table) (Table, error) {
	from := "read_parquet(" + duck.Literal(t.file) + ")"
	stored, err := describeColumns(ctx, w.db, from)
	if err != nil {
		return t, err
	}
	t.Columns = slices.Clone(t.Columns)
	for i := range t.Columns {
		t.Columns[i].Type = stored[i].Type
	}
	if t.Rows, err = w.db.QueryInt(ctx, "SELECT count(*) FROM "+from); err != nil {
		return t, err
	}
	t.SHA256, t.Bytes, err = hashFile(t.file)
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
