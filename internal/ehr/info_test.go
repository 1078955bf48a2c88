package ehr

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"m4bench/internal/duck"
)

func TestAReleaseIsRecognised(t *testing.T) {
	rows := func(pairs ...any) []TableInfo {
		var tables []TableInfo
		for i := 0; i < len(pairs); i += 2 {
			tables = append(tables, TableInfo{Table: pairs[i].(string), Rows: int64(pairs[i+1].(int))})
		}
		return tables
	}
	demo := rows("patients", 99, "admissions", 275, "icustays", 140)
	for i := range demo {
		demo[i].SHA256 = releases[0].sums[demo[i].Table]
	}
	for _, test := range []struct {
		d           Database
		tables      []TableInfo
		name, basis string
	}{
		{mimicIV, demo, "demo 2.2", "checksums"},
		{mimicIV, rows("patients", 100, "admissions", 275, "icustays", 140), "demo 2.2", "row counts"},
		{mimicIV, rows("patients", 299_712, "admissions", 431_231, "icustays", 73_181), "2.2", "row counts"},
		{mimicIV, rows("patients", 364_627, "admissions", 546_028, "icustays", 94_458), "3.x", "row counts"},
		{mimicIV, rows("patients", 364_627, "admissions", 546_028, "icustays", 94_457), "unknown", "neither checksums nor row counts of a release of MIMIC-IV"},
		{eICU, rows("patient", 2_520), "demo 2.0.1", "row counts"},
		{eICU, rows("patient", 200_859), "2.0", "row counts"},
		{eICU, nil, "unknown", "neither checksums nor row counts of a release of eICU"},
	} {
		if got := guessVersion(test.d, test.tables); got.Name != test.name || got.Basis != test.basis {
			t.Errorf("%v: %+v", test.tables, got)
		}
	}
}

func TestWhatAnImportNotesIsReadBack(t *testing.T) {
	from := minimal(t, mimicIV, map[string]string{
		"services.csv": header(mustTable(mimicIV, "services")) + ",\"odd,\"\"name\"\"\"\n1,2,2150-01-01 00:00:00,,MED,\n",
		"notes.csv":    "a\n",
	})
	o := options(t, MIMICIV, from)
	result := mustImport(t, o)
	info, err := ReadInfo(t.Context(), open(t, o.To))
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprintf("%+v", info) != fmt.Sprintf("%+v", result.Info) {
		t.Errorf("read\n%+v\nwritten\n%+v", info, result.Info)
	}
	if info.Folder != filepath.Base(from) || info.ImportedWith != "test" || !info.ImportedAt.Equal(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)) {
		t.Errorf("%+v", info)
	}
	n := count(t, open(t, o.To), "SELECT count(*) FROM m4bench_meta.source WHERE folder LIKE '%/%'")
	if n != 0 {
		t.Error("the path of the source folder is in the database")
	}
}

// memoryDB is an empty database in memory.
func memoryDB(t *testing.T) *duck.DB {
	t.Helper()
	db, err := duck.Open(context.Background(), duck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func TestADatabaseWithoutNotesIsRecognised(t *testing.T) {
	db := memoryDB(t)
	if _, err := ReadInfo(t.Context(), db); err == nil || !strings.Contains(err.Error(), "no EHR database") {
		t.Errorf("an empty database: %v", err)
	}
	if err := CreateAll(t.Context(), db, eICU); err != nil {
		t.Fatal(err)
	}
	if err := db.Exec(t.Context(), "DROP TABLE eicu_crd.patient; INSERT INTO eicu_crd.hospital (hospitalid) VALUES (1)"); err != nil {
		t.Fatal(err)
	}
	info, err := ReadInfo(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(info.Warnings(), "\n")
	if info.Source != EICU || info.Rows != 1 || !strings.Contains(text, "crd.patient is not in the database") || !strings.Contains(text, "crd.nursecharting is required and has no row") {
		t.Errorf("%+v\n%s", info, text)
	}
}

func TestColumnsThatHoldNothingAreFound(t *testing.T) {
	db := memoryDB(t)
	if err := CreateAll(t.Context(), db, mimicIV); err != nil {
		t.Fatal(err)
	}
	err := db.Exec(t.Context(), `
		INSERT INTO mimiciv_hosp.labevents (subject_id, specimen_id, itemid, charttime, storetime, value, valuenum)
			VALUES (1, 1, 52033, '2150-01-01', '2150-01-01', NULL, NULL), (1, 1, 50821, '2150-01-01', '2150-01-01', '90', 90);
		INSERT INTO mimiciv_icu.chartevents (subject_id, hadm_id, stay_id, charttime, storetime, itemid, valuenum)
			VALUES (1, 2, 3, '2150-01-01', '2150-01-01', 220045, 80), (1, 2, 3, '2150-01-01', '2150-01-01', 223900, 1)`)
	if err != nil {
		t.Fatal(err)
	}
	info, err := ReadInfo(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	warnings, err := Inspect(t.Context(), db, info)
	want := []string{
		"hosp.labevents.hadm_id is NULL in all 2 rows",
		"hosp.labevents.value is NULL in all 1 rows of item 52033, the specimen type of blood gases",
		"icu.chartevents.value is NULL in all 2 rows",
		"icu.chartevents.value is NULL in all 1 rows of item 223900, the verbal response, which tells an endotracheal tube",
	}
	if err != nil || strings.Join(warnings, "\n") != strings.Join(want, "\n") {
		t.Errorf("%v\n%s", err, strings.Join(warnings, "\n"))
	}
}

func TestMemoryIsWrittenAsPeopleDo(t *testing.T) {
	for text, want := range map[string]int64{
		"1GB": 1_000_000_000, "800MB": 800_000_000, "1.5 gib": 3 << 29, "2g": 2_000_000_000, "600000000": 600_000_000, "1TB": 1_000_000_000_000,
	} {
		if got, err := ParseMemory(text); err != nil || got != want {
			t.Errorf("%s is %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "much", "1XB", "100MB", "-1GB", "1e9", "9999999TB", "GB"} {
		if got, err := ParseMemory(text); err == nil {
			t.Errorf("%q is %d", text, got)
		}
	}
}
