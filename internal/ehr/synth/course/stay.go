package course

import (
	"slices"

	"m4bench/internal/ehr/synth/random"
)

// Stay is one time in an intensive care unit.
type Stay struct {
	Number    int // within the admission, from 0
	In, Out   int64
	First     Unit
	Last      Unit
	Reason    *Reason
	Severity  float64
	Dying     bool // dies at the end
	Illness   Illness
	Airway    []Segment // without gaps from In to Out
	Pressors  []Infusion
	Dialysis  []Treatment
	ArtLine   Span // arterial line
	Catheter  bool // urinary catheter
	Weighed   float64
	Infected  bool
	Operation int64 // end of the operation that led here; 0 if none
	Pins      []Pin
	Border    bool // lies on the borders of rules, for which see OnBorder
	Calm      bool // a border stay in which all organs work, so that the border alone decides
}

// Span is a time from From to To; empty if both are 0.
type Span struct{ From, To int64 }

// Holds says whether t lies in [From, To).
func (s Span) Holds(t int64) bool { return s.From <= t && t < s.To }

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

// Infusion is a running drug: its dose climbs to Peak and falls again.
type Infusion struct {
	Span
	Drug Drug
	Peak float64 // in the drug's usual unit
}

// Drug is a vasoactive drug.
type Drug int

// The vasoactive drugs.
const (
	Norepinephrine Drug = iota
	Phenylephrine
	Vasopressin
	Epinephrine
	Dopamine
	Dobutamine
	Milrinone
)

// Treatment is a time with renal replacement.
type Treatment struct {
	Span
	Continuous bool
}

func (p *Patient) newStay(r *random.Stream, a *Admission, in int64, number int) Stay {
	if _, exact := p.borderWait(a); p.OnBorder() && !exact {
		in -= in % Minute // so that a chart time can be exactly hours from it
	}
	why := a.Reason
	border := p.OnBorder() && number == 0 && len(p.icuAdmissions()) == 0
	s := Stay{Number: number, In: in, Reason: why, Border: border, Calm: border && p.Index/5%2 == 0}
	s.Severity = clamp((why.Severity+float64(0.2*r.Z()))*p.setting.Severity, 0.03, 1)
	days := r.LogNormal(1.95, 1.16) * p.setting.Length * why.Days * (0.55 + s.Severity)
	if r.Chance(0.01) {
		days = r.Range(0.02, 0.4)
	}
	days = max(days, r.Range(0.2, 0.9))
	if border {
		days = max(days, r.Range(1.25, 2.2)) // scripts need their time
	}
	s.Out = in + int64(clamp(days, 0.02, 60)*Day)
	s.First = why.Units[min(r.Pick([]float64{60, 28, 8, 4}), len(why.Units)-1)]
	s.Last = s.First
	if r.Chance(0.07) {
		s.Last = random.One(r, []Unit{MICU, SICU, CVICU, MICUSICU, CCU, TSICU})
	}
	if number == 0 && r.Chance(why.Surgery) {
		s.Operation = in - int64(r.Between(2, 40))*Minute
		a.Surgery = s.Operation - int64(r.Between(90, 400))*Minute
	}
	s.Illness = newIllness(r, p, a, in, s.Severity)
	s.Weighed = clamp(p.Weight*r.Range(0.97, 1.06), 30, 260)
	s.Infected = r.Chance(0.12 + float64(0.95*why.Infection))
	s.breathe(r, p.setting.Breathing)
	s.support(r)
	s.dialyse(r, p)
	if border {
		s.pin(p.Index)
	}
	if s.Calm {
		s.calm()
	}
	s.Catheter = r.Chance(0.55 + float64(0.4*s.Severity))
	return s
}

// calm takes everything away that a score gives points for.
func (s *Stay) calm() {
	i := &s.Illness
	level := func(c *Curve, v float64) { c.Usual, c.Worst = v, v }
	level(&i.HeartRate, 78)
	level(&i.MeanPressure, 88)
	level(&i.Breaths, 16)
	level(&i.Temperature, 36.8)
	level(&i.Saturation, 98)
	level(&i.Creatinine, 0.8)
	level(&i.Urea, 13)
	level(&i.Urine, 1.1)
	level(&i.Bilirubin, 0.5)
	level(&i.Platelets, 240)
	level(&i.White, 8)
	level(&i.Bands, 0)
	level(&i.INR, 1)
	level(&i.Sodium, 140)
	level(&i.Potassium, 4.1)
	level(&i.Bicarbonate, 25)
	level(&i.Awareness, 1.3)
	level(&i.Oxygenation, 430)
	s.Pressors, s.Dialysis, s.ArtLine, s.Dying = nil, nil, Span{}, false
	s.Airway = []Segment{{Span{s.In, s.Out}, RoomAir}}
	s.Infected = true
}

