package mimic

import "m4bench/internal/ehr/synth/course"

// creatinineAt is one creatinine of a script.
type creatinineAt struct {
	after  int64
	text   string
	noHadm bool
}

// rise is a creatinine some hours before arrival and one two hours after it.
func rise(before, after string) []creatinineAt {
	return []creatinineAt{{-10 * hour, before, false}, {2 * hour, after, false}}
}

// lookback is a low creatinine so long before a higher one.
func lookback(length int64, before, after string) []creatinineAt {
	return []creatinineAt{{5*hour - length, before, false}, {5 * hour, after, false}}
}

var creatinineBorders = [][]creatinineAt{
	// rises of 0.3 that are or are not one in binary numbers
	rise("1.0", "1.3"), rise("1.1", "1.4"), rise("0.9", "1.2"), rise("1.6", "1.9"), rise("1.2", "1.5"), rise("1.9", "2.2"), rise("8.3", "8.6"), rise("7.9", "8.2"), rise("1.0", "1.2"), rise("1.0", "1.29"),
	// ratios
	rise("1.0", "1.5"), rise("0.4", "0.6"), rise("0.5", "0.7"), rise("1.6", "2.4"), rise("1.0", "2.0"), rise("1.0", "1.9"), rise("1.0", "3.0"), rise("1.0", "2.9"), rise("1.1", "3.3"), rise("0.2", "0.6"), rise("0.7", "2.1"),
	// from 4 on
	rise("3.6", "4.0"), rise("3.8", "4.1"), rise("3.8", "4.0"), rise("3.7", "4.0"), rise("4.1", "4.5"), rise("4.1", "4.3"), rise("2.7", "4.1"), rise("3.6", "3.9"), rise("2.5", "3.9"),
	// how far back a lower value counts
	lookback(48*hour, "1.0", "1.4"), lookback(48*hour+minute, "1.0", "1.4"), lookback(48*hour-minute, "1.0", "1.4"), lookback(7*day, "1.0", "1.6"), lookback(7*day+minute, "1.0", "1.6"), lookback(72*hour, "1.0", "1.4"),
	{{-7 * day, "1.0", false}, {-day, "1.6", false}, {-hour, "1.6", false}, {minute, "1.6", false}},
	{{-7*day - minute, "1.0", false}, {minute, "1.6", false}},
	{{-7 * day, "1.0", false}, {-minute, "1.6", false}},
	// which measurements are looked at
	{{-10 * hour, "1.0", false}, {0, "1.4", false}}, {{-10 * hour, "1.0", false}, {-minute, "1.4", false}, {3 * hour, "1.0", false}},
	{{-10 * hour, "1.0", false}, {48 * hour, "1.4", false}}, {{-10 * hour, "1.0", false}, {48*hour + minute, "1.4", false}}, {{-10 * hour, "1.0", false}, {13 * hour, "1.4", false}},
	{{2 * hour, "8.0", false}}, {{2 * hour, "1.0", false}, {14 * hour, "1.4", false}},
	{{-10 * hour, "1.0", true}, {2 * hour, "1.4", false}}, {{-10 * hour, "1.0", false}, {2 * hour, "1.4", true}},
	{{-10 * hour, "1.0", false}, {2 * hour, "1.0", false}, {2 * hour, "1.6", false}}, {{-10 * hour, "1.0", false}, {2 * hour, "1.1", false}, {2 * hour, "1.4", false}},
	{{-10 * hour, "1.0", false}, {2 * hour, "150", false}}, {{-10 * hour, "1.0", false}, {2 * hour, "151", false}}, {{-10 * hour, "0", false}, {2 * hour, "1.0", false}}, {{-10 * hour, "-1", false}, {2 * hour, "1.0", false}},
	{{-10 * hour, "1.4", false}, {2 * hour, "1.0", false}}, {{-20 * hour, "1.0", false}, {-10 * hour, "1.6", false}, {2 * hour, "1.6", false}},
	{{2 * hour, "151", false}}, {{2 * hour, "150", false}}, {{2 * hour, "1.1", false}}, {{2 * hour, "1.2", false}}, {{2 * hour, "0", false}}, {{2 * hour, "1.0", true}},
	{},
}

const (
	creatinineEvery = 5
	creatinineTurn  = 1
)

func creatinineScriptOf(p *course.Patient, s *course.Stay) ([]creatinineAt, bool) {
	if failing(p, s) {
		return []creatinineAt{{2 * hour, "1.6", false}}, true
	}
	if !onTurn(p, s, creatinineEvery, creatinineTurn) {
		return nil, false
	}
	return creatinineBorders[p.Index/creatinineEvery%len(creatinineBorders)], true
}

// scriptedCreatinine reports the creatinine values of a script; the patient has
// no others in the weeks around the stay.
func (l *lab) scriptedCreatinine(s *course.Stay, levels []creatinineAt) {
	for _, v := range levels {
		share := 0.0
		if v.noHadm {
			share = 1
		}
		l.missing(func() {
			l.draw(s.In + v.after)
			mantissa, digits := course.Decimal(v.text)
			l.record(creatinine, mantissa, digits, labNumber)
		}, share)
	}
}
