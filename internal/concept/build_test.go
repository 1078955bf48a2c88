package concept

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"m4bench/internal/duck"
	"m4bench/internal/progress"
)

func labDatabase(t *testing.T) *duck.DB {
	t.Helper()
	ctx := context.Background()
	db, err := duck.Open(ctx, duck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	err = db.Exec(ctx, `CREATE SCHEMA mimiciv_hosp;
		CREATE TABLE mimiciv_hosp.labevents AS
		SELECT * FROM (VALUES (1, 10.0), (1, 20.0), (2, 200.0), (2, 30.0), (0, 5.0)) AS t(itemid, valuenum)`)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func buildOf(lib *Library, edition string, db *duck.DB) *Build {
	e, err := lib.Edition(edition)
	if err != nil {
		panic(err)
	}
	return &Build{Library: lib, Edition: e, DB: db, Where: Where{Schema: DerivedSchema},
		Progress: progress.Silent{}, Now: time.Now, Check: true}
}

func TestBuildReplacesAndRecordsTheEdition(t *testing.T) {
	ctx := context.Background()
	db := labDatabase(t)
	lib := load(t, small())
	for _, edition := range []string{"old", "current"} {
		if _, err := buildOf(lib, edition, db).Run(ctx, "highest"); err != nil {
			t.Fatal(err)
		}
	}
	got, err := db.QueryInt(ctx, "SELECT sum(highest)::BIGINT FROM mimiciv_derived.highest")
	if err != nil || got != 50 {
		t.Errorf("sum of highest = %d, %v; want 20 + 30 of edition current", got, err)
	}
	n, err := db.QueryInt(ctx, "SELECT count(*) FROM m4bench_meta.concepts WHERE edition = 'current' AND row_count > 0")
	if err != nil || n != 2 {
		t.Errorf("%d tables are recorded as current, %v; want 2", n, err)
	}
}

func TestFailedBuildKeepsTheOldTable(t *testing.T) {
	ctx := context.Background()
	db := labDatabase(t)
	if _, err := buildOf(load(t, small()), "current", db).Run(ctx, "highest"); err != nil {
		t.Fatal(err)
	}
	broken := small()
	broken["concepts/mimiciv/lab/highest.sql"] = &fstest.MapFile{Data: []byte(
		"-- title: T\n-- grain: G\nSELECT no_such_column FROM {{choice \"lab.scope\"}}\n")}
	if _, err := buildOf(load(t, broken), "current", db).Run(ctx, "highest"); err == nil {
		t.Fatal("a concept that reads a missing column was built")
	}
	if n, err := db.QueryInt(ctx, "SELECT count(*) FROM mimiciv_derived.highest"); err != nil || n != 2 {
		t.Errorf("the table built before has %d rows, %v; want 2", n, err)
	}
}

func TestBrokenInvariantsAreCounted(t *testing.T) {
	ctx := context.Background()
	db := labDatabase(t)
	files := small()
	delete(files, "concepts/mimiciv/lab/plausible.sql")
	delete(files, "concepts/mimiciv/lab/conventions.toml")
	delete(files, "editions/old.toml")
	files["concepts/mimiciv/lab/highest.sql"] = &fstest.MapFile{Data: []byte(
		"-- title: T\n-- grain: G\n-- key: itemid\n-- invariant: valuenum < 100\nSELECT itemid, valuenum FROM {{source \"hosp.labevents\"}}\n")}
	built, err := buildOf(load(t, files), "current", db).Run(ctx, "highest")
	if err != nil {
		t.Fatal(err)
	}
	want := []Violation{{"valuenum < 100", 1}, {"unique (itemid)", 2}}
	got := built[0].Broken
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("violations = %v, want %v", got, want)
	}
}

func TestCSVIsTheSameForTheSameRows(t *testing.T) {
	ctx := context.Background()
	db := labDatabase(t)
	path := filepath.Join(t.TempDir(), "labs.csv")
	want := "itemid,valuenum\n0,5.0\n1,10.0\n1,20.0\n2,30.0\n2,200.0\n"
	for range 2 {
		if err := WriteCSV(ctx, db, "mimiciv_hosp.labevents", path); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != want {
			t.Errorf("csv = %q, %v; want %q", got, err, want)
		}
		if err := db.Exec(ctx, "CREATE OR REPLACE TABLE mimiciv_hosp.labevents AS SELECT * FROM mimiciv_hosp.labevents ORDER BY valuenum DESC"); err != nil {
			t.Fatal(err)
		}
	}
}
