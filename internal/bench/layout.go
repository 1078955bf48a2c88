// Package bench prepares a bench and opens it again: for every task a folder
// that holds only what its agent may see, and on the hidden side the reference
// rows with where they come from. The layout is described in docs/bench.md.
package bench

import (
	"path/filepath"

	"m4bench/internal/schema"
	"m4bench/internal/task"
)

// Native is the schema variant with the source's own names.
const Native = schema.Native

// Mount is where a sandbox shows a task's folder, and Variable the session
// variable that leads the views elsewhere.
const (
	Mount    = "/bench"
	Variable = "bench"
)

// DatabaseFile and DataFolder are the two things in a task's folder.
const (
	DatabaseFile = "database.duckdb"
	DataFolder   = "data"
)

// layout knows the paths in a bench's folder.
type layout string

func (l layout) visible(schema, taskID string) string {
	return filepath.Join(string(l), "visible", schema, taskID)
}

func (l layout) hidden(parts ...string) string {
	return filepath.Join(append([]string{string(l), "hidden"}, parts...)...)
}

func (l layout) manifest() string { return l.hidden("bench.json") }

func (l layout) names() string { return l.hidden("names.json") }

func (l layout) reference(name string) string { return l.hidden("references", name+".parquet") }

func (l layout) referenceManifest(name string) string {
	return l.hidden("references", name+".manifest.json")
}

// Table is one table that agents can see, or that they must not see.
type Table struct {
	Schema  string                 `json:"schema"`
	Name    string                 `json:"name"`
	Rows    int64                  `json:"rows"`
	Columns []task.ReferenceColumn `json:"columns"`
	Bytes   int64                  `json:"bytes,omitempty"`  // of its parquet file
	SHA256  string                 `json:"sha256,omitempty"` // of its parquet file
	// Of names the native tables whose rows it holds; empty for a native table.
	Of []string `json:"of,omitempty"`
	// RowSum is the sum of DuckDB's hashes of its rows, kept for native tables.
	RowSum string `json:"row_sum,omitempty"`

	file string // the parquet file during a build
}

// Qualified is the table's name in SQL.
func (t Table) Qualified() string { return t.Schema + "." + t.Name }

// native names the native tables whose rows the table holds.
func (t Table) native() []string {
	if len(t.Of) == 0 {
		return []string{t.Qualified()}
	}
	return t.Of
}

// path is the table's file in a task's folder.
func (t Table) path() string { return filepath.Join(DataFolder, t.Schema, t.Name+".parquet") }
