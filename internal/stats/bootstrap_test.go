package stats

import (
	"math"
	"strings"
	"testing"
)

// sample makes three families of unequal size.
func sample() Sample {
	return Sample{
		Values:   []float64{0.30, 0.25, 0.02, 0.04, -0.01, 0.12},
		Families: []string{"urine", "urine", "sofa", "sofa", "sofa", "meld"},
	}
}

func TestBootstrapMovesWholeTasks(t *testing.T) {
	// Ten tasks, and the same ten with every value three times over as if trials
	// were tasks: the first is right, the second must not be what is computed.
	var tasks []float64
	var families []string
	for i := range 10 {
		tasks = append(tasks, float64(i%5)/10)
		families = append(families, string(rune('a'+i)))
	}
	r := Resampling{Draws: 4000, Seed: 1}
	right := TaskBootstrap(Sample{tasks, families}, 0.95, r)
	var repeated Sample
	for i := range tasks {
		for range 3 {
			repeated.Values = append(repeated.Values, tasks[i])
			repeated.Families = append(repeated.Families, families[i])
		}
	}
	wrong := TaskBootstrap(repeated, 0.95, r)
	byFamily := FamilyBootstrap(repeated, 0.95, r)
	if narrow := (wrong.Upper - wrong.Lower) / (right.Upper - right.Lower); narrow > 0.7 {
		t.Errorf("repeats as independent values should look too precise, ratio %.2f", narrow)
	}
	if math.Abs(byFamily.Lower-right.Lower) > 1e-12 || math.Abs(byFamily.Upper-right.Upper) > 1e-12 {
		t.Errorf("repeats moved together give [%v, %v], want [%v, %v]", byFamily.Lower, byFamily.Upper, right.Lower, right.Upper)
	}
}

func TestPercentilePositions(t *testing.T) {
	draws := make([]float64, 20000)
	for i := range draws {
		draws[i] = float64(i)
	}
	if lower, upper := Percentile(draws, 0.95); lower != 500 || upper != 19500 {
		t.Errorf("95 %% of 20,000 are read at %v and %v, want 500 and 19500", lower, upper)
	}
	if lower, upper := Percentile(draws[:1], 0.95); lower != 0 || upper != 0 {
		t.Errorf("one draw gives %v and %v", lower, upper)
	}
}

func TestIntervalsOfEqualValuesHaveNoWidth(t *testing.T) {
	s := Sample{Values: []float64{0.2, 0.2, 0.2, 0.2}, Families: []string{"a", "a", "b", "c"}}
	r := Resampling{Draws: 200, Seed: 1}
	for _, e := range []Estimate{
		TaskBootstrap(s, 0.95, r), FamilyBootstrap(s, 0.95, r), FamilyBalancedBootstrap(s, 0.95, r),
		TaskBCa(s, 0.95, r), FamilyBCa(s, 0.95, r), ClusteredT(s, 0.95), FamilyBalancedT(s, 0.95),
	} {
		if math.Abs(e.Lower-0.2) > 1e-12 || math.Abs(e.Upper-0.2) > 1e-12 {
			t.Errorf("%s: [%v, %v], want the value itself", e.Method, e.Lower, e.Upper)
		}
	}
}

func everyMethod(s Sample, r Resampling) []Estimate {
	return []Estimate{
		TaskBootstrap(s, 0.95, r), TaskBCa(s, 0.95, r), FamilyBootstrap(s, 0.95, r), FamilyBCa(s, 0.95, r), FamilyBalancedBootstrap(s, 0.95, r),
		ClusteredT(s, 0.95), FamilyBalancedT(s, 0.95), WildCluster(s, 0.95, r), Hierarchical(s, 0.95, 0.25).Estimate,
	}
}

func TestTooFewUnitsGiveNoInterval(t *testing.T) {
	one := Sample{Values: []float64{0.1, 0.2}, Families: []string{"a", "a"}}
	r := Resampling{Draws: 200, Seed: 1}
	for _, e := range everyMethod(Sample{}, r) {
		if !math.IsNaN(e.Lower) || !math.IsNaN(e.Point) {
			t.Errorf("%s: %v [%v, %v] from nothing", e.Method, e.Point, e.Lower, e.Upper)
		}
	}
	for _, e := range everyMethod(one, r) {
		if strings.HasPrefix(e.Method, "task") || strings.HasPrefix(e.Method, "Bayes") {
			continue
		}
		if !math.IsNaN(e.Lower) || len(e.Warnings) == 0 {
			t.Errorf("%s: [%v, %v] with warnings %v, want none and a warning", e.Method, e.Lower, e.Upper, e.Warnings)
		}
		if math.Abs(e.Point-0.15) > 1e-12 {
			t.Errorf("%s: the point estimate must survive, got %v", e.Method, e.Point)
		}
	}
}

// A sample that leans to the right must give a BCa interval that leans too.
func TestBCaFollowsSkew(t *testing.T) {
	s := Sample{Values: []float64{0, 0, 0, 0, 0.01, 0.01, 0.02, 0.02, 0.05, 0.6}, Families: make([]string, 10)}
	r := Resampling{Draws: 20000, Seed: 1}
	plain, adjusted := TaskBootstrap(s, 0.95, r), TaskBCa(s, 0.95, r)
	if adjusted.Upper <= plain.Upper || adjusted.Lower <= plain.Lower {
		t.Errorf("percentile [%v, %v], BCa [%v, %v]", plain.Lower, plain.Upper, adjusted.Lower, adjusted.Upper)
	}
}

func BenchmarkBootstrap28Tasks(b *testing.B) {
	s := unequalFamilies().draw(NewRandom(1), 0.1)
	for b.Loop() {
		BootstrapMean(s.Values, DefaultResampling)
	}
}

func BenchmarkEveryMethod28Tasks(b *testing.B) {
	s := unequalFamilies().draw(NewRandom(1), 0.1)
	for b.Loop() {
		for _, m := range coverageMethods(20000) {
			m.interval(s)
		}
	}
}
