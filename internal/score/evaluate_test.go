package score_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"m4bench/internal/score"
	"m4bench/internal/task"
)

// The behaviours that the published evaluator's tests state.
func TestPublishedBehaviours(t *testing.T) {
	t.Run("an extra key enlarges the denominator", func(t *testing.T) {
		r := evaluate(t, one(task.Column{Type: task.Integer}), "k,v\n1,5\n2,6\n", "k,v\n1,5\n2,6\n3,7\n")
		if c := column(t, r, "v"); c.Matched != 2 || c.Total != 3 || r.Keys.Extra != 1 || c.MatchRate != 0.66666667 || r.Reward != 0.66666667 {
			t.Errorf("%+v, extra %d, reward %v", c, r.Keys.Extra, r.Reward)
		}
	})
	t.Run("a duplicate key enlarges the denominator and the first row counts", func(t *testing.T) {
		r := evaluate(t, one(task.Column{Type: task.Integer}), "k,v\n1,5\n2,6\n", "k,v\n1,5\n1,9\n2,6\n")
		if c := column(t, r, "v"); c.Matched != 2 || c.Total != 3 || r.Keys.Duplicate != 1 || c.MatchRate != 0.66666667 || r.Keys.Precision != 1 {
			t.Errorf("%+v, keys %+v", c, r.Keys)
		}
		r = evaluate(t, one(task.Column{Type: task.Integer}), "k,v\n1,5\n2,6\n", "k,v\n1,9\n1,5\n2,6\n")
		if c := column(t, r, "v"); c.Matched != 1 {
			t.Errorf("the second row of a key was scored: %+v", c)
		}
	})
	t.Run("a repeated unknown key is one extra and one duplicate", func(t *testing.T) {
		r := evaluate(t, one(task.Column{Type: task.Integer}), "k,v\n1,5\n", "k,v\n1,5\n8,1\n8,1\n")
		if r.Keys.Extra != 1 || r.Keys.Duplicate != 1 || r.Keys.Precision != 0.5 {
			t.Errorf("%+v", r.Keys)
		}
	})
	t.Run("a missing key does not match an empty reference cell (C002)", func(t *testing.T) {
		r := evaluate(t, one(task.Column{Type: task.Integer}), "k,v\n1,5\n2,\n", "k,v\n1,5\n")
		if c := column(t, r, "v"); c.Matched != 1 || c.Missing != 1 || c.MatchRate != 0.5 {
			t.Errorf("%+v", c)
		}
	})
	t.Run("empty matches empty where the key is present", func(t *testing.T) {
		r := evaluate(t, one(task.Column{Type: task.Integer}), "k,v\n1,5\n2,\n", "k,v\n1,5\n2,\n")
		if r.Reward != 1 {
			t.Errorf("reward %v", r.Reward)
		}
	})
	t.Run("values come before the extra columns, ids are not scored", func(t *testing.T) {
		text := "stay_id,ventilation_seq,starttime,endtime,ventilation_status\n1,1,2150-01-01 00:00:00,2150-01-02 00:00:00,None\n"
		var names []string
		for _, c := range evaluate(t, ventilation(), text, text).Columns {
			names = append(names, c.Name)
		}
		if want := []string{"ventilation_status", "starttime", "endtime"}; !slices.Equal(names, want) {
			t.Errorf("scored %v, want %v", names, want)
		}
		meld := &task.Task{ID: "mimic-meld-24h", Columns: []task.Column{{Name: "subject_id", Role: task.ID, Type: task.Integer},
			{Name: "stay_id", Role: task.Key, Type: task.Integer}, {Name: "meld", Role: task.Value, Type: task.Number, Tolerance: 1}}}
		r := evaluate(t, meld, "subject_id,stay_id,meld\n1,1,22.313000000000002\n", "subject_id,stay_id,meld\n9,1,23.3\n")
		if len(r.Columns) != 1 || r.Reward != 1 {
			t.Errorf("scored %+v", r.Columns)
		}
	})
	t.Run("tolerance beside an empty reference cell", func(t *testing.T) {
		r := evaluate(t, one(task.Column{Type: task.Number, Tolerance: 0.05}), "k,v\n1,0.10\n2,\n", "k,v\n1,0.15\n2,\n")
		if c := column(t, r, "v"); c.Matched != 2 {
			t.Errorf("%+v", c)
		}
	})
	t.Run("nothing is added to the tolerance", func(t *testing.T) {
		r := evaluate(t, one(task.Column{Type: task.Number, Tolerance: 0.05}), "k,v\n1,1.00\n", "k,v\n1,1.05\n")
		if c := column(t, r, "v"); c.Matched != 0 || c.Higher != 1 {
			t.Errorf("%+v", c)
		}
	})
	t.Run("the label None is not empty (C029)", func(t *testing.T) {
		for _, label := range []string{"None", "NA", "null", "nan"} {
			r := evaluate(t, one(task.Column{Type: task.Text}), "k,v\n1,"+label+"\n2,\n", "k,v\n1,\n2,"+label+"\n")
			if c := column(t, r, "v"); c.Matched != 0 || c.Empty != 1 || c.Unexpected != 1 {
				t.Errorf("%s: %+v", label, c)
			}
			if r := evaluate(t, one(task.Column{Type: task.Text}), "k,v\n1,"+label+"\n", "k,v\n1,"+label+"\n"); r.Reward != 1 {
				t.Errorf("%s does not match itself", label)
			}
		}
	})
	t.Run("the strict pass", func(t *testing.T) {
		reference := "subject_id,stay_id,sofa,renal\n1,1,5,1\n1,2,6,2\n"
		if r := evaluate(t, sofa(), reference, reference); !r.Strict.Passed || len(r.Strict.FailedChecks) != 0 {
			t.Errorf("the reference fails: %+v", r.Strict)
		}
		r := evaluate(t, sofa(), reference, "stay_id,sofa,renal\n1,5,1\n")
		if want := []string{"required_columns", "row_coverage", "accuracy[sofa]", "accuracy[renal]"}; !slices.Equal(r.Strict.FailedChecks, want) {
			t.Errorf("failed %v, want %v", r.Strict.FailedChecks, want)
		}
		lenient := sofa()
		lenient.Strict = task.Strict{Coverage: 0.5, Accuracy: 0.5}
		if r := evaluate(t, lenient, reference, "subject_id,stay_id,sofa,renal\n1,1,5,1\n"); !r.Strict.Passed {
			t.Errorf("at the thresholds: %+v", r.Strict)
		}
	})
}

