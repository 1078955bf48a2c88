package eicu

import "m4bench/internal/ehr/synth/course"

// known gives a value, or -1 for one that nobody abstracted.
func (n *notes) known(v, missing float64) float64 {
	if n.r.Chance(missing) {
		return -1
	}
	return v
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// apache writes the abstracted variables of the first day.
func (n *notes) apache() {
	if n.r.Chance(0.13) && !n.s.Border {
		return
	}
	n.variables()
	n.predictors()
}

func (n *notes) onTube(hours float64) bool {
	for i := range n.s.Airway {
		if seg := &n.s.Airway[i]; seg.Support == course.Intubated && n.offset(seg.From) < int(hours*60) {
			return true
		}
	}
	return false
}

func (n *notes) variables() {
	ill := &n.s.Illness
	h := ill.Creatinine.Peak
	t := n.Table("apacheapsvar")
	tube := n.onTube(24)
	t.Long(n.serial())
	t.Long(n.id)
	care, caring := n.careScript()
	if caring {
		t.Int(care.intubated)
	} else {
		t.Int(flag(tube && n.r.Chance(0.5)))
	}
	t.Int(flag(tube))
	t.Int(flag(len(n.s.Dialysis) > 0))
	awake := ill.Awareness.At(6)
	t.Int(step(awake, 4, 0.78))
	t.Int(step(awake, 6, 0.62))
	t.Int(step(awake, 5, 0.84))
	t.Int(flag(n.r.Chance(0.011)))
	if u, scripted := n.urineScript(); scripted && u.noted {
		t.Real(u.apache)
	} else {
		t.Real(n.known(rounded(ill.Urine.At(12)*n.p.Weight*24, 4), 0.52))
	}
	t.Real(n.known(rounded(ill.White.At(h), 1), 0.31))
	t.Real(n.known(rounded(ill.Temperature.At(2), 1), 0.1))
	t.Real(n.known(rounded(ill.Breaths.At(2), 0), 0.03))
	t.Real(n.known(rounded(ill.Sodium.At(2), 0), 0.26))
	t.Real(n.known(rounded(ill.HeartRate.At(2), 0), 0.02))
	t.Real(n.known(rounded(ill.MeanPressure.At(2), 0), 0.03))
	t.Real(n.known(rounded(ill.Acidity.At(2), 2), 0.82))
	t.Real(n.known(rounded(ill.Hematocrit.At(2), 1), 0.29))
	t.Real(n.known(rounded(ill.Creatinine.At(h), 2), 0.25))
	t.Real(n.known(rounded(ill.Albumin.At(2), 1), 0.61))
	t.Real(n.known(rounded(ill.Oxygenation.At(2)*0.3, 0), 0.82))
	t.Real(n.known(rounded(ill.CarbonDioxide.At(2), 0), 0.82))
	t.Real(n.known(rounded(ill.Urea.At(h), 0), 0.25))
	t.Real(n.known(rounded(ill.Glucose.At(2), 0), 0.18))
	t.Real(n.known(rounded(ill.Bilirubin.At(2), 1), 0.65))
	t.Real(n.known(40, 0.82))
	t.End()
}

func rounded(v float64, digits int) float64 {
	scale := 1.0
	for range digits {
		scale *= 10
	}
	if v < 0 {
		return -float64(int64(0.5-float64(v*scale))) / scale
	}
	return float64(int64(float64(v*scale)+0.5)) / scale
}

func (n *notes) predictors() {
	p := n.p
	t := n.Table("apachepredvar")
	awake := n.s.Illness.Awareness.At(6)
	tube := n.onTube(24)
	t.Long(n.serial())
	t.Long(n.id)
	for _, v := range []int{1, 0, 0, 0, flag(p.Female), flag(n.hospital.teaching == "t"), 3, 12, 8, 3, 0, step(awake, 5, 0.84), step(awake, 6, 0.62), step(awake, 4, 0.78), min(n.a.AgeAtArrival, 90)} {
		t.Int(v)
	}
	t.Text(n.s.Reason.Name)
	has := func(c course.Chronic) int { return flag(p.Chronic.Has(c)) }
	for _, v := range []int{0, flag(n.a.DiedInside), has(course.AIDS), 0, 0, has(course.Metastases), has(course.BloodCancer), 0, has(course.Cirrhosis)} {
		t.Int(v)
	}
	n.elective()
	bedside := flag(tube && n.r.Chance(0.9))
	if care, caring := n.careScript(); caring {
		bedside = care.atBedside
	}
	for _, v := range []int{flag(n.r.Chance(0.53)), flag(n.visit > 1), 0, 0, flag(tube), flag(tube), bedside, has(course.Diabetes), 0} {
		t.Int(v)
	}
	t.Real(0)
	t.Real(n.known(90, 0.82))
	t.Real(n.known(40, 0.82))
	t.Real(-1)
	t.Real(n.known(rounded(n.s.Illness.Creatinine.At(6), 2), 0.25))
	t.Int(4)
	t.Int(n.visit)
	t.Int(-1)
	for _, v := range []int{0, step(awake, 5, 0.84), step(awake, 6, 0.62), step(awake, 4, 0.78)} {
		t.Int(v)
	}
	t.Real(-1)
	t.Real(-1)
	t.End()
}

// elective says whether surgery was planned: mostly empty without surgery.
func (n *notes) elective() {
	t := n.Table("apachepredvar")
	if which, ok := n.scripted(5, 3, len(electives)); ok {
		if electives[which].absent {
			t.Null(1)
		} else {
			t.Int(electives[which].mark)
		}
		return
	}
	switch {
	case n.s.Operation != 0:
		t.Int(flag(n.a.Planned || n.r.Chance(0.5)))
	case n.r.Chance(0.01):
		t.Int(-1)
	default:
		t.Null(1)
	}
}
