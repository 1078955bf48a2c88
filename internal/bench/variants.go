package bench

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"m4bench/internal/atomicfile"
	"m4bench/internal/duck"
	"m4bench/internal/rowgroups"
	"m4bench/internal/schema"
	"m4bench/internal/task"
)

// variantTables lays out a database in one schema variant, and writes the tables
// that hold other rows or columns than a native one.
func (r *run) variantTables(ctx context.Context, kind, database string) ([]Table, error) {
	native := r.tables[database]
	if kind == Native {
		return native, nil
	}
	v, err := schema.NewVariant(kind, database, r.names.Codes)
	if err != nil {
		return nil, err
	}
	layout, err := v.Tables(shapes(native))
	if err != nil {
		return nil, failf(damaged, "schema variant %s: %w", kind, err)
	}
	var tables []Table
	for i, made := range layout {
		r.Progress.Step("preparing "+kind, int64(i), int64(len(layout)), "tables")
		t, err := r.variantTable(ctx, kind, made, native)
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	return tables, nil
}

// variantTable is one table of a variant: another name for a native table's file,
// or a file of its own.
func (r *run) variantTable(ctx context.Context, kind string, made schema.Made, native []Table) (Table, error) {
	t := Table{Schema: made.Schema, Name: made.Name, Columns: columns(made.Table)}
	for _, of := range made.Of {
		t.Of = append(t.Of, of.Qualified())
	}
	if made.Same() {
		same := find(native, t.Of[0])
		t.file, t.Rows, t.Bytes, t.SHA256 = same.file, same.Rows, same.Bytes, same.SHA256
		return t, nil
	}
	from := func(of schema.Table) string { return find(native, of.Qualified()).subquery() }
	for _, key := range made.Unique {
		if err := r.w.checkUnique(ctx, key, from(key.Of)); err != nil {
			return t, err
		}
	}
	t.file = filepath.Join(r.scratch, DataFolder, "of-"+kind, t.Qualified()+".parquet")
	if stacked, ok := made.Stack(); ok {
		if err := stack(t.file, stacked, made.Of, native); err != nil {
			return t, explain(fmt.Errorf("export %s: %w", t.Qualified(), err))
		}
	}
	return r.w.export(ctx, t, "SELECT "+numbered(t.Columns)+" FROM ("+made.Query(from)+")")
}

// stack writes a union's file, unless it is there, by copying row groups.
func stack(file string, stacked []schema.Stacked, of []schema.Table, native []Table) error {
	if _, err := os.Stat(file); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	var files []string
	for _, t := range of {
		files = append(files, find(native, t.Qualified()).file)
	}
	var columns []rowgroups.Column
	for _, c := range stacked {
		columns = append(columns, rowgroups.Column(c))
	}
	return atomicfile.Write(file, 0o444, func(w io.Writer) error { return rowgroups.Stack(w, files, columns) })
}

// checkUnique refuses rows that a join would lose or double.
func (w *Workshop) checkUnique(ctx context.Context, key schema.Key, relation string) error {
	list, absent := "", ""
	for i, name := range key.Columns {
		if i > 0 {
			list, absent = list+", ", absent+" OR "
		}
		list, absent = list+duck.Ident(name), absent+duck.Ident(name)+" IS NULL"
	}
	n, err := w.db.QueryInt(ctx, fmt.Sprintf("SELECT count(*) FROM (SELECT 1 FROM %s GROUP BY %s HAVING count(*) > 1 OR %s)", relation, list, absent))
	if err != nil {
		return explain(err)
	}
	if n > 0 {
		return failf(damaged, "%s: %d values of %s are absent or have more than one row, so that the restructured variant would lose or double rows", key.Of.Qualified(), n, list)
	}
	return nil
}

func find(tables []Table, qualified string) Table {
	at := slices.IndexFunc(tables, func(t Table) bool { return t.Qualified() == qualified })
	if at < 0 {
		return Table{}
	}
	return tables[at]
}

// shapes are tables as the schema variants know them.
func shapes(tables []Table) []schema.Table {
	var all []schema.Table
	for _, t := range tables {
		s := schema.Table{Schema: t.Schema, Name: t.Name}
		for _, c := range t.Columns {
			s.Columns = append(s.Columns, schema.Column{Name: c.Name, Type: c.Type})
		}
		all = append(all, s)
	}
	return all
}

func columns(t schema.Table) []task.ReferenceColumn {
	var all []task.ReferenceColumn
	for _, c := range t.Columns {
		all = append(all, task.ReferenceColumn{Name: c.Name, Type: c.Type})
	}
	return all
}
