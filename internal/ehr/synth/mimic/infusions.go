package mimic

import "m4bench/internal/ehr/synth/course"

// drugItem is how MIMIC-IV records an infused drug.
type drugItem struct {
	*item
	unit  string // of the rate
	total string // of the amount
}

func drug(id int64, label, unit, total string) drugItem {
	return drugItem{add(id, label, "inputevents", "Medications", total, "Solution"), unit, total}
}

func fluid(id int64, label, category string) drugItem {
	return drugItem{add(id, label, "inputevents", category, "mL", "Solution"), "mL/hour", "mL"}
}

var vasoactive = map[course.Drug]drugItem{
	course.Norepinephrine: drug(221906, "Norepinephrine", "mcg/kg/min", "mg"),
	course.Phenylephrine:  drug(221749, "Phenylephrine", "mcg/kg/min", "mg"),
	course.Vasopressin:    drug(222315, "Vasopressin", "units/hour", "units"),
	course.Epinephrine:    drug(221289, "Epinephrine", "mcg/kg/min", "mg"),
	course.Dopamine:       drug(221662, "Dopamine", "mcg/kg/min", "mg"),
	course.Dobutamine:     drug(221653, "Dobutamine", "mcg/kg/min", "mg"),
	course.Milrinone:      drug(221986, "Milrinone", "mcg/kg/min", "mg"),
}

var (
	cisatracurium = drug(221555, "Cisatracurium", "mg/kg/hour", "mg")
	vecuronium    = drug(222062, "Vecuronium", "mg/kg/hour", "mg")
	angiotensin   = drug(229709, "Angiotensin II (Giapreza)", "ng/kg/min", "mg")
	angiotensin2  = drug(229764, "Angiotensin II (Giapreza)", "ng/kg/min", "ng")
	potassiumCRRT = drug(227536, "KCl (CRRT)", "mEq./hour", "mEq")
	calciumCRRT   = drug(227525, "Calcium Gluconate (CRRT)", "grams/hour", "grams")
	propofol      = drug(222168, "Propofol", "mcg/kg/min", "mg")
	fentanyl      = drug(221744, "Fentanyl", "mcg/hour", "mcg")
	insulin       = drug(223258, "Insulin - Regular", "units/hour", "units")
	heparin       = drug(225152, "Heparin Sodium", "units/hour", "units")
	saline        = fluid(225158, "NaCl 0.9%", "Fluids/Intake")
	dextrose      = fluid(220949, "Dextrose 5%", "Fluids/Intake")
	ringer        = fluid(225828, "LR", "Fluids/Intake")
	magnesium     = drug(222011, "Magnesium Sulfate", "grams/hour", "grams")
	potassiumIV   = drug(225166, "Potassium Chloride", "mEq./hour", "mEq")
	furosemide    = drug(221794, "Furosemide (Lasix)", "mg/hour", "mg")
	feeding       = fluid(225937, "Ensure (Full)", "Nutrition - Enteral")
)

// infuser writes the inputs of one stay.
type infuser struct {
	*charter
	who    stayIDs
	weight float64 // as the pumps know it
	order  int64
	mood   float64 // how much more urine flows for some hours, as a logarithm
	// valueless procedures lack the value that says they were done
	valueless bool
}

// dose is one record of an infusion: a constant rate, or an amount at once.
type dose struct {
	from, to int64
	rate     float64 // 0 for a push
	unit     string
	amount   float64
	status   string
	link     int64
	weight   float64
	pushed   bool
	rated    bool // a rate of 0 is a rate
	given    bool // an amount of 0 is an amount
}

func (f *infuser) infusions() {
	if !f.scriptedPressors() {
		for i := range f.s.Pressors {
			f.titrated(&f.s.Pressors[i])
		}
	}
	f.sedation()
	f.fluids()
	f.dialysisFluids()
}

// titrated writes an infusion as the pump did: a record each time the rate
// changes.
func (f *infuser) titrated(i *course.Infusion) {
	it := vasoactive[i.Drug]
	link := f.nextOrder()
	for t := i.From; t < i.To; {
		minutes := int64(max(3, min(f.r.LogNormal(60, 1.25), 1000)))
		to := min(t+minutes*course.Minute, i.To)
		d := dose{from: t, to: to, link: link, weight: f.weight, status: "ChangeDose/Rate", unit: it.unit}
		if f.r.Chance(0.6) {
			d.status = "FinishedRunning"
		}
		d.rate = f.doseAt(i, t, it)
		f.write(it, &d)
		t = to
		if f.r.Chance(0.07) {
			t += int64(f.r.LogNormal(40, 1)) * course.Minute
		}
		if f.r.Chance(0.12) {
			link = f.nextOrder()
		}
	}
}

