package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Equivalence is the result of two one-sided tests against a margin.
type Equivalence struct {
	Margin     float64
	P          float64 // the larger of the two one-sided p values
	Lower      float64 // interval at 1 - 2 alpha: equivalent if inside the margin
	Upper      float64
	Level      float64
	Equivalent bool
	DF         float64
}

// TOST asks whether the mean lies within ±margin, by two one-sided
// family-clustered t tests (Schuirmann 1987). A difference that is not
// significant is not thereby shown to be absent; this test can show it.
func TOST(s Sample, margin, alpha float64) Equivalence {
	e := ClusteredT(s, 1-float64(2*alpha))
	out := Equivalence{Margin: margin, P: math.NaN(), Lower: e.Lower, Upper: e.Upper, Level: e.Level, DF: e.DF}
	if e.Families < 2 {
		return out
	}
	out.P = math.Max(oneSided(e, e.Point+margin), oneSided(e, margin-e.Point))
	out.Equivalent = out.P < alpha
	return out
}

// NotWorse is the one-sided p value of "the mean is below -margin": small when
// the sample shows that the loss is less than the margin.
func NotWorse(s Sample, margin float64) float64 {
	e := ClusteredT(s, 0.95)
	if e.Families < 2 {
		return math.NaN()
	}
	return oneSided(e, e.Point+margin)
}

func oneSided(e Estimate, distance float64) float64 {
	se := e.StandardError()
	if se == 0 || math.IsNaN(se) {
		if distance > 0 {
			return 0
		}
		return 1
	}
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: e.DF}.Survival(distance / se)
}
