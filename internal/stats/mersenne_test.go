package stats

import (
	"slices"
	"testing"
)

// The vectors are those of Python's random.Random with the same seeds.
func TestRandomDrawsAsPythonDoes(t *testing.T) {
	for _, c := range []struct {
		name  string
		seed  uint64
		below int
		want  []int
	}{
		{"randrange(28)", 20260504, 28, []int{6, 6, 7, 7, 10, 18, 20, 11, 11, 3}},
		{"choice of 15", 20260506, 15, []int{2, 0, 9, 7, 3, 9, 7, 10, 7, 1}},
		{"a seed of two words", 1<<40 + 7, 1000, []int{628, 765, 834, 960, 967, 654, 584, 722}},
		{"seed 0", 0, 100, []int{49, 97, 53, 5, 33, 65, 62, 51}},
	} {
		t.Run(c.name, func(t *testing.T) {
			random, got := NewRandom(c.seed), []int{}
			for range c.want {
				got = append(got, random.Below(c.below))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestFloat64DrawsAsPythonDoes(t *testing.T) {
	random := NewRandom(1)
	for i, want := range []float64{0.13436424411240122, 0.8474337369372327, 0.763774618976614} {
		if got := random.Float64(); got != want {
			t.Errorf("draw %d is %v, want %v", i, got, want)
		}
	}
}

func TestBelowOneNeedsNoLuck(t *testing.T) {
	random := NewRandom(3)
	for range 100 {
		if got := random.Below(1); got != 0 {
			t.Fatalf("Below(1) = %d", got)
		}
	}
}

// Past the first 624 words the state has been renewed; the thousandth draw
// would be wrong if that were.
func TestRandomAfterRenewal(t *testing.T) {
	random, last := NewRandom(42), uint32(0)
	for range 1000 {
		last = random.Uint32()
	}
	if last != 4212168831 {
		t.Errorf("the thousandth word is %d", last)
	}
}
