package mimic

import "m4bench/internal/ehr/synth/course"

// border is a pair of antibiotic and culture that one rule of the search for
// infection decides. It is all that its admission has, so that nothing else
// answers instead. The time is a full hour in the middle of a day of the stay.
type border func(x *infection, t int64)

// borderEvery says that one patient in so many is on a border.
const borderEvery = 6

// borderTurn is which border a patient is on.
func borderTurn(p *course.Patient) (turn int, ok bool) {
	return p.Index / borderEvery % len(borders), p.OnBorder() && p.Index%borderEvery == 2
}

// noonOf is a full hour inside the stay, near noon if the stay lasts that long.
func noonOf(s *course.Stay) int64 {
	noon := s.In - s.In%course.Day + 12*course.Hour
	if noon < s.In+course.Hour {
		noon += course.Day
	}
	if noon >= s.Out {
		noon = s.In + course.Hour - 1 - (s.In+course.Hour-1)%course.Hour
	}
	return noon
}

// drugAt gives vancomycin from t for a day.
func (x *infection) drugAt(t int64) { x.w.give(antibiotics[0], t, t+course.Day) }

// grown takes a blood culture that grows something or nothing.
func (x *infection) grown(at int64, grows bool) {
	c := culture{kind: bloodCulture(), text: bloodCulture().text, at: at, timed: true}
	if grows {
		c.germs = germs[:1]
	}
	x.write(&c)
}

// dated takes a urine culture of which only the day is known.
func (x *infection) dated(day int64, grows bool) {
	c := culture{kind: &specimens[1], text: specimens[1].text, at: day}
	if grows {
		c.germs = germs[:1]
	}
	x.write(&c)
}

// named takes a blood culture with the given finding, two hours before t.
func (x *infection) named(t int64, g germ) {
	x.write(&culture{kind: bloodCulture(), text: bloodCulture().text, at: t - 2*course.Hour, timed: true, germs: []germ{g}})
	x.drugAt(t)
}

const minute, hour, day = course.Minute, course.Hour, course.Day

