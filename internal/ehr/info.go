package ehr

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"m4bench/internal/duck"
)

// metaSchema holds what a database says about itself.
const metaSchema = "m4bench_meta"

// Info is what a database says about where its rows come from.
type Info struct {
	Source       string      `json:"source"`
	Title        string      `json:"title"`
	Version      Version     `json:"version"`
	Folder       string      `json:"folder,omitempty"` // the source folder's own name, without its path
	ImportedWith string      `json:"imported_with,omitempty"`
	ImportedAt   time.Time   `json:"imported_at,omitzero"`
	Synthetic    *Synthetic  `json:"synthetic,omitempty"`
	Rows         int64       `json:"rows"`
	Tables       []TableInfo `json:"tables"`
	Skipped      []string    `json:"skipped_files,omitempty"` // data files that belong to no table

	declared string // hash of the declarations the tables were made from
}

// Synthetic says how invented rows were made.
type Synthetic struct {
	Stays int64  `json:"stays"`
	Seed  uint64 `json:"seed"`
}

// TableInfo is what is known of one table.
type TableInfo struct {
	Schema         string   `json:"schema"`
	Table          string   `json:"table"`
	Required       bool     `json:"required"`
	Absent         bool     `json:"absent,omitempty"` // not in this database at all
	Rows           int64    `json:"rows"`
	File           string   `json:"file,omitempty"` // empty if the source has none
	Bytes          int64    `json:"bytes,omitempty"`
	SHA256         string   `json:"sha256,omitempty"`
	Checksum       string   `json:"checksum,omitempty"` // match, differs or not listed; empty if not verified
	MissingColumns []string `json:"missing_columns,omitempty"`
	UnknownColumns []string `json:"unknown_columns,omitempty"`

	mtime int64
}

func (t TableInfo) shortName() string { return Table{Schema: t.Schema}.Group() + "." + t.Table }

// createMeta makes the tables that hold an Info.
func createMeta(ctx context.Context, db *duck.DB) error {
	return db.Exec(ctx, `
		CREATE SCHEMA IF NOT EXISTS m4bench_meta;
		CREATE TABLE IF NOT EXISTS m4bench_meta.source (source VARCHAR, declared VARCHAR, folder VARCHAR,
			version VARCHAR, version_basis VARCHAR, skipped_files VARCHAR, imported_with VARCHAR, imported_at TIMESTAMP);
		CREATE TABLE IF NOT EXISTS m4bench_meta.files (schema_name VARCHAR, table_name VARCHAR, row_count BIGINT,
			file VARCHAR, file_bytes BIGINT, file_mtime BIGINT, sha256 VARCHAR, checksum VARCHAR,
			missing_columns VARCHAR, unknown_columns VARCHAR)`)
}

