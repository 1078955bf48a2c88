package mimic

import (
	"m4bench/internal/ehr/synth/course"
	"m4bench/internal/ehr/synth/random"
)

func output(id int64, label string) *item {
	return add(id, label, "outputevents", "Output", "mL", "Numeric")
}

var (
	foley        = output(226559, "Foley")
	void         = output(226560, "Void")
	condom       = output(226561, "Condom Cath")
	straight     = output(226567, "Straight Cath")
	ileoconduit  = output(226584, "Ileoconduit")
	suprapubic   = output(226563, "Suprapubic")
	rightKidney  = output(226564, "R Nephrostomy")
	leftKidney   = output(226565, "L Nephrostomy")
	rightStent   = output(226557, "R Ureteral Stent")
	leftStent    = output(226558, "L Ureteral Stent")
	irrigantIn   = output(227488, "GU Irrigant Volume In")
	irrigantOut  = output(227489, "GU Irrigant/Urine Volume Out")
	stool        = output(226579, "Stool")
	gastric      = output(226575, "Nasogastric")
	chestTube    = output(226588, "Chest Tube #1")
	surgicalTube = add(226599, "Jackson Pratt #1", "outputevents", "Drains", "mL", "Numeric")
)

// outputs writes what leaves the body.
func (f *infuser) outputs() {
	f.urine()
	if f.s.Reason.Surgery > 0.5 && f.r.Chance(0.6) {
		f.drain(chestTube, 4, 60)
	}
	if f.r.Chance(0.15) {
		f.drain(surgicalTube, 6, 40)
	}
	if f.r.Chance(0.3) {
		f.drain(stool, 20, 200)
	}
	if f.s.Severity > 0.4 && f.r.Chance(0.3) {
		f.drain(gastric, 8, 100)
	}
}

// out writes a volume as people read it off.
func (f *infuser) out(it *item, t int64, ml float64) { f.outExactly(it, t, rounded(ml, 0)) }

func (f *infuser) outExactly(it *item, t int64, ml float64) {
	b := f.batch.table("outputevents")
	f.round(t)
	b.Long(f.who.subject)
	b.Long(f.who.hadm)
	b.Long(f.who.stay)
	b.Long(firstCaregiver + int64(f.nurse))
	b.Time(t)
	b.Time(t + int64(f.delay)*course.Minute)
	b.Long(it.id)
	b.Real(ml)
	b.Text("mL")
	b.End()
}

func (f *infuser) drain(it *item, hours, ml float64) {
	for t := f.s.In + course.Hour; t < f.s.Out; t += int64(f.r.LogNormal(hours, 0.4) * course.Hour) {
		f.out(it, t-t%course.Hour, f.r.LogNormal(ml, 0.7))
	}
}

// urine writes hourly volumes from a catheter, or what is passed now and then.
func (f *infuser) urine() {
	if u, scripted := urineScriptOf(f.p, f.s); scripted {
		f.scriptedUrine(u)
		return
	}
	if f.r.Chance(0.02) {
		return
	}
	if f.p.Chronic.Has(course.Dialysis) && f.r.Chance(0.4) {
		return
	}
	switch {
	case f.s.Catheter:
		f.catheter(f.catheterKind(), f.s.In, f.s.Out)
	case f.r.Chance(0.05):
		f.passed(condom, f.s.In, f.s.Out)
	default:
		f.passed(void, f.s.In, f.s.Out)
	}
}

func (f *infuser) catheterKind() *item {
	if f.r.Chance(0.03) {
		return []*item{suprapubic, ileoconduit, rightKidney, leftKidney, rightStent, leftStent}[f.r.Below(6)]
	}
	return foley
}

func (f *infuser) catheter(it *item, from, to int64) {
	if f.s.Out-f.s.In > 2*course.Day && f.r.Chance(0.4) {
		removed := from + int64(float64(to-from)*f.r.Range(0.4, 0.95))
		f.passed(void, removed+6*course.Hour, to)
		to = removed
	}
	last := from - int64(f.r.Below(100))*course.Minute
	washed := f.r.Chance(0.025)
	for t := f.firstOutput(from); t < to; {
		ml := f.volume(last, t)
		f.out(it, t, ml)
		if washed && f.r.Chance(0.3) {
			litres := float64(500 * f.r.Between(1, 6))
			f.out(irrigantIn, t, litres)
			f.out(irrigantOut, t, max(0, litres+float64(180*f.r.Z())))
		}
		last = t
		t = f.nextOutput(t)
	}
}

func (f *infuser) firstOutput(from int64) int64 {
	t := from + int64(f.r.Between(-5, 90))*course.Minute
	return t - t%course.Minute
}

func (f *infuser) nextOutput(t int64) int64 {
	hours := int64(1 + f.r.Pick([]float64{66, 20, 7, 4, 1.5, 0.7, 0.4, 0.3}))
	next := t - t%course.Hour + hours*course.Hour
	if f.r.Chance(0.08) {
		next += int64(f.r.Below(59)) * course.Minute
	}
	return next
}

// volume is the urine made between two times, as people read it off.
func (f *infuser) volume(last, t int64) float64 {
	ill := &f.s.Illness
	hours := min(float64(t-last)/course.Hour, 6)
	f.mood = float64(0.9*f.mood) + float64(0.24*f.r.Z())
	ml := ill.Urine.At(ill.Hours(t)) * f.p.Weight * hours * random.Exp(f.mood) * f.r.LogNormal(0.92, 0.32)
	if ml < 3 {
		return 0
	}
	if ml > 60 {
		return 5 * rounded(ml/5, 0)
	}
	return ml
}

func (f *infuser) passed(it *item, from, to int64) {
	last := from - 2*course.Hour
	for t := from + int64(f.r.LogNormal(150, 0.6))*course.Minute; t < to; t += int64(f.r.LogNormal(210, 0.6)+10) * course.Minute {
		t -= t % course.Minute
		f.out(it, t, min(f.volume(last, t), 1300))
		last = t
		if f.r.Chance(0.03) {
			f.out(straight, t+30*course.Minute, f.r.LogNormal(400, 0.4))
		}
	}
}
