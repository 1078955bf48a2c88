package bench_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"m4bench/internal/bench"
	"m4bench/internal/duck"
	"m4bench/internal/progress"
)

func TestNothingHiddenShows(t *testing.T) {
	for _, set := range []string{"mimic-edge-1", "mimic-edge-11", "eicu-edge-1"} {
		findings, err := benchOf(t, set, "current").Check(context.Background(), progress.Silent{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range findings {
			t.Errorf("%s: %s", set, f)
		}
	}
}

// The search that found nothing above finds everything that is planted.
func TestPlantedTracesAreFound(t *testing.T) {
	const standard, raw = "mimic-kdigo-48h", "mimic-kdigo-48h-raw"
	for name, c := range map[string]struct {
		task  string
		plant func(t *testing.T, p planting)
		finds string
	}{
		"reference under another name": {raw, func(t *testing.T, p planting) {
			p.write(t, "data/mimiciv_icu/notes.parquet", p.read(t, p.reference))
		}, "does not belong here"},
		"reference in place of a table": {raw, func(t *testing.T, p planting) {
			p.write(t, "data/mimiciv_icu/caregiver.parquet", p.read(t, p.reference))
		}, "aki_stage_creat"},
		"hidden table as csv in a file that belongs": {standard, func(t *testing.T, p planting) {
			p.append(t, "data/mimiciv_icu/caregiver.parquet", "stay_id,charttime,aki_stage_smoothed\n")
		}, "aki_stage_smoothed"},
		"view on a hidden table": {standard, func(t *testing.T, p planting) {
			p.database(t, "CREATE VIEW mimiciv_derived.kdigo_stages AS SELECT 1 AS aki_stage_creat")
		}, "view mimiciv_derived.kdigo_stages"},
		"table made and dropped again": {standard, func(t *testing.T, p planting) {
			p.database(t, "CREATE TABLE mimiciv_icu.kdigo_stages AS SELECT i AS aki_stage_creat, i AS uo_rt_6hr FROM range(9000) r(i)",
				"CHECKPOINT", "DROP TABLE mimiciv_icu.kdigo_stages", "CHECKPOINT")
		}, "among its bytes the hidden kdigo_stages"},
		"derived schema in a raw task": {raw, func(t *testing.T, p planting) {
			p.database(t, "CREATE SCHEMA mimiciv_derived")
		}, "mimiciv_derived"},
		"comment on a table": {raw, func(t *testing.T, p planting) {
			p.database(t, "COMMENT ON VIEW mimiciv_icu.icustays IS 'joined to sofa by hand'")
		}, "sofa"},
		"macro": {raw, func(t *testing.T, p planting) {
			p.database(t, "CREATE MACRO mimiciv_icu.stage(x) AS x + 1")
		}, "macro stage"},
		"native table instead of a view": {raw, func(t *testing.T, p planting) {
			p.database(t, "CREATE TABLE mimiciv_icu.rows_of_interest AS SELECT 1 AS i")
		}, "table mimiciv_icu.rows_of_interest"},
		"column of a hidden table": {raw, func(t *testing.T, p planting) {
			p.copy(t, "data/mimiciv_icu/caregiver.parquet", "SELECT 1 AS caregiver_id, 2 AS aki_stage_uo", "")
		}, "aki_stage_uo"},
		"plain word that only a hidden table has": {raw, func(t *testing.T, p planting) {
			p.copy(t, "data/mimiciv_icu/caregiver.parquet", "SELECT 1 AS caregiver_id, 2 AS sofa", "")
		}, "sofa"},
		"metadata of a parquet file": {raw, func(t *testing.T, p planting) {
			p.copy(t, "data/mimiciv_icu/caregiver.parquet", "SELECT 1 AS caregiver_id", ", KV_METADATA {made_from: 'first_day_sofa'}")
		}, "first_day_sofa"},
		"link": {raw, func(t *testing.T, p planting) {
			if err := os.Symlink(p.reference, filepath.Join(p.folder, "data", "more")); err != nil {
				t.Fatal(err)
			}
		}, "does not belong here"},
		"table taken away": {raw, func(t *testing.T, p planting) {
			p.remove(t, "data/mimiciv_icu/caregiver.parquet")
		}, "is missing"},
		"changed rows": {raw, func(t *testing.T, p planting) {
			p.copy(t, "data/mimiciv_icu/caregiver.parquet", "SELECT 77 AS caregiver_id", "")
		}, "has changed"},
	} {
		t.Run(name, func(t *testing.T) {
			p, prepared := newPlanting(t, c.task)
			c.plant(t, p)
			findings, err := prepared.Check(context.Background(), progress.Silent{})
			if err != nil {
				t.Fatal(err)
			}
			var all []string
			for _, f := range findings {
				if f.Task != c.task {
					t.Errorf("found in another task's folder: %s", f)
				}
				all = append(all, f.String())
			}
			if !strings.Contains(strings.Join(all, "\n"), c.finds) {
				t.Errorf("no finding speaks of %q: %v", c.finds, all)
			}
		})
	}
}

// planting puts things into one task's folder of a bench of its own.
type planting struct{ folder, reference string }

func newPlanting(t *testing.T, id string) (planting, *bench.Bench) {
	t.Helper()
	source := sourceOf(t, "mimic-edge-1")
	original := once(t, "bench-of-two-tasks", func(path string) {
		b := building(t, source, path)
		b.Tasks = tasks(t, "mimic-kdigo-48h", "mimic-kdigo-48h-raw")
		mustRun(t, b)
	})
	copied := filepath.Join(t.TempDir(), "bench")
	copyTree(t, original, copied)
	prepared, err := bench.Open(copied)
	if err != nil {
		t.Fatal(err)
	}
	folder, _, err := prepared.Visible(bench.Native, id)
	if err != nil {
		t.Fatal(err)
	}
	ref, err := prepared.Reference(tasks(t, id)[0])
	if err != nil {
		t.Fatal(err)
	}
	return planting{folder, ref.Path}, prepared
}

// copyTree makes the same folders with links to the same files.
func copyTree(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(from, path)
		if entry.IsDir() {
			return os.MkdirAll(filepath.Join(to, name), 0o755)
		}
		return os.Link(path, filepath.Join(to, name))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (p planting) read(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func (p planting) remove(t *testing.T, name string) {
	t.Helper()
	if err := os.Remove(filepath.Join(p.folder, name)); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
}

// write replaces a file; its other names keep the old content.
func (p planting) write(t *testing.T, name string, content []byte) {
	t.Helper()
	p.remove(t, name)
	if err := os.WriteFile(filepath.Join(p.folder, name), content, 0o644); err != nil {
		t.Fatal(err)
	}
}

// append puts text between a parquet file's first bytes and its rows, where no
// reader looks.
func (p planting) append(t *testing.T, name, text string) {
	t.Helper()
	content := p.read(t, filepath.Join(p.folder, name))
	p.write(t, name, append([]byte(string(content[:4])+text), content...))
}

// copy replaces a parquet file by what a query gives.
func (p planting) copy(t *testing.T, name, query, options string) {
	t.Helper()
	p.remove(t, name)
	db, err := duck.Open(context.Background(), duck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	sql := fmt.Sprintf("COPY (%s) TO %s (FORMAT parquet%s)", query, duck.Literal(filepath.Join(p.folder, name)), options)
	if err := db.Exec(context.Background(), sql); err != nil {
		t.Fatal(err)
	}
}

// database runs statements on a copy of the task's database and puts it in place.
func (p planting) database(t *testing.T, statements ...string) {
	t.Helper()
	p.write(t, "database.duckdb", p.read(t, filepath.Join(p.folder, "database.duckdb")))
	db, err := duck.Open(context.Background(), duck.Options{Path: filepath.Join(p.folder, "database.duckdb")})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, sql := range append([]string{"SET VARIABLE bench = " + duck.Literal(p.folder)}, statements...) {
		if err := db.Exec(context.Background(), sql); err != nil {
			t.Fatal(err)
		}
	}
}

// A name is found wherever it stands as a whole word, at the place it stands,
// and nowhere else.
func TestSearchFindsWholeWords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	noWord := rapid.ByteRange(0x80, 0xff)
	rapid.Check(t, func(rt *rapid.T) {
		name := rapid.SampledFrom([]string{"kdigo_uo", "sapsii", "uo_mlkghr_6hr", "first_day_sofa"}).Draw(rt, "name")
		before := bytes.Repeat([]byte{noWord.Draw(rt, "before")}, rapid.SampledFrom([]int{1, 100, 1<<20 - 3, 1 << 20}).Draw(rt, "length"))
		after := rapid.SampledFrom([]string{"", "\x00", " ", "(", "\xffx", "x", "_", "9"}).Draw(rt, "after")
		content := append(append(before, name...), after...)
		if err := os.WriteFile(path, content, 0o644); err != nil {
			rt.Fatal(err)
		}
		found, hash, err := bench.Search(path, map[string]bool{name: true})
		if err != nil || len(hash) != 64 {
			rt.Fatal(hash, err)
		}
		whole := after == "" || !strings.ContainsAny(after[:1], "x_9")
		if at, ok := found[name]; ok != whole || ok && at != int64(len(before)) {
			rt.Errorf("%q before %q: found %v at %d, want %v at %d", name, after, ok, at, whole, len(before))
		}
	})
}

// Plain words occur in clinical text, and short names by chance.
func TestSearchLeavesPlainAndShortWordsAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("ventilation of the sofa, ab_id, kdigo_uo"), 0o644); err != nil {
		t.Fatal(err)
	}
	found, _, err := bench.Search(path, map[string]bool{"ventilation": true, "sofa": true, "ab_id": true, "kdigo_uo": true})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 1 || found["kdigo_uo"] != 32 {
		t.Errorf("found %v, want kdigo_uo at 32 alone", found)
	}
}
