package mimic

import (
	"strconv"

	"m4bench/internal/ehr/synth/course"
	"m4bench/internal/ehr/synth/random"
)

// pharmacist writes the orders of one patient: physicians' orders, what the
// pharmacy makes of them, prescriptions, and what is given.
type pharmacist struct {
	b       *Batch
	r       random.Stream
	p       *course.Patient
	subject int64
	hadm    int64
	a       *course.Admission
	entry   int   // numbers the orders
	given   int   // numbers the administrations
	filled  int64 // numbers the pharmacy's work
	records bool  // administrations are recorded at the bedside
}

// prescribed is one line of a prescription.
type prescribed struct {
	medication
	kind        string // MAIN, BASE or ADDITIVE; empty if missing
	start, stop int64  // 0 if missing
	order       string
	seq         int
	pharmacy    int64
}

func (w *pharmacist) admission() {
	days := float64(w.a.Out-w.a.In) / course.Day
	n := 10 + int(float64(2.7*days))
	if len(w.a.Stays) > 0 {
		n = 22 + int(float64(3.7*days))
	}
	n = min(int(w.r.LogNormal(float64(n), 0.3)), 400)
	w.carePlan(int(float64(1.25 * float64(n))))
	if w.r.Chance(0.13) && len(w.a.Stays) == 0 {
		return
	}
	for range n {
		w.give(everyday[w.r.Pick(everydayWeights)], w.someTime(), 0)
	}
}

// someTime is when orders are written: many on arrival, the rest on any day.
func (w *pharmacist) someTime() int64 {
	t := w.a.In + int64(w.r.Range(0, 18)*course.Hour)
	if w.r.Chance(0.6) {
		t = w.a.In + int64(float64(w.a.Out-w.a.In)*w.r.Unit())
	}
	return t - t%course.Hour
}

// give orders a drug from a full hour on, and lets it be given.
func (w *pharmacist) give(m medication, start, stop int64) {
	if stop == 0 {
		stop = start + int64(w.r.LogNormal(27, 1.1))*course.Hour
		if w.r.Chance(0.042) {
			stop = start - int64(w.r.Between(1, 30))*course.Hour
		}
		if stop > w.a.Out {
			stop = w.a.Out - w.a.Out%course.Hour
		}
	}
	line := prescribed{medication: m, kind: "MAIN", start: start, stop: stop}
	line.order, line.seq = w.order(start, "Medications", "")
	line.pharmacy = w.dispense(&line)
	w.prescribe(&line)
	if m.base != "" {
		fluid := line
		fluid.kind, fluid.name, fluid.base = "BASE", m.base, ""
		w.prescribe(&fluid)
	}
	if w.records && stop > start {
		w.administer(&line)
	}
}

// prescribe writes a line as it is.
func (w *pharmacist) prescribe(l *prescribed) {
	t := w.b.table("prescriptions")
	t.Long(w.subject)
	t.LongOrNull(w.hadm)
	t.Long(l.pharmacy)
	t.Once(l.order)
	t.Int(l.seq)
	t.Text(w.provider())
	t.TimeOrNull(l.start)
	t.TimeOrNull(l.stop)
	t.TextOrNull(l.kind)
	t.Text(l.name)
	t.Null(1)
	t.Null(1)
	t.Text("0")
	t.Text(l.dose + l.unit)
	t.Null(1)
	t.Text(l.dose)
	t.Text(l.unit)
	t.Text("1")
	t.Text("VIAL")
	t.Real(l.perDay)
	t.TextOrNull(l.route)
	t.End()
}

var providers = func() []string {
	const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789"
	r := random.New(0x9F0)
	list := make([]string, 2048)
	seen := map[string]bool{}
	for i := range list {
		for list[i] == "" || seen[list[i]] {
			text := []byte("P")
			for range 5 {
				text = append(text, letters[r.Below(len(letters))])
			}
			list[i] = string(text)
		}
		seen[list[i]] = true
	}
	return list
}()

func (w *pharmacist) provider() string { return providers[w.r.Below(len(providers))] }

// order writes a physician's order.
func (w *pharmacist) order(t int64, kind, subtype string) (id string, seq int) {
	w.entry++
	id = strconv.FormatInt(w.subject, 10) + "-" + strconv.Itoa(w.entry)
	b := w.b.table("poe")
	b.Once(id)
	b.Int(w.entry)
	b.Long(w.subject)
	b.LongOrNull(w.hadm)
	b.Time(t - int64(w.r.Below(3000)))
	b.Text(kind)
	b.TextOrNull(subtype)
	b.Text([]string{"New", "Change", "D/C"}[w.r.Pick([]float64{80, 12, 8})])
	b.Null(2)
	b.Text(w.provider())
	b.Text("Inactive")
	b.End()
	return id, w.entry
}

func (w *pharmacist) detail(order string, seq int, field, value string) {
	b := w.b.table("poe_detail")
	b.Once(order)
	b.Int(seq)
	b.Long(w.subject)
	b.Text(field)
	b.TextOrNull(value)
	b.End()
}

// carePlan are the orders that are no drugs.
func (w *pharmacist) carePlan(n int) {
	kinds := []string{"Lab", "General Care", "IV therapy", "Nutrition", "Respiratory", "Radiology", "Blood Bank", "Consults", "Cardiology"}
	subtypes := []string{"", "Vitals/Monitoring", "IV fluids", "Diet Order", "Oxygen Therapy", "General Xray", "Product Order", "Physical Therapy", "ECG"}
	for range n {
		i := w.r.Pick([]float64{45, 25, 12, 5, 4, 5, 2, 1, 1})
		id, seq := w.order(w.someTime(), kinds[i], subtypes[i])
		if w.r.Chance(0.07) {
			w.detail(id, seq, "Indication", "As ordered")
		}
	}
	id, seq := w.order(w.a.In+course.Hour, "ADT orders", "Admit")
	w.detail(id, seq, "Admit to", w.a.Reason.Service)
	id, seq = w.order(w.a.Out-course.Hour, "ADT orders", "Discharge")
	w.detail(id, seq, "Discharge Planning", "Finalized")
	w.codeStatus()
}

var codeStatusTexts = []string{"Resuscitate (Full code)", "Full code  (attempt resuscitation)", "Do not resuscitate (DNR/DNI)",
	"DNAR (DO NOT attempt resuscitation for cardiac arrest) ", "Comfort measures only", "DNR (do not resuscitate)"}

// codeStatus orders what is to be done if the heart stops.
func (w *pharmacist) codeStatus() {
	for range w.r.Pick([]float64{55, 30, 15}) {
		t := w.someTime()
		if len(w.a.Stays) > 0 && w.r.Chance(0.25) {
			s := &w.a.Stays[w.r.Below(len(w.a.Stays))]
			t = []int64{s.In, s.Out, s.In - course.Minute, s.Out + 1}[w.r.Below(4)]
		}
		w.entry++
		id := strconv.FormatInt(w.subject, 10) + "-" + strconv.Itoa(w.entry)
		b := w.b.table("poe")
		b.Once(id)
		b.Int(w.entry)
		b.Long(w.subject)
		b.Long(w.hadm)
		b.Time(t)
		b.Text("General Care")
		b.Text("Code status")
		b.Text("New")
		b.Null(2)
		b.Text(w.provider())
		b.Text("Inactive")
		b.End()
		w.detail(id, w.entry, "Code status", codeStatusTexts[w.r.Pick([]float64{50, 20, 14, 8, 4, 4})])
		if w.r.Chance(0.2) {
			w.detail(id, w.entry, "Discussed with", "")
		}
	}
}