// writeSource records all of an Info but its tables.
func writeSource(ctx context.Context, db *duck.DB, i Info) error {
	if err := db.Exec(ctx, "DELETE FROM m4bench_meta.source"); err != nil {
		return err
	}
	return db.Exec(ctx, "INSERT INTO m4bench_meta.source VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		i.Source, i.declared, i.Folder, i.Version.Name, i.Version.Basis, listText(i.Skipped), i.ImportedWith, i.ImportedAt.UTC())
}

// writeTable records one loaded table.
func writeTable(ctx context.Context, db *duck.DB, t TableInfo) error {
	if err := db.Exec(ctx, "DELETE FROM m4bench_meta.files WHERE table_name = ?", t.Table); err != nil {
		return err
	}
	return db.Exec(ctx, "INSERT INTO m4bench_meta.files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		t.Schema, t.Table, t.Rows, t.File, t.Bytes, t.mtime, t.SHA256, t.Checksum, listText(t.MissingColumns), listText(t.UnknownColumns))
}

// ReadInfo reads what a database says about itself, and counts the rows that it
// really holds. A database without such notes is recognised by its schemas.
func ReadInfo(ctx context.Context, db *duck.DB) (Info, error) {
	info, err := readSource(ctx, db)
	if err != nil {
		return Info{}, err
	}
	d, err := Lookup(info.Source)
	if err != nil {
		return Info{}, err
	}
	info.Title = d.Title
	noted, err := readTables(ctx, db)
	if err != nil {
		return Info{}, err
	}
	for _, t := range d.Tables {
		known := noted[t.Name]
		known.Schema, known.Table, known.Required = t.Schema, t.Name, t.Required
		if known.Absent, err = tableAbsent(ctx, db, t); err != nil {
			return Info{}, err
		}
		if !known.Absent {
			if known.Rows, err = db.QueryInt(ctx, "SELECT count(*) FROM "+t.QualifiedName()); err != nil {
				return Info{}, err
			}
		}
		info.Rows += known.Rows
		info.Tables = append(info.Tables, known)
	}
	if info.Synthetic != nil {
		info.Version = Version{Name: "synthetic", Basis: "made by m4bench data synth"}
	} else if info.Version.Name == "" {
		info.Version = guessVersion(d, info.Tables)
	}
	return info, nil
}

func tableAbsent(ctx context.Context, db *duck.DB, t Table) (bool, error) {
	n, err := db.QueryInt(ctx, `SELECT count(*) FROM information_schema.tables
		WHERE table_catalog = current_database() AND table_schema = ? AND table_name = ?`, t.Schema, t.Name)
	return n == 0, err
}

// readSource reads the notes of an import or of the synthetic generator.
func readSource(ctx context.Context, db *duck.DB) (info Info, err error) {
	var tables []string
	err = eachRow(ctx, db, `SELECT table_name FROM information_schema.tables
		WHERE table_catalog = current_database() AND table_schema = '`+metaSchema+`'`, func(scan func(...any) error) error {
		var name string
		defer func() { tables = append(tables, name) }()
		return scan(&name)
	})
	if err != nil {
		return Info{}, err
	}
	for _, name := range tables {
		switch name {
		case "source":
			err = errors.Join(err, info.scanSource(ctx, db))
		case "synthetic":
			err = errors.Join(err, info.scanSynthetic(ctx, db))
		}
	}
	if err == nil && info.Source == "" {
		info.Source, err = recognise(ctx, db)
	}
	return info, err
}

func (i *Info) scanSource(ctx context.Context, db *duck.DB) error {
	return eachRow(ctx, db, `SELECT source, declared, folder, coalesce(version, ''), coalesce(version_basis, ''),
		skipped_files, imported_with, imported_at FROM m4bench_meta.source`, func(scan func(...any) error) error {
		var skipped string
		err := scan(&i.Source, &i.declared, &i.Folder, &i.Version.Name, &i.Version.Basis, &skipped, &i.ImportedWith, &i.ImportedAt)
		if err != nil {
			return err
		}
		return listFrom(skipped, &i.Skipped)
	})
}

func (i *Info) scanSynthetic(ctx context.Context, db *duck.DB) error {
	return eachRow(ctx, db, "SELECT source, stays, seed FROM m4bench_meta.synthetic", func(scan func(...any) error) error {
		i.Synthetic = &Synthetic{}
		return scan(&i.Source, &i.Synthetic.Stays, &i.Synthetic.Seed)
	})
}

// recognise tells the source of a database that says nothing, by its schemas.
func recognise(ctx context.Context, db *duck.DB) (string, error) {
	for _, d := range Databases() {
		n, err := db.QueryInt(ctx, fmt.Sprintf(`SELECT count(*) FROM information_schema.tables
			WHERE table_catalog = current_database() AND table_schema IN ('%s')`, strings.Join(d.Schemas, "', '")))
		if err != nil {
			return "", err
		}
		if n > 0 {
			return d.Name, nil
		}
	}
	return "", &InputError{"this is no EHR database: it has neither the schemas of MIMIC-IV nor that of eICU\n  make one with m4bench data import or m4bench data synth"}
}

func readTables(ctx context.Context, db *duck.DB) (map[string]TableInfo, error) {
	tables := map[string]TableInfo{}
	n, err := db.QueryInt(ctx, `SELECT count(*) FROM information_schema.tables
		WHERE table_catalog = current_database() AND table_schema = 'm4bench_meta' AND table_name = 'files'`)
	if err != nil || n == 0 {
		return tables, err
	}
	return tables, eachRow(ctx, db, `SELECT schema_name, table_name, row_count, file, file_bytes, file_mtime, sha256,
		checksum, missing_columns, unknown_columns FROM m4bench_meta.files`, func(scan func(...any) error) error {
		var t TableInfo
		var missing, unknown string
		err := scan(&t.Schema, &t.Table, &t.Rows, &t.File, &t.Bytes, &t.mtime, &t.SHA256, &t.Checksum, &missing, &unknown)
		if err != nil {
			return err
		}
		err = errors.Join(listFrom(missing, &t.MissingColumns), listFrom(unknown, &t.UnknownColumns))
		tables[t.Table] = t
		return err
	})
}

// eachRow calls row for every row of a query.
func eachRow(ctx context.Context, db *duck.DB, query string, row func(scan func(...any) error) error) error {
	rows, err := db.Query(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Lists of names are kept as JSON, since a column may be called anything.
func listText(list []string) string {
	if list == nil {
		list = []string{}
	}
	text, err := json.Marshal(list)
	if err != nil {
		panic(err) // strings always marshal
	}
	return string(text)
}

func listFrom(text string, list *[]string) error { return json.Unmarshal([]byte(text), list) }
