package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// ClusteredT is the t interval of the task-balanced mean with families as
// clusters: the CR2 variance (Bell and McCaffrey 2002) and Satterthwaite degrees
// of freedom under independent tasks (Pustejovsky and Tipton 2018).
//
// For a mean the general matrices collapse: with h = tasks of the family / all
// tasks, the adjustment of a family is 1/sqrt(1-h).
func ClusteredT(s Sample, level float64) Estimate {
	e := s.estimate("family-clustered t, CR2, Satterthwaite df", Mean(s.Values), level)
	if e.Families < 2 {
		e.Warnings = append(e.Warnings, "fewer than two families: no interval")
		return e
	}
	c := newClusters(s)
	e.DF = c.satterthwaite()
	if e.DF < 4 {
		e.Warnings = append(e.Warnings, "fewer than 4 degrees of freedom: treat the interval as rough")
	}
	return e.withT(math.Sqrt(c.variance(c.deviations(e.Point))))
}

// FamilyBalancedT is the t interval of the mean of family means.
func FamilyBalancedT(s Sample, level float64) Estimate {
	means := s.FamilyMeans()
	e := s.estimate("family-balanced t", Mean(means), level)
	if e.Families < 2 {
		e.Warnings = append(e.Warnings, "fewer than two families: no interval")
		return e
	}
	e.DF = float64(len(means) - 1)
	return e.withT(math.Sqrt(Variance(means) / float64(len(means))))
}

// withT fills interval and p value from a standard error and DF.
func (e Estimate) withT(se float64) Estimate {
	if se == 0 {
		e.Lower, e.Upper = e.Point, e.Point
		e.P = 0
		if e.Point == 0 {
			e.P = 1
		}
		return e
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: e.DF}
	half := float64(t.Quantile((1+e.Level)/2) * se)
	e.Lower, e.Upper = e.Point-half, e.Point+half
	e.P = 2 * t.Survival(math.Abs(e.Point)/se)
	return e
}

// StandardError of a t interval, read back from its width.
func (e Estimate) StandardError() float64 {
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: e.DF}
	return (e.Upper - e.Lower) / 2 / t.Quantile((1+e.Level)/2)
}

// clusters is what CR2 needs to know of each family.
type clusters struct {
	n      float64
	sizes  []float64
	sums   []float64
	weight []float64 // 1/(1 - size/n): the squared CR2 adjustment
}

func newClusters(s Sample) clusters {
	c := clusters{n: float64(len(s.Values))}
	for _, f := range s.ByFamily() {
		size := float64(len(f.Values))
		c.sizes = append(c.sizes, size)
		c.sums = append(c.sums, Sum(f.Values))
		c.weight = append(c.weight, 1/(1-size/c.n))
	}
	return c
}

// deviations returns each family's summed deviation from a centre.
func (c clusters) deviations(centre float64) []float64 {
	out := make([]float64, len(c.sums))
	for i := range out {
		out[i] = c.sums[i] - float64(c.sizes[i]*centre)
	}
	return out
}

func (c clusters) variance(deviations []float64) float64 {
	sum := 0.0
	for i, d := range deviations {
		sum += float64(c.weight[i] * d * d)
	}
	return sum / float64(c.n*c.n)
}

// satterthwaite returns (tr Ω)² / tr Ω² for the quadratic form of the variance.
func (c clusters) satterthwaite() float64 {
	trace, squares := 0.0, 0.0
	for g := range c.sizes {
		for h := range c.sizes {
			entry := -c.sizes[g] * c.sizes[h] / c.n
			if g == h {
				entry += c.sizes[g]
				trace += float64(c.weight[g] * entry)
			}
			squares += float64(c.weight[g] * c.weight[h] * entry * entry)
		}
	}
	return float64(trace*trace) / squares
}

// TQuantile is the quantile of Student's t distribution.
func TQuantile(share, df float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile(share)
}
