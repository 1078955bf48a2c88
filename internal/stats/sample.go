package stats

import (
	"fmt"
	"math"
	"sort"
)

// Sample is one value a task, with the family of each.
type Sample struct {
	Values   []float64
	Families []string
}

// NewSample checks that values and families belong together.
func NewSample(values []float64, families []string) (Sample, error) {
	if len(values) != len(families) {
		return Sample{}, fmt.Errorf("%d values but %d families", len(values), len(families))
	}
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return Sample{}, fmt.Errorf("value %d (family %s) is not a finite number", i+1, families[i])
		}
	}
	return Sample{Values: values, Families: families}, nil
}

// Family is the values of one family, in the order of the sample.
type Family struct {
	Name   string
	Values []float64
}

// ByFamily groups the values; families are sorted by name.
func (s Sample) ByFamily() []Family {
	index := map[string]int{}
	var out []Family
	for i, name := range s.Families {
		at, known := index[name]
		if !known {
			at = len(out)
			index[name] = at
			out = append(out, Family{Name: name})
		}
		out[at].Values = append(out[at].Values, s.Values[i])
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// FamilyMeans returns one mean a family, sorted by name.
func (s Sample) FamilyMeans() []float64 {
	families := s.ByFamily()
	means := make([]float64, len(families))
	for i, f := range families {
		means[i] = Mean(f.Values)
	}
	return means
}

// Minus returns the sample with c subtracted from every value.
func (s Sample) Minus(c float64) Sample {
	values := make([]float64, len(s.Values))
	for i, v := range s.Values {
		values[i] = v - c
	}
	return Sample{Values: values, Families: s.Families}
}

// Sum adds from left to right, as the published analysis did.
func Sum(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum
}

// Mean is the sum from left to right over the count; NaN for no values.
func Mean(values []float64) float64 { return Sum(values) / float64(len(values)) }

// Variance is the sample variance (n - 1); NaN for fewer than two values.
func Variance(values []float64) float64 {
	if len(values) < 2 {
		return math.NaN()
	}
	return squaredDeviations(values) / float64(len(values)-1)
}

func squaredDeviations(values []float64) float64 {
	mean, sum := Mean(values), 0.0
	for _, v := range values {
		sum += float64((v - mean) * (v - mean))
	}
	return sum
}

// Estimate is a number with its uncertainty and what that rests on.
type Estimate struct {
	Point    float64
	Lower    float64 // NaN where no interval can be given
	Upper    float64
	Level    float64 // 0.95 for a 95 % interval
	P        float64 // two-sided p value against zero; NaN if the method has none
	DF       float64 // degrees of freedom; NaN if the method has none
	Tasks    int
	Families int
	Method   string
	Warnings []string
}

func (s Sample) estimate(method string, point, level float64) Estimate {
	return Estimate{
		Point: point, Lower: math.NaN(), Upper: math.NaN(), Level: level, P: math.NaN(), DF: math.NaN(),
		Tasks: len(s.Values), Families: len(s.ByFamily()), Method: method,
	}
}

// Covers says whether the interval holds the value.
func (e Estimate) Covers(value float64) bool { return e.Lower <= value && value <= e.Upper }
