package score_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"m4bench/internal/duck"
	"m4bench/internal/score"
	"m4bench/internal/task"
	"m4bench/internal/testdata"
)

// referencesOf finds the kept reference rows of a task in every data set and edition.
func referencesOf(t *testing.T, tk *task.Task) []string {
	t.Helper()
	var found []string
	for _, pattern := range []string{"*/task/", "*/*/task/"} {
		files, err := filepath.Glob(filepath.Join(testdata.Root(), "internal", "testdata", "golden", pattern+tk.GoldenName()+".csv.gz"))
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, files...)
	}
	return found
}

func embedded(t *testing.T) []*task.Task {
	t.Helper()
	set, err := task.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return set.All()
}

// C023 for every task: the kept reference scores 1 against itself and passes.
func TestEveryReferenceScoresOne(t *testing.T) {
	for _, tk := range embedded(t) {
		files := referencesOf(t, tk)
		if len(files) == 0 {
			t.Errorf("task %s has no kept reference rows", tk.ID)
		}
		for _, file := range files {
			r, err := score.Evaluate(context.Background(), tk, file, file, score.Options{})
			if err != nil {
				t.Errorf("%s: %v", tk.ID, err)
				continue
			}
			checkAccounts(t, r)
			if r.Reward != 1 || !r.Strict.Passed || len(r.Notes) > 0 {
				t.Errorf("%s on %s: reward %v, strict %+v, %v", tk.ID, file, r.Reward, r.Strict, r.Notes)
			}
		}
	}
}

// The same rows as Parquet, written by DuckDB with the types it finds, are the
// same reference.
func TestParquetReferencesAreTheSame(t *testing.T) {
	ctx := context.Background()
	db, err := duck.Open(ctx, duck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, tk := range embedded(t) {
		csv := referencesOf(t, tk)[0]
		parquet := filepath.Join(t.TempDir(), "reference.parquet")
		if err := db.Exec(ctx, fmt.Sprintf("COPY (SELECT * FROM read_csv(%s)) TO %s (FORMAT parquet)", duck.Literal(csv), duck.Literal(parquet))); err != nil {
			t.Fatal(err)
		}
		r, err := score.Evaluate(ctx, tk, csv, parquet, score.Options{})
		if err != nil {
			t.Errorf("%s: %v", tk.ID, err)
			continue
		}
		if r.Reward != 1 || !r.Strict.Passed {
			t.Errorf("%s: reward %v, %v", tk.ID, r.Reward, r.Notes)
		}
	}
}
