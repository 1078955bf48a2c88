package bench

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"m4bench/internal/atomicfile"
	"m4bench/internal/duck"
)

// writeDatabase writes a database that has a view for each table. The tables'
// files are in folder now; location is the SQL expression for the folder that a
// view looks in, without DataFolder.
//
// The file is written from nothing: a database that once held a table keeps the
// table's names, and a bench must not.
func writeDatabase(ctx context.Context, file, folder, location string, tables []Table) error {
	part := beside(file)
	defer os.Remove(part)
	if err := fillDatabase(ctx, part, folder, location, tables); err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	if err := os.Chmod(part, 0o444); err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	return atomicfile.Publish(part, file)
}

func fillDatabase(ctx context.Context, file, folder, location string, tables []Table) (err error) {
	db, err := duck.Open(ctx, duck.Options{Path: file})
	if err != nil {
		return err
	}
	defer func() {
		if closed := db.Close(); err == nil {
			err = closed
		}
	}()
	absolute, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	if err := db.Exec(ctx, "SET VARIABLE "+Variable+" = "+duck.Literal(absolute)); err != nil {
		return err
	}
	for _, t := range tables {
		inside := path.Join("/", filepath.ToSlash(t.path()))
		sql := fmt.Sprintf("CREATE SCHEMA IF NOT EXISTS %s; CREATE VIEW %s AS %s",
			t.Schema, t.Qualified(), named(t.Columns, location+" || "+duck.Literal(inside)))
		if err := db.Exec(ctx, sql); err != nil {
			return fmt.Errorf("view %s: %w", t.Qualified(), err)
		}
	}
	return db.Exec(ctx, "CHECKPOINT")
}

// mounted is the location of a folder's views: where a sandbox shows it, or
// where the session's variable says.
var mounted = fmt.Sprintf("coalesce(getvariable(%s), %s)", duck.Literal(Variable), duck.Literal(Mount))
