package mimic

import "m4bench/internal/ehr/synth/course"

// running is one record of an infusion in a script.
type running struct {
	drug     course.Drug
	from, to int64 // seconds since arrival
	rate     string
	unit     string // empty: the drug's usual one
	weight   float64
	push     bool // an amount at once, without a rate
}

// infusionScript replaces the vasoactive drugs of a stay.
type infusionScript func(f *infuser)

// angiotensinRun runs angiotensin beside norepinephrine, or alone.
func angiotensinRun(it *drugItem, with bool) infusionScript {
	return func(f *infuser) {
		if with {
			f.runScripted(running{drug: nor, from: 5 * hour, to: 9 * hour, rate: "0.2"})
		}
		d := dose{from: f.s.In + 6*hour, to: f.s.In + 8*hour, rate: 20, unit: it.unit, link: f.nextOrder(), weight: f.weight, status: "FinishedRunning"}
		f.write(*it, &d)
	}
}

func runs(records ...running) infusionScript {
	return func(f *infuser) {
		for _, r := range records {
			f.runScripted(r)
		}
	}
}

func (f *infuser) runScripted(r running) {
	it := vasoactive[r.drug]
	d := dose{from: f.s.In + r.from, to: f.s.In + r.to, unit: it.unit, link: f.nextOrder(), weight: f.weight, status: "FinishedRunning"}
	if r.unit != "" {
		d.unit = r.unit
	}
	if r.weight != 0 {
		d.weight = r.weight
	}
	if r.push {
		d.amount, d.pushed = 0.1, true
	} else {
		mantissa, digits := course.Decimal(r.rate)
		d.rate, d.rated = float64(mantissa)/powers[digits], true
	}
	f.write(it, &d)
}

// brief runs a drug for two hours, five hours after arrival.
func brief(drug course.Drug, rate string) infusionScript {
	return runs(running{drug: drug, from: 5 * hour, to: 7 * hour, rate: rate})
}

const (
	nor  = course.Norepinephrine
	phen = course.Phenylephrine
	vaso = course.Vasopressin
	epi  = course.Epinephrine
	dopa = course.Dopamine
	dobu = course.Dobutamine
	milr = course.Milrinone
)

