package concept

import (
	"context"
	"fmt"
	"testing"
	"testing/fstest"
)

// stayLibrary has one partitioned concept that would show a row lost, doubled or
// cut from its neighbours by a chunk's border.
func stayLibrary(t *testing.T) *Library {
	t.Helper()
	return load(t, fstest.MapFS{
		"editions/current.toml": {Data: []byte(`id = "current"`)},
		"concepts/mimiciv/stay/last.sql": {Data: []byte(`-- title: Last value of a stay
-- grain: one row per stay
-- partition: stay_id
SELECT stay_id, count(*) AS n, sum(valuenum) AS total FROM {{source "icu.chartevents"}} GROUP BY stay_id
`)},
	})
}

func TestChunksHoldEveryRowOnce(t *testing.T) {
	ctx := context.Background()
	db := labDatabase(t)
	// Stays 2, 4 … 40; charted rows also of stays that no stay table knows, below,
	// between and above the known ones, and of none.
	err := db.Exec(ctx, `CREATE SCHEMA mimiciv_icu;
		CREATE TABLE mimiciv_icu.icustays AS SELECT 2 * i AS stay_id FROM range(1, 21) AS t(i);
		CREATE TABLE mimiciv_icu.chartevents AS
		SELECT CASE WHEN i % 50 > 45 THEN NULL ELSE i % 50 END AS stay_id, i::DOUBLE AS valuenum FROM range(1000) AS t(i)`)
	if err != nil {
		t.Fatal(err)
	}
	content := func(size int) int64 {
		build := buildOf(stayLibrary(t), "current", db)
		build.ChunkStays = size
		if _, err := build.Run(ctx, "last"); err != nil {
			t.Fatal(err)
		}
		sum, err := db.QueryInt(ctx, "SELECT sum(hash(l) % 1000000007)::BIGINT + count(*) FROM mimiciv_derived.last AS l")
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	whole := content(1000)
	for _, size := range []int{1, 3, 7, 19, 20} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			if got := content(size); got != whole {
				t.Errorf("table differs from the one built at once")
			}
		})
	}
}

// Ids of another table are cut by width, however they lie, and rows without one
// belong to the last range.
func TestRangesHoldEveryRowOnce(t *testing.T) {
	ctx := context.Background()
	db := labDatabase(t)
	err := db.Exec(ctx, `CREATE SCHEMA mimiciv_icu;
		CREATE TABLE mimiciv_icu.icustays AS SELECT i AS stay_id FROM range(100) AS t(i);
		CREATE OR REPLACE TABLE mimiciv_hosp.labevents AS
		SELECT CASE WHEN i % 7 > 0 THEN i * i % 1013 - 300 END AS specimen_id, i::DOUBLE AS valuenum FROM range(1000) AS t(i)`)
	if err != nil {
		t.Fatal(err)
	}
	content := func(size int) string {
		build := buildOf(specimenLibrary(t), "current", db)
		build.ChunkStays = size
		if _, err := build.Run(ctx, "highest"); err != nil {
			t.Fatal(err)
		}
		var rows string
		err := db.Conn().QueryRowContext(ctx, "SELECT string_agg(h::VARCHAR, ';' ORDER BY specimen_id) FROM mimiciv_derived.highest AS h").Scan(&rows)
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	whole := content(1000)
	for _, size := range []int{1, 2, 5, 12, 25} {
		if got := content(size); got != whole {
			t.Errorf("%d stays at once: the table differs from the one built at once", size)
		}
	}
}

func specimenLibrary(t *testing.T) *Library {
	t.Helper()
	return load(t, fstest.MapFS{
		"editions/current.toml": {Data: []byte(`id = "current"`)},
		"concepts/mimiciv/labs/highest.sql": {Data: []byte(`-- title: Highest
-- grain: one row per specimen
-- partition: specimen_id of hosp.labevents
SELECT specimen_id, max(valuenum) AS highest, count(*) AS n FROM {{source "hosp.labevents"}} GROUP BY specimen_id
`)},
	})
}
