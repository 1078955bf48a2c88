package stats

import (
	"fmt"
	"math"
)

// SignFlipGrid is the resolution at which sums are compared in the exact test:
// values are whole multiples of it, so that ties are ties and not a matter of
// the last bit.
const SignFlipGrid = 1e-12

// exactFlips is the most values whose 2^n sign patterns are counted.
const exactFlips = 44

// SignFlip is the result of a sign-flip test of "differences are symmetric about zero".
type SignFlip struct {
	P        float64 // two-sided
	Hits     float64 // patterns at least as far out as the observed one, itself included
	Patterns float64
	Units    int
	Method   string
}

// SignFlipTasks counts over all 2^n sign patterns of the tasks, by meeting in
// the middle. It supposes independent tasks.
func SignFlipTasks(s Sample) (SignFlip, error) {
	return signFlipExact(s.Values, "task")
}

// SignFlipFamilies flips whole families: the honest test where tasks of a family
// move together. The statistic stays the mean over tasks.
func SignFlipFamilies(s Sample) (SignFlip, error) {
	var sums []float64
	for _, f := range s.ByFamily() {
		sums = append(sums, Sum(f.Values))
	}
	return signFlipExact(sums, "family")
}

func signFlipExact(values []float64, unit string) (SignFlip, error) {
	if len(values) == 0 || len(values) > exactFlips {
		return SignFlip{}, fmt.Errorf("exact sign flip: %d units, can count 1 to %d", len(values), exactFlips)
	}
	grid, total := make([]int64, len(values)), int64(0)
	for i, v := range values {
		if math.Abs(v) > 1000 {
			return SignFlip{}, fmt.Errorf("exact sign flip: value %g is beyond ±1000", v)
		}
		grid[i] = int64(math.Round(v / SignFlipGrid))
		total += grid[i]
	}
	half := len(grid) / 2
	left, right := signedGridSums(grid[:half]), signedGridSums(grid[half:])
	hits := countBeyond(left, right, max(total, -total))
	patterns := math.Exp2(float64(len(values)))
	return SignFlip{
		P: hits / patterns, Hits: hits, Patterns: patterns, Units: len(values),
		Method: fmt.Sprintf("exact sign flip over %s, 2^%d patterns", plural(unit), len(values)),
	}, nil
}

func plural(unit string) string {
	if unit == "family" {
		return "families"
	}
	return unit + "s"
}

// signedGridSums returns the sorted sums under every pattern of signs. Sorted
// lists stay sorted when one value is added or taken away, so merging is enough.
func signedGridSums(values []int64) []int64 {
	sums := []int64{0}
	for _, v := range values {
		v = max(v, -v)
		next := make([]int64, 0, 2*len(sums))
		i, j := 0, 0
		for i < len(sums) {
			if sums[i]-v <= sums[j]+v {
				next = append(next, sums[i]-v)
				i++
			} else {
				next = append(next, sums[j]+v)
				j++
			}
		}
		for ; j < len(sums); j++ {
			next = append(next, sums[j]+v)
		}
		sums = next
	}
	return sums
}

// countBeyond counts pairs with |a + b| >= limit. By symmetry that is twice the
// pairs with a + b >= limit, or all of them for a limit of zero.
func countBeyond(left, right []int64, limit int64) float64 {
	if limit == 0 {
		return float64(len(left)) * float64(len(right))
	}
	count, j := 0.0, len(right)
	for _, a := range left {
		for j > 0 && a+right[j-1] >= limit {
			j--
		}
		count += float64(len(right) - j)
	}
	return 2 * count
}

// SignFlipSampled is the published Monte-Carlo test: in each draw every
// difference keeps its sign on heads, and p = (hits + 1)/(draws + 1).
func SignFlipSampled(values []float64, r Resampling) SignFlip {
	random := NewRandom(r.Seed)
	observed, hits := math.Abs(Mean(values)), 0
	n := float64(len(values))
	for range r.Draws {
		sum := 0.0
		for _, v := range values {
			if random.Coin() {
				sum += v
			} else {
				sum -= v
			}
		}
		if math.Abs(sum/n) >= observed {
			hits++
		}
	}
	return SignFlip{
		P: float64(hits+1) / float64(r.Draws+1), Hits: float64(hits), Patterns: float64(r.Draws), Units: len(values),
		Method: fmt.Sprintf("sampled sign flip over tasks, %d draws", r.Draws),
	}
}
