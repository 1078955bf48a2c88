package synth

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"m4bench/internal/duck"
	"m4bench/internal/ehr"
)

func generate(t testing.TB, o Options) Manifest {
	t.Helper()
	if o.Path == "" {
		o.Path = filepath.Join(t.TempDir(), "synthetic.duckdb")
	}
	m, err := Generate(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestSameSeedGivesSameRowsWithAnyNumberOfThreads(t *testing.T) {
	for _, source := range []string{ehr.MIMICIV, ehr.EICU} {
		one := generate(t, Options{Source: source, Stays: 120, Seed: 5, Threads: 1})
		three := generate(t, Options{Source: source, Stays: 120, Seed: 5, Threads: 3})
		if !slices.Equal(one.Tables, three.Tables) {
			t.Errorf("%s: tables differ between 1 and 3 threads:\n%v\n%v", source, one.Tables, three.Tables)
		}
		other := generate(t, Options{Source: source, Stays: 120, Seed: 6})
		for i, table := range one.Tables {
			dictionary := table.Table == "caregiver" || table.Table == "provider" || strings.HasPrefix(table.Table, "d_")
			if table.Rows > 500 && !dictionary && table.Hash == other.Tables[i].Hash {
				t.Errorf("%s: %s is the same with another seed", source, table.Table)
			}
		}
	}
}

func TestManifestIsKeptInTheDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.duckdb")
	m := generate(t, Options{Source: ehr.EICU, Stays: 50, Seed: 1, Path: path})
	ctx := context.Background()
	db, err := duck.Open(ctx, duck.Options{Path: path, ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryInt(ctx, "SELECT sum(row_count)::BIGINT FROM m4bench_meta.content")
	if err != nil || rows != m.Rows || rows == 0 {
		t.Errorf("the database says %d rows (%v), the manifest %d", rows, err, m.Rows)
	}
	stays, err := db.QueryInt(ctx, "SELECT count(*) FROM eicu_crd.patient")
	if err != nil || stays != 50 {
		t.Errorf("%d stays (%v), want 50", stays, err)
	}
}

func TestBadOptionsAreRefusedAndLeaveNothing(t *testing.T) {
	dir := t.TempDir()
	taken := filepath.Join(dir, "taken.duckdb")
	if err := os.WriteFile(taken, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]Options{
		"unknown source":   {Source: "mimic-iii", Stays: 100, Path: filepath.Join(dir, "a")},
		"too few stays":    {Source: ehr.EICU, Stays: 49, Path: filepath.Join(dir, "b")},
		"too many stays":   {Source: ehr.EICU, Stays: 100_001, Path: filepath.Join(dir, "c")},
		"an existing file": {Source: ehr.EICU, Stays: 50, Path: taken},
	} {
		_, err := Generate(context.Background(), o)
		var input InputError
		if !errors.As(err, &input) {
			t.Errorf("%s: %v", name, err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("files left behind: %v %v", entries, err)
	}
}

func TestInterruptedRunLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Generate(ctx, Options{Source: ehr.MIMICIV, Stays: 200, Path: filepath.Join(dir, "x.duckdb")})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Errorf("files left behind: %v", entries)
	}
}

func BenchmarkGenerate(b *testing.B) {
	for _, source := range []string{ehr.MIMICIV, ehr.EICU} {
		b.Run(source, func(b *testing.B) {
			for range b.N {
				m := generate(b, Options{Source: source, Stays: 500, Seed: 1})
				b.ReportMetric(float64(m.Rows), "rows")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(m.Rows), "ns/row")
			}
		})
	}
}
