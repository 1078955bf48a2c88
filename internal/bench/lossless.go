package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"m4bench/internal/duck"
	"m4bench/internal/progress"
	"m4bench/internal/schema"
)

// Rebuilt says what came back when the native tables were rebuilt from a schema
// variant.
type Rebuilt struct {
	Schema      string       `json:"schema"`
	Database    string       `json:"database"`
	Tables      int          `json:"tables"`
	Rows        int64        `json:"rows"`
	References  int          `json:"references"`
	Differences []Difference `json:"differences"`
}

// Difference is a table or reference that is not what it was.
type Difference struct {
	Name    string `json:"name"`
	Problem string `json:"problem"`
}

// Rebuild asks for the proof that the variants of a bench hold what the native
// tables hold.
type Rebuild struct {
	Resources Resources
	Progress  progress.Reporter
	Now       func() time.Time
}

// Lossless rebuilds the native tables from every schema variant, compares every
// row and type with those that the bench was built from, and derives all
// references from them anew.
func (b *Bench) Lossless(ctx context.Context, o Rebuild) ([]Rebuilt, error) {
	var results []Rebuilt
	for _, v := range b.Variants {
		for _, s := range b.Sources {
			result, err := b.rebuild(ctx, v, s.Database, o)
			if err != nil {
				return nil, explain(fmt.Errorf("rebuild %s from schema %s: %w", s.Database, v.Schema, err))
			}
			results = append(results, *result)
		}
	}
	return results, nil
}

// rebuilding is one variant of one database in a workshop where views stand for
// the native tables.
type rebuilding struct {
	*Rebuild
	bench   *Bench
	variant Variant
	w       *Workshop
	result  *Rebuilt
	scratch string
}

func (b *Bench) rebuild(ctx context.Context, v Variant, database string, o Rebuild) (*Rebuilt, error) {
	scratch, err := os.MkdirTemp("", "m4bench-rebuild-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	r := &rebuilding{
		Rebuild: &o, bench: b, variant: v, scratch: scratch,
		result: &Rebuilt{Schema: v.Schema, Database: database, Differences: []Difference{}},
	}
	if r.w, err = openScratch(ctx, scratch, o.Resources); err != nil {
		return nil, err
	}
	defer r.w.Close()
	if err := r.sameProgram(ctx); err != nil {
		return nil, err
	}
	if err := r.views(ctx); err != nil {
		return nil, err
	}
	if err := r.compareTables(ctx); err != nil {
		return nil, err
	}
	return r.result, r.compareReferences(ctx)
}

// sameProgram refuses a bench whose sums of hashes this program cannot compare.
func (r *rebuilding) sameProgram(ctx context.Context) error {
	var version string
	if err := r.w.db.Conn().QueryRowContext(ctx, "SELECT library_version FROM pragma_version()").Scan(&version); err != nil {
		return err
	}
	if version != r.bench.DuckDB {
		return failf(unusable, "the bench was built with DuckDB %s and this program has %s, whose hashes of rows may differ; build the bench again", r.bench.DuckDB, version)
	}
	return nil
}

// native lists the native tables of the database that some folder of the variant
// holds.
func (r *rebuilding) native() []Table {
	var held []Table
	for _, t := range r.bench.Native {
		if _, _, ok := r.file(t.Qualified()); ok {
			held = append(held, t)
		}
	}
	return held
}

// file finds the variant's table that holds a native one, and its file in some
// task's folder.
func (r *rebuilding) file(native string) (string, Table, bool) {
	for _, f := range r.variant.Tasks {
		for _, t := range f.tables {
			if f.Database == r.result.Database && slices.Contains(t.native(), native) {
				return filepath.Join(r.bench.dir.visible(r.variant.Schema, f.Task), t.path()), t, true
			}
		}
	}
	return "", Table{}, false
}

// views makes a view for each native table that reads the variant's files.
func (r *rebuilding) views(ctx context.Context) error {
	if err := r.w.db.Exec(ctx, "ATTACH ':memory:' AS "+sourceCatalog); err != nil {
		return err
	}
	selects, err := r.selects()
	if err != nil {
		return err
	}
	for _, t := range r.native() {
		sql := fmt.Sprintf("CREATE SCHEMA IF NOT EXISTS %s.%s; CREATE VIEW %s.%s AS %s",
			sourceCatalog, t.Schema, sourceCatalog, t.Qualified(), selects[t.Qualified()])
		if err := r.w.db.Exec(ctx, sql); err != nil {
			return fmt.Errorf("rebuild %s: %w", t.Qualified(), err)
		}
	}
	return nil
}

// selects gives the query for each native table.
func (r *rebuilding) selects() (map[string]string, error) {
	selects := map[string]string{}
	if r.variant.Schema == Native {
		for _, t := range r.native() {
			file, _, _ := r.file(t.Qualified())
			selects[t.Qualified()] = named(t.Columns, duck.Literal(file))
		}
		return selects, nil
	}
	v, err := r.bench.variant(r.variant.Schema, r.result.Database)
	if err != nil {
		return nil, err
	}
	layout, err := v.Tables(shapes(r.native()))
	if err != nil {
		return nil, err
	}
	for _, made := range layout {
		file, t, _ := r.file(made.Of[0].Qualified())
		from := func(schema.Table) string { return "(" + named(t.Columns, duck.Literal(file)) + ")" }
		for _, native := range made.Of {
			selects[native.Qualified()] = v.Rebuild(native, made, from)
		}
	}
	return selects, nil
}

// compareTables compares types, and rows by their number and the sum of their
// hashes.
func (r *rebuilding) compareTables(ctx context.Context) error {
	tables := r.native()
	for i, t := range tables {
		r.Progress.Step("comparing "+t.Qualified()+" from "+r.variant.Schema, int64(i), int64(len(tables)), "tables")
		view := sourceCatalog + "." + t.Qualified()
		columns, err := describeColumns(ctx, r.w.db, view)
		if err != nil {
			return err
		}
		again := Table{Schema: t.Schema, Name: t.Name, Columns: columns}
		if err := r.w.sumRows(ctx, &again, view); err != nil {
			return err
		}
		r.result.Tables, r.result.Rows = r.result.Tables+1, r.result.Rows+again.Rows
		switch {
		case !slices.Equal(columns, t.Columns):
			r.differ(t.Qualified(), "columns or types are %v, not %v", columns, t.Columns)
		case again.Rows != t.Rows:
			r.differ(t.Qualified(), "has %d rows, not %d", again.Rows, t.Rows)
		case again.RowSum != t.RowSum:
			r.differ(t.Qualified(), "has other rows")
		}
	}
	return nil
}

func (r *rebuilding) differ(name, format string, args ...any) {
	r.result.Differences = append(r.result.Differences, Difference{name, fmt.Sprintf(format, args...)})
}