// doseAt is the rate at a time of the infusion: up to the peak in its first
// third, then down.
func (f *infuser) doseAt(i *course.Infusion, t int64, it drugItem) float64 {
	if i.Drug == course.Vasopressin {
		return []float64{2.4, 1.2, 1.8, 2.4, 2.4}[f.r.Below(5)]
	}
	part := float64(t-i.From) / float64(i.To-i.From)
	level := 0.55 + float64(1.35*part)
	if part > 0.33 {
		level = 1.15 - float64(0.95*part)
	}
	return max(0.005, rounded(i.Peak*level*f.r.Range(0.8, 1.2), 4))
}

// rounded cuts v to so many decimals.
func rounded(v float64, digits int) float64 { return float64(decimal(v, digits)) / powers[digits] }

func (f *infuser) nextOrder() int64 {
	f.order++
	return f.who.stay*1000 + f.order
}

func (f *infuser) sedation() {
	for i := range f.s.Airway {
		seg := &f.s.Airway[i]
		if seg.Support != course.Intubated {
			continue
		}
		f.steady(propofol, seg.From, seg.To, f.r.Range(15, 50), 90)
		if f.r.Chance(0.7) {
			f.steady(fentanyl, seg.From, seg.To, f.r.Range(25, 150), 240)
		}
		if f.s.Severity > 0.6 && f.r.Chance(0.15) {
			f.steady(cisatracurium, seg.From, min(seg.To, seg.From+36*course.Hour), f.r.Range(0.05, 0.2), 300)
		} else if f.r.Chance(0.01) {
			f.steady(vecuronium, seg.From, min(seg.To, seg.From+12*course.Hour), 0.05, 300)
		}
	}
}

// steady writes an infusion whose rate changes little.
func (f *infuser) steady(it drugItem, from, to int64, rate, minutes float64) {
	link := f.nextOrder()
	for t := from; t < to; {
		end := min(t+int64(f.r.LogNormal(minutes, 0.8)+2)*course.Minute, to)
		d := dose{from: t, to: end, rate: rounded(rate*f.r.Range(0.8, 1.2), 3), unit: it.unit, link: link, weight: f.weight, status: "FinishedRunning"}
		f.write(it, &d)
		t = end
	}
}

func (f *infuser) push(it drugItem, t int64, amount float64) {
	d := dose{from: t, to: t + course.Minute, amount: amount, link: f.nextOrder(), weight: f.weight, status: "FinishedRunning", pushed: true}
	f.write(it, &d)
}

// fluids are the fluids, salts and drugs that most patients get.
func (f *infuser) fluids() {
	carrier := []drugItem{saline, dextrose, ringer}
	for t := f.s.In + int64(f.r.Below(120))*course.Minute; t < f.s.Out-course.Hour; t += int64(f.r.LogNormal(38, 0.95)+3) * course.Minute {
		it := carrier[f.r.Below(3)]
		switch f.r.Pick([]float64{50, 14, 10, 10, 8, 8}) {
		case 0:
			d := dose{from: t, to: min(t+int64(f.r.LogNormal(60, 0.8)+1)*course.Minute, f.s.Out), rate: float64(10 * f.r.Between(1, 15)), unit: it.unit, link: f.nextOrder(), weight: f.weight, status: "FinishedRunning"}
			f.write(it, &d)
		case 1:
			f.push(potassiumIV, t, 20)
		case 2:
			f.push(magnesium, t, 2)
		case 3:
			f.push(insulin, t, float64(f.r.Between(2, 12)))
		case 4:
			f.push(furosemide, t, float64(20*f.r.Between(1, 4)))
		default:
			f.push(it, t, float64(250*f.r.Between(1, 4)))
		}
	}
	if f.s.Reason.Heart > 0.5 && f.r.Chance(0.6) {
		f.steady(heparin, f.s.In+course.Hour, min(f.s.Out, f.s.In+48*course.Hour), 1000, 360)
	}
	if f.s.Out-f.s.In > 3*course.Day && f.r.Chance(0.6) {
		f.steady(feeding, f.s.In+30*course.Hour, f.s.Out, 50, 400)
	}
}

func (f *infuser) dialysisFluids() {
	if _, scripted := kidneyScriptOf(f.p, f.s); scripted {
		return
	}
	for i := range f.s.Dialysis {
		d := &f.s.Dialysis[i]
		if d.Continuous {
			f.steady(calciumCRRT, d.From, d.To, 1.6, 300)
			if f.r.Chance(0.6) {
				f.steady(potassiumCRRT, d.From, d.To, 2.5, 160)
			}
		}
	}
}
