package course

import "m4bench/internal/ehr/synth/random"

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
	Quiet     bool // a calm stay with one script and no pins
}

// Span is a time from From to To; empty if both are 0.
type Span struct{ From, To int64 }

// Holds says whether t lies in [From, To).
func (s Span) Holds(t int64) bool { return s.From <= t && t < s.To }

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
	s := Stay{Number: number, In: in, Reason: why, Border: border, Calm: border && calm(p.Index)}
	s.Quiet = border && quiet(p.Index)
	s.Severity = clamp((why.Severity+float64(0.2*r.Z()))*p.setting.Severity, 0.03, 1)
	days := r.LogNormal(1.99, 0.8)
	if r.Chance(0.06 + float64(0.1*s.Severity)) { // something goes wrong
		days = r.LogNormal(10.1, 0.75)
	}
	days *= p.setting.Length * why.Days * (0.55 + s.Severity)
	if r.Chance(0.01) {
		days = r.Range(0.02, 0.4)
	}
	days = max(days, r.Range(0.2, 0.9))
	if border {
		days = max(days, r.Range(1.25, 2.2)) // scripts need their time
	}
	s.Out = in + int64(clamp(days, 0.02, 60)*Day)
	if border && p.relayed() {
		s.Out -= s.Out % Hour
	}
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
	if border && !s.Quiet {
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