func (s *Stay) hours() float64 { return float64(s.Out-s.In) / Hour }

// at is the time so many hours into the stay.
func (s *Stay) at(hours float64) int64 {
	t := s.In + int64(hours*Hour)
	return t - t%Minute
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

// support decides on vasoactive drugs and the arterial line that goes with them.
func (s *Stay) support(r *random.Stream) {
	why := s.Reason
	if r.Chance(clamp(why.Pressors*(0.4+float64(1.3*s.Severity)), 0, 0.97)) {
		s.pressors(r)
	}
	share := float64(0.5 * s.Severity)
	if len(s.Pressors) > 0 || why.Breathing > 0.8 {
		share = 0.9
	}
	if r.Chance(share) {
		end := s.In + int64(float64(s.Out-s.In)*r.Range(0.5, 1))
		s.ArtLine = Span{s.In, end}
	}
}

func (s *Stay) pressors(r *random.Stream) {
	start := 0.0
	if !r.Chance(0.6) {
		start = r.LogNormal(6, 1)
	}
	give := func(d Drug, from, hours, peak float64) {
		span := Span{s.at(from), min(s.at(from+hours), s.Out)}
		if span.To-span.From > 5*Minute {
			s.Pressors = append(s.Pressors, Infusion{span, d, peak})
		}
	}
	hours := r.LogNormal(34, 0.9)
	first := []Drug{Norepinephrine, Phenylephrine, Dopamine, Epinephrine}[r.Pick([]float64{52, 40, 5, 3})]
	if s.Reason.Surgery == 0 && first == Phenylephrine && r.Chance(0.4) {
		first = Norepinephrine
	}
	give(first, start, hours, peakDose(r, first, s.Severity))
	if s.Severity > 0.5 && r.Chance(0.5) {
		give(Vasopressin, start+r.LogNormal(4, 0.8), r.LogNormal(40, 0.6), 2.4)
	}
	if r.Chance(0.25) && first != Norepinephrine {
		give(Norepinephrine, start+r.LogNormal(3, 1), r.LogNormal(25, 1), peakDose(r, Norepinephrine, s.Severity))
	}
	heart := s.Reason.Heart
	if r.Chance(0.18 * heart) {
		give(Dobutamine, start+r.LogNormal(4, 1), r.LogNormal(50, 0.7), r.Range(2, 8))
	}
	if r.Chance(0.14 * heart) {
		give(Milrinone, start+r.LogNormal(3, 1), r.LogNormal(45, 0.7), r.Range(0.12, 0.5))
	}
	if r.Chance(0.15*heart) || r.Chance(0.06*s.Severity) {
		give(Epinephrine, start+r.LogNormal(1, 1), r.LogNormal(15, 0.9), peakDose(r, Epinephrine, s.Severity))
	}
	slices.SortStableFunc(s.Pressors, func(a, b Infusion) int { return int(a.From - b.From) })
}

func peakDose(r *random.Stream, d Drug, severity float64) float64 {
	switch d {
	case Norepinephrine:
		return r.LogNormal(0.10+float64(0.16*severity), 0.7)
	case Phenylephrine:
		return r.LogNormal(1.7, 0.65)
	case Epinephrine:
		return r.LogNormal(0.05, 0.6)
	case Dopamine:
		return r.LogNormal(4.5, 0.6)
	default:
		return 1
	}
}

// dialyse decides on renal replacement.
func (s *Stay) dialyse(r *random.Stream, p *Patient) {
	failing := s.Illness.Creatinine.Worst > 3.5
	switch {
	case p.Chronic.Has(Dialysis) && r.Chance(0.75):
		for at := r.Range(2, 40); at < s.hours()-4; at += r.Range(40, 56) {
			s.Dialysis = append(s.Dialysis, Treatment{Span{s.at(at), s.at(at + r.Range(2.5, 4))}, false})
		}
	case failing && s.Severity > 0.4 && r.Chance(0.55):
		from := r.LogNormal(14, 0.8)
		to := min(from+r.LogNormal(70, 0.7), s.hours())
		if to > from+1 {
			s.Dialysis = append(s.Dialysis, Treatment{Span{s.at(from), s.at(to)}, true})
		}
	}
}

// OnPressor says whether a vasoactive drug runs at a time.
func (s *Stay) OnPressor(t int64) bool {
	return slices.ContainsFunc(s.Pressors, func(i Infusion) bool { return i.Holds(t) })
}
