package golden

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"m4bench/internal/duck"
	"m4bench/internal/ehr"
)

// LoadShuffled replaces every source table's rows by the same rows in another
// order, decided by the seed.
func LoadShuffled(ctx context.Context, db *duck.DB, database string, seed int) error {
	source, err := ehr.Lookup(database)
	if err != nil {
		return err
	}
	for _, t := range source.Tables {
		name := t.QualifiedName()
		sql := fmt.Sprintf("CREATE OR REPLACE TABLE %s AS SELECT * FROM %s ORDER BY hash(rowid + %d)", name, name, seed)
		if err := db.Exec(ctx, sql); err != nil {
			return fmt.Errorf("shuffle %s: %w", name, err)
		}
	}
	return nil
}

// Load fills an empty database with a set's source tables.
func Load(ctx context.Context, db *duck.DB, s Set) error {
	source, err := ehr.Lookup(s.Database())
	if err != nil {
		return err
	}
	if err := ehr.CreateAll(ctx, db, source); err != nil {
		return err
	}
	for _, t := range source.Tables {
		file := s.file(t)
		if file == "" {
			continue
		}
		sql := fmt.Sprintf("INSERT INTO %s BY NAME SELECT * FROM read_csv(%s, header=true, all_varchar=true, nullstr='', quote='\"', escape='\"')",
			t.QualifiedName(), duck.Literal(file))
		if err := db.Exec(ctx, sql); err != nil {
			return fmt.Errorf("load %s: %w", file, err)
		}
	}
	return nil
}

func (s Set) file(t ehr.Table) string {
	for _, dir := range []string{t.Group(), "."} {
		entries, _ := os.ReadDir(filepath.Join(s.Source, dir))
		for _, e := range entries {
			if strings.EqualFold(e.Name(), t.Name+".csv.gz") {
				return filepath.Join(s.Source, dir, e.Name())
			}
		}
	}
	return ""
}
