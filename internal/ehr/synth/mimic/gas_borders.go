package mimic

import "m4bench/internal/ehr/synth/course"

// gasRow is one blood gas of a script. Empty parts are left out.
type gasRow struct {
	after    int64
	kind     int // word of specimenType, or noKind
	o2       string
	co2      string
	pH       string
	share    string // inspired oxygen, as the laboratory was told
	gradient string
	noHadm   bool
}

const noKind = -1

// gasScript is what airway and blood gases of a stay are: patients whose airway
// and gases belong together follow one instead of both ordinary records.
type gasScript struct {
	tubeFrom, tubeTo int64 // hours with a tube; none if both are 0
	rows             []airwayRow
	shares           []airwayRow // charted inspired oxygen
	gases            []gasRow
}

// airwayGas is a bad gas for a stay that follows a script of the airway, at a time
// that its rule decides: somewhere in the script's first hours, or in its gap.
func (l *lab) airwayGas(s *course.Stay) {
	which := l.p.Index / airwayFamily.every
	after := []int64{2 * hour, 8 * hour, hour, 4*hour + 30*minute, 6 * hour, 11 * hour}[which%6]
	l.gasRow(s, gasRow{after: after, o2: "75", co2: "40", pH: "7.40", share: "50"})
}

func (l *lab) gasRow(s *course.Stay, g gasRow) {
	share := 0.0
	if g.noHadm {
		share = 1
	}
	l.missing(func() {
		l.draw(s.In + g.after)
		l.delay = 5
		if g.kind != noKind {
			l.record(specimenType, int32(g.kind), 0, labWord)
		}
		for _, part := range []struct {
			it   *labItem
			text string
		}{{gasO2, g.o2}, {gasCO2, g.co2}, {gasPH, g.pH}, {gasOxygen, g.share}, {gasGradient, g.gradient}} {
			if part.text != "" {
				mantissa, digits := course.Decimal(part.text)
				l.record(part.it, mantissa, digits, labNumber)
			}
		}
	}, share)
}

// five is the usual time of a gas in a script: five hours after arrival.
const five = 5*hour + 20*minute

// ratio is a gas that has pO2 on half oxygen.
func ratio(tubeTo int64, o2 string) gasScript {
	return gasScript{tubeTo: tubeTo, gases: []gasRow{{after: five, o2: o2, co2: "40", pH: "7.40", share: "50"}}}
}

// chartedShare is a gas without oxygen share, and a share charted some time before.
func chartedShare(before int64, text string) gasScript {
	return gasScript{tubeTo: 12, shares: []airwayRow{{after: five - before, share: text}}, gases: []gasRow{{after: five, o2: "60", co2: "40", pH: "7.40"}}}
}

// labShare is a gas with the share that the laboratory was told.
func labShare(text string) gasScript {
	return gasScript{gases: []gasRow{{after: five, o2: "60", co2: "40", pH: "7.40", share: text}}}
}

// acid is a gas that the acid-base table decides.
func acid(pH, co2 string) gasScript {
	return gasScript{gases: []gasRow{{after: five, o2: "95", co2: co2, pH: pH, share: "30"}}}
}

// timed is a bad gas of a patient on a tube at a time of interest.
func timed(after int64, noHadm bool) gasScript {
	return gasScript{tubeFrom: -9, tubeTo: 26, gases: []gasRow{
		{after: five, o2: "250", co2: "40", pH: "7.40", share: "50"},
		{after: after, o2: "30", co2: "29", pH: "7.15", share: "50", gradient: "510", noHadm: noHadm},
	}}
}

// gradient is a measured alveolar-arterial gradient of a ventilated patient.
func gradient(text, share string, tubeTo int64) gasScript {
	return gasScript{tubeTo: tubeTo, gases: []gasRow{{after: five, o2: "85", co2: "40", pH: "7.40", share: share, gradient: text}}}
}

// pressure is an oxygen pressure of a patient without a tube.
func pressure(o2, share string) gasScript {
	return gasScript{gases: []gasRow{{after: five, o2: o2, co2: "40", pH: "7.40", share: share}}}
}

// mask is a patient with a mask at five hours and a gas some time from then.
func mask(device string, from int64) gasScript {
	return gasScript{
		rows:  []airwayRow{{after: 5 * hour, device: device}, {after: 6 * hour, device: device}},
		gases: []gasRow{{after: 5*hour + from, o2: "60", co2: "40", pH: "7.40", share: "50"}},
	}
}

