// Package store writes generated rows into a DuckDB file column by column. It
// speaks DuckDB's C interface directly: a row costs tens of nanoseconds there,
// where database/sql takes hundreds.
package store

import (
	"errors"
	"fmt"

	"github.com/duckdb/duckdb-go/v2/mapping"
)

// Options of a file that is written.
type Options struct {
	Memory  string // DuckDB's own limit, such as "700MB"; empty for its default
	Threads int
	TempDir string
}

// slowCompression are the ways of storage that take more time to try than their
// space is worth: without them writing costs a fifth less and the file grows by
// 3 %.
const slowCompression = "fsst,dict_fsst,zstd,chimp,patas,alprd"

// eachRowGroup writes a group of rows as soon as it is full, instead of five
// together, which need five times the memory.
const eachRowGroup = "1"

// File is an open database file. It must be closed.
type File struct {
	db   mapping.Database
	conn mapping.Connection
	path string
}

// Open opens the database file, which is made if it does not exist.
func Open(path string, o Options) (*File, error) {
	f := &File{path: path}
	var config mapping.Config
	if mapping.CreateConfig(&config) == mapping.StateError {
		return nil, errors.New("set up duckdb: no configuration")
	}
	defer mapping.DestroyConfig(&config)
	for key, value := range o.settings() {
		if mapping.SetConfig(config, key, value) == mapping.StateError {
			return nil, fmt.Errorf("set up duckdb: %s cannot be %q", key, value)
		}
	}
	var message string
	if mapping.OpenExt(path, &f.db, config, &message) == mapping.StateError {
		mapping.Close(&f.db)
		return nil, fmt.Errorf("open %s: %s", path, message)
	}
	if mapping.Connect(f.db, &f.conn) == mapping.StateError {
		mapping.Close(&f.db)
		return nil, fmt.Errorf("open %s: no connection", path)
	}
	return f, f.Exec("SET disabled_compression_methods = '" + slowCompression + "'; SET write_buffer_row_group_count = " + eachRowGroup)
}

func (o Options) settings() map[string]string {
	settings := map[string]string{"preserve_insertion_order": "true"}
	if o.Memory != "" {
		settings["memory_limit"] = o.Memory
	}
	if o.TempDir != "" {
		settings["temp_directory"] = o.TempDir
	}
	if o.Threads > 0 {
		settings["threads"] = fmt.Sprint(o.Threads)
	}
	return settings
}

// Exec runs statements.
func (f *File) Exec(query string) error {
	var result mapping.Result
	defer mapping.DestroyResult(&result)
	if mapping.Query(f.conn, query, &result) == mapping.StateError {
		return fmt.Errorf("%s: %s", f.path, mapping.ResultError(&result))
	}
	return nil
}

// Close writes everything out and closes the file.
func (f *File) Close() error {
	err := f.Exec("CHECKPOINT")
	mapping.Disconnect(&f.conn)
	mapping.Close(&f.db)
	return err
}
