package stats

import (
	"fmt"
	"slices"
)

// Resampling says how often a bootstrap draws and from which seed.
type Resampling struct {
	Draws int
	Seed  uint64
}

// DefaultResampling is what reports use where no publication fixes another.
var DefaultResampling = Resampling{Draws: 20000, Seed: 20260504}

// BootstrapMean draws tasks with replacement and returns the sorted means.
// There must be a value.
func BootstrapMean(values []float64, r Resampling) []float64 {
	random := NewRandom(r.Seed)
	n := len(values)
	draws := make([]float64, r.Draws)
	for i := range draws {
		sum := 0.0
		for range n {
			sum += values[random.Below(n)]
		}
		draws[i] = sum / float64(n)
	}
	slices.Sort(draws)
	return draws
}

// BootstrapFamilies draws as many families as there are, with replacement,
// pools all their tasks, and returns the sorted means of the pools.
func BootstrapFamilies(s Sample, r Resampling) []float64 {
	random := NewRandom(r.Seed)
	families := s.ByFamily()
	draws := make([]float64, r.Draws)
	for i := range draws {
		sum, count := 0.0, 0
		for range families {
			drawn := families[random.Below(len(families))].Values
			for _, v := range drawn {
				sum += v
			}
			count += len(drawn)
		}
		draws[i] = sum / float64(count)
	}
	slices.Sort(draws)
	return draws
}

// Percentile reads the central interval off sorted draws: for 95 % of 20,000
// those at positions 500 and 19,500, counted from zero.
func Percentile(draws []float64, level float64) (lower, upper float64) {
	return draws[position(draws, (1-level)/2)], draws[position(draws, (1+level)/2)]
}

func position(draws []float64, share float64) int {
	at := int(float64(share * float64(len(draws))))
	return min(max(at, 0), len(draws)-1)
}

// TaskBootstrap is the percentile interval over tasks, as published. It treats
// tasks as independent and so is too narrow where families differ.
func TaskBootstrap(s Sample, level float64, r Resampling) Estimate {
	e := s.estimate(fmt.Sprintf("task bootstrap, percentile, %d draws", r.Draws), Mean(s.Values), level)
	return e.withPercentiles(e.Tasks, func() []float64 { return BootstrapMean(s.Values, r) })
}

// FamilyBootstrap is the percentile interval over families, tasks pooled.
func FamilyBootstrap(s Sample, level float64, r Resampling) Estimate {
	e := s.estimate(fmt.Sprintf("family bootstrap, percentile, %d draws", r.Draws), Mean(s.Values), level)
	return e.withPercentiles(e.Families, func() []float64 { return BootstrapFamilies(s, r) })
}

// FamilyBalancedBootstrap resamples the family means: every family counts once.
func FamilyBalancedBootstrap(s Sample, level float64, r Resampling) Estimate {
	means := s.FamilyMeans()
	e := s.estimate(fmt.Sprintf("family-balanced bootstrap, percentile, %d draws", r.Draws), Mean(means), level)
	return e.withPercentiles(e.Families, func() []float64 { return BootstrapMean(means, r) })
}

func (e Estimate) withPercentiles(units int, draw func() []float64) Estimate {
	if units < 2 {
		e.Warnings = append(e.Warnings, "fewer than two units to resample: no interval")
		return e
	}
	e.Lower, e.Upper = Percentile(draw(), e.Level)
	if units <= 10 {
		e.Warnings = append(e.Warnings, fmt.Sprintf("%d units resampled: percentile intervals are too narrow", units))
	}
	return e
}
