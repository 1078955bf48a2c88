package mimic

import "m4bench/internal/ehr/synth/course"

// patientLabs draws blood from before the first admission to after the last.
func (l *lab) patientLabs() {
	for i := range l.p.Admissions {
		a := &l.p.Admissions[i]
		l.hold(a)
		l.outpatient(a)
		l.hadm = int8(i)
		l.emergency(a)
		l.ward(a)
		for j := range a.Stays {
			l.intensive(&a.Stays[j], a)
		}
	}
}

// outpatient are controls at the clinic before an admission, without hadm_id.
func (l *lab) outpatient(a *course.Admission) {
	l.hadm = noAdmission
	t := a.In - int64(l.r.LogNormal(25, 0.8))*course.Day
	calm := course.Illness{}
	calm = a.Illness
	for range l.r.Pick([]float64{25, 20, 20, 17, 10, 8}) {
		if n := a.Number; n > 0 && t < l.p.Admissions[n-1].Out+course.Day {
			break
		}
		l.panel(&calm, t, 0.25)
		t -= int64(l.r.LogNormal(20, 0.8)) * course.Day
	}
}

// emergency is the first blood drawn in the emergency department; much of it is
// filed before the admission exists, and lacks its number.
func (l *lab) emergency(a *course.Admission) {
	if a.EDIn == 0 {
		return
	}
	t := a.EDIn + int64(l.r.Between(10, 90))*course.Minute
	known := l.hadm
	if t < a.In && l.r.Chance(0.8) {
		l.hadm = noAdmission
	}
	l.panel(&a.Illness, t, 0.4)
	if l.r.Chance(0.35) && !l.noGas {
		l.gas(&a.Illness, nil, t, venous)
	}
	l.hadm = known
}

// panel is a set of tests at one time; more is how much beyond the basics.
func (l *lab) panel(ill *course.Illness, t int64, more float64) {
	t -= t % course.Minute
	l.chemistry(ill, t)
	l.count(ill, t+l.minutesApart(), l.r.Chance(more))
	if l.r.Chance(0.4 + float64(0.4*more)) {
		l.coagulation(ill, t)
	}
	if l.r.Chance(more * 0.8) {
		l.liver(ill, t)
	}
	if l.r.Chance(more * 0.25) {
		l.heart(ill, t)
	}
}

func (l *lab) minutesApart() int64 {
	if l.r.Chance(0.75) {
		return 0
	}
	return int64(l.r.Below(4)) * course.Minute
}

// ward are the mornings outside intensive care.
func (l *lab) ward(a *course.Admission) {
	for day := a.In - a.In%course.Day + course.Day; day < a.Out; day += course.Day {
		t := day + 5*course.Hour + int64(l.r.Between(0, 150))*course.Minute
		if t >= a.Out || a.During(t) != nil || !l.r.Chance(0.85) {
			continue
		}
		ill := a.IllnessAt(t)
		l.missing(func() { l.panel(ill, t, 0.12) }, 0.01)
	}
}

// missing files what f draws without hadm_id in a share of cases.
func (l *lab) missing(f func(), share float64) {
	known := l.hadm
	if l.r.Chance(share) {
		l.hadm = noAdmission
	}
	f()
	l.hadm = known
}

// intensive is the blood drawn in an ICU stay: on arrival, every morning, and
// the more often the sicker.
func (l *lab) intensive(s *course.Stay, a *course.Admission) {
	l.stay = s
	defer func() { l.stay = nil }()
	ill := &s.Illness
	arrival := s.In + int64(l.r.Between(-90, 120))*course.Minute
	l.panel(ill, arrival, 0.45)
	if l.r.Chance(0.45) && !l.noGas {
		l.draw(arrival - arrival%course.Minute)
		l.near(gasLactate, max(ill.Lactate.At(ill.Hours(arrival)), 0.5), 0.1)
	}
	every := 17 - float64(7*s.Severity)
	for t := s.In + int64(every*course.Hour); t < s.Out; t += int64(l.r.LogNormal(every, 0.35) * course.Hour) {
		night := t - t%course.Day + 3*course.Hour + int64(l.r.Between(0, 150))*course.Minute
		if l.r.Chance(0.45) && night > s.In && night < s.Out {
			l.panel(ill, night, 0.35)
		} else {
			l.panel(ill, t, 0.2)
		}
	}
	if l.r.Chance(0.35 + float64(0.5*s.Severity)) {
		l.marker(ill, s)
	}
	if s.Border {
		l.borders(s)
	}
	if g, scripted := gasScriptOf(l.p, s); scripted {
		for _, row := range g.gases {
			l.gasRow(s, row)
		}
		return
	}
	if q, quiet := loneOf(l.p, s); quiet && (q.gas != nil || q.airway != nil) {
		if q.gas != nil {
			l.gasRow(s, *q.gas)
		}
		return
	}
	if airwayFamily.follows(l.p, s) {
		l.airwayGas(s)
		return
	}
	l.gasesOf(s)
}

