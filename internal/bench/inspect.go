package bench

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"m4bench/internal/duck"
	"m4bench/internal/naming"
)

// catalogText gives everything that the catalog of the attached database says in
// words; objects lists what it holds beside schemas.
var (
	catalogText = `
SELECT schema_name || ' ' || coalesce(comment, '') FROM duckdb_schemas() WHERE database_name = 'looked_at'
UNION ALL SELECT table_name || ' ' || column_name || ' ' || coalesce(comment, '') FROM duckdb_columns() WHERE database_name = 'looked_at' AND NOT internal
UNION ALL SELECT view_name || ' ' || sql || ' ' || coalesce(comment, '') || ' ' || tags::VARCHAR FROM duckdb_views() WHERE database_name = 'looked_at' AND NOT internal
UNION ALL SELECT table_name || ' ' || sql || ' ' || coalesce(comment, '') || ' ' || tags::VARCHAR FROM duckdb_tables() WHERE database_name = 'looked_at'`
	catalogObjects = `
SELECT 'view ' || schema_name || '.' || view_name FROM duckdb_views() WHERE database_name = 'looked_at' AND NOT internal
UNION ALL SELECT 'table ' || schema_name || '.' || table_name FROM duckdb_tables() WHERE database_name = 'looked_at'
UNION ALL SELECT 'macro ' || function_name FROM duckdb_functions() WHERE database_name = 'looked_at' AND NOT internal
UNION ALL SELECT 'sequence ' || sequence_name FROM duckdb_sequences() WHERE database_name = 'looked_at'
UNION ALL SELECT 'type ' || type_name FROM duckdb_types() WHERE database_name = 'looked_at' AND NOT internal`
)

// readCatalog reads what a task's database says of itself.
func (i *inspection) readCatalog(ctx context.Context, file, folder string) (c contents, err error) {
	absolute, err := filepath.Abs(folder)
	if err != nil {
		return c, err
	}
	setUp := fmt.Sprintf("SET VARIABLE %s = %s; ATTACH %s AS looked_at (READ_ONLY)", Variable, duck.Literal(absolute), duck.Literal(file))
	if err := i.db.Exec(ctx, setUp); err != nil {
		return c, err
	}
	defer i.db.Exec(context.WithoutCancel(ctx), "DETACH looked_at")
	if c.words, err = words(ctx, i.db, catalogText); err != nil {
		return c, err
	}
	c.objects, err = texts(ctx, i.db, catalogObjects)
	return c, err
}

// readFooter reads the column names and the free metadata of a parquet file.
func (i *inspection) readFooter(ctx context.Context, file string) (c contents, err error) {
	path := duck.Literal(file)
	c.words, err = words(ctx, i.db, fmt.Sprintf("SELECT name FROM parquet_schema(%s) WHERE name <> 'duckdb_schema' "+
		"UNION ALL SELECT decode(key) || ' ' || decode(value) FROM parquet_kv_metadata(%s)", path, path))
	return c, err
}

func texts(ctx context.Context, db *duck.DB, query string) ([]string, error) {
	rows, err := db.Query(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, rows.Err()
}

func words(ctx context.Context, db *duck.DB, query string) (nameSet, error) {
	all, err := texts(ctx, db, query)
	if err != nil {
		return nil, err
	}
	found := nameSet{}
	naming.Words(strings.Join(all, "\n"), func(word string) { found[word] = true })
	return found, nil
}