var gasBorders = func() []gasScript {
	var list []gasScript
	for _, o2 := range []string{"49", "49.5", "50", "74", "75", "99", "100", "124", "149", "150", "199", "200"} {
		list = append(list, ratio(12, o2), ratio(0, o2))
	}
	for _, s := range []struct {
		before int64
		text   string
	}{{4 * hour, "60"}, {4*hour + minute, "60"}, {0, "60"}, {-minute, "60"}, {hour, "0.6"}, {hour, "0.21"}, {hour, "0.2"}, {hour, "1"}, {hour, "1.5"}, {hour, "19"}, {hour, "20"}, {hour, "100"}, {hour, "101"}, {hour, "0"}} {
		list = append(list, chartedShare(s.before, s.text))
	}
	for _, text := range []string{"20", "21", "0.2", "0.21", "0.5", "1.0", "1.1", "100", "101", "0"} {
		list = append(list, labShare(text))
	}
	for _, p := range [][2]string{{"7.19", "49"}, {"7.19", "50"}, {"7.20", "29"}, {"7.20", "30"}, {"7.29", "39"}, {"7.29", "40"}, {"7.29", "49"}, {"7.29", "50"},
		{"7.30", "29"}, {"7.30", "30"}, {"7.34", "44"}, {"7.34", "45"}, {"7.35", "29"}, {"7.35", "30"}, {"7.44", "44"}, {"7.44", "45"}, {"7.45", "29"}, {"7.45", "34"},
		{"7.49", "35"}, {"7.49", "44"}, {"7.49", "45"}, {"7.50", "39"}, {"7.59", "40"}, {"7.60", "24"}, {"7.60", "25"}, {"7.65", "39"}, {"7.65", "40"}, {"7.40", "31"}, {"7.40", "32"}, {"7.10", "60"}} {
		list = append(list, acid(p[0], p[1]))
	}
	for _, after := range []int64{-6 * hour, -6*hour - minute, -minute, 0, minute, 24 * hour, 24*hour - minute, 24*hour + minute, 13 * hour} {
		list = append(list, timed(after, false))
	}
	list = append(list, timed(3*hour, true), timed(3*hour, false))
	for _, text := range []string{"99", "100", "249", "250", "349", "350", "499", "500"} {
		list = append(list, gradient(text, "50", 12))
	}
	list = append(list, gradient("420", "49", 12), gradient("420", "60", 0), gradient("420", "", 12))
	for _, o2 := range []string{"49", "50", "69", "70", "79", "80"} {
		list = append(list, pressure(o2, "40"))
	}
	list = append(list, pressure("60", "49"), pressure("60", "50"), pressure("60", ""))
	for _, from := range []int64{-hour, -hour - minute, -hour + minute, 0, 5 * hour, 5*hour + minute, 3 * hour} {
		list = append(list, mask(cpap, from), mask(bipap, from))
	}
	for _, device := range []string{"CPAP", "Bipap"} {
		list = append(list, mask(device, hour))
	}
	return append(list, severalGases...)
}()

