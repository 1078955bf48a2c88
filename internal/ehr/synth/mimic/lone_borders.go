package mimic

import "m4bench/internal/ehr/synth/course"

// lone is a quiet stay in which one rule decides: whatever the script leaves out
// is as in a healthy patient with a suspected infection.
type lone struct {
	airway []airwayRow
	gas    *gasRow // the only one of a stay with a script of the airway or a gas
	coma   []comaRow
	signs  []exactSign    // beside the ordinary ones
	tests  []exactTest    // beside the ordinary ones
	drip   infusionScript // of vasoactive drugs
	search border         // for infection, from four hours after arrival
	shared func(*charter) // records that are filed under the next stay
}

// exactSign is a vital sign as it is written.
type exactSign struct {
	it    *item
	after int64
	text  string
}

// exactTest is a laboratory result as it is written.
type exactTest struct {
	it    *labItem
	after int64
	text  string
}

// breath is an airway with a gas that has other points with a tube than without.
func breath(gas int64, rows ...airwayRow) lone {
	return lone{airway: rows, gas: &gasRow{after: gas, o2: "75", co2: "40", pH: "7.40", share: "40"}}
}

// twice is an airway seen the same way at one and three hours.
func twice(r airwayRow) []airwayRow {
	again := r
	r.after, again.after = hour, 3*hour
	return []airwayRow{r, again}
}

// drowsy is a coma score of 11, two points of organ failure.
var drowsy = []comaRow{awake(hour), {5 * hour, 3, 3, 5}, awake(13 * hour)}

var lones = []lone{
	breath(2*hour, twice(airwayRow{mode: "CPAP/PSV"})...),
	breath(2*hour, twice(airwayRow{hamilton: "SPONT"})...),
	breath(4*hour, wears(hour, tube), wears(3*hour, "T-piece"), wears(5*hour, tube)),
	breath(5*hour, wears(hour, tube), wears(3*hour, tube), wears(6*hour, noneOn), wears(7*hour, noneOn)),
	breath(9*hour, wears(hour, tube), wears(2*hour, tube), wears(16*hour, tube), wears(17*hour, tube)),
	breath(9*hour, wears(hour, tube), wears(2*hour, tube), wears(16*hour-minute, tube), wears(17*hour, tube)),
	breath(9*hour, wears(hour, tube), wears(2*hour, tube), wears(16*hour+minute, tube), wears(17*hour, tube)),
	breath(9*hour, wears(hour, tube), wears(2*hour, tube), wears(20*hour, tube), wears(21*hour, tube)),
	breath(2*hour, twice(airwayRow{device: tube, second: cannula, flow: "3", delay: 1, delay2: 9})...),
	breath(2*hour, twice(airwayRow{device: tube, second: cannula, flow: "3", delay: 9, delay2: 1})...),
	breath(2*hour, wears(hour, tube), wears(3*hour, noneOn), wears(5*hour, noneOn)),
	breath(4*hour, wears(hour, tube), wears(3*hour, noneOn), wears(5*hour, tube)),
	breath(2*hour, wears(hour, trach), wears(3*hour, trach)),
	breath(2*hour, twice(airwayRow{device: collar, flow: "3", mode: "CMV"})...),
	breath(2*hour, wears(hour, bipap), wears(3*hour, bipap)),
	breath(2*hour, twice(airwayRow{device: tube})...),
	breath(4*hour, wears(hour, tube), airwayRow{after: 3 * hour, share: "50"}, wears(5*hour, tube)),
	// a mask that is the second device, where the first one says nothing
	breath(90*minute, wears(hour, tube), airwayRow{after: 3 * hour, device: "Other", second: cpap, flow: "3", delay: 9, delay2: 1}, wears(5*hour, tube)),
	// inspired oxygen that is written as a fraction, on the specimen and in the chart
	{airway: twice(wears(0, tube)), gas: &gasRow{after: 2 * hour, o2: "75", co2: "40", pH: "7.40", share: "0.4"}},
	{airway: []airwayRow{{after: 4 * hour, share: "0.6"}}, gas: &gasRow{after: 5 * hour, o2: "75", co2: "40", pH: "7.40"}},
	// speech alone is known between two tubes
	{coma: []comaRow{{hour, 2, onTube, 4}, {2 * hour, 0, 5, 0}, {4 * hour, 1, onTube, 1}}},
	// speech that was heard eight hours ago
	{coma: []comaRow{{hour, 4, 3, 6}, {9 * hour, 3, 0, 5}, awake(14 * hour)}},
	// two rates of one minute, whose mean is normal, and two pressures, whose mean is low
	{signs: []exactSign{{breathRate, 5*hour + 13*minute, "17"}, {breathsTotal, 5*hour + 13*minute, "23"}}},
	{signs: []exactSign{{cuffMean, 5*hour + 13*minute, "64"}, {lineMean, 5*hour + 13*minute, "74"}}, tests: []exactTest{{bilirubin, 4 * hour, "1.5"}}},
	// temperatures that are rounded once or twice
	{signs: []exactSign{{celsius, five, "38.9949"}}},
	{signs: []exactSign{{celsius, five, "39.8849"}}},
	// a sum of logarithms of 1.1498, which is 11 points without sodium or, rounded twice, 12 with it
	{tests: []exactTest{{creatinine, 4 * hour, "1.3"}, {bilirubin, 4 * hour, "1.3"}, {inr, 4 * hour, "1.15"}, {sodium, 4 * hour, "124"}}},
	{drip: betweenHours},
	// a cancelled culture without a name at the minute of another
	{coma: drowsy, search: func(x *infection, t int64) {
		x.grown(t-hour, false)
		x.write(&culture{kind: bloodCulture(), at: t - hour, timed: true, germs: []germ{{90760, "CANCELLED"}}})
		x.drugAt(t)
	}},
	// an antibiotic that only rinses
	{coma: drowsy, search: func(x *infection, t int64) {
		x.grown(t-hour, true)
		x.line("MAIN", "Gentamicin Irrigation", "IRR", t, t+day)
	}},
}

