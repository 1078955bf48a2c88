package figure

import (
	"math"
	"strconv"
)

// axis maps values to positions along one direction.
type axis struct {
	low, high float64 // values
	from, to  float64 // positions
	step      float64
}

// newAxis covers the values with round ticks.
func newAxis(values []float64, from, to float64) axis {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			low, high = math.Min(low, v), math.Max(high, v)
		}
	}
	if low > high {
		low, high = 0, 1
	}
	if high-low < 1e-9 {
		low, high = low-0.05, high+0.05
	}
	step := roundStep((high - low) / 6)
	return axis{low: math.Floor(low/step) * step, high: math.Ceil(high/step) * step, from: from, to: to, step: step}
}

// roundStep is the next of 1, 2, 5 times a power of ten.
func roundStep(raw float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= raw-1e-12 {
			return m * power
		}
	}
	return 10 * power
}

func (a axis) at(v float64) float64 {
	return a.from + float64((v-a.low)/(a.high-a.low)*(a.to-a.from))
}

// ticks are the round values with their labels.
func (a axis) ticks() ([]float64, []string) {
	decimals := max(0, -int(math.Floor(math.Log10(a.step)+1e-9)))
	var values []float64
	var labels []string
	for i := 0; ; i++ {
		v := a.low + float64(float64(i)*a.step)
		if v > a.high+a.step/2 {
			return values, labels
		}
		if math.Abs(v) < a.step/1000 {
			v = 0
		}
		values = append(values, v)
		labels = append(labels, strconv.FormatFloat(v, 'f', decimals, 64))
	}
}
