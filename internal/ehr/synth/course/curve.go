// Package course invents patients: who they are, why they come to hospital, and
// how ill they get hour by hour. What is charted about them follows from it, in
// whatever database. All of it is a pure function of a seed and the patient's
// number, and gives the same figures on every machine: products are rounded
// (float64(a*b)) before they are added, so that no processor fuses the two.
package course

// Hour is an hour in seconds, the unit of all times here (since 1970).
const (
	Minute = 60
	Hour   = 60 * Minute
	Day    = 24 * Hour
)

// Curve is how one measure of a patient leaves its usual level and comes back:
// flat until Onset, straight to the worst value at Peak, then back, half way
// after Relief. Times are hours since the illness' start.
type Curve struct {
	Usual, Worst        float64
	Onset, Peak, Relief float64
}

// At is the measure's level at an hour.
func (c Curve) At(hour float64) float64 {
	return c.Usual + float64((c.Worst-c.Usual)*c.share(hour))
}

func (c Curve) share(hour float64) float64 {
	switch {
	case hour <= c.Onset:
		return 0
	case hour < c.Peak:
		return (hour - c.Onset) / (c.Peak - c.Onset)
	default:
		return c.Relief / (c.Relief + hour - c.Peak)
	}
}

func clamp(v, low, high float64) float64 { return max(low, min(high, v)) }
