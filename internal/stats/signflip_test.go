package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestSignFlipCountsEveryPattern(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []float64
		p      float64
	}{
		{"only the pattern itself and its mirror are as far out", []float64{0.1, 0.2, 0.3}, 2.0 / 8},
		{"a zero doubles both counts and leaves p alone", []float64{0.1, 0.2, 0.3, 0}, 4.0 / 16},
		{"equal sums are ties although 0.1+0.2 is not 0.3 in binary", []float64{0.1, 0.2, -0.3}, 1},
		{"one value can never be significant", []float64{5}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := SignFlipTasks(Sample{c.values, make([]string, len(c.values))})
			if err != nil || got.P != c.p {
				t.Errorf("p = %v (%v), want %v", got.P, err, c.p)
			}
		})
	}
}

func TestSignFlipEqualsBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.IntRange(-20, 20), 1, 12).Draw(t, "hundredths")
		s := Sample{Families: make([]string, len(values))}
		total := 0
		for _, v := range values {
			s.Values = append(s.Values, float64(v)/100)
			total += v
		}
		hits := 0
		for pattern := range 1 << len(values) {
			sum := 0
			for i, v := range values {
				if pattern>>i&1 == 0 {
					v = -v
				}
				sum += v
			}
			if max(sum, -sum) >= max(total, -total) {
				hits++
			}
		}
		got, err := SignFlipTasks(s)
		if err != nil || got.Hits != float64(hits) {
			t.Fatalf("%v hits (%v), counted %d", got.Hits, err, hits)
		}
	})
}

func TestSignFlipFamiliesMovesTasksTogether(t *testing.T) {
	s := sample()
	got, err := SignFlipFamilies(s)
	if err != nil || got.Patterns != 8 || got.Units != 3 {
		t.Errorf("%+v (%v), want 2^3 patterns of three families", got, err)
	}
	if got.P != 0.25 {
		t.Errorf("p = %v, want 2/8: all three families gained", got.P)
	}
}

func TestSignFlipRefusesWhatItCannotCount(t *testing.T) {
	for _, s := range []Sample{{}, {Values: make([]float64, 45), Families: make([]string, 45)}, {Values: []float64{1e6}, Families: []string{"a"}}} {
		if _, err := SignFlipTasks(s); err == nil {
			t.Errorf("%d values were accepted", len(s.Values))
		}
	}
}

func TestSampledSignFlipIsNearTheExactOne(t *testing.T) {
	s := sample()
	exact, _ := SignFlipTasks(s)
	sampled := SignFlipSampled(s.Values, Resampling{Draws: 50000, Seed: 3})
	if math.Abs(exact.P-sampled.P) > 0.01 {
		t.Errorf("exact %v, sampled %v", exact.P, sampled.P)
	}
}