// borders are on both sides of every window, tie and exception.
var borders = []border{
	// a culture with a time, before and after the antibiotic
	func(x *infection, t int64) { x.grown(t-72*hour, true); x.drugAt(t) },
	func(x *infection, t int64) { x.grown(t-72*hour-minute, true); x.drugAt(t) },
	func(x *infection, t int64) { x.grown(t-minute, false); x.drugAt(t) },
	func(x *infection, t int64) { x.grown(t, true); x.drugAt(t) },
	func(x *infection, t int64) { x.grown(t+minute, false); x.drugAt(t) },
	func(x *infection, t int64) { x.grown(t+24*hour, true); x.drugAt(t) },
	func(x *infection, t int64) { x.grown(t+24*hour+minute, true); x.drugAt(t) },
	func(x *infection, t int64) { x.grown(t-48*hour, true); x.drugAt(t) },
	func(x *infection, t int64) { x.grown(t-24*hour, true); x.drugAt(t) },
	// a culture with a date alone
	func(x *infection, t int64) { x.dated(t-3*day, true); x.drugAt(t) },
	func(x *infection, t int64) { x.dated(t-4*day, true); x.drugAt(t) },
	func(x *infection, t int64) { x.dated(t, true); x.drugAt(t) },
	func(x *infection, t int64) { x.dated(t+day, false); x.drugAt(t) },
	func(x *infection, t int64) { x.dated(t+2*day, false); x.drugAt(t) },
	// which of several: before wins over a nearer one after, the earliest wins
	func(x *infection, t int64) { x.grown(t-50*hour, false); x.grown(t+hour, true); x.drugAt(t) },
	func(x *infection, t int64) { x.grown(t-60*hour, false); x.grown(t-2*hour, true); x.drugAt(t) },
	func(x *infection, t int64) { x.grown(t+2*hour, false); x.grown(t+20*hour, true); x.drugAt(t) },
	// ties: one day with and without time, one minute with and without growth
	func(x *infection, t int64) { x.grown(t-3*hour, false); x.dated(t, true); x.drugAt(t) },
	func(x *infection, t int64) { x.dated(t-day, false); x.grown(t-day, true); x.drugAt(t) },
	func(x *infection, t int64) { x.grown(t-3*hour, false); x.grown(t-3*hour, true); x.drugAt(t) },
	func(x *infection, t int64) { x.grown(t-3*hour, true); x.grown(t-3*hour, false); x.drugAt(t) },
	func(x *infection, t int64) {
		x.grown(t-3*hour, false)
		x.write(&culture{kind: &specimens[1], text: specimens[1].text, at: t - 3*hour, timed: true})
		x.drugAt(t)
	},
	// what counts as a finding
	func(x *infection, t int64) { x.named(t, germ{90856, "NEGATIVE"}) },
	func(x *infection, t int64) { x.named(t, germ{90760, "CANCELLED"}) },
	func(x *infection, t int64) { x.named(t, germ{90761, "CANCELLED"}) },
	func(x *infection, t int64) { x.named(t, germ{90760, "MIXED BACTERIAL FLORA"}) },
	func(x *infection, t int64) { x.named(t, germ{0, "ESCHERICHIA COLI"}) },
	func(x *infection, t int64) { x.named(t, germ{80002, ""}) },
	func(x *infection, t int64) {
		x.write(&culture{kind: &specimens[2], text: "MRSA SCREEN", at: t - hour, timed: true, germs: germs[1:2]})
		x.drugAt(t)
	},
	// specimens without a name
	func(x *infection, t int64) {
		x.write(&culture{kind: bloodCulture(), at: t - hour, timed: true, germs: germs[:1]})
		x.drugAt(t)
	},
	func(x *infection, t int64) {
		x.write(&culture{kind: bloodCulture(), at: t - hour, timed: true})
		x.grown(t+hour, true)
		x.drugAt(t)
	},
	func(x *infection, t int64) {
		x.write(&culture{kind: bloodCulture(), at: t - hour, timed: true})
		x.grown(t-hour, true)
		x.drugAt(t)
	},
	func(x *infection, t int64) {
		x.grown(t-hour, true)
		x.write(&culture{kind: bloodCulture(), at: t - hour, timed: true})
		x.drugAt(t)
	},
	// drugs that are none for somebody
	func(x *infection, t int64) { x.grown(t-hour, true); x.line("MAIN", "Anidulafungin", "IV", t, t+day) },
	func(x *infection, t int64) { x.grown(t-hour, true); x.line("MAIN", "Amphotericin B", "IV", t, t+day) },
	func(x *infection, t int64) { x.grown(t-hour, true); x.line("BASE", "Vancomycin", "IV", t, t+day) },
	func(x *infection, t int64) { x.grown(t-hour, true); x.line("MAIN", "Vancomycin Enema", "PR", t, t+day) },
	// the stay an antibiotic belongs to
	func(x *infection, t int64) { s := &x.a.Stays[0]; x.grown(t-hour, true); x.drugAt(hourFrom(s.In)) },
	func(x *infection, t int64) { s := &x.a.Stays[0]; x.grown(s.Out-3*hour, true); x.drugAt(s.Out) },
	func(x *infection, t int64) { s := &x.a.Stays[0]; x.grown(s.In-3*hour, true); x.drugAt(s.In) },
	func(x *infection, t int64) { s := &x.a.Stays[0]; x.grown(s.In-3*hour, true); x.drugAt(s.In - minute) },
	// lines that differ in one thing: which are counted, and in what order
	func(x *infection, t int64) {
		x.grown(t-2*hour, true)
		x.line("BASE", "Ampicillin Base Solution", "IV", t, t+day)
		x.drugAt(t)
	},
	func(x *infection, t int64) {
		x.grown(t-2*hour, true)
		x.line("BASE", "Vancomycin", "IV", t, t+day)
		x.line("MAIN", "Vancomycin", "IV", t, t+day)
	},
	func(x *infection, t int64) {
		x.grown(t-2*hour, true)
		x.line("ADDITIVE", "Meropenem", "IV", t, t+2*day)
		x.line("MAIN", "Meropenem", "IV", t, t+day)
		x.line("MAIN", "CefePIME", "IV", t, t+day)
	},
	func(x *infection, t int64) {
		x.grown(t-2*hour, true)
		x.line("", "Linezolid", "IV", t, t+day)
		x.line("MAIN", "CefTRIAXone", "", t, t+day)
		x.line("MAIN", "Cefoxitin", "IV", t, t+day)
	},
	func(x *infection, t int64) {
		x.grown(t-2*hour, true)
		x.line("MAIN", "Vancomycin", "IV", 0, t+day)
		x.line("MAIN", "Vancomycin", "IV", t, 0)
		x.line("MAIN", "Vancomycin", "IV", t, t+day)
	},
	func(x *infection, t int64) {
		x.grown(t-2*hour, true)
		x.line("MAIN", "aztreonam", "IV", t, t+day)
		x.line("MAIN", "Zosyn", "IV", t, t+day)
	},
}

// hourFrom is the first full hour at or after t.
func hourFrom(t int64) int64 { return t + hour - 1 - (t+hour-1)%hour }

// line writes one prescription line as given; no type, route or time if empty.
func (x *infection) line(kind, name, route string, start, stop int64) {
	m := medication{name: name, route: route, dose: "1", unit: "g", perDay: 2}
	l := prescribed{medication: m, kind: kind, start: start, stop: stop}
	l.order, l.seq = x.w.order(max(start, x.a.In), "Medications", "")
	l.pharmacy = x.w.dispense(&l)
	x.w.prescribe(&l)
}