// severalGases are scripts in which one gas must be chosen, or none counts.
var severalGases = []gasScript{
	{tubeTo: 12, gases: []gasRow{{after: five, kind: venous, o2: "40", co2: "45", pH: "7.10", share: "50"}, {after: five + hour, o2: "150", co2: "40", pH: "7.40", share: "50"}}},
	{tubeTo: 12, gases: []gasRow{{after: five, kind: noKind, o2: "40", co2: "25", pH: "7.10", share: "50"}}},
	{gases: []gasRow{{after: five, co2: "28", pH: "7.52"}}},
	{gases: []gasRow{{after: five, kind: venous, o2: "40", co2: "28", pH: "7.52"}}},
	{gases: []gasRow{{after: five, kind: mixed, o2: "40", co2: "28", pH: "7.18", share: "90"}}},
	{gases: []gasRow{{after: five, kind: central, o2: "40", co2: "28", pH: "7.18", share: "90"}}},
	{tubeTo: 12, gases: []gasRow{{after: five, o2: "60", co2: "40", pH: "7.40", share: "50"}, {after: 20 * hour, o2: "100", co2: "40", pH: "7.40", share: "30"}}},
	{tubeFrom: 10, tubeTo: 15, gases: []gasRow{{after: 10 * hour, o2: "60", co2: "40", pH: "7.40", share: "50"}}},
	{tubeFrom: 10, tubeTo: 15, gases: []gasRow{{after: 15 * hour, o2: "60", co2: "40", pH: "7.40", share: "50"}}},
	{tubeFrom: 10, tubeTo: 15, gases: []gasRow{{after: 15*hour + minute, o2: "60", co2: "40", pH: "7.40", share: "50"}}},
	{tubeFrom: 10, tubeTo: 15, gases: []gasRow{{after: 10*hour - minute, o2: "60", co2: "40", pH: "7.40", share: "50"}}},
	{gases: []gasRow{{after: five, o2: "55", co2: "40", pH: "7.40", share: "30"}, {after: five + hour, o2: "85", co2: "40", pH: "7.40", share: "30"}}},
	{gases: []gasRow{{after: five, o2: "75", co2: "40", pH: "7.40", share: "30"}, {after: five + hour, o2: "48", co2: "40", pH: "7.40", share: "60"}}},
	{tubeTo: 12, gases: []gasRow{{after: five, o2: "85", co2: "40", pH: "7.40", share: "60", gradient: "200"}, {after: five + hour, o2: "85", co2: "40", pH: "7.40", share: "60", gradient: "380"}}},
	{tubeFrom: 6, tubeTo: 12, gases: []gasRow{{after: five - hour, o2: "75", co2: "40", pH: "7.40", share: "30"}, {after: 8 * hour, o2: "85", co2: "40", pH: "7.40", share: "60", gradient: "380"}}},
	{gases: []gasRow{{after: five, o2: "95", co2: "", pH: "7.10", share: "30"}}},
	{gases: []gasRow{{after: five, o2: "95", co2: "28", pH: "", share: "30"}}},
	{rows: []airwayRow{wears(0, trach), wears(12*hour, trach)}, gases: []gasRow{{after: five, o2: "60", co2: "40", pH: "7.40", share: "50"}}},
	{rows: []airwayRow{wears(0, bipap), wears(12*hour, bipap)}, gases: []gasRow{{after: five, o2: "60", co2: "40", pH: "7.40", share: "50"}}},
	{rows: []airwayRow{wears(0, highFl), wears(12*hour, highFl)}, gases: []gasRow{{after: five, o2: "60", co2: "40", pH: "7.40", share: "50"}}},
	{rows: []airwayRow{{after: 5 * hour, device: "bipap mask"}}, gases: []gasRow{{after: five, o2: "60", co2: "40", pH: "7.40", share: "50"}}},
	{shares: []airwayRow{{after: five - hour, share: "60"}}, gases: []gasRow{{after: five, o2: "45", co2: "40", pH: "7.40", share: "40"}}},
	{shares: []airwayRow{{after: five - hour, share: "40"}}, gases: []gasRow{{after: five, o2: "45", co2: "40", pH: "7.40", share: "60"}}},
	{shares: []airwayRow{{after: five - hour, share: "0.6"}}, gases: []gasRow{{after: five, o2: "45", co2: "40", pH: "7.40"}}},
	{tubeTo: 12, shares: []airwayRow{{after: five - hour, share: "0.6"}}, gases: []gasRow{{after: five, o2: "85", co2: "40", pH: "7.40", gradient: "380"}}},
	{gases: []gasRow{{after: five, o2: "55", co2: "40", pH: "7.40", share: "30"}, {after: five, kind: venous, o2: "90", co2: "50", pH: "7.30", share: "30"}}},
	{gases: []gasRow{{after: five, kind: venous, o2: "90", co2: "50", pH: "7.30", share: "30"}, {after: five, o2: "55", co2: "40", pH: "7.40", share: "30"}}},
	{tubeTo: 12, gases: []gasRow{{after: five, kind: venous, o2: "35", co2: "50", pH: "7.30"}, {after: five, o2: "60", co2: "29", pH: "7.25", share: "60"}}},
	{tubeTo: 12, gases: []gasRow{{after: five, o2: "60", co2: "29", pH: "7.25", share: "60"}, {after: five, kind: venous, o2: "35", co2: "50", pH: "7.30"}}},
	{gases: nil},
}

const (
	gasEvery = 4
	gasTurn  = 3
	gasHours = 20
)

// gasScriptOf is the script that airway and gases of a stay follow, if any.
func gasScriptOf(p *course.Patient, s *course.Stay) (*gasScript, bool) {
	if !onTurn(p, s, gasEvery, gasTurn) || s.Out-s.In < gasHours*course.Hour {
		return nil, false
	}
	return &gasBorders[p.Index/gasEvery%len(gasBorders)], true
}

// scriptedAirway charts the airway of a gas script.
func (c *charter) scriptedAirway(g *gasScript) {
	if g.tubeTo != 0 {
		c.ventilated(g.tubeFrom*hour, g.tubeTo*hour)
	}
	for _, r := range g.rows {
		c.airwayRow(r)
	}
	for _, r := range g.shares {
		c.airwayRow(r)
	}
}
