package schema

import (
	"context"
	"fmt"
	"time"

	"m4bench/internal/concept"
	"m4bench/internal/duck"
	"m4bench/internal/ehr"
	"m4bench/internal/progress"
)

// Shapes returns the tables that a complete database has in an edition, source
// tables first, with their types. It builds the derived tables over no rows.
func Shapes(ctx context.Context, database, edition string) ([]Table, error) {
	source, err := ehr.Lookup(database)
	if err != nil {
		return nil, err
	}
	var tables []Table
	for _, t := range source.Tables {
		table := Table{Schema: t.Schema, Name: t.Name}
		for _, c := range t.Columns {
			table.Columns = append(table.Columns, Column{c.Name, c.Type})
		}
		tables = append(tables, table)
	}
	lib, err := concept.Embedded(libraryName(database))
	if err != nil {
		return nil, err
	}
	e, err := lib.Edition(edition)
	if err != nil {
		return nil, err
	}
	db, err := duck.Open(ctx, duck.Options{})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	if err := ehr.CreateAll(ctx, db, source); err != nil {
		return nil, err
	}
	build := concept.Build{
		Library: lib, Edition: e, DB: db, Where: concept.Where{Schema: concept.DerivedSchema},
		Progress: progress.Silent{}, Now: time.Now,
	}
	names := lib.Names(e, concept.Derived)
	if _, err := build.Run(ctx, names...); err != nil {
		return nil, fmt.Errorf("derive over no rows: %w", err)
	}
	for _, name := range names {
		table := Table{Schema: concept.DerivedSchema, Name: name}
		if table.Columns, err = describe(ctx, db, table.Qualified()); err != nil {
			return nil, err
		}
		tables = append(tables, table)
	}
	return tables, nil
}

func describe(ctx context.Context, db *duck.DB, relation string) ([]Column, error) {
	rows, err := db.Query(ctx, "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM "+relation+")")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var columns []Column
	for rows.Next() {
		var c Column
		if err := rows.Scan(&c.Name, &c.Type); err != nil {
			return nil, err
		}
		columns = append(columns, c)
	}
	return columns, rows.Err()
}
