package course

import "m4bench/internal/ehr/synth/random"

// Support is how somebody gets their oxygen.
type Support int

// The ways of support, the least first.
const (
	RoomAir Support = iota
	Cannula
	Mask
	HighFlow
	NonInvasive
	Intubated
	Tracheostomy
)

// Segment is a time with one way of support.
type Segment struct {
	Span
	Support Support
}

// breathe lays out the ways of support.
func (s *Stay) breathe(r *random.Stream, share float64) {
	why := s.Reason
	add := func(until float64, kind Support) {
		from := s.In
		if n := len(s.Airway); n > 0 {
			from = s.Airway[n-1].To
		}
		to := min(s.at(until), s.Out)
		if to > from {
			s.Airway = append(s.Airway, Segment{Span{from, to}, kind})
		}
	}
	calm := func() Support {
		return []Support{RoomAir, Cannula, Mask}[r.Pick([]float64{35, 48 + float64(20*why.Lung), 10})]
	}
	now := 0.0
	if s.Operation == 0 && !r.Chance(0.6) {
		now = r.LogNormal(5, 1)
		add(now, calm())
	}
	chance := clamp(why.Breathing*share*(0.45+float64(1.3*s.Severity)), 0, 0.98)
	switch {
	case s.Operation != 0 && why.Breathing > 0.8 && r.Chance(0.95*share):
		now += r.LogNormal(9, 0.7)
		add(now, Intubated)
	case r.Chance(chance):
		now += r.LogNormal(60, 1) + float64(0.25*s.hours())
		if s.Operation != 0 {
			now /= 2
		}
		if now > 200 && r.Chance(0.6) {
			add(r.Range(150, now), Intubated)
			add(now+r.LogNormal(100, 0.6), Tracheostomy)
		} else {
			add(now, Intubated)
		}
	case r.Chance(0.07 * why.Lung):
		now += r.LogNormal(14, 0.7)
		add(now, NonInvasive)
	case r.Chance(0.05 * why.Lung):
		now += r.LogNormal(26, 0.7)
		add(now, HighFlow)
	}
	now += r.LogNormal(24, 0.9)
	add(now, []Support{Cannula, Mask, HighFlow, NonInvasive, RoomAir}[r.Pick([]float64{50, 22, 4, 3, 25})])
	now += r.LogNormal(40, 0.9)
	add(now, calm())
	add(s.hours()+1, RoomAir)
}

// Support is how the patient breathes at a time.
func (s *Stay) Support(t int64) Support {
	for i := range s.Airway {
		if s.Airway[i].Holds(t) {
			return s.Airway[i].Support
		}
	}
	return RoomAir
}
