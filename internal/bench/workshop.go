package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"m4bench/internal/concept"
	"m4bench/internal/duck"
	"m4bench/internal/ehr"
	"m4bench/internal/progress"
	"m4bench/internal/task"
)

// sourceCatalog is the name under which the source database is attached.
const sourceCatalog = "ehr"

// Resources bound a DuckDB session.
type Resources struct {
	Memory  string // DuckDB's own limit; empty for its default
	Threads int    // 0 for all
}

// Workshop is a session that reads a source database and builds derived tables
// beside it, in a scratch folder. The source is never written to.
type Workshop struct {
	db      *duck.DB
	bytes   int64 // of the source file
	sources []source
}

// source is one EHR database that the source file holds.
type source struct {
	ehr.Database
	tables []Table // those present, with the declared columns present
}

// OpenWorkshop attaches the source file and recognises what it holds. Derived
// tables and whatever does not fit into memory go to the scratch folder.
func OpenWorkshop(ctx context.Context, file, scratch string, r Resources) (*Workshop, error) {
	w, err := openScratch(ctx, scratch, r)
	if err != nil {
		return nil, err
	}
	if err := w.attach(ctx, file); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// openScratch opens a workshop without a source.
func openScratch(ctx context.Context, scratch string, r Resources) (*Workshop, error) {
	db, err := duck.Open(ctx, duck.Options{
		Path:    filepath.Join(scratch, "derived.duckdb"),
		TempDir: filepath.Join(scratch, "spill"),
		Memory:  r.Memory, Threads: r.Threads,
	})
	if err != nil {
		return nil, explain(err)
	}
	return &Workshop{db: db}, nil
}

// Close ends the session. The scratch folder is the caller's to remove.
func (w *Workshop) Close() error { return w.db.Close() }

func (w *Workshop) attach(ctx context.Context, file string) error {
	if err := w.db.AttachReadOnly(ctx, file, sourceCatalog); err != nil {
		return explain(err)
	}
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	w.bytes = info.Size()
	columns, err := w.columnsOf(ctx, sourceCatalog)
	if err != nil {
		return fmt.Errorf("read the catalog of %s: %w", file, err)
	}
	for _, database := range ehr.Databases() {
		present, missing := presentTables(database, columns)
		if len(present) == 0 {
			continue
		}
		if len(missing) > 0 {
			return failf(damaged, "%s: %s lacks %s; make the database again with m4bench data import", file, database.Title, missing[0])
		}
		w.sources = append(w.sources, source{database, present})
	}
	if len(w.sources) == 0 {
		return failf(damaged, "%s has no table of MIMIC-IV or eICU; make a database with m4bench data import or data synth", file)
	}
	return nil
}

// columnsOf lists the columns of a catalog's tables and views, by schema.table.
func (w *Workshop) columnsOf(ctx context.Context, catalog string) (map[string][]task.ReferenceColumn, error) {
	rows, err := w.db.Query(ctx, "SELECT schema_name || '.' || table_name, column_name, data_type FROM duckdb_columns() "+
		"WHERE database_name = ? ORDER BY 1, column_index", catalog)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns := map[string][]task.ReferenceColumn{}
	for rows.Next() {
		var table string
		var c task.ReferenceColumn
		if err := rows.Scan(&table, &c.Name, &c.Type); err != nil {
			return nil, err
		}
		columns[table] = append(columns[table], c)
	}
	return columns, rows.Err()
}

// presentTables picks a database's declared tables and columns out of a
// catalog, and names what references need but is not there.
func presentTables(database ehr.Database, catalog map[string][]task.ReferenceColumn) (present []Table, missing []string) {
	for _, declared := range database.Tables {
		have, ok := catalog[declared.QualifiedName()]
		if !ok {
			if declared.Required {
				missing = append(missing, "table "+declared.ShortName())
			}
			continue
		}
		table := Table{Schema: declared.Schema, Name: declared.Name}
		for _, c := range declared.Columns {
			at := slices.IndexFunc(have, func(h task.ReferenceColumn) bool { return h.Name == c.Name })
			switch {
			case at >= 0:
				table.Columns = append(table.Columns, have[at])
			case c.Required:
				missing = append(missing, "column "+declared.ShortName()+"."+c.Name)
			}
		}
		present = append(present, table)
	}
	return present, missing
}

// Has says whether the source holds the database, mimic-iv or eicu.
func (w *Workshop) Has(database string) bool {
	return slices.ContainsFunc(w.sources, func(s source) bool { return s.Name == database })
}

// where is the place that concepts read from and are built in.
func where() concept.Where {
	return concept.Where{Source: sourceCatalog + ".", Schema: concept.DerivedSchema}
}

// Derivation is the concepts of one database in one edition.
type Derivation struct {
	Library *concept.Library
	Edition *concept.Edition
}

// Derive finds the concepts for a task's database.
func Derive(database, edition string) (Derivation, error) {
	name := concept.MIMICIV
	if database == task.EICU {
		name = concept.EICU
	}
	lib, err := concept.Embedded(name)
	if err != nil {
		return Derivation{}, err
	}
	e, err := lib.Edition(edition)
	return Derivation{lib, e}, err
}

// Build builds concepts and what they need, unless a run before has built just
// these with the same SQL.
func (w *Workshop) Build(ctx context.Context, d Derivation, report progress.Reporter, now func() time.Time, wanted ...string) ([]concept.Built, error) {
	if done, err := w.alreadyBuilt(ctx, d, wanted); err != nil || done {
		return nil, err
	}
	build := concept.Build{
		Library: d.Library, Edition: d.Edition, DB: w.db, Where: where(),
		Progress: report, Now: now, Check: true,
	}
	built, err := build.Run(ctx, wanted...)
	return built, explain(err)
}

// alreadyBuilt says whether every concept that is needed and kept is there with
// the SQL that it would be built with now.
func (w *Workshop) alreadyBuilt(ctx context.Context, d Derivation, wanted []string) (bool, error) {
	recorded, err := w.db.QueryInt(ctx, "SELECT count(*) FROM duckdb_tables() WHERE database_name = current_database() AND schema_name = 'm4bench_meta'")
	if err != nil || recorded == 0 {
		return false, err
	}
	order, err := d.Library.Order(d.Edition, wanted...)
	if err != nil {
		return false, err
	}
	for _, c := range order {
		if c.Header.Layer == concept.Step {
			continue
		}
		rendered, err := d.Library.Render(c.Name, d.Edition, where().Names())
		if err != nil {
			return false, err
		}
		same, err := w.db.QueryInt(ctx, "SELECT count(*) FROM m4bench_meta.concepts WHERE concept = ? AND edition = ? AND sql_sha256 = ?",
			c.Name, d.Edition.ID, hashText(rendered.SQL))
		if err != nil || same == 0 {
			return false, err
		}
	}
	return true, nil
}