// One wrong row in 200,859 stays below 1.
func TestRewardIsNotRoundedUpToOne(t *testing.T) {
	var reference, output strings.Builder
	reference.WriteString("k,v\n")
	output.WriteString("k,v\n")
	for i := range 200_859 {
		row := fmt.Sprintf("%d,%d\n", i, i%3)
		reference.WriteString(row)
		if i == 77 {
			row = strings.Replace(row, ",", ",9", 1)
		}
		output.WriteString(row)
	}
	r := evaluate(t, one(task.Column{Type: task.Integer}), reference.String(), output.String())
	if r.Reward != 0.99999502 {
		t.Errorf("reward %v, want 0.99999502", r.Reward)
	}
	if !r.Strict.Passed {
		t.Errorf("no thresholds, yet %+v", r.Strict)
	}
}

// Errors are about the reference, the task or unreadable files: exit code 2.
func TestInputErrors(t *testing.T) {
	good := "k,v\n1,2\n"
	valid := one(task.Column{Type: task.Integer})
	tests := map[string]struct {
		task      *task.Task
		reference string
		want      string
	}{
		"duplicate keys":       {valid, "k,v\n1,2\n1.0,3\n", "rows 1 and 2 have the same key k=1"},
		"unreadable cell":      {valid, "k,v\n1,x\n", "row 1: column v cannot be read"},
		"blank key":            {valid, "k,v\n,1\n", "row 1: the key column k is empty"},
		"column missing":       {valid, "k,w\n1,1\n", "lacks the columns v"},
		"ragged row":           {valid, "k,v\n1,2\n3\n", "line 3: 1 fields where the header has 2"},
		"no rows":              {valid, "k,v\n", "no rows"},
		"no byte":              {valid, "", "empty"},
		"Latin-1":              {valid, "k,v\n1,\xE9\n", "byte 6"},
		"task without a key":   {&task.Task{ID: "x", Columns: valid.Columns[1:]}, good, "key column"},
		"task without a value": {&task.Task{ID: "x", Columns: valid.Columns[:1]}, good, "scored column"},
		"unknown type":         {one(task.Column{Type: "money"}), good, `unknown type "money"`},
		"ordered text":         {one(task.Column{Type: task.Text, Ordered: true}), good, "cannot be ordered"},
		"unknown natural key":  {&task.Task{ID: "x", Columns: valid.Columns, NaturalKey: []string{"z"}}, good, `natural_key names "z"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := score.Evaluate(context.Background(), test.task, write(t, "output.csv", good), write(t, "reference.csv", test.reference), score.Options{})
			var coded interface{ ExitCode() int }
			if !errors.As(err, &coded) || coded.ExitCode() != 2 || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want exit code 2 and %q", err, test.want)
			}
		})
	}
	output, reference := write(t, "output.csv", good), write(t, "reference.csv", good)
	for name, files := range map[string][2]string{
		"no output": {filepath.Join(t.TempDir(), "absent.csv"), reference}, "no reference": {output, filepath.Join(t.TempDir(), "absent.csv")},
		"folder as output": {t.TempDir(), reference}, "folder as reference": {output, t.TempDir()},
	} {
		var coded *score.InputError
		if _, err := score.Evaluate(context.Background(), valid, files[0], files[1], score.Options{}); !errors.As(err, &coded) {
			t.Errorf("%s: %v, want an InputError", name, err)
		}
	}
}

func TestCancelledEvaluation(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	text := "k,v\n1,2\n"
	if _, err := score.Evaluate(ctx, one(task.Column{Type: task.Integer}), write(t, "o", text), write(t, "r", text), score.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestOutputFromAnOpenFile(t *testing.T) {
	open := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("k,v\n1,2\n")), nil }
	r, err := score.Evaluate(context.Background(), one(task.Column{Type: task.Integer}), "work/output.csv", write(t, "r", "k,v\n1,2\n"), score.Options{OpenOutput: open})
	if err != nil || r.Reward != 1 || r.Output != "work/output.csv" {
		t.Errorf("%+v, %v", r, err)
	}
	refused := errors.New("the output is a link")
	_, err = score.Evaluate(context.Background(), one(task.Column{Type: task.Integer}), "x", write(t, "r", "k,v\n1,2\n"),
		score.Options{OpenOutput: func() (io.ReadCloser, error) { return nil, refused }})
	if !errors.Is(err, refused) {
		t.Errorf("error %v, want %v", err, refused)
	}
}

func TestLimitsGiveAReason(t *testing.T) {
	output := write(t, "o.csv", "k,v\n"+strings.Repeat("1,2\n", 100))
	reference := write(t, "r.csv", "k,v\n1,2\n")
	for name, o := range map[string]score.Options{"rows": {MaxRows: 99}, "text": {MaxBytes: 300}} {
		r, err := score.Evaluate(context.Background(), one(task.Column{Type: task.Integer}), output, reference, o)
		if err != nil || r.Reward != 0 || !strings.Contains(r.Failure, "more than") || r.Rows.Output != 0 {
			t.Errorf("limit on %s: %+v, %v", name, r, err)
		}
	}
}

func TestResultSurvivesJSON(t *testing.T) {
	r := evaluate(t, ventilation(), "stay_id,ventilation_seq,starttime,endtime,ventilation_status\n1,1,2150-01-01 00:00:00,,None\n2,1,2150-01-01 00:00:00,2150-01-02 00:00:00,None\n",
		"stay_id,ventilation_seq,starttime,endtime,ventilation_status\n1,2,2150-01-01 00:00:00,2150-01-02 00:00:00,None\n2,1,2150-01-01 00:00:00,2150-01-02 00:00:01,None\n")
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back score.Result
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(*r, back) {
		t.Errorf("%+v\ncame back as\n%+v", *r, back)
	}
	var generic map[string]any
	if err := json.Unmarshal(text, &generic); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"reward", "columns.endtime.match_rate", "keys.precision", "keys.recall", "keys.f1", "keys.extra", "keys.missing", "keys.duplicate",
		"coverage", "nmae", "strict.passed", "strict.failed_checks", "notes"} {
		at := any(generic)
		for _, part := range strings.Split(path, ".") {
			value, found := at.(map[string]any)[part]
			if !found {
				t.Errorf("the JSON has no %s", path)
				break
			}
			at = value
		}
	}
	if generic["nmae"] != nil {
		t.Errorf("nmae is %v without an ordered column", generic["nmae"])
	}
	if bytes.Contains(text, []byte("null,null")) || bytes.Contains(text, []byte(`"notes":null`)) || bytes.Contains(text, []byte(`"failed_checks":null`)) {
		t.Errorf("lists are null: %s", text)
	}
}
