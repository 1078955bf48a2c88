package explain

import "testing"

func setOf(flips ...int) flipSet {
	s := make(flipSet, 1)
	for _, f := range flips {
		s.add(f)
	}
	return s
}

// Three flips of three choice points. 0 and 1 together are what happened: 0 alone
// explains ninety cells of a hundred, and 2, which explains eighty, comes second.
func TestPairsAreForetold(t *testing.T) {
	flips := []Flip{{Choice: "a"}, {Choice: "b"}, {Choice: "c"}}
	patterns := []pattern{
		{cells: 80, wrong: true, changed: setOf(0, 2), matched: setOf(0, 2)},
		{cells: 10, wrong: true, changed: setOf(0), matched: setOf(0)},
		{cells: 9, wrong: true, changed: setOf(1), matched: setOf(1)},
		{cells: 1, wrong: true, changed: setOf(0, 1), matched: setOf()}, // a sum of both
		{cells: 5, wrong: false, changed: setOf(2), matched: setOf()},
	}
	pairs := foretell(patterns, flips, []int{0, 1, 2})
	if len(pairs) != 3 || pairs[0].a != 0 || pairs[0].b != 1 {
		t.Fatalf("pairs = %+v", pairs)
	}
	if pairs[0].left != doubt {
		t.Errorf("the right pair leaves %v, want only the doubtful cell: %v", pairs[0].left, doubt)
	}
	if want := 9.0 + 5 + 1; pairs[1].a != 0 || pairs[1].b != 2 || pairs[1].left != want {
		t.Errorf("second pair = %+v, want 0 and 2 with %v", pairs[1], want)
	}
}

func TestOptionsOfOneChoicePointMakeNoPair(t *testing.T) {
	if pairs := foretell(nil, []Flip{{Choice: "a", Option: "x"}, {Choice: "a", Option: "y"}}, []int{0, 1}); len(pairs) != 0 {
		t.Errorf("pairs = %+v", pairs)
	}
}

// A coarse tolerance lets two rules explain the same cells; the one whose values
// are the file's own comes first.
func TestEqualCellsDecideBetweenRulesThatAgreeAlike(t *testing.T) {
	fit := Fit{Wrong: 3, Changed: 3, Explained: 3}
	list := []Explanation{
		{Flips: []Flip{{Choice: "near"}}, Fit: fit, fitted: fitted{Fit: fit, equal: 1}},
		{Flips: []Flip{{Choice: "a"}, {Choice: "b"}}, Fit: fit, fitted: fitted{Fit: fit, equal: 3}},
		{Flips: []Flip{{Choice: "just so"}}, Fit: fit, fitted: fitted{Fit: fit, equal: 3}},
	}
	byAgreement(list)
	if list[0].Flips[0].Choice != "just so" || len(list[2].Flips) != 2 {
		t.Errorf("order = %+v", list)
	}
}
