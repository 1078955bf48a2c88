package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Posterior is the answer of the hierarchical model.
type Posterior struct {
	Estimate                       // of the mean over families
	ChancePositive float64         // posterior probability that the mean is above zero
	FamilySpread   float64         // posterior mean of the standard deviation between families
	TaskSpread     float64         // posterior mean of the standard deviation within families
	FamilyMeans    []ShrunkenMean  // sorted by name
	mixture        []mixtureWeight // of normals
}

// ShrunkenMean is a family's mean, raw and drawn towards the mean of all.
type ShrunkenMean struct {
	Family   string
	Tasks    int
	Raw      float64
	Shrunken float64
}

type mixtureWeight struct{ weight, mean, sd float64 }

// gridSteps is the number of steps of either standard deviation.
const gridSteps = 80

// Hierarchical is a Bayesian check of the other intervals: tasks scatter about
// their family's mean, families about the overall mean. The overall mean has a
// flat prior, both standard deviations half-normal ones with the given scale (0.25
// suits differences of rewards). The posterior is summed over a grid of the two
// deviations, given which everything is normal; nothing is sampled.
func Hierarchical(s Sample, level, scale float64) Posterior {
	families := s.ByFamily()
	p := Posterior{Estimate: s.estimate("Bayesian hierarchical model, grid", math.NaN(), level)}
	if len(families) < 3 {
		p.Warnings = append(p.Warnings, "fewer than three families: the spread between families is mostly prior")
	}
	if len(families) < 2 {
		return p
	}
	g := newGroups(families)
	shrunken := make([]float64, len(families))
	p.mixture = g.grid(scale, func(weight float64, c conditional) {
		p.FamilySpread += float64(weight * c.between)
		p.TaskSpread += float64(weight * c.within)
		for i, m := range c.families {
			shrunken[i] += float64(weight * m)
		}
	})
	for i, f := range families {
		p.FamilyMeans = append(p.FamilyMeans, ShrunkenMean{f.Name, len(f.Values), g.means[i], shrunken[i]})
	}
	p.summarise()
	return p
}

func (p *Posterior) summarise() {
	mean, positive := 0.0, 0.0
	for _, m := range p.mixture {
		mean += float64(m.weight * m.mean)
		positive += float64(m.weight * distuv.UnitNormal.CDF(m.mean/m.sd))
	}
	p.Point, p.ChancePositive = mean, positive
	p.Method = fmt.Sprintf("Bayesian hierarchical model, %d × %d grid", gridSteps, gridSteps)
	p.Lower = p.quantile((1 - p.Level) / 2)
	p.Upper = p.quantile((1 + p.Level) / 2)
}

func (p *Posterior) quantile(share float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, m := range p.mixture {
		low = math.Min(low, m.mean-float64(12*m.sd))
		high = math.Max(high, m.mean+float64(12*m.sd))
	}
	for high-low > 1e-8 {
		middle, below := (low+high)/2, 0.0
		for _, m := range p.mixture {
			below += float64(m.weight * distuv.UnitNormal.CDF((middle-m.mean)/m.sd))
		}
		if below < share {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

// groups is what the likelihood needs of each family.
type groups struct {
	sizes, means []float64
	within       float64 // squared deviations from the family means
	surplus      float64 // tasks - families
}

// conditional is the posterior given both standard deviations.
type conditional struct {
	between, within float64
	logDensity      float64
	mean, sd        float64
	families        []float64
}

func newGroups(families []Family) groups {
	var g groups
	for _, f := range families {
		g.sizes = append(g.sizes, float64(len(f.Values)))
		g.means = append(g.means, Mean(f.Values))
		g.within += squaredDeviations(f.Values)
		g.surplus += float64(len(f.Values) - 1)
	}
	return g
}

// grid visits the pairs of standard deviations with their posterior weights and
// returns the mixture of the overall mean, without the points of no weight.
func (g groups) grid(scale float64, visit func(float64, conditional)) []mixtureWeight {
	points := make([]conditional, 0, gridSteps*gridSteps)
	best := math.Inf(-1)
	for i := range gridSteps {
		between := spread(i, scale)
		for j := range gridSteps {
			c := g.given(between, spread(j, scale))
			c.logDensity += priorAndStep(i, scale) + priorAndStep(j, scale)
			best = math.Max(best, c.logDensity)
			points = append(points, c)
		}
	}
	total := 0.0
	for i := range points {
		points[i].logDensity = math.Exp(points[i].logDensity - best)
		total += points[i].logDensity
	}
	var mixture []mixtureWeight
	for _, c := range points {
		weight := c.logDensity / total
		if weight < 1e-11 {
			continue
		}
		visit(weight, c)
		mixture = append(mixture, mixtureWeight{weight, c.mean, c.sd})
	}
	return mixture
}

// spread is the i-th standard deviation: cells widen linearly up to 4 scales.
func spread(i int, scale float64) float64 {
	x := (float64(i) + 0.5) / gridSteps
	return 4 * scale * x * x
}

// priorAndStep is the log of the half-normal prior times the width of the cell.
func priorAndStep(i int, scale float64) float64 {
	x := (float64(i) + 0.5) / gridSteps
	z := spread(i, scale) / scale
	return math.Log(x) - float64(z*z)/2
}

func (g groups) given(between, within float64) conditional {
	c := conditional{between: between, within: within, families: make([]float64, len(g.sizes))}
	noise, spread := float64(within*within), float64(between*between)
	precision, weighted, logScale := 0.0, 0.0, 0.0
	for i, size := range g.sizes {
		v := spread + noise/size
		precision += 1 / v
		weighted += g.means[i] / v
		logScale += math.Log(v)
	}
	c.mean, c.sd = weighted/precision, 1/math.Sqrt(precision)
	squares := 0.0
	for i, size := range g.sizes {
		v := spread + noise/size
		d := g.means[i] - c.mean
		squares += float64(d*d) / v
		c.families[i] = c.mean + float64(spread/v*d)
	}
	c.logDensity = -(logScale+math.Log(precision)+squares)/2 - float64(g.surplus*math.Log(within)) - g.within/(2*noise)
	return c
}
