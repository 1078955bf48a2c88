package synth

import (
	"context"
	"errors"

	"m4bench/internal/duck"
	"m4bench/internal/ehr/synth/store"
)

// Version of the generator: another one gives other rows.
const Version = 2

// Manifest says how a synthetic database was made and what it holds.
type Manifest struct {
	Source    string          `json:"source"`
	Generator int             `json:"generator"`
	Stays     int             `json:"stays"`
	Seed      uint64          `json:"seed"`
	Borders   bool            `json:"borders"` // some patients lie on the borders of rules
	Rows      int64           `json:"rows"`
	Tables    []store.Content `json:"tables"`
}

func newManifest(o Options, contents []store.Content) Manifest {
	m := Manifest{Source: o.Source, Generator: Version, Stays: o.Stays, Seed: o.Seed, Borders: !o.Plain, Tables: contents}
	for _, c := range contents {
		m.Rows += c.Rows
	}
	return m
}

// record keeps the manifest in the database, in schema m4bench_meta.
func (m Manifest) record(ctx context.Context, path string) (err error) {
	db, err := duck.Open(ctx, duck.Options{Path: path})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	err = db.Exec(ctx, `CREATE SCHEMA m4bench_meta;
		CREATE TABLE m4bench_meta.synthetic (source VARCHAR, generator INTEGER, stays INTEGER, seed UBIGINT, borders BOOLEAN);
		CREATE TABLE m4bench_meta.content (schema_name VARCHAR, table_name VARCHAR, row_count BIGINT, content_hash VARCHAR)`)
	if err != nil {
		return err
	}
	if err := db.Exec(ctx, "INSERT INTO m4bench_meta.synthetic VALUES (?, ?, ?, ?, ?)", m.Source, m.Generator, m.Stays, m.Seed, m.Borders); err != nil {
		return err
	}
	for _, t := range m.Tables {
		if err := db.Exec(ctx, "INSERT INTO m4bench_meta.content VALUES (?, ?, ?, ?)", t.Schema, t.Table, t.Rows, t.Hash); err != nil {
			return err
		}
	}
	return nil
}
