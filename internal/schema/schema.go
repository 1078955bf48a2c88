// Package schema gives the databases that agents see other names and another
// shape. In the obfuscated variant every schema, table and column has a code for
// a name; in the restructured variant, besides, tables are merged. Both hold what
// the native tables hold, which can be had back from them. What the codes stand
// for is told in clinical words by the dictionary, which clinicians read in the
// folder dictionary.
package schema

import (
	"fmt"
	"slices"
	"strings"
)

// The variants.
const (
	Native       = "native"       // the source's own names
	Obfuscated   = "obfuscated"   // codes for names
	Restructured = "restructured" // codes for names, and merged tables
)

// Kinds lists the variants.
func Kinds() []string { return []string{Native, Obfuscated, Restructured} }

// Table is a table's names and types.
type Table struct {
	Schema, Name string
	Columns      []Column
}

// Column is one column of a table; the type is DuckDB's.
type Column struct{ Name, Type string }

// Qualified is the table's name in SQL.
func (t Table) Qualified() string { return t.Schema + "." + t.Name }

func (t Table) column(name string) (Column, bool) {
	i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
	if i < 0 {
		return Column{}, false
	}
	return t.Columns[i], true
}

// UnknownError is a variant that does not exist; exit code 2.
type UnknownError struct{ Kind string }

func (e *UnknownError) Error() string {
	return fmt.Sprintf("no schema variant %q: use %s", e.Kind, strings.Join(Kinds(), ", "))
}

// ExitCode says that the arguments were wrong.
func (e *UnknownError) ExitCode() int { return 2 }

// Check refuses what is no variant.
func Check(kind string) error {
	if !slices.Contains(Kinds(), kind) {
		return &UnknownError{kind}
	}
	return nil
}
