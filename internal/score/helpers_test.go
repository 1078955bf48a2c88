package score_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"m4bench/internal/score"
	"m4bench/internal/task"
)

// sofa is a task with one key column and two exact scores.
func sofa() *task.Task {
	return &task.Task{ID: "mimic-sofa-24h", Strict: task.Strict{Coverage: 1, Accuracy: 1}, Columns: []task.Column{
		{Name: "subject_id", Role: task.ID, Type: task.Integer},
		{Name: "stay_id", Role: task.Key, Type: task.Integer},
		{Name: "sofa", Role: task.Value, Type: task.Integer, Ordered: true, Unit: "points"},
		{Name: "renal", Role: task.Value, Type: task.Integer, Ordered: true, Unit: "points"},
	}}
}

// ventilation is a task with a key of two columns, a text and times.
func ventilation() *task.Task {
	return &task.Task{ID: "mimic-ventilation", Strict: task.Strict{Coverage: 0.95, Accuracy: 0.95}, Columns: []task.Column{
		{Name: "stay_id", Role: task.Key, Type: task.Integer},
		{Name: "ventilation_seq", Role: task.Key, Type: task.Integer},
		{Name: "starttime", Role: task.Extra, Type: task.Timestamp},
		{Name: "endtime", Role: task.Extra, Type: task.Timestamp},
		{Name: "ventilation_status", Role: task.Value, Type: task.Text},
	}}
}

// one is a task with the key k and one value column of the given kind.
func one(column task.Column) *task.Task {
	column.Name, column.Role = "v", task.Value
	return &task.Task{ID: "one", Columns: []task.Column{{Name: "k", Role: task.Key, Type: task.Integer}, column}}
}

func write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func evaluate(t testing.TB, tk *task.Task, reference, output string) *score.Result {
	t.Helper()
	r, err := score.Evaluate(context.Background(), tk, write(t, "output.csv", output), write(t, "reference.csv", reference), score.Options{})
	if err != nil {
		t.Fatal(err)
	}
	checkAccounts(t, r)
	return r
}

// checkAccounts holds for every result: nothing is lost, nothing counts twice,
// every number is a number.
func checkAccounts(t testing.TB, r *score.Result) {
	t.Helper()
	rows := r.Rows
	if rows.Output != rows.Matched+rows.Unknown+rows.Duplicate+rows.Invalid {
		t.Errorf("rows do not add up: %+v", rows)
	}
	if rows.Reference != r.Keys.Matched+r.Keys.Missing {
		t.Errorf("keys do not add up: %+v", r.Keys)
	}
	numbers := []float64{r.Reward, r.Coverage, r.Keys.Precision, r.Keys.Recall, r.Keys.F1, r.ExactRows.Rate}
	for _, c := range r.Columns {
		if c.Total != rows.Reference+r.Keys.Extra+r.Keys.Duplicate || c.Total != c.Matched+c.Mismatched+c.Unreadable+c.Missing+r.Keys.Extra+r.Keys.Duplicate {
			t.Errorf("cells of %s do not add up: %+v with %d extra and %d duplicate", c.Name, c, r.Keys.Extra, r.Keys.Duplicate)
		}
		if c.Empty+c.Unexpected+c.Higher+c.Lower > c.Mismatched {
			t.Errorf("kinds of mismatches of %s exceed them: %+v", c.Name, c)
		}
		numbers = append(numbers, c.MatchRate)
	}
	for _, n := range numbers {
		if math.IsNaN(n) || n < 0 || n > 1 {
			t.Errorf("%v is no rate", n)
		}
	}
}

func column(t testing.TB, r *score.Result, name string) score.Column {
	t.Helper()
	c, ok := r.Column(name)
	if !ok {
		t.Fatalf("no column %s", name)
	}
	return c
}

func writeFile(path, text string) error { return os.WriteFile(path, []byte(text), 0o600) }

func jsonText(v any) (string, error) {
	text, err := json.MarshalIndent(v, "", " ")
	return string(text), err
}
