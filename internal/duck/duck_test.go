package duck

import (
	"context"
	"path/filepath"
	"testing"
	"time"
)

func open(t *testing.T, o Options) *DB {
	t.Helper()
	db, err := Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func TestFailuresHaveKinds(t *testing.T) {
	db := open(t, Options{Memory: "50MB", Threads: 1, TempDir: t.TempDir()})
	tests := []struct {
		name, sql string
		want      Kind
	}{
		{"does not parse", "SELEC 1", Syntax},
		{"no such table", "SELECT * FROM nowhere", NotFound},
		{"no such column", "SELECT nothing FROM (SELECT 1 AS something)", NotFound},
		{"too much memory", "SELECT max(list_sort(l)) FROM (SELECT list(i ORDER BY i) AS l FROM range(50000000) AS t(i))", OutOfMemory},
		{"division of text", "SELECT 'a'::INTEGER", Other},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := db.Exec(context.Background(), tt.sql)
			if err == nil {
				t.Fatal("no error")
			}
			if got := KindOf(err); got != tt.want {
				t.Errorf("kind = %d, want %d: %v", got, tt.want, err)
			}
		})
	}
}

func TestCancelledQueryIsInterruptedAndTheSessionLives(t *testing.T) {
	db := open(t, Options{})
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	err := db.Exec(ctx, "SELECT count(*) FROM range(10000000000)")
	if KindOf(err) != Interrupted {
		t.Errorf("kind = %d: %v", KindOf(err), err)
	}
	if n, err := db.QueryInt(context.Background(), "SELECT 7"); err != nil || n != 7 {
		t.Errorf("afterwards: %d, %v", n, err)
	}
}

func TestReadOnlyRefusesWrites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.duckdb")
	writer := open(t, Options{Path: path})
	if err := writer.Exec(context.Background(), "CREATE TABLE t AS SELECT 1 AS n"); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	reader := open(t, Options{Path: path, ReadOnly: true})
	if err := reader.Exec(context.Background(), "INSERT INTO t VALUES (2)"); err == nil {
		t.Error("a read-only session wrote")
	}
}

func TestQuoting(t *testing.T) {
	db := open(t, Options{})
	name, text := `odd "name"`, `it's; DROP TABLE t --`
	ctx := context.Background()
	if err := db.Exec(ctx, "CREATE TABLE "+Ident(name)+" AS SELECT "+Literal(text)+" AS c"); err != nil {
		t.Fatal(err)
	}
	n, err := db.QueryInt(ctx, "SELECT count(*) FROM "+Ident(name)+" WHERE c = ?", text)
	if err != nil || n != 1 {
		t.Errorf("%d rows, %v", n, err)
	}
}
