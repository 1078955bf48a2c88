package score_test

import (
	"reflect"
	"strings"
	"testing"

	"m4bench/internal/score"
	"m4bench/internal/task"
)

func equal(t *testing.T, what string, got *float64, want float64) {
	t.Helper()
	if got == nil || *got != want {
		t.Errorf("%s is %v, want %v", what, deref(got), want)
	}
}

func deref(f *float64) any {
	if f == nil {
		return nil
	}
	return *f
}

// The normalised error: distance by the reference's range, at most 1 a row.
func TestNMAE(t *testing.T) {
	ordered := func(typ task.Type) *task.Task { return one(task.Column{Type: typ, Ordered: true}) }
	reference := "k,v\n1,0\n2,10\n3,\n4,4\n"
	tests := map[string]struct {
		task              *task.Task
		reference, output string
		matched, all      any // nil for null
	}{
		"the reference":         {ordered(task.Number), reference, reference, 0.0, 0.0},
		"half the range":        {ordered(task.Number), reference, "k,v\n1,5\n2,10\n3,\n4,4\n", 0.125, 0.125},
		"at most 1":             {ordered(task.Number), reference, "k,v\n1,5000\n2,10\n3,\n4,4\n", 0.25, 0.25},
		"empty for a value":     {ordered(task.Number), reference, "k,v\n1,\n2,10\n3,\n4,4\n", 0.25, 0.25},
		"a value for empty":     {ordered(task.Number), reference, "k,v\n1,0\n2,10\n3,1\n4,4\n", 0.25, 0.25},
		"unreadable":            {ordered(task.Number), reference, "k,v\n1,x\n2,10\n3,\n4,4\n", 0.25, 0.25},
		"within the tolerance":  {one(task.Column{Type: task.Number, Ordered: true, Tolerance: 5}), reference, "k,v\n1,5\n2,10\n3,\n4,4\n", 0.125, 0.125},
		"a missing row":         {ordered(task.Number), reference, "k,v\n1,5\n2,10\n3,\n", 0.16666667, 0.375},
		"an extra row":          {ordered(task.Number), reference, reference + "9,1\n", 0.0, 0.2},
		"a duplicate row":       {ordered(task.Number), reference, reference + "1,5\n", 0.0, 0.2},
		"no common key":         {ordered(task.Number), reference, "k,v\n9,1\n", nil, 1.0},
		"no such column":        {ordered(task.Number), reference, "k,w\n1,0\n", 1.0, 1.0},
		"one value in all rows": {ordered(task.Number), "k,v\n1,3\n2,3\n", "k,v\n1,3.5\n2,3\n", 0.25, 0.25},
		"no value at all":       {ordered(task.Number), "k,v\n1,\n2,\n", "k,v\n1,1\n2,\n", nil, nil},
		"times":                 {ordered(task.Timestamp), "k,v\n1,2150-01-01\n2,2150-01-03\n", "k,v\n1,2150-01-02\n2,2150-01-03\n", 0.25, 0.25},
		"not ordered":           {one(task.Column{Type: task.Number}), reference, reference, nil, nil},
	}
	for name, test := range tests {
		r := evaluate(t, test.task, test.reference, test.output)
		if deref(r.NMAE) != test.matched || deref(r.NMAEAll) != test.all {
			t.Errorf("%s: %v over matched rows, %v over all, want %v and %v", name, deref(r.NMAE), deref(r.NMAEAll), test.matched, test.all)
		}
	}
	t.Run("extra columns do not count, as published", func(t *testing.T) {
		tk := one(task.Column{Type: task.Number, Ordered: true})
		tk.Columns = append(tk.Columns, task.Column{Name: "w", Role: task.Extra, Type: task.Number, Ordered: true})
		r := evaluate(t, tk, "k,v,w\n1,0,0\n2,1,1\n", "k,v,w\n1,0,1\n2,1,0\n")
		equal(t, "nmae", r.NMAE, 0)
	})
	t.Run("the mean of columns", func(t *testing.T) {
		r := evaluate(t, sofa(), "subject_id,stay_id,sofa,renal\n1,1,0,0\n1,2,10,4\n", "subject_id,stay_id,sofa,renal\n1,1,5,0\n1,2,10,3\n")
		equal(t, "nmae", r.NMAE, (0.25+0.125)/2)
		equal(t, "nmae of sofa", column(t, r, "sofa").NMAE, 0.25)
	})
}

