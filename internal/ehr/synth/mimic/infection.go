package mimic

import (
	"m4bench/internal/ehr/synth/course"
	"m4bench/internal/ehr/synth/random"
)

// infection writes antibiotics and cultures of one admission.
type infection struct {
	germLab
	w *pharmacist
	a *course.Admission
}

// germsAndDrugs writes all orders and cultures of a patient.
func (b *Batch) germsAndDrugs(seed uint64, p *course.Patient, id *ids) {
	w := &pharmacist{b: b, p: p, subject: id.subject, r: random.New(seed, uint64(p.Index), 8)}
	w.records = p.ICD10 && w.r.Chance(0.35)
	g := germLab{b: b, subject: id.subject, r: random.New(seed, uint64(p.Index), 9)}
	turn, onBorder := borderTurn(p)
	for i := range p.Admissions {
		a := &p.Admissions[i]
		w.a, w.hadm, g.hadm = a, id.hadm[i], id.hadm[i]
		x := &infection{g, w, a}
		w.admission()
		if onBorder && len(a.Stays) > 0 && !a.Stays[0].Quiet {
			onBorder = false
			borders[turn](x, noonOf(&a.Stays[0]))
		} else {
			x.ordinary()
		}
		if i == len(p.Admissions)-1 {
			x.rarity(p.Index)
		}
		g = x.germLab
		g.hadm = 0
		g.clinic(a)
	}
}

// ordinary is what usually happens: a search for germs, then drugs.
func (x *infection) ordinary() {
	if x.a.Surgery != 0 {
		x.protection()
	}
	for i := range x.a.Stays {
		s := &x.a.Stays[i]
		if l, ok := loneOf(x.w.p, s); ok && l.search != nil {
			l.search(x, hourFrom(s.In+4*hour))
			continue
		}
		if s.Calm {
			x.suspected(s)
			continue
		}
		if x.r.Chance(0.55) {
			x.sample(&specimens[2], s.In+int64(x.r.Below(240))*course.Minute)
		}
		if s.Infected {
			x.onset(s.In+int64(x.r.Normal(2, 9)*course.Hour), s)
			if x.r.Chance(0.3) {
				x.onset(s.In+int64(x.r.LogNormal(70, 0.7)*course.Hour), s)
			}
		}
		x.unprompted(s)
	}
	if len(x.a.Stays) == 0 && x.r.Chance(0.25+float64(0.6*x.a.Reason.Infection)) {
		x.onset(x.a.In+int64(x.r.LogNormal(8, 1)*course.Hour), nil)
	}
}

// suspected is one suspicion early in the stay, so that whatever organ fails on
// the first day makes it sepsis.
func (x *infection) suspected(s *course.Stay) {
	at := s.In + 3*hour - s.In%minute
	if lateFailure(x.w.p, s) {
		at += 8 * hour
	}
	x.grown(at, x.r.Chance(0.3))
	x.drugAt(hourFrom(at + hour))
}

// protection is the drug around an operation.
func (x *infection) protection() {
	start := x.a.Surgery - x.a.Surgery%course.Hour
	cefazolin := antibiotics[9]
	if x.r.Chance(0.3) {
		x.w.give(antibiotics[0], start, start+course.Day)
		return
	}
	x.w.give(cefazolin, start, start+course.Day)
}

// onset is a suspicion of infection: cultures and antibiotics within hours.
func (x *infection) onset(at int64, s *course.Stay) {
	at = max(at, x.a.In-2*course.Hour)
	if at >= x.a.Out {
		return
	}
	blood := int64(x.r.Between(0, 40)) * course.Minute
	if x.r.Chance(0.75) {
		x.sample(&specimens[0], at)
		if x.r.Chance(0.4) {
			x.sample(&specimens[0], at+blood)
		}
	}
	if x.r.Chance(0.6) {
		x.sample(&specimens[1], at+int64(x.r.Between(-60, 180))*course.Minute)
	}
	if s != nil && s.Reason.Lung > 0.4 && x.r.Chance(0.4) {
		x.sample(&specimens[5], at+int64(x.r.Between(0, 600))*course.Minute)
	}
	if x.r.Chance(0.5) {
		x.sample(&specimens[1+x.r.Below(len(specimens)-1)], at+int64(x.r.Between(0, 900))*course.Minute)
	}
	if x.r.Chance(0.3) {
		x.sample(&specimens[x.r.Pick(specimenWeights)], at+int64(x.r.Between(0, 1200))*course.Minute)
	}
	start := at + int64(x.r.Normal(2, 3)*course.Hour)
	start += course.Hour - 1 - (start+course.Hour-1)%course.Hour
	for range 1 + x.r.Pick([]float64{35, 45, 20}) {
		x.w.give(antibiotics[x.r.Pick(antibioticWeights)], start+int64(x.r.Below(3))*course.Hour, 0)
	}
	for next := start; x.r.Chance(0.62); { // changed as results come in
		next += int64(x.r.LogNormal(26, 0.7)) * course.Hour
		if next >= x.a.Out {
			return
		}
		x.w.give(antibiotics[x.r.Pick(antibioticWeights)], next, 0)
		if x.r.Chance(0.25) {
			x.sample(bloodCulture(), next+int64(x.r.Between(-300, 600))*course.Minute)
		}
	}
}

// unprompted are specimens without treatment, and treatment without specimens.
func (x *infection) unprompted(s *course.Stay) {
	for range x.r.Pick([]float64{30, 35, 20, 15}) {
		t := s.In + int64(float64(s.Out-s.In)*x.r.Range(-0.3, 1))
		x.sample(&specimens[x.r.Pick(specimenWeights)], t)
	}
	if x.r.Chance(0.08) {
		t := s.In + int64(float64(s.Out-s.In)*x.r.Unit())
		x.w.give(antibiotics[x.r.Pick(antibioticWeights)], t-t%course.Hour, 0)
	}
}

// rarity gives every seldom drug name and every lookalike its turn, a patient
// each.
func (x *infection) rarity(turn int) {
	t := x.a.In + int64(float64(x.a.Out-x.a.In)*x.r.Range(0.6, 1))
	t -= t % course.Hour
	switch turn % 4 {
	case 0, 1:
		x.w.give(seldom(&x.r, seldomNames[(turn/4*2+turn%4)%len(seldomNames)]), t, 0)
	case 2:
		m := lookalikes[turn/4%len(lookalikes)]
		x.w.give(m, t, 0)
	default:
		m := medication{kidneyDrugs[turn/4%len(kidneyDrugs)], "PO/NG", "10", "mg", 1, 1, ""}
		x.w.give(m, t, 0)
	}
}

// clinic are specimens taken outside hospital, which have no hadm_id.
func (g *germLab) clinic(a *course.Admission) {
	for range g.r.Pick([]float64{48, 25, 15, 8, 4}) {
		g.sample(&specimens[g.r.Pick(specimenWeights)], a.Out+int64(g.r.LogNormal(20, 1))*course.Day)
	}
}
