package mimic

import (
	"m4bench/internal/ehr/synth/course"
)

// script replaces one kind of record of a stay by a short, exact sequence that
// one rule decides. Times count from the arrival in the unit.
type script func(c *charter)

// onTurn says whether a border stay is one of those, one patient in so many, that
// follow a script of some kind.
func onTurn(p *course.Patient, s *course.Stay, every, turn int) bool {
	return s.Border && !s.Quiet && p.Index%every == turn
}

// family is a kind of record that scripts exist for: one patient on the borders
// in so many follows one.
type family struct {
	every, turn int
	scripts     []script
	hours       int64 // that the stay must last
}

// follows says whether a stay has a script of the family.
func (f *family) follows(p *course.Patient, s *course.Stay) bool {
	return onTurn(p, s, f.every, f.turn) && s.Out-s.In >= f.hours*course.Hour
}

// follow runs the stay's script of the family, if it has one; the ordinary
// records are then left out.
func (c *charter) follow(f *family) bool {
	if !f.follows(c.p, c.s) {
		return false
	}
	f.scripts[c.p.Index/f.every%len(f.scripts)](c)
	return true
}

// followAirway is follow for the airway, alone or together with blood gases.
func (c *charter) followAirway() bool {
	if l, ok := loneOf(c.p, c.s); ok && l.airway != nil {
		for _, r := range l.airway {
			c.airwayRow(r)
		}
		return true
	}
	if g, ok := gasScriptOf(c.p, c.s); ok {
		c.scriptedAirway(g)
		return true
	}
	return c.follow(&airwayFamily)
}

// followComa is follow for the coma scale.
func (c *charter) followComa() bool {
	if l, ok := loneOf(c.p, c.s); ok && l.coma != nil {
		comaRows(l.coma...)(c)
		return true
	}
	return c.follow(&comaBorders)
}

// after goes to the time so long after arrival, on the dot.
func (c *charter) after(seconds int64) {
	c.round(c.s.In + seconds)
	c.delay = 5
}

// exactly charts a number as it is written.
func (c *charter) exactly(it *item, text string) {
	mantissa, digits := course.Decimal(text)
	c.put(it, mantissa, digits, numberKind, false)
}

// says charts a text of the item.
func (c *charter) says(it *item, text string) {
	for i, w := range it.words {
		if w == text {
			c.word(it, i)
			return
		}
	}
	panic("mimic: item " + it.label + " has no text " + text)
}

// chartPins charts the values that pins fix.
func (c *charter) chartPins() {
	for i := range c.s.Pins {
		p := &c.s.Pins[i]
		it, ok := pinItems[p.Signal]
		if !ok {
			continue
		}
		it = elsewhere(it, c.p.Index)
		p.Values(func(at int64, value string) {
			c.round(at)
			switch {
			case p.Signal != course.Temperature:
				c.exactly(it, value)
			case value[0] == 'F':
				c.exactly(fahrenheit, value[1:])
			default:
				c.exactly(celsius, value[1:])
			}
		})
	}
}

var pinItems = map[course.Signal]*item{
	course.HeartRate: heartRate, course.Systolic: cuffSystolic, course.MeanPressure: cuffMean,
	course.BreathRate: breathRate, course.Temperature: fahrenheit, course.ChartGlucose: fingerStick,
}

// elsewhere is another item for the same measure, in turn.
func elsewhere(it *item, index int) *item {
	turn := index / 7 % 3
	switch it {
	case cuffSystolic:
		return []*item{cuffSystolic, lineSystolic, artSystolic}[turn]
	case cuffMean:
		return []*item{cuffMean, lineMean, artMean}[turn]
	case breathRate:
		return []*item{breathRate, breathsTotal, breathRate}[turn]
	case fingerStick:
		return []*item{fingerStick, serumGlucose, bloodGlucose}[turn]
	default:
		return it
	}
}

// limited charts an ordinary value of a signal, inside what a pin allows.
func (c *charter) limited(signal course.Signal, it *item, v float64, digits int) {
	if signal == course.BreathRate && c.gentle {
		v = max(14, min(v, 19))
	}
	c.number(it, c.s.Limit(signal, c.now, v), digits)
}

var pinLabs = map[course.Signal]*labItem{
	course.WhiteCells: white, course.Bands: bands, course.PlateletCount: platelets, course.BilirubinTotal: bilirubin,
	course.CreatinineLevel: creatinine, course.UreaLevel: urea, course.SodiumLevel: sodium, course.PotassiumLevel: potassium,
	course.BicarbonateLevel: bicarbonate, course.HematocritLevel: hematocrit, course.AlbuminLevel: albumin,
	course.LabGlucose: glucose, course.INRLevel: inr,
}

const noSignal = course.Signal(-1)

// labSignals is the signal that each laboratory item measures.
var labSignals = func() []course.Signal {
	list := make([]course.Signal, len(labItems))
	for i := range list {
		list[i] = noSignal
	}
	for signal, it := range pinLabs {
		list[it.index] = signal
	}
	return list
}()

// labPins reports the results that pins fix, some of them without hadm_id: they
// belong to the patient all the same.
func (l *lab) labPins(s *course.Stay) {
	for i := range s.Pins {
		p := &s.Pins[i]
		it, ok := pinLabs[p.Signal]
		if !ok || (it == creatinine && l.noCreatinine) {
			continue
		}
		share := 0.0
		if l.p.Index/7%3 == 0 {
			share = 1
		}
		l.missing(func() {
			p.Values(func(at int64, value string) {
				l.draw(at)
				mantissa, digits := course.Decimal(value)
				l.record(it, mantissa, digits, labNumber)
			})
		}, share)
	}
}
