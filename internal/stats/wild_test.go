package stats

import (
	"math"
	"testing"
)

// The short formula for a pattern must equal what comes out when the data are
// really rebuilt under the null and the statistic is computed anew.
func TestWildClusterEqualsRebuiltData(t *testing.T) {
	s := sample()
	for _, centre := range []float64{0, 0.05, 0.2, -0.3} {
		got, want := newWild(s, DefaultResampling).p(centre), rebuiltP(s, centre)
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("mean %v: p = %v, rebuilt %v", centre, got, want)
		}
	}
}

func rebuiltP(s Sample, centre float64) float64 {
	families := s.ByFamily()
	statistic := func(s Sample) float64 {
		c := newClusters(s)
		m := Mean(s.Values)
		return math.Abs(m-centre) / math.Sqrt(c.variance(c.deviations(m)))
	}
	observed, hits := statistic(s), 0
	for pattern := range 1 << len(families) {
		var resampled Sample
		for g, f := range families {
			sign := 1.0
			if pattern>>g&1 == 1 {
				sign = -1
			}
			for _, v := range f.Values {
				resampled.Values = append(resampled.Values, centre+sign*(v-centre))
				resampled.Families = append(resampled.Families, f.Name)
			}
		}
		if statistic(resampled) >= observed-1e-9 {
			hits++
		}
	}
	return float64(hits) / math.Exp2(float64(len(families)))
}

func TestWildClusterIntervalHoldsWhatIsNotRejected(t *testing.T) {
	s := unequalFamilies().draw(NewRandom(5), 0.1)
	e := WildCluster(s, 0.95, DefaultResampling)
	w := newWild(s, DefaultResampling)
	for _, c := range []struct {
		mean   float64
		inside bool
	}{{e.Lower + 1e-3, true}, {e.Upper - 1e-3, true}, {e.Lower - 1e-3, false}, {e.Upper + 1e-3, false}, {e.Point, true}} {
		if inside := w.p(c.mean) > 0.05; inside != c.inside {
			t.Errorf("mean %v in [%v, %v]: p = %v", c.mean, e.Lower, e.Upper, w.p(c.mean))
		}
	}
}

func TestWildClusterWithManyFamiliesSamplesPatterns(t *testing.T) {
	w := unequalFamilies()
	w.sizes = append(w.sizes, 1, 2, 3)
	s := w.draw(NewRandom(6), 0.1)
	r := Resampling{Draws: 4000, Seed: 9}
	a, b := WildCluster(s, 0.95, r), ClusteredT(s, 0.95)
	if math.Abs(a.Lower-b.Lower) > 0.03 || math.Abs(a.Upper-b.Upper) > 0.03 {
		t.Errorf("wild [%v, %v] is far from t [%v, %v]", a.Lower, a.Upper, b.Lower, b.Upper)
	}
}

func TestWildClusterSaysWhenFamiliesAreTooFew(t *testing.T) {
	e := WildCluster(sample(), 0.95, DefaultResampling)
	if !math.IsNaN(e.Lower) || len(e.Warnings) == 0 {
		t.Errorf("three families gave [%v, %v]; p cannot go under 0.25", e.Lower, e.Upper)
	}
}
