package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"sort"

	"m4bench/internal/atomicfile"
)

// Format is the version of the files on the hidden side.
const Format = 2

// Manifest is hidden/bench.json: what a bench holds.
type Manifest struct {
	Format   int        `json:"format"`
	Version  string     `json:"m4bench"`
	DuckDB   string     `json:"duckdb"`
	Edition  string     `json:"edition"`
	Sources  []SourceID `json:"sources"`
	SaltHash string     `json:"salt_sha256,omitempty"` // of the salt that the codes of the variants come from
	Variants []Variant  `json:"variants"`
	// Native are the tables that the variants hold in other names and shapes.
	Native []Table `json:"native"`
	// Unseen are the tables that were built for the references alone. Their names
	// and columns are hidden from every agent.
	Unseen []Table `json:"unseen"`
}

// Variant is one schema variant: all tables, and which of them a task shows.
type Variant struct {
	Schema string   `json:"schema"`
	Tables []Table  `json:"tables"`
	Tasks  []Folder `json:"tasks"`
}

// Folder is what one task's agent can see.
type Folder struct {
	Task     string   `json:"task"`
	Database string   `json:"database"`
	Tables   []string `json:"tables"` // schema.table, sorted
	// SHA256 names the content: it is made of the names of tables and columns and
	// the hashes of files.
	SHA256 string `json:"sha256"`

	tables []Table
}

func (v Variant) folder(taskID, database string, tables []Table) Folder {
	f := Folder{Task: taskID, Database: database, tables: tables}
	sort.Slice(f.tables, func(i, j int) bool { return f.tables[i].Qualified() < f.tables[j].Qualified() })
	hash := sha256.New()
	for _, t := range f.tables {
		f.Tables = append(f.Tables, t.Qualified())
		fmt.Fprintf(hash, "%s %s", t.Qualified(), t.SHA256)
		for _, c := range t.Columns {
			fmt.Fprintf(hash, " %s", c.Name)
		}
		fmt.Fprintln(hash)
	}
	f.SHA256 = hex.EncodeToString(hash.Sum(nil))
	return f
}

// holds says whether a folder has the rows of a native table.
func (f Folder) holds(native string) bool {
	return slices.ContainsFunc(f.tables, func(t Table) bool { return slices.Contains(t.native(), native) })
}

// shows says whether some variant has a table of that name.
func (m Manifest) shows(qualified string) bool {
	return slices.ContainsFunc(m.Variants, func(v Variant) bool { _, ok := v.table(qualified); return ok })
}

func (v Variant) table(qualified string) (Table, bool) {
	for _, t := range v.Tables {
		if t.Qualified() == qualified {
			return t, true
		}
	}
	return Table{}, false
}

func writeJSON(path string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return fmt.Errorf("encode %s: %w", path, err)
	}
	return atomicfile.WriteBytes(path, 0o444, append(text, '\n'))
}
