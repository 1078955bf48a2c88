package stats

import (
	"math"
	"testing"
)

func TestHierarchicalShrinksTowardsTheMean(t *testing.T) {
	p := Hierarchical(sample(), 0.95, 0.25)
	for _, f := range p.FamilyMeans {
		if between := (f.Shrunken-p.Point)*(f.Raw-f.Shrunken) > -1e-9; !between && math.Abs(f.Raw-p.Point) > 0.01 {
			t.Errorf("%s: %v is not between its mean %v and the overall %v", f.Family, f.Shrunken, f.Raw, p.Point)
		}
	}
	if p.Lower >= p.Point || p.Upper <= p.Point || p.ChancePositive < 0.5 || p.ChancePositive > 1 {
		t.Errorf("posterior %+v", p.Estimate)
	}
}

// With many families and little noise the prior hardly matters: the posterior
// must agree with the t interval of the family means.
func TestHierarchicalAgreesWithTOnManyFamilies(t *testing.T) {
	w := world{between: 0.1, within: 0.02}
	for range 60 {
		w.sizes = append(w.sizes, 2)
	}
	s := w.draw(NewRandom(4), 0.05)
	a, b := Hierarchical(s, 0.95, 0.25), FamilyBalancedT(s, 0.95)
	if math.Abs(a.Point-b.Point) > 0.001 || math.Abs(a.Lower-b.Lower) > 0.002 || math.Abs(a.Upper-b.Upper) > 0.002 {
		t.Errorf("posterior %v [%v, %v], t %v [%v, %v]", a.Point, a.Lower, a.Upper, b.Point, b.Lower, b.Upper)
	}
	if math.Abs(a.FamilySpread-0.1) > 0.03 || math.Abs(a.TaskSpread-0.02) > 0.005 {
		t.Errorf("spreads %v and %v, drawn with 0.1 and 0.02", a.FamilySpread, a.TaskSpread)
	}
}

func TestHierarchicalIsSymmetric(t *testing.T) {
	s := sample()
	mirrored := Sample{Families: s.Families}
	for _, v := range s.Values {
		mirrored.Values = append(mirrored.Values, -v)
	}
	a, b := Hierarchical(s, 0.9, 0.25), Hierarchical(mirrored, 0.9, 0.25)
	if math.Abs(a.Lower+b.Upper) > 1e-6 || math.Abs(a.ChancePositive+b.ChancePositive-1) > 1e-9 {
		t.Errorf("[%v, %v] and [%v, %v] are no mirror images", a.Lower, a.Upper, b.Lower, b.Upper)
	}
}