// inARow is the script of stays in a row: the flow of each minute is filed under
// both, and an antibiotic is ordered when one ends and the other begins.
var inARow = func() lone {
	l := breath(2*hour, wears(hour, tube), wears(3*hour, tube))
	for i := range l.airway {
		l.airway[i].delay = 9
	}
	l.shared = func(c *charter) {
		here := c.stay
		c.stay = c.neighbour
		for _, after := range []int64{hour, 3 * hour} {
			c.after(after)
			c.exactly(oxygenFlow, "7")
		}
		c.stay = here
	}
	l.search = func(x *infection, t int64) {
		s := &x.a.Stays[0]
		x.suspected(s)
		x.grown(s.Out-3*hour, false)
		x.drugAt(s.Out)
	}
	return l
}()

// betweenHours runs a pressor inside an hour of the clock.
func betweenHours(f *infuser) {
	full := 6*hour - f.s.In%hour
	f.runScripted(running{drug: nor, from: full + 10*minute, to: full + 50*minute, rate: "0.2"})
}

// Quiet stays have scripts in turn: every third one of the urine, the others one
// of the lone scripts.
const quietEvery = 20

// quietUrine says whether a quiet stay has a script of the urine, and which.
func quietUrine(p *course.Patient, s *course.Stay) (turn int, ok bool) {
	return p.Index / quietEvery, s.Quiet && p.Index%quietEvery == 0
}

// loneOf is the lone script of a stay, if it has one.
func loneOf(p *course.Patient, s *course.Stay) (*lone, bool) {
	if _, urine := quietUrine(p, s); urine || !s.Quiet {
		return nil, false
	}
	if nextStay(p, s) != nil {
		return &inARow, true
	}
	turn := p.Index / quietEvery * 2
	if p.Index%quietEvery > 4 {
		turn++
	}
	return &lones[turn%len(lones)], true
}

// loneSigns charts the vital signs of a lone script, and what it files elsewhere.
func (c *charter) loneSigns() {
	l, ok := loneOf(c.p, c.s)
	if !ok {
		return
	}
	for _, s := range l.signs {
		c.after(s.after)
		c.exactly(s.it, s.text)
	}
	if l.shared != nil {
		l.shared(c)
	}
}

// exactly reports a laboratory result as it is written.
func (l *lab) exactly(s *course.Stay, t exactTest) {
	l.draw(s.In + t.after)
	mantissa, digits := course.Decimal(t.text)
	l.record(t.it, mantissa, digits, labNumber)
}
