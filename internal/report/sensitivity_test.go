package report

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"m4bench/internal/concept"
	"m4bench/internal/explain"
)

// An audit of one reference with a lawful option, a mistake that goes further, and
// an option that tells nothing.
func inventedAudit() *explain.Audit {
	effect := func(choice, option string, kind concept.Kind, rows int64, share float64) explain.Effect {
		return explain.Effect{
			Flip: explain.Flip{Choice: choice, Option: option, Kind: kind, Question: "Which <value> counts?", Reason: "one & only"}, Target: "target_sofa_24h",
			Rows: rows, Patients: rows, Headline: map[string]float64{"SOFA 2 or more (%)": share},
		}
	}
	return &explain.Audit{
		Edition:  "current",
		Headline: map[string]map[string]float64{"target_sofa_24h": {"SOFA 2 or more (%)": 50}},
		Totals:   map[string]explain.Total{"target_sofa_24h": {Tasks: []string{"mimic-sofa-24h"}, Rows: 200, Patients: 100}},
		Effects: []explain.Effect{
			effect("sofa.liver", "lawful", concept.Clinical, 4, 48),
			effect("sofa.renal", "wrong", concept.Mistake, 20, 40),
			effect("sofa.cns", "silent", concept.Clinical, 0, 50),
		},
	}
}

func TestRangesTellLawfulOptionsFromMistakes(t *testing.T) {
	ranges := NewSensitivity([]*explain.Audit{inventedAudit()}).Ranges()
	if len(ranges) != 1 {
		t.Fatalf("ranges = %+v", ranges)
	}
	r := ranges[0]
	if r.Value != 50 || r.Lowest.Value != 48 || r.Lowest.Option != "lawful" || r.Highest.Value != 50 || r.Highest.Choice != "" {
		t.Errorf("lawful range = %+v to %+v around %v", r.Lowest, r.Highest, r.Value)
	}
	if r.Least.Value != 40 || r.Least.Choice != "sofa.renal" || len(r.Marks) != 2 {
		t.Errorf("with mistakes from %+v, marks %+v", r.Least, r.Marks)
	}
	if !r.Marks[1].Lawful || math.Abs(r.X(50)-(figureWidth-figureMargin)) > 1e-9 || math.Abs(r.X(40)-figureMargin) > 1e-9 {
		t.Errorf("marks = %+v, the reference at %v", r.Marks, r.X(50))
	}
}

func TestSensitivityPageStandsAlone(t *testing.T) {
	s := NewSensitivity([]*explain.Audit{inventedAudit()})
	s.Source = "mimic.duckdb"
	var page bytes.Buffer
	if err := s.WriteHTML(&page); err != nil {
		t.Fatal(err)
	}
	text := page.String()
	for _, want := range []string{"Which &lt;value&gt; counts?", "20 (10.00)", "40.00 (-10.00)", "mimic.duckdb", "1 further options change no scored cell"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, outside := range []string{"http://", "https://", "<script", "@import"} {
		if strings.Contains(text, outside) {
			t.Errorf("the page has %s", outside)
		}
	}
}