// Writing the majority value everywhere is worth nothing beyond chance.
func TestChanceCorrection(t *testing.T) {
	flag := one(task.Column{Type: task.Integer})
	reference := "k,v\n1,0\n2,0\n3,0\n4,1\n"
	r := evaluate(t, flag, reference, reference)
	equal(t, "of the reference", column(t, r, "v").ChanceCorrected, 1)
	r = evaluate(t, flag, reference, "k,v\n1,0\n2,0\n3,0\n4,0\n")
	c := column(t, r, "v")
	equal(t, "of the majority value", c.ChanceCorrected, 0)
	if c.Majority != (score.Majority{Value: "0", Rate: 0.75}) || c.MatchRate != 0.75 {
		t.Errorf("%+v", c)
	}
	r = evaluate(t, flag, reference, "k,v\n1,1\n2,1\n3,1\n4,0\n")
	equal(t, "of the opposite", column(t, r, "v").ChanceCorrected, -3)
	r = evaluate(t, flag, "k,v\n1,1\n2,1\n", "k,v\n1,1\n2,0\n")
	if c := column(t, r, "v"); c.ChanceCorrected != nil {
		t.Errorf("a constant column has %v beyond chance", *c.ChanceCorrected)
	}
	r = evaluate(t, one(task.Column{Type: task.Text}), "k,v\n1,\n2,\n3,a\n", "k,v\n1,\n2,\n3,a\n")
	if got := column(t, r, "v").Majority; got != (score.Majority{Value: "", Rate: 0.66666667}) {
		t.Errorf("empty cells are a value too: %+v", got)
	}
	r = evaluate(t, one(task.Column{Type: task.Number, Tolerance: 1}), "k,v\n1,8\n2,8\n3,9\n4,20\n", "k,v\n1,8\n2,8\n3,9\n4,20\n")
	if got := column(t, r, "v").Majority; got.Rate != 0.75 {
		t.Errorf("the tolerance counts for the majority value: %+v", got)
	}
}

func TestNearMisses(t *testing.T) {
	r := evaluate(t, one(task.Column{Type: task.Number, Tolerance: 0.01}), "k,v\n1,1\n2,1\n3,1\n4,1\n5,1\n6,\n7,1\n", "k,v\n1,1.005\n2,1.05\n3,0.95\n4,3\n5,5000\n6,1\n7,\n")
	c := column(t, r, "v")
	bound := func(f float64) *float64 { return &f }
	want := []score.NearMiss{{UpTo: bound(0.1), Count: 2}, {UpTo: bound(10), Count: 1}, {Count: 1}}
	if !reflect.DeepEqual(c.NearMisses, want) || c.Higher != 3 || c.Lower != 1 || c.Empty != 1 || c.Unexpected != 1 || c.Mismatched != 6 {
		t.Errorf("%+v", c)
	}
	r = evaluate(t, one(task.Column{Type: task.Timestamp}), "k,v\n1,2150-01-01 00:00:00\n2,2150-01-01 00:00:00\n", "k,v\n1,2150-01-01 00:59:00\n2,2149-12-31 23:59:59\n")
	want = []score.NearMiss{{UpTo: bound(1), Count: 1}, {UpTo: bound(3600), Count: 1}}
	if c := column(t, r, "v"); !reflect.DeepEqual(c.NearMisses, want) {
		t.Errorf("times: %+v", c.NearMisses)
	}
}

// Which column of the key is off: a clock that runs an hour late leaves the
// stays known and the times unknown.
func TestKeyParts(t *testing.T) {
	urine := &task.Task{ID: "t", Columns: []task.Column{{Name: "stay_id", Role: task.Key, Type: task.Integer},
		{Name: "charttime", Role: task.Key, Type: task.Timestamp}, {Name: "uo", Role: task.Value, Type: task.Number}}}
	r := evaluate(t, urine, "stay_id,charttime,uo\n1,2150-01-01 10:00,5\n2,2150-01-01 11:00,5\n3,2150-01-01 12:00,5\n",
		"stay_id,charttime,uo\n1,2150-01-01 10:30,5\n2,2150-01-01 11:30,5\n9,2150-01-01 12:00,5\n3,2150-01-01 12:00,5\n")
	want := []score.KeyPart{{Column: "stay_id", KnownWithoutIt: 1, Share: 0.33333333}, {Column: "charttime", KnownWithoutIt: 2, Share: 0.66666667}}
	if !reflect.DeepEqual(r.Keys.Parts, want) {
		t.Errorf("%+v, want %+v", r.Keys.Parts, want)
	}
	if !strings.Contains(strings.Join(r.Notes, "\n"), "check how charttime is made") {
		t.Errorf("notes %v", r.Notes)
	}
	if r := evaluate(t, sofa(), "subject_id,stay_id,sofa,renal\n1,1,1,1\n", "subject_id,stay_id,sofa,renal\n1,2,1,1\n"); len(r.Keys.Parts) != 0 {
		t.Errorf("a key of one column has no parts: %+v", r.Keys.Parts)
	}
}

