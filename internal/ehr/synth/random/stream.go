// Package random draws the numbers of synthetic patients: the same ones on every
// machine, whatever its processor fuses or its library approximates.
package random

import "math/bits"

// Stream is one sequence of random numbers (splitmix64). The zero value is the
// stream of seed 0.
type Stream struct{ state uint64 }

// New starts the stream that a list of numbers names, such as a seed, a patient
// and a purpose. Different lists give unrelated streams.
func New(keys ...uint64) Stream {
	s := Stream{}
	for _, k := range keys {
		s.state = mix(s.state ^ k)
	}
	return s
}

// Uint64 is the next number.
func (s *Stream) Uint64() uint64 {
	s.state += 0x9E3779B97F4A7C15
	return mix(s.state)
}

func mix(z uint64) uint64 {
	z += 0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// Below draws an integer in [0, n).
func (s *Stream) Below(n int) int {
	high, _ := bits.Mul64(s.Uint64(), uint64(n))
	return int(high)
}

// Between draws an integer in [low, high].
func (s *Stream) Between(low, high int) int { return low + s.Below(high-low+1) }

// Unit draws from [0, 1).
func (s *Stream) Unit() float64 { return float64(s.Uint64()>>11) * 0x1p-53 }

// Chance is true with probability p.
func (s *Stream) Chance(p float64) bool { return s.Unit() < p }

// Range draws from [low, high).
func (s *Stream) Range(low, high float64) float64 {
	return low + float64((high-low)*s.Unit())
}

// spread is 1 over the standard deviation of the bits counted in 64 fair ones
// and of the fraction added to them.
const spread = 0.24935149047701484

// Z draws from the standard normal distribution, by counting coins: 64 fair ones
// and a fraction.
func (s *Stream) Z() float64 {
	u := s.Uint64()
	heads := float64(bits.OnesCount64(mix(u))) - 32.5
	return float64((heads + float64(float64(u>>11)*0x1p-53)) * spread)
}

// Normal draws from a normal distribution.
func (s *Stream) Normal(mean, sd float64) float64 { return mean + float64(sd*s.Z()) }

// LogNormal draws from the log-normal distribution that has the median and of
// whose logarithm the standard deviation is sigma.
func (s *Stream) LogNormal(median, sigma float64) float64 {
	return median * Exp(float64(sigma*s.Z()))
}

// Pick draws an index with the weights given.
func (s *Stream) Pick(weights []float64) int {
	total := 0.0
	for _, w := range weights {
		total += w
	}
	left := float64(total * s.Unit())
	for i, w := range weights {
		if left < w {
			return i
		}
		left -= w
	}
	return len(weights) - 1
}

// One draws an element.
func One[T any](s *Stream, list []T) T { return list[s.Below(len(list))] }

// Exp is e to the power x, for x in [-700, 700], in plain products and sums:
// math.Exp differs in the last bit between processors.
func Exp(x float64) float64 {
	const ln2 = 0.6931471805599453
	k := int(float64(x / ln2))
	r := x - float64(float64(k)*ln2)
	term, sum := 1.0, 1.0
	for i := 1; i < 18; i++ {
		term = float64(term*r) / float64(i)
		sum += term
	}
	for ; k > 0; k-- {
		sum *= 2
	}
	for ; k < 0; k++ {
		sum /= 2
	}
	return sum
}
