// Package ehr knows MIMIC-IV and eICU as sources: which tables and columns they
// have, how to load them from the folders their owners publish, and what a
// loaded database holds.
package ehr

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"m4bench/internal/duck"
)

// Names of the two sources, as on the command line.
const (
	MIMICIV = "mimic-iv"
	EICU    = "eicu"
)

// Database is one source: its schemas and all their tables.
type Database struct {
	Name    string // MIMICIV or EICU
	Title   string // as people write it
	Schemas []string
	Tables  []Table
}

// Table is one declared table of a source. Names are lower case.
type Table struct {
	Schema   string // such as mimiciv_icu
	Name     string
	Required bool // some reference reads it
	Columns  []Column
	Cluster  []string // columns that its rows are stored in order of, the first one first
}

// Column is one declared column.
type Column struct {
	Name     string
	Type     string // DuckDB type: BIGINT, INTEGER, DOUBLE, VARCHAR, TIMESTAMP or DATE
	Required bool   // some reference reads it, so a file without it is refused
}

// Databases lists both sources.
func Databases() []Database { return []Database{mimicIV, eICU} }

// Lookup finds a source by name.
func Lookup(name string) (Database, error) {
	for _, d := range Databases() {
		if d.Name == name {
			return d, nil
		}
	}
	return Database{}, fmt.Errorf("unknown source %q: use %s or %s", name, MIMICIV, EICU)
}

// Table finds a table by its name, alone ("chartevents"), behind the short name
// of its schema ("icu.chartevents", "crd.patient") or behind the whole one
// ("mimiciv_icu.chartevents"). Letter case does not matter.
func (d Database) Table(name string) (Table, bool) {
	schema, table, qualified := strings.Cut(strings.ToLower(name), ".")
	if !qualified {
		schema, table = "", schema
	}
	i := slices.IndexFunc(d.Tables, func(t Table) bool {
		return t.Name == table && (schema == "" || schema == t.Schema || schema == t.Group())
	})
	if i < 0 {
		return Table{}, false
	}
	return d.Tables[i], true
}

// Group is the short name of the table's schema: hosp, icu or crd.
func (t Table) Group() string {
	return t.Schema[strings.LastIndexByte(t.Schema, '_')+1:]
}

// ShortName is how people name the table: icu.chartevents.
func (t Table) ShortName() string { return t.Group() + "." + t.Name }

// QualifiedName is the table's name in SQL: mimiciv_icu.chartevents.
func (t Table) QualifiedName() string { return t.Schema + "." + t.Name }

// Column finds a column by name.
func (t Table) Column(name string) (Column, bool) {
	i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
	if i < 0 {
		return Column{}, false
	}
	return t.Columns[i], true
}

// CreateSQL is the statement that makes the empty table.
func (t Table) CreateSQL() string {
	lines := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		lines[i] = duck.Ident(c.Name) + " " + c.Type
	}
	return fmt.Sprintf("CREATE TABLE %s (\n  %s\n)", t.QualifiedName(), strings.Join(lines, ",\n  "))
}

// CreateAll makes the source's schemas and all its tables, empty, where they do
// not exist yet.
func CreateAll(ctx context.Context, db *duck.DB, d Database) error {
	if err := createSchemas(ctx, db, d); err != nil {
		return err
	}
	for _, t := range d.Tables {
		sql := strings.Replace(t.CreateSQL(), "CREATE TABLE", "CREATE TABLE IF NOT EXISTS", 1)
		if err := db.Exec(ctx, sql); err != nil {
			return fmt.Errorf("create table %s: %w", t.QualifiedName(), err)
		}
	}
	return nil
}

func createSchemas(ctx context.Context, db *duck.DB, d Database) error {
	for _, schema := range d.Schemas {
		if err := db.Exec(ctx, "CREATE SCHEMA IF NOT EXISTS "+schema); err != nil {
			return fmt.Errorf("create schema %s: %w", schema, err)
		}
	}
	return nil
}

// columns reads a table's declaration: a line a column, "name TYPE", with an
// exclamation mark behind the name of a required one.
func columns(declaration string) []Column {
	var list []Column
	for line := range strings.Lines(strings.TrimSpace(declaration)) {
		fields := strings.Fields(line)
		if len(fields) != 2 {
			panic("ehr: bad column declaration " + line)
		}
		name, required := strings.CutSuffix(fields[0], "!")
		list = append(list, Column{Name: name, Type: fields[1], Required: required})
	}
	return list
}
