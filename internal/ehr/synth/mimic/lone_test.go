package mimic

import (
	"testing"

	"m4bench/internal/ehr/synth/course"
)

// A script that no stay follows decides nothing.
func TestEveryQuietScriptComesUpAmongTheFirstThousandStays(t *testing.T) {
	alone, urine := map[*lone]bool{}, map[int]bool{}
	for index, stays := 0, 0; stays < 1000; index++ {
		n := Setting.StayCount(1, index)
		stays += n
		p := course.New(Setting, 1, index, n)
		s := borderStay(p)
		if s == nil {
			continue
		}
		if l, ok := loneOf(p, s); ok {
			alone[l] = true
		}
		if turn, ok := quietUrine(p, s); ok {
			urine[turn%len(wholeDays)] = true
		}
	}
	for i := range lones {
		if !alone[&lones[i]] {
			t.Errorf("no stay follows lone script %d", i)
		}
	}
	if !alone[&inARow] {
		t.Error("no stay follows the script of stays in a row")
	}
	if len(urine) != len(wholeDays) {
		t.Errorf("%d of %d scripts of a day's urine come up", len(urine), len(wholeDays))
	}
}