// hold keeps back ordinary results that a script of the admission replaces.
func (l *lab) hold(a *course.Admission) {
	l.noCreatinine, l.noGas = false, false
	for i := range a.Stays {
		s := &a.Stays[i]
		if _, scripted := creatinineScriptOf(l.p, s); scripted {
			l.noCreatinine = true
		}
		if _, scripted := gasScriptOf(l.p, s); scripted {
			l.noGas = true
		}
	}
}

// otherCounts are extremes under another item, or after the stay.
func (l *lab) otherCounts(s *course.Stay) {
	switch {
	case s.Quiet:
	case l.p.Index%20 == 11:
		l.draw(s.In + 4*course.Hour)
		l.record([]*labItem{white2, whiteOther}[l.p.Index/20%2], []int32{281, 6}[l.p.Index/40%2], 1, labNumber)
	case lateFailure(l.p, s):
		l.draw(lateHour(s) + course.Hour + 30*course.Minute)
		l.record(platelets, 38, 0, labNumber)
	}
}

// lateFailure says that an organ fails in the hour after the last heart rate,
// which one way of counting hours includes.
func lateFailure(p *course.Patient, s *course.Stay) bool {
	return s.Calm && p.Index%20 == 3 && s.In%course.Hour < 15*course.Minute
}

// lateHour is the full hour of the last heart rate of such a stay, which is at
// half past.
func lateHour(s *course.Stay) int64 { return s.In - s.In%course.Hour + 26*course.Hour }

// borders reports what pins and scripts of a stay fix.
func (l *lab) borders(s *course.Stay) {
	l.labPins(s)
	l.otherCounts(s)
	if q, quiet := loneOf(l.p, s); quiet {
		for _, t := range q.tests {
			l.exactly(s, t)
		}
	}
	if levels, scripted := creatinineScriptOf(l.p, s); scripted {
		l.scriptedCreatinine(s, levels)
	}
}

func (l *lab) marker(ill *course.Illness, s *course.Stay) {
	if s.Reason.Heart < 0.3 && !l.r.Chance(0.3) {
		return
	}
	for i := range 1 + l.r.Below(4) {
		t := s.In + int64(i)*6*course.Hour + int64(l.r.Below(120))*course.Minute
		if t < s.Out {
			l.heart(ill, t)
		}
	}
}

// gasesOf draws arterial gases from patients with a line or a tube, and venous
// ones from others now and then.
func (l *lab) gasesOf(s *course.Stay) {
	lined := s.ArtLine.To != 0
	if !lined && !l.r.Chance(0.25+float64(0.5*s.Reason.Lung)) {
		return
	}
	every := 9.0
	if !lined {
		every = 20
	}
	for t := s.In + int64(l.r.Below(150))*course.Minute; t < s.Out; t += int64(l.r.LogNormal(every, 0.8) * course.Hour) {
		kind := arterial
		switch support := s.Support(t); {
		case !lined && l.r.Chance(0.6):
			kind = venous
		case l.r.Chance(0.08):
			kind = []int{venous, mixed, central}[l.r.Pick([]float64{3, 4, 2})]
		case support < course.Mask && l.r.Chance(0.45):
			continue
		}
		l.gas(&s.Illness, s, t-t%course.Minute, kind)
	}
}
