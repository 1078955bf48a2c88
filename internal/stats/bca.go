package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// TaskBCa is the bias-corrected and accelerated interval (Efron 1987) over tasks.
func TaskBCa(s Sample, level float64, r Resampling) Estimate {
	e := s.estimate(fmt.Sprintf("task bootstrap, BCa, %d draws", r.Draws), Mean(s.Values), level)
	if e.Tasks < 3 {
		e.Warnings = append(e.Warnings, "fewer than three tasks: no interval")
		return e
	}
	return e.withBCa(BootstrapMean(s.Values, r), jackknifeTasks(s.Values))
}

// FamilyBCa is the BCa interval over families, tasks pooled.
func FamilyBCa(s Sample, level float64, r Resampling) Estimate {
	e := s.estimate(fmt.Sprintf("family bootstrap, BCa, %d draws", r.Draws), Mean(s.Values), level)
	if e.Families < 3 {
		e.Warnings = append(e.Warnings, "fewer than three families: no interval")
		return e
	}
	return e.withBCa(BootstrapFamilies(s, r), jackknifeFamilies(s))
}

func (e Estimate) withBCa(draws, leftOut []float64) Estimate {
	if draws[0] == draws[len(draws)-1] {
		e.Lower, e.Upper = e.Point, e.Point
		return e
	}
	bias := distuv.UnitNormal.Quantile(shareBelow(draws, e.Point))
	acceleration := acceleration(leftOut)
	bound := func(share float64) float64 {
		z := bias + distuv.UnitNormal.Quantile(share)
		adjusted := distuv.UnitNormal.CDF(bias + z/(1-float64(acceleration*z)))
		return draws[position(draws, adjusted)]
	}
	e.Lower, e.Upper = bound((1-e.Level)/2), bound((1+e.Level)/2)
	return e
}

// shareBelow counts half of the ties and stays inside (0, 1), so that the
// bias correction is finite.
func shareBelow(draws []float64, point float64) float64 {
	from, _ := slices.BinarySearch(draws, point)
	to := from
	for to < len(draws) && draws[to] == point {
		to++
	}
	n := float64(len(draws))
	share := (float64(from) + float64(to)) / 2 / n
	return math.Min(math.Max(share, 1/(2*n)), 1-1/(2*n))
}

func acceleration(leftOut []float64) float64 {
	mean, cubes, squares := Mean(leftOut), 0.0, 0.0
	for _, v := range leftOut {
		d := mean - v
		squares += float64(d * d)
		cubes += float64(d * d * d)
	}
	if squares == 0 {
		return 0
	}
	return cubes / (6 * math.Pow(squares, 1.5))
}

func jackknifeTasks(values []float64) []float64 {
	total, n := Sum(values), float64(len(values))
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = (total - v) / (n - 1)
	}
	return out
}

func jackknifeFamilies(s Sample) []float64 {
	total, n := Sum(s.Values), len(s.Values)
	var out []float64
	for _, f := range s.ByFamily() {
		out = append(out, (total-Sum(f.Values))/float64(n-len(f.Values)))
	}
	return out
}
