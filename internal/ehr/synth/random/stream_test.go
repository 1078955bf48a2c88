package random

import (
	"math"
	"testing"
)

// The numbers are part of what a seed means: if they change, every synthetic
// database does.
func TestStreamsAreTheSameEverywhere(t *testing.T) {
	r := New(1, 2, 3)
	if got, want := r.Uint64(), uint64(0xdd034ea7d44e8739); got != want {
		t.Errorf("first number %#x, want %#x", got, want)
	}
	var sum float64
	for range 1000 {
		sum += r.Normal(10, 3) + r.LogNormal(5, 0.7) + r.Range(-1, 4)
	}
	if got, want := math.Float64bits(sum), uint64(0x40d1585fec940332); got != want {
		t.Errorf("sum of draws has bits %#x, want %#x", got, want)
	}
}

func TestKeysNameDifferentStreams(t *testing.T) {
	seen := map[uint64][]uint64{}
	for a := range uint64(30) {
		for b := range uint64(30) {
			r := New(a, b)
			first := r.Uint64()
			if other, ok := seen[first]; ok {
				t.Fatalf("streams %d,%d and %v begin alike", a, b, other)
			}
			seen[first] = []uint64{a, b}
		}
	}
}

func TestNormalHasItsMomentsAndTails(t *testing.T) {
	r := New(7)
	const n = 200_000
	var sum, squares float64
	beyond := 0
	for range n {
		z := r.Z()
		sum += z
		squares += z * z
		if math.Abs(z) > 1.959964 {
			beyond++
		}
	}
	if mean := sum / n; math.Abs(mean) > 0.01 {
		t.Errorf("mean %v", mean)
	}
	if sd := math.Sqrt(squares / n); math.Abs(sd-1) > 0.01 {
		t.Errorf("standard deviation %v", sd)
	}
	if share := float64(beyond) / n; math.Abs(share-0.05) > 0.004 {
		t.Errorf("%v lie outside 95 %%", share)
	}
}

func TestDrawsStayInRange(t *testing.T) {
	r := New(8)
	for range 100_000 {
		if v := r.Below(7); v < 0 || v > 6 {
			t.Fatalf("Below(7) gave %d", v)
		}
		if v := r.Between(-3, 3); v < -3 || v > 3 {
			t.Fatalf("Between(-3, 3) gave %d", v)
		}
		if v := r.Range(2, 5); v < 2 || v >= 5 {
			t.Fatalf("Range(2, 5) gave %v", v)
		}
		if i := r.Pick([]float64{0, 1, 0, 2}); i != 1 && i != 3 {
			t.Fatalf("Pick took %d, which has no weight", i)
		}
	}
}

func TestExpAgreesWithTheLibrary(t *testing.T) {
	for x := -30.0; x < 30; x += 0.0137 {
		if got, want := Exp(x), math.Exp(x); math.Abs(got/want-1) > 1e-14 {
			t.Fatalf("Exp(%v) = %v, want %v", x, got, want)
		}
	}
}
