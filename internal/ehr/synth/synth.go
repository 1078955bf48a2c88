// Package synth makes synthetic EHR databases: invented patients with plausible
// courses, recorded in the tables of MIMIC-IV or eICU. The same size and seed
// give the same rows on every machine and with every number of threads.
package synth

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"m4bench/internal/atomicfile"
	"m4bench/internal/duck"
	"m4bench/internal/ehr"
	"m4bench/internal/ehr/synth/eicu"
	"m4bench/internal/ehr/synth/mimic"
	"m4bench/internal/ehr/synth/store"
	"m4bench/internal/progress"
)

// Sizes that can be asked for.
const (
	MinStays = 50
	MaxStays = 100_000
)

// Options of a synthetic database.
type Options struct {
	Source   string // ehr.MIMICIV or ehr.EICU
	Stays    int
	Seed     uint64
	Path     string // of the database file
	Memory   string // DuckDB's own limit; empty for 1GB
	Threads  int    // that invent patients; 0 for one a processor
	Replace  bool   // an existing file
	Plain    bool   // leave out the patients on the borders of rules
	Progress progress.Reporter
}

func (o *Options) check() error {
	if _, err := ehr.Lookup(o.Source); err != nil {
		return InputError{err.Error()}
	}
	if o.Stays < MinStays || o.Stays > MaxStays {
		return InputError{fmt.Sprintf("%d stays: choose from %d to %d", o.Stays, MinStays, MaxStays)}
	}
	for _, path := range []string{o.Path, walOf(o.Path)} {
		if _, err := os.Lstat(path); err == nil && !o.Replace {
			return InputError{fmt.Sprintf("%s exists: remove it, choose another name, or replace it with --replace", path)}
		}
	}
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Memory == "" {
		o.Memory = "1GB"
	}
	if o.Progress == nil {
		o.Progress = progress.Silent{}
	}
	return nil
}

// Generate makes the database. The file appears under its name when it is
// complete, or not at all.
func Generate(ctx context.Context, o Options) (Manifest, error) {
	if err := o.check(); err != nil {
		return Manifest{}, err
	}
	m, err := generateBeside(ctx, o)
	return m, placed(o.Path, err)
}

// generateBeside makes the database in a folder beside its place and puts it
// there.
func generateBeside(ctx context.Context, o Options) (Manifest, error) {
	folder, err := os.MkdirTemp(filepath.Dir(o.Path), "."+filepath.Base(o.Path)+".part-*")
	if err != nil {
		return Manifest{}, fmt.Errorf("make a folder beside %s: %w", o.Path, err)
	}
	defer os.RemoveAll(folder)
	part := filepath.Join(folder, "part.duckdb")
	if err := createTables(ctx, o, part); err != nil {
		return Manifest{}, err
	}
	contents, err := fill(ctx, o, part, folder)
	if err != nil {
		return Manifest{}, err
	}
	m := newManifest(o, contents)
	if err := m.record(ctx, part); err != nil {
		return Manifest{}, err
	}
	// What a former database of this name had not written out would be replayed
	// into the new one.
	if err := os.Remove(walOf(o.Path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Manifest{}, fmt.Errorf("replace %s: %w", o.Path, err)
	}
	return m, atomicfile.Publish(part, o.Path)
}

// walOf is where DuckDB logs changes to a database.
func walOf(path string) string { return path + ".wal" }

func createTables(ctx context.Context, o Options, path string) (err error) {
	database, err := ehr.Lookup(o.Source)
	if err != nil {
		return err
	}
	db, err := duck.Open(ctx, duck.Options{Path: path})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return ehr.CreateAll(ctx, db, database)
}

// fill writes the rows. DuckDB gets one thread: it only appends, and its own
// threads would wait for each other.
func fill(ctx context.Context, o Options, path, folder string) (_ []store.Content, err error) {
	file, err := store.Open(path, store.Options{Memory: o.Memory, Threads: 1, TempDir: folder})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := file.Exec("BEGIN TRANSACTION"); err != nil {
		return nil, err
	}
	step := func(table string, done, total int64) { o.Progress.Step("writing "+table, done, total, "rows") }
	var contents []store.Content
	if o.Source == ehr.EICU {
		contents, err = fillEICU(ctx, o, file)
	} else {
		contents, err = fillMIMIC(ctx, o, file, folder, step)
	}
	if err != nil {
		return nil, err
	}
	return contents, file.Exec("COMMIT")
}

func fillMIMIC(ctx context.Context, o Options, file *store.File, folder string, step func(string, int64, int64)) ([]store.Content, error) {
	sink, err := mimic.NewSink(file, folder)
	if err != nil {
		return nil, err
	}
	defer sink.Close()
	if err := produce(ctx, o, mimic.Setting, mimic.NewBatch, sink.Take); err != nil {
		return nil, err
	}
	return sink.Finish(ctx, step)
}

func fillEICU(ctx context.Context, o Options, file *store.File) ([]store.Content, error) {
	writer, err := store.NewWriter(file, eicu.Tables())
	if err != nil {
		return nil, err
	}
	defer writer.Close()
	if err := produce(ctx, o, eicu.Setting, eicu.NewBatch, func(b *eicu.Batch) error { return writer.Add(b.Blocks) }); err != nil {
		return nil, err
	}
	return writer.Finish()
}
