package ehr

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"m4bench/internal/atomicfile"
	"m4bench/internal/duck"
	"m4bench/internal/progress"
)

// part is the database file of an unfinished import.
type part struct {
	path   string
	db     *duck.DB
	loaded map[string]TableInfo // tables that an earlier import has loaded whole
	whole  int                  // tables that are whole now
}

// openPart opens the file of an interrupted import of the same source, or
// starts a new one.
func openPart(ctx context.Context, p plan, o ImportOptions, b budget) (*part, error) {
	path := partName(o.To)
	if err := checkWritable(path); err != nil {
		return nil, err
	}
	db, err := openPartFile(ctx, path, o.Threads, b)
	if err != nil && duck.KindOf(err) == duck.Other {
		// A kill at a bad moment can leave a file that no longer opens.
		if err := removePart(path); err != nil {
			return nil, err
		}
		db, err = openPartFile(ctx, path, o.Threads, b)
	}
	if err != nil {
		return nil, err
	}
	part := &part{path: path, db: db}
	before, err := readSource(ctx, db)
	switch {
	case err != nil && duck.KindOf(err) == duck.Interrupted:
		return nil, errors.Join(err, part.close())
	case err == nil && before.Source == o.Source && before.declared == p.database.declared():
		part.loaded, err = readTables(ctx, db)
	default:
		err = part.restart(ctx, o.Threads, b)
	}
	if err != nil {
		return nil, errors.Join(err, part.close())
	}
	return part, nil
}

func openPartFile(ctx context.Context, path string, threads int, b budget) (*duck.DB, error) {
	return duck.Open(ctx, duck.Options{
		Path:    path,
		Memory:  fmt.Sprintf("%dMB", b.duckdb/1_000_000),
		Threads: threads,
		TempDir: path + ".tmp",
	})
}

// checkWritable says plainly if the file cannot be made where it is wanted, or
// if there is one that no import has left there.
func checkWritable(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return &EnvironmentError{"the database cannot be written", "choose another place with --db", err}
	}
	head := make([]byte, 12)
	n, err := io.ReadFull(file, head)
	file.Close()
	switch {
	case n == 0:
		return os.Remove(path) // DuckDB takes no empty file for a database
	case err != nil || string(head[8:]) != "DUCK":
		return &InputError{path + " exists and is no unfinished import\n  remove it, or choose another name with --db"}
	}
	return nil
}

func removePart(path string) error {
	var failed error
	for _, name := range []string{path, path + ".wal"} {
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// restart empties the file.
func (p *part) restart(ctx context.Context, threads int, b budget) error {
	if err := p.db.Close(); err != nil {
		return err
	}
	p.db = nil
	if err := removePart(p.path); err != nil {
		return err
	}
	db, err := openPartFile(ctx, p.path, threads, b)
	p.db = db
	return err
}

// fill loads the tables that are not there yet, small ones first.
func (p *part) fill(ctx context.Context, plan plan, o ImportOptions, b budget) (Result, error) {
	info := Info{
		Source: o.Source, Title: plan.database.Title, Folder: folderName(o.From), Skipped: plan.folder.Unknown,
		ImportedWith: o.ToolVersion, ImportedAt: o.Now(), declared: plan.database.declared(),
	}
	if err := p.begin(ctx, plan.database, info); err != nil {
		return Result{}, err
	}
	l, err := newLoader(ctx, p.db, loader{
		verify: o.Verify, sums: plan.sums, threads: o.Threads, progress: o.Progress,
		windows: b.windows, folder: filepath.Dir(p.path),
	})
	if err != nil {
		return Result{}, err
	}
	result := Result{Info: info}
	tables := map[string]TableInfo{}
	order := plan.order()
	for i, t := range order {
		known, whole := p.loaded[t.Name]
		if whole && plan.loadedFrom(t, known) {
			if known.File != "" {
				result.Resumed++
			}
		} else {
			what := fmt.Sprintf("%s (table %d of %d)", t.ShortName(), i+1, len(order))
			loaded, err := p.load(ctx, l, plan, t, what)
			if err != nil {
				return Result{}, err
			}
			known = loaded
		}
		tables[t.Name] = known
		p.whole++
	}
	for _, t := range plan.database.Tables {
		known := tables[t.Name]
		known.Required = t.Required
		result.Tables = append(result.Tables, known)
		result.Rows += known.Rows
	}
	return p.finish(ctx, plan, result, o.Progress)
}

// begin makes the schemas and notes the source, so that a later import knows
// what the file is.
func (p *part) begin(ctx context.Context, d Database, info Info) error {
	if err := createSchemas(ctx, p.db, d); err != nil {
		return err
	}
	if err := createMeta(ctx, p.db); err != nil {
		return err
	}
	return writeSource(ctx, p.db, info)
}

// finish notes what the whole database is, and looks it over.
func (p *part) finish(ctx context.Context, plan plan, result Result, report progress.Reporter) (Result, error) {
	result.Version = guessVersion(plan.database, result.Tables)
	if err := writeSource(ctx, p.db, result.Info); err != nil {
		return Result{}, err
	}
	report.Step("writing the last pages", result.Rows, 0, "rows")
	if err := p.db.Exec(ctx, "CHECKPOINT"); err != nil {
		return Result{}, err
	}
	var err error
	result.Warnings, err = plan.allWarnings(ctx, p.db, result.Info)
	return result, err
}

// order lists the tables by the size of their file: what is wrong with a small
// one shows before hours have gone into a large one.
func (p plan) order() []Table {
	order := slices.Clone(p.database.Tables)
	slices.SortStableFunc(order, func(a, b Table) int {
		return cmp.Compare(p.folder.Files[a.Name].Size, p.folder.Files[b.Name].Size)
	})
	return order
}

// load fills one table; a table without a file is empty.
func (p *part) load(ctx context.Context, l *loader, plan plan, t Table, what string) (TableInfo, error) {
	f, there := plan.folder.Files[t.Name]
	if there {
		return l.load(ctx, t, f, what)
	}
	if err := l.db.Exec(ctx, "DROP TABLE IF EXISTS "+t.QualifiedName()+"; "+t.CreateSQL()); err != nil {
		return TableInfo{}, err
	}
	info := plan.expected(t)
	return info, writeTable(ctx, l.db, info)
}

func (p *part) close() error {
	if p.db == nil {
		return nil
	}
	db := p.db
	p.db = nil
	return db.Close()
}

// explain adds to an error what has become of the work so far. If that is
// nothing, no file is left behind.
func (p *part) explain(err error) error {
	if p.whole == 0 {
		return errors.Join(err, removePart(p.path), os.RemoveAll(p.path+".tmp"))
	}
	return fmt.Errorf("%w\n  the %d tables loaded so far are kept in %s; the same command continues there, or remove it",
		err, p.whole, filepath.Base(p.path))
}

// publish gives the finished file its name.
func (p *part) publish(target string) error {
	return errors.Join(atomicfile.Publish(p.path, target), os.RemoveAll(p.path+".tmp"))
}

// folderName is the source folder's own name, which says more than nothing and
// less than a path.
func folderName(path string) string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return filepath.Base(path)
	}
	return filepath.Base(absolute)
}

// declared is a hash of all declarations: a file made from others is not taken up again.
func (d Database) declared() string {
	hash := sha256.New()
	for _, t := range d.Tables {
		io.WriteString(hash, t.CreateSQL())
	}
	return hex.EncodeToString(hash.Sum(nil))
}
