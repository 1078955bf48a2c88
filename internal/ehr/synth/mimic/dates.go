package mimic

import "m4bench/internal/ehr/synth/course"

func dateItem(id int64, label, category string) *item {
	return add(id, label, "datetimeevents", category, "", "Date and time")
}

// dateItems are what nurses write dates for: when a line was placed, dressed,
// changed.
var dateItems = []*item{
	dateItem(225754, "20 Gauge Insertion Date", "Access Lines - Peripheral"),
	dateItem(225755, "18 Gauge Insertion Date", "Access Lines - Peripheral"),
	dateItem(224288, "Arterial line Insertion Date", "Access Lines - Invasive"),
	dateItem(224284, "Arterial line Cap Change", "Access Lines - Invasive"),
	dateItem(224183, "PICC Line Cap Change", "Access Lines - Invasive"),
	dateItem(224186, "PICC Line Dressing Change", "Access Lines - Invasive"),
	dateItem(225348, "Midline Tubing Change", "Access Lines - Invasive"),
}

// dates writes dates of lines at each assessment.
func (f *infuser) dates() {
	placed := f.s.In - f.s.In%course.Day
	for t := f.s.In - f.s.In%course.Hour + 2*course.Hour; t < f.s.Out; t += 4 * course.Hour {
		f.round(t)
		for _, it := range dateItems {
			if !f.r.Chance(0.63) {
				continue
			}
			b := f.batch.table("datetimeevents")
			b.Long(f.who.subject)
			b.Long(f.who.hadm)
			b.Long(f.who.stay)
			b.Long(firstCaregiver + int64(f.nurse))
			b.Time(t)
			b.Time(t + int64(f.delay)*course.Minute)
			b.Long(it.id)
			b.Time(placed)
			b.Text("Date")
			b.Int(0)
			b.End()
		}
	}
}
