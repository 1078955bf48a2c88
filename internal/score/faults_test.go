package score_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"m4bench/internal/score"
	"m4bench/internal/task"
)

// Every entry of the list of public faults about evaluators and csv.
func TestPublicFaults(t *testing.T) {
	thousand := func(extra string) string {
		var b strings.Builder
		b.WriteString("subject_id,stay_id,sofa,renal\n")
		for i := range 1000 {
			fmt.Fprintf(&b, "1,30000%03d,%03d.0,1\n", i, i)
		}
		return b.String() + extra
	}
	reference := "subject_id,stay_id,sofa,renal\n1,30000001,5,1\n1,30000002,6,2\n"
	scores := func(output string) *score.Result { t.Helper(); return evaluate(t, sofa(), reference, output) }
	full := func(t *testing.T, name, output string) {
		t.Helper()
		if r := scores(output); r.Reward != 1 {
			t.Errorf("%s: reward %v, %v", name, r.Reward, r.Notes)
		}
	}
	nothing := func(t *testing.T, name, output, reason string) *score.Result {
		t.Helper()
		r := scores(output)
		if r.Reward != 0 || !strings.Contains(r.Failure, reason) || r.Strict.Passed || len(r.Notes) == 0 {
			t.Errorf("%s: reward %v, failure %q, want one with %q", name, r.Reward, r.Failure, reason)
		}
		return r
	}

	t.Run("C001 header", func(t *testing.T) {
		full(t, "order, case, blanks, further column", "Renal , x, Stay_ID , SOFA,\" SUBJECT_ID\"\n1,9,30000001,5,1\n2,9,30000002,6,1\n")
		nothing(t, "twice", "subject_id,stay_id,sofa,renal,sofa\n1,30000001,5,1,5\n", `"sofa" stands twice`)
		r := scores("subject_id,stay_id,sofa,renal,comment\n1,30000001,5,1,\n1,30000002,6,2,\n")
		if !slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, `"comment"`) }) {
			t.Errorf("the ignored column is not named: %v", r.Notes)
		}
	})
	t.Run("C003 types are declared, not guessed", func(t *testing.T) {
		r := evaluate(t, one(task.Column{Type: task.Text}), "k,v\n1,1\n2,A1\n", "k,v\n1,1\n2,A1\n")
		if r.Reward != 1 || r.Rows.Output != 2 {
			t.Errorf("%+v", r)
		}
	})
	t.Run("C006 messages say file, line, column, expected and found", func(t *testing.T) {
		r := nothing(t, "key column", "subject_id,icustay_id,sofa,renal\n1,30000001,5,1\n", "no column stay_id")
		for _, part := range []string{"output.csv", "header", `"icustay_id"`} {
			if !strings.Contains(r.Failure, part) {
				t.Errorf("%q does not say %s", r.Failure, part)
			}
		}
		r = scores("subject_id,stay_id,sofa,renal\n1,30000001,5,1\n1,30000002,7,x\n")
		want := []score.Example{{Key: map[string]string{"stay_id": "30000002"}, Expected: "6", Found: "7", Line: 3}}
		if got := column(t, r, "sofa").Examples; !reflect.DeepEqual(got, want) {
			t.Errorf("examples %+v, want %+v", got, want)
		}
		if got := column(t, r, "renal"); got.Unreadable != 1 || got.Examples[0].Found != "x" || !slices.ContainsFunc(r.Notes, func(n string) bool {
			return strings.Contains(n, "renal") && strings.Contains(n, "line 3") && strings.Contains(n, `"x"`)
		}) {
			t.Errorf("%+v, notes %v", got, r.Notes)
		}
	})
	t.Run("C011 files without rows", func(t *testing.T) {
		nothing(t, "no byte", "", "empty")
		nothing(t, "line ends", "\n\n\r\n", "empty")
		nothing(t, "header only", "subject_id,stay_id,sofa,renal\n", "no rows")
		nothing(t, "header without line end", "subject_id,stay_id,sofa,renal", "no rows")
		full(t, "no final line end", "subject_id,stay_id,sofa,renal\n1,30000001,5,1\n1,30000002,6,2")
		r := scores("subject_id,stay_id,sofa,renal\nsubject_id,stay_id,sofa,renal\n1,30000001,5,1\n1,30000002,6,2\n")
		if r.Rows.Invalid != 1 || r.Rows.Matched != 2 || r.Keys.Examples.Invalid[0] != (score.LineExample{Line: 2, Reason: "the header is repeated"}) {
			t.Errorf("header twice: %+v, %+v", r.Rows, r.Keys.Examples)
		}
	})
	t.Run("C013 dates are written one way", func(t *testing.T) {
		for _, date := range []string{"01/02/2150", "91311.4", "2150-1-2"} {
			r := evaluate(t, one(task.Column{Type: task.Timestamp}), "k,v\n1,2150-01-02\n2,2150-01-02\n", "k,v\n1,"+date+"\n2,2150-01-02 00:00\n")
			if c := column(t, r, "v"); c.Unreadable != 1 || c.Matched != 1 || !strings.Contains(r.Notes[0], "2150-01-31 14:05:00") || !strings.Contains(r.Notes[0], date) {
				t.Errorf("%s: %+v, %v", date, c, r.Notes)
			}
		}
	})
	t.Run("C014 spellings of numbers", func(t *testing.T) {
		for text, want := range map[string]string{"3E+07": "30000000", "1e-4": "0.0001", ".5": "0.5", "5.": "5", "-0": "0", "+7": "7"} {
			if r := evaluate(t, one(task.Column{Type: task.Number}), "k,v\n1,"+want+"\n", "k,v\n1,"+text+"\n"); r.Reward != 1 {
				t.Errorf("%s is not %s", text, want)
			}
		}
		for _, text := range []string{"1_000", "0x1p-2", `"1,5"`, "12 %", "Infinity", "NaN"} {
			r := evaluate(t, one(task.Column{Type: task.Number}), "k,v\n1,1\n2,2\n", "k,v\n1,"+text+"\n2,2\n")
			if c := column(t, r, "v"); c.Unreadable != 1 || c.Matched != 1 {
				t.Errorf("%s: %+v", text, c)
			}
		}
	})
	t.Run("C019 one bad key costs itself", func(t *testing.T) {
		r := evaluate(t, sofa(), thousand(""), thousand("1,total,9,9\n"))
		if r.Rows.Matched != 1000 || r.Rows.Invalid != 1 || r.Keys.Extra != 1 || r.Reward != 0.999001 || r.Keys.Examples.Invalid[0].Line != 1002 {
			t.Errorf("%+v, %+v, reward %v", r.Rows, r.Keys, r.Reward)
		}
	})
	t.Run("C021 and C023: the reference itself scores 1, read by the same reader", func(t *testing.T) {
		full(t, "reference", reference)
		if r := evaluate(t, sofa(), reference, "subject_id,stay_id,sofa,renal\n1,30000002,6,2\n1,30000001,5,1\n"); r.Reward != 1 {
			t.Errorf("unsorted: %v", r.Reward)
		}
	})
	t.Run("C022 ragged rows and quotes cost their row", func(t *testing.T) {
		for _, bad := range []string{"1,30000002,6,2,7", "1,30000002", `1,30000002,"6,2`, `1,30000002,6",2`} {
			r := scores("subject_id,stay_id,sofa,renal\n" + bad + "\n1,30000001,5,1\n")
			if r.Rows.Invalid != 1 || r.Rows.Matched != 1 || r.Reward != 0.5 || r.Keys.Extra != 0 || r.Keys.Examples.Invalid[0].Line != 2 {
				t.Errorf("%s: %+v, reward %v", bad, r.Rows, r.Reward)
			}
		}
	})
	t.Run("C026 years far from 1970", func(t *testing.T) {
		r := evaluate(t, one(task.Column{Type: task.Timestamp, Tolerance: 7 * 86_400}), "k,v\n1,2199-12-31 23:59:59\n2,2262-04-12 00:00:00\n3,9999-12-25\n",
			"k,v\n1,2200-01-07 23:59:59\n2,2262-04-19 00:00:01\n3,9999-12-31\n")
		if c := column(t, r, "v"); c.Matched != 2 || c.Higher != 1 {
			t.Errorf("%+v", c)
		}
	})
	t.Run("C027 keys that are times", func(t *testing.T) {
		urine := &task.Task{ID: "t", Columns: []task.Column{{Name: "stay_id", Role: task.Key, Type: task.Integer},
			{Name: "charttime", Role: task.Key, Type: task.Timestamp}, {Name: "uo", Role: task.Value, Type: task.Number}}}
		r := evaluate(t, urine, "stay_id,charttime,uo\n1,2150-01-01 10:00:00,5\n1,2150-01-01 11:00:00,5\n", "stay_id,charttime,uo\n1,2150-01-01T10:00,5\n1.0,2150-01-01T11:00:00Z,5\n")
		if r.Reward != 1 {
			t.Errorf("reward %v, %v", r.Reward, r.Notes)
		}
	})
	t.Run("C028 rows are compared as rows", func(t *testing.T) {
		r := scores("subject_id,stay_id,sofa,renal\n1,30000001,6,2\n1,30000002,5,1\n")
		if r.Reward != 0 || r.ExactRows.Count != 0 || r.Keys.F1 != 1 {
			t.Errorf("swapped rows: reward %v", r.Reward)
		}
	})
	t.Run("C030 one unreadable cell costs one cell", func(t *testing.T) {
		r := evaluate(t, sofa(), thousand(""), strings.Replace(strings.ReplaceAll(thousand(""), ".0,", ","), ",005,", ",n/a,", 1))
		if c := column(t, r, "sofa"); c.Matched != 999 || c.Unreadable != 1 {
			t.Errorf("%+v", c)
		}
	})
	t.Run("C032 byte-order mark", func(t *testing.T) {
		r := evaluate(t, one(task.Column{Type: task.Integer}), "k,v\n1,2\n", "\xEF\xBB\xBFk,v\n1,2\n")
		if r.Reward != 1 {
			t.Errorf("reward %v", r.Reward)
		}
	})
	t.Run("C033 encodings", func(t *testing.T) {
		nothing(t, "UTF-16", "\xFF\xFEs\x00t\x00a\x00y\x00", "byte 0")
		nothing(t, "NUL", "subject_id,stay_id,sofa,renal\n1,30000001,5,\x00\n", "byte 43")
		nothing(t, "Latin-1", "subject_id,stay_id,sofa,renal\n1,30000001,5,caf\xE9\n", "byte 46")
	})
	t.Run("C034 the tolerance belongs to the column", func(t *testing.T) {
		noise, exact := "k,v\n1,0.30000000000000004\n", "k,v\n1,0.3\n"
		if r := evaluate(t, one(task.Column{Type: task.Number, Tolerance: 1e-9}), exact, noise); r.Reward != 1 {
			t.Errorf("noise within the tolerance: reward %v", r.Reward)
		}
		r := evaluate(t, one(task.Column{Type: task.Number}), exact, noise)
		if r.Reward != 0 || !strings.Contains(r.Notes[0], "rounding noise") {
			t.Errorf("noise without a tolerance: reward %v, %v", r.Reward, r.Notes)
		}
		if r := evaluate(t, one(task.Column{Type: task.Number}), "k,v\n1,5.0\n2,15.000\n", "k,v\n1,5\n2,1.5e1\n"); r.Reward != 1 {
			t.Errorf("spellings of one double: reward %v", r.Reward)
		}
		if r := evaluate(t, one(task.Column{Type: task.Number, Tolerance: 0.01}), "k,v\n1,0.6273\n", "k,v\n1,0.627345678901234\n"); r.Reward != 1 {
			t.Errorf("four digits against fifteen: reward %v", r.Reward)
		}
	})
	t.Run("C036 spellings of ids", func(t *testing.T) {
		full(t, "float ids", "subject_id,stay_id,sofa,renal\n1,30000001.0,5,1\n1,30000002.0,6,2\n")
		full(t, "quoted, signed, padded ids", "subject_id,stay_id,sofa,renal\n1,\"30000001\",5,1\n1,+030000002,6,2\n")
		r := scores("subject_id,stay_id,sofa,renal\n1,30000001.0,5,1\n1,,6,2\n")
		if r.Rows.Invalid != 1 || r.Rows.Matched != 1 || r.Reward != 0.5 {
			t.Errorf("one blank id: %+v, reward %v", r.Rows, r.Reward)
		}
		big := evaluate(t, one(task.Column{Type: task.Integer}), "k,v\n9007199254740992,1\n9007199254740993,2\n", "k,v\n9007199254740993,2\n9007199254740992,1\n")
		if big.Reward != 1 {
			t.Errorf("ids beyond 2^53 collide: %v", big.Reward)
		}
	})
	t.Run("booleans are words or 1 and 0", func(t *testing.T) {
		for _, kind := range []task.Type{task.Boolean, task.Integer} {
			r := evaluate(t, one(task.Column{Type: kind}), "k,v\n1,1\n2,0\n3,1\n4,0\n5,\n", "k,v\n1,TRUE\n2,f\n3,1.0\n4,False\n5,\n")
			if r.Reward != 1 {
				t.Errorf("%s: reward %v", kind, r.Reward)
			}
		}
	})
	t.Run("other offsets make the cell unreadable", func(t *testing.T) {
		r := evaluate(t, one(task.Column{Type: task.Timestamp}), "k,v\n1,2150-01-02 10:00:00\n2,2150-01-02 10:00:00\n3,2150-01-02 10:00:00\n",
			"k,v\n1,2150-01-02T10:00:00Z\n2,2150-01-02 10:00:00+00:00\n3,2150-01-02 10:00:00+02:00\n")
		if c := column(t, r, "v"); c.Matched != 2 || c.Unreadable != 1 {
			t.Errorf("%+v", c)
		}
	})
	t.Run("a column called like a join suffix is harmless", func(t *testing.T) {
		full(t, "x_truth", "subject_id,stay_id,sofa,renal,sofa_truth\n1,30000001,5,1,0\n1,30000002,6,2,0\n")
	})
}