// One order too many shifts every later ab_id; the natural key still finds the rows.
func TestNaturalKey(t *testing.T) {
	suspicion := &task.Task{ID: "mimic-suspicion-infection", NaturalKey: []string{"subject_id", "antibiotic", "antibiotic_time", "stay_id"}, Columns: []task.Column{
		{Name: "subject_id", Role: task.Key, Type: task.Integer}, {Name: "stay_id", Role: task.ID, Type: task.Integer},
		{Name: "ab_id", Role: task.Key, Type: task.Integer}, {Name: "antibiotic", Role: task.Extra, Type: task.Text},
		{Name: "antibiotic_time", Role: task.Extra, Type: task.Timestamp}, {Name: "suspected_infection", Role: task.Value, Type: task.Integer}}}
	head := "subject_id,stay_id,ab_id,antibiotic,antibiotic_time,suspected_infection\n"
	reference := head + "1,,1,Vancomycin,2150-01-01 08:00:00,1\n1,7,2,Meropenem,2150-01-01 09:00:00,1\n1,7,3,Meropenem,2150-01-01 09:00:00,1\n"
	shifted := head + "1,7,1,Cefazolin,2150-01-01 07:00,0\n1,,2,Vancomycin,2150-01-01T08:00,1\n1,7.0,3,Meropenem,2150-01-01 09:00,1\n1,7,,Meropenem,2150-01-01 09:00,1\n"
	r := evaluate(t, suspicion, reference, shifted)
	if k := r.NaturalKey; k.Matched != 3 || k.Precision != 0.75 || k.Recall != 1 || k.F1 != 0.85714286 {
		t.Errorf("%+v", k)
	}
	if c := column(t, r, "antibiotic"); c.Matched != 1 || r.Rows.Invalid != 1 {
		t.Errorf("the published key sees %+v, %+v", c, r.Rows)
	}
	r = evaluate(t, suspicion, reference, head+"1,7,1,Meropenem,2150-01-01 09:00,1\n1,7,2,Meropenem,2150-01-01 09:00,1\n1,7,3,Meropenem,2150-01-01 09:00,1\n")
	if k := r.NaturalKey; k.Matched != 2 || k.Precision != 0.66666667 {
		t.Errorf("a row counts as often as the reference has it: %+v", k)
	}
	r = evaluate(t, suspicion, reference, "subject_id,ab_id,antibiotic,antibiotic_time,suspected_infection\n1,1,Vancomycin,2150-01-01 08:00,1\n")
	if k := r.NaturalKey; k.Matched != 0 || !strings.Contains(strings.Join(r.Notes, "\n"), "stay_id") {
		t.Errorf("an absent column: %+v, %v", k, r.Notes)
	}
	if r := evaluate(t, sofa(), "subject_id,stay_id,sofa,renal\n1,1,1,1\n", "subject_id,stay_id,sofa,renal\n1,2,1,1\n"); r.NaturalKey != nil {
		t.Errorf("no natural key: %+v", r.NaturalKey)
	}
}

func TestInvalidRowsStandForMissingOnes(t *testing.T) {
	reference := "k,v\n1,5\n2,6\n3,7\n4,8\n"
	tests := map[string]struct {
		output         string
		extra, matched int
		rate           float64
	}{
		"in place of a row":       {"k,v\n1,5\n2,6\n3,7\nbad\n", 0, 3, 0.75},
		"beside all rows":         {"k,v\n1,5\n2,6\n3,7\n4,8\nbad\n", 1, 4, 0.8},
		"more than rows missing":  {"k,v\n1,5\n2,6\n3,7\nbad\nworse,1\n,2\n", 2, 3, 0.5},
		"fewer than rows missing": {"k,v\n1,5\nbad\n", 0, 1, 0.25},
	}
	for name, test := range tests {
		r := evaluate(t, one(task.Column{Type: task.Integer}), reference, test.output)
		if c := column(t, r, "v"); r.Keys.Extra != test.extra || c.Matched != test.matched || c.MatchRate != test.rate {
			t.Errorf("%s: extra %d, %+v", name, r.Keys.Extra, c)
		}
	}
}

func TestAnAbsentColumnIsWrongEverywhere(t *testing.T) {
	r := evaluate(t, sofa(), "subject_id,stay_id,sofa,renal\n1,1,5,\n1,2,6,\n", "subject_id,stay_id,sofa\n1,1,5\n1,2,6\n")
	c := column(t, r, "renal")
	if !c.Absent || c.Matched != 0 || c.Total != 2 || r.Reward != 0.5 || r.ExactRows.Count != 0 {
		t.Errorf("%+v, reward %v", c, r.Reward)
	}
	if !strings.Contains(r.Notes[0], "renal") || !strings.Contains(r.Notes[0], `"sofa"`) {
		t.Errorf("notes %v", r.Notes)
	}
}

func TestExactRows(t *testing.T) {
	r := evaluate(t, sofa(), "subject_id,stay_id,sofa,renal\n1,1,5,1\n1,2,6,2\n1,3,7,3\n", "subject_id,stay_id,sofa,renal\n1,1,5,1\n1,2,6,9\n1,8,7,3\n")
	if r.ExactRows != (score.Share{Count: 1, Rate: 0.25}) {
		t.Errorf("%+v", r.ExactRows)
	}
}
