package mimic

import (
	"strconv"

	"m4bench/internal/ehr/synth/course"
)

// dispense is the pharmacy's side of a prescription.
func (w *pharmacist) dispense(l *prescribed) int64 {
	w.filled++
	id := w.subject*1000 + w.filled
	t := w.b.table("pharmacy")
	t.Long(w.subject)
	t.LongOrNull(w.hadm)
	t.Long(id)
	t.Once(l.order)
	t.TimeOrNull(l.start)
	t.TimeOrNull(l.stop)
	t.Text(l.name)
	t.Text("Unit Dose")
	t.Text("Discontinued via patient discharge")
	t.TimeOrNull(l.start)
	t.TimeOrNull(l.start)
	t.TextOrNull(l.route)
	t.Text("Q" + strconv.Itoa(int(24/max(l.perDay, 1))) + "H")
	t.Null(5)
	t.Null(1)
	t.Real(l.perDay)
	t.Real(36)
	t.Text("Hours")
	t.Null(3)
	t.Text("Omnicell")
	t.Null(1)
	t.End()
	return id
}

// administer records each dose at the bedside.
func (w *pharmacist) administer(l *prescribed) {
	gap := int64(float64(course.Day) / max(l.perDay, 1))
	for t := l.start; t < l.stop && t < l.start+6*course.Day; t += gap {
		w.given++
		id := strconv.FormatInt(w.subject, 10) + "-" + strconv.Itoa(w.given)
		what := []string{"Administered", "Not Given", "Flushed", "Started", "Delayed Administered"}[w.r.Pick([]float64{80, 8, 5, 5, 2})]
		e := w.b.table("emar")
		e.Long(w.subject)
		e.Long(w.hadm)
		e.Once(id)
		e.Int(w.given)
		e.Once(l.order)
		e.Long(l.pharmacy)
		e.Null(1)
		at := t + int64(w.r.Below(50))*course.Minute
		e.Time(at)
		e.Text(l.name)
		e.Text(what)
		e.Time(t)
		e.Time(at + int64(w.r.Below(20))*course.Minute)
		e.End()
		for line := range 2 {
			w.dose(l, id, line)
		}
	}
}

func (w *pharmacist) dose(l *prescribed, id string, line int) {
	d := w.b.table("emar_detail")
	d.Long(w.subject)
	d.Once(id)
	d.Int(w.given)
	if line == 0 {
		d.Null(1)
		d.Text("Standard Maintenance Med")
		d.Long(l.pharmacy)
		d.Null(3)
		d.Text(l.dose)
		d.Text(l.unit)
		d.Null(22)
	} else {
		d.Text("1.1")
		d.Null(1)
		d.Long(l.pharmacy)
		d.Text("if")
		d.Null(4)
		d.Text(l.dose)
		d.Text(l.unit)
		d.Null(1)
		d.Text("1")
		d.Text("dose")
		d.Null(1)
		d.Text(l.name)
		d.Null(6)
		d.TextOrNull(l.route)
		d.Null(8)
	}
	d.End()
}
