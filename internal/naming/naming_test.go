package naming_test

import (
	"slices"
	"testing"

	"m4bench/internal/naming"
)

func TestCoined(t *testing.T) {
	for _, name := range []string{"chartevents", "stay_id", "uo_mlkghr_6hr", "sapsii", "apsiii", "sepsis3", "kdigo_uo", "ICUSTAYS"} {
		if !naming.Coined(name) {
			t.Errorf("%s should be an identifier that gives a table away", name)
		}
	}
	for _, name := range []string{"age", "weight", "route", "sofa", "ventilation", "Label"} {
		if naming.Coined(name) {
			t.Errorf("%s is a plain word", name)
		}
	}
}

func TestWordsAreWholeIdentifiers(t *testing.T) {
	var got []string
	naming.Words("FROM s.kdigo_uo/x-UO_tm_6hr\x00age", func(w string) { got = append(got, w) })
	want := []string{"from", "s", "kdigo_uo", "x", "uo_tm_6hr", "age"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
