package stats

import (
	"fmt"
	"math"
)

// exhaustiveFamilies is the most families whose sign patterns are all tried.
const exhaustiveFamilies = 16

// WildCluster is the wild cluster bootstrap-t of the task-balanced mean (Cameron,
// Gelbach and Miller 2008): the null is imposed, whole families change sign, the
// statistic is studentised by CR2, and the interval holds the means that are not
// rejected. Up to 16 families every sign pattern is tried; beyond that r.Draws
// patterns are drawn.
func WildCluster(s Sample, level float64, r Resampling) Estimate {
	e := s.estimate("wild cluster bootstrap-t", Mean(s.Values), level)
	if e.Families < 2 {
		e.Warnings = append(e.Warnings, "fewer than two families: no interval")
		return e
	}
	w := newWild(s, r)
	e.Method = fmt.Sprintf("wild cluster bootstrap-t, %s", w.patterns)
	if e.Families < 5 {
		e.Warnings = append(e.Warnings, fmt.Sprintf("%d families: a p value under %.3g cannot be reached", e.Families, w.smallestP()))
	}
	e.P = w.p(0)
	if w.smallestP() >= 1-level {
		e.Warnings = append(e.Warnings, "too few families for an interval")
		return e
	}
	e.Lower, e.Upper = w.invert(e.Point, 1-level)
	return e
}

type wild struct {
	clusters
	signs    [][]float64 // one row a pattern; nil if all are tried
	patterns string
}

func newWild(s Sample, r Resampling) *wild {
	w := &wild{clusters: newClusters(s)}
	families := len(w.sizes)
	if families <= exhaustiveFamilies {
		w.patterns = fmt.Sprintf("all %d sign patterns", 1<<families)
		return w
	}
	w.patterns = fmt.Sprintf("%d sign patterns drawn", r.Draws)
	random := NewRandom(r.Seed)
	w.signs = make([][]float64, r.Draws)
	for i := range w.signs {
		w.signs[i] = make([]float64, families)
		for g := range families {
			w.signs[i][g] = 1
			if !random.Coin() {
				w.signs[i][g] = -1
			}
		}
	}
	return w
}

// smallestP is reached when only the observed pattern and its mirror are as far out.
func (w *wild) smallestP() float64 {
	if w.signs != nil {
		return 1 / float64(len(w.signs)+1)
	}
	return 2 / math.Exp2(float64(len(w.sizes)))
}

// p is the two-sided p value of the hypothesis that the mean is centre.
//
// With residuals E of a family under the null and signs w, the resampled mean is
// m = Σ wE/n and its variance ΣcE² - 2m ΣcwNE + m² ΣcN², so that a pattern
// costs two sums: m and ΣcwNE.
func (w *wild) p(centre float64) float64 {
	residuals := w.deviations(centre)
	weighted := make([]float64, len(residuals))
	a, c := 0.0, 0.0
	for g, e := range residuals {
		weighted[g] = w.weight[g] * w.sizes[g] * e
		a += float64(w.weight[g] * e * e)
		c += float64(w.weight[g] * w.sizes[g] * w.sizes[g])
	}
	square := func(sum, cross float64) float64 {
		m := sum / w.n
		variance := a - float64(2*m*cross) + float64(m*m*c)
		if variance <= 0 {
			return math.Inf(1)
		}
		return float64(m*m) / variance
	}
	observed := square(Sum(residuals), Sum(weighted)) * (1 - 1e-12)
	if w.signs != nil {
		return w.drawn(residuals, weighted, observed, square)
	}
	return exhaustive(residuals, weighted, observed, square)
}

func (w *wild) drawn(residuals, weighted []float64, observed float64, square func(a, b float64) float64) float64 {
	hits := 0
	for _, signs := range w.signs {
		sum, cross := 0.0, 0.0
		for g, sign := range signs {
			sum += float64(sign * residuals[g])
			cross += float64(sign * weighted[g])
		}
		if square(sum, cross) >= observed {
			hits++
		}
	}
	return float64(hits+1) / float64(len(w.signs)+1)
}

// exhaustive keeps the first family's sign fixed, since a pattern and its mirror
// give the same statistic, and joins the sums of two halves of the families.
func exhaustive(residuals, weighted []float64, observed float64, square func(a, b float64) float64) float64 {
	half := (len(residuals) + 1) / 2
	leftSums, leftCross := signedSums(residuals[1:half]), signedSums(weighted[1:half])
	rightSums, rightCross := signedSums(residuals[half:]), signedSums(weighted[half:])
	hits := 0
	for i := range leftSums {
		sum, cross := residuals[0]+leftSums[i], weighted[0]+leftCross[i]
		for j := range rightSums {
			if square(sum+rightSums[j], cross+rightCross[j]) >= observed {
				hits++
			}
		}
	}
	return float64(hits) / float64(len(leftSums)*len(rightSums))
}

// signedSums returns the sums of the values under every pattern of signs.
func signedSums(values []float64) []float64 {
	sums := []float64{0}
	for _, v := range values {
		next := make([]float64, 0, 2*len(sums))
		for _, s := range sums {
			next = append(next, s+v, s-v)
		}
		sums = next
	}
	return sums
}

// invert finds the interval of means whose p value is above alpha.
func (w *wild) invert(point, alpha float64) (lower, upper float64) {
	step := 2 * math.Sqrt(w.variance(w.deviations(point)))
	if step == 0 {
		return point, point
	}
	return w.boundary(point, -step, alpha), w.boundary(point, step, alpha)
}

func (w *wild) boundary(point, step, alpha float64) float64 {
	inside, outside := point, point+step
	for range 40 {
		if w.p(outside) <= alpha {
			break
		}
		inside, outside = outside, outside+float64(2*(outside-point))
	}
	for range 40 {
		middle := (inside + outside) / 2
		if math.Abs(outside-inside) < 1e-7 {
			break
		}
		if w.p(middle) <= alpha {
			outside = middle
		} else {
			inside = middle
		}
	}
	return inside
}