var pressorBorders = []infusionScript{
	// both sides of each dose that a score asks for
	brief(nor, "0.1"), brief(nor, "0.1001"), brief(nor, "0.0999"), brief(nor, "0"), brief(epi, "0.1"), brief(epi, "0.1001"), brief(epi, "0"),
	brief(dopa, "5"), brief(dopa, "5.01"), brief(dopa, "15"), brief(dopa, "15.01"), brief(dopa, "0"), brief(dobu, "2.5"), brief(dobu, "0"),
	brief(milr, "0.25"), brief(phen, "1.2"), brief(phen, "0"), brief(vaso, "2.4"), brief(vaso, "0"), brief(vaso, "2400"), brief(nor, "359"), brief(dopa, "4000"),
	brief(nor, "-0.05"), brief(dobu, "0.0001"),
	angiotensinRun(&angiotensin, true), angiotensinRun(&angiotensin, false), angiotensinRun(&angiotensin2, true),
	// units
	runs(running{drug: nor, from: 5 * hour, to: 7 * hour, rate: "0.05", unit: "mg/kg/min", weight: 1}),
	runs(running{drug: nor, from: 5 * hour, to: 7 * hour, rate: "0.00012", unit: "mg/kg/min"}),
	runs(running{drug: nor, from: 5 * hour, to: 7 * hour, rate: "0.12", unit: "mg/kg/min", weight: 1}),
	runs(running{drug: phen, from: 5 * hour, to: 7 * hour, rate: "120", unit: "mcg/min", weight: 80}),
	runs(running{drug: phen, from: 5 * hour, to: 7 * hour, rate: "90", unit: "mcg/min", weight: 61.5}),
	runs(running{drug: vaso, from: 5 * hour, to: 7 * hour, rate: "0.04", unit: "units/min"}),
	runs(running{drug: epi, from: 5 * hour, to: 7 * hour, rate: "4", unit: "mcg/min", weight: 80}),
	runs(running{drug: dopa, from: 5 * hour, to: 7 * hour, rate: "0.005", unit: "mg/kg/min"}),
	// records that overlap, touch, repeat, or leave a gap
	runs(running{drug: nor, from: 5 * hour, to: 8 * hour, rate: "0.05"}, running{drug: nor, from: 6 * hour, to: 9 * hour, rate: "0.2"}),
	runs(running{drug: nor, from: 5 * hour, to: 8 * hour, rate: "0.05"}, running{drug: nor, from: 5 * hour, to: 8 * hour, rate: "0.12"}),
	runs(running{drug: nor, from: 5 * hour, to: 8 * hour, rate: "0.05"}, running{drug: nor, from: 5 * hour, to: 8 * hour, rate: "0.05"}),
	runs(running{drug: nor, from: 5 * hour, to: 8 * hour, rate: "0.08"}, running{drug: dobu, from: 6 * hour, to: 7 * hour, rate: "3"}),
	runs(running{drug: nor, from: 5 * hour, to: 8 * hour, rate: "0.08"}, running{drug: milr, from: 4 * hour, to: 7 * hour, rate: "0.3"}),
	runs(running{drug: nor, from: 5 * hour, to: 6 * hour, rate: "0.08"}, running{drug: nor, from: 8 * hour, to: 9 * hour, rate: "0.06"}),
	runs(running{drug: nor, from: 5 * hour, to: 8 * hour, rate: "0.08"}, running{drug: vaso, from: 6 * hour, to: 9 * hour, rate: "2.4"}, running{drug: phen, from: 7 * hour, to: 8 * hour, rate: "1"}),
	runs(running{drug: nor, from: 5 * hour, to: 8 * hour, rate: "0.08"}, running{drug: phen, from: 6 * hour, to: 6*hour + minute, push: true}),
	runs(running{drug: phen, from: 5 * hour, to: 5*hour + minute, push: true}, running{drug: dobu, from: 5 * hour, to: 8 * hour, rate: "4"}),
	runs(running{drug: nor, from: 5 * hour, to: 8 * hour, rate: "0.08"}, running{drug: nor, from: 6 * hour, to: 6 * hour, rate: "0.3"}),
	runs(running{drug: nor, from: 5 * hour, to: 6 * hour, rate: "0.05"}, running{drug: nor, from: 6 * hour, to: 7 * hour, rate: "0.2"}, running{drug: nor, from: 7 * hour, to: 8 * hour, rate: "0.01"}),
	// edges of the windows: when it starts, and when it runs
	runs(running{drug: nor, from: -6 * hour, to: -5 * hour, rate: "0.2"}),
	runs(running{drug: nor, from: -6*hour - minute, to: 3 * hour, rate: "0.2"}),
	runs(running{drug: nor, from: -8 * hour, to: 8 * hour, rate: "0.05"}),
	runs(running{drug: nor, from: 24 * hour, to: 25 * hour, rate: "0.2"}),
	runs(running{drug: nor, from: 24*hour + minute, to: 26 * hour, rate: "0.2"}),
	runs(running{drug: epi, from: 13 * hour, to: 14 * hour, rate: "0.2"}),
	runs(running{drug: nor, from: 5*hour + 10*minute, to: 5*hour + 50*minute, rate: "0.2"}),
}

const (
	pressorEvery = 3
	pressorTurn  = 2
)

// scriptedPressors runs the stay's script in place of its vasoactive drugs.
func (f *infuser) scriptedPressors() bool {
	if l, ok := loneOf(f.p, f.s); ok && l.drip != nil {
		l.drip(f)
		return true
	}
	if !onTurn(f.p, f.s, pressorEvery, pressorTurn) {
		return false
	}
	pressorBorders[f.p.Index/pressorEvery%len(pressorBorders)](f)
	return true
}
