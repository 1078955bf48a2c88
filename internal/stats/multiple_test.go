package stats

import (
	"math"
	"testing"
)

func TestHolm(t *testing.T) {
	got := Holm([]Hypothesis{{Name: "c", P: 0.04}, {Name: "a", P: 0.01}, {Name: "d", P: 0.9}, {Name: "b", P: 0.03}})
	for i, want := range []float64{0.09, 0.04, 0.9, 0.09} { // 2 × 0.04 is lifted to 3 × 0.03, which came before it
		if math.Abs(got[i].Adjusted-want) > 1e-12 {
			t.Errorf("%s: adjusted %v, want %v", got[i].Name, got[i].Adjusted, want)
		}
	}
	if capped := Holm([]Hypothesis{{P: 0.7}, {P: 0.8}}); capped[0].Adjusted != 1 || capped[1].Adjusted != 1 {
		t.Errorf("adjusted p values end at 1, got %v", capped)
	}
}

func TestTOSTNeedsPrecisionNotJustNoSignificance(t *testing.T) {
	families := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	small := Sample{[]float64{0.001, -0.002, 0.003, 0, -0.001, 0.002, -0.003, 0.001}, families}
	wide := Sample{[]float64{0.2, -0.2, 0.15, -0.1, 0.1, -0.15, 0.05, -0.05}, families}
	if e := TOST(small, 0.02, 0.05); !e.Equivalent || e.Level < 0.8999 || e.Level > 0.9001 {
		t.Errorf("small differences should be equivalent within 0.02: %+v", e)
	}
	if e := TOST(wide, 0.02, 0.05); e.Equivalent {
		t.Errorf("an imprecise difference is not an absent one: %+v", e)
	}
	if p := NotWorse(small, 0.02); p > 0.001 {
		t.Errorf("not worse by 0.02: p = %v", p)
	}
	if p := NotWorse(small.Minus(0.1), 0.02); p < 0.999 {
		t.Errorf("clearly worse: p = %v", p)
	}
}

func TestPass(t *testing.T) {
	for _, c := range []struct {
		n, c, k      int
		any, allPass float64
	}{
		{5, 3, 2, 0.9, 0.3}, // 1 - C(2,2)/C(5,2); C(3,2)/C(5,2)
		{5, 0, 3, 0, 0},
		{5, 5, 5, 1, 1},
		{5, 3, 1, 0.6, 0.6},
		{4, 3, 4, 1, 0},
	} {
		if got := PassAtK(c.n, c.c, c.k); math.Abs(got-c.any) > 1e-12 {
			t.Errorf("pass@%d of %d/%d = %v, want %v", c.k, c.c, c.n, got, c.any)
		}
		if got := PassAllK(c.n, c.c, c.k); math.Abs(got-c.allPass) > 1e-12 {
			t.Errorf("pass^%d of %d/%d = %v, want %v", c.k, c.c, c.n, got, c.allPass)
		}
	}
}
