package mimic

// airwayRow is one look at the airway in a script.
type airwayRow struct {
	after    int64
	device   string
	second   string // another device at the same minute
	flow     string
	mode     string
	hamilton string
	delay    int // minutes until stored; the second device is stored with delay2
	delay2   int
	share    string // inspired oxygen
}

func (c *charter) airwayRow(r airwayRow) {
	c.after(r.after)
	c.delay = max(r.delay, 1)
	if r.device != "" {
		c.says(oxygenDevice, r.device)
	}
	if r.flow != "" {
		c.exactly(oxygenFlow, r.flow)
	}
	if r.mode != "" {
		c.says(ventilatorMode, r.mode)
	}
	if r.hamilton != "" {
		c.says(hamiltonMode, r.hamilton)
	}
	if r.share != "" {
		c.exactly(inspiredOxygen, r.share)
	}
	if r.second != "" {
		c.delay = max(r.delay2, 1)
		c.says(oxygenDevice, r.second)
	}
}

func airway(rows ...airwayRow) script {
	return func(c *charter) {
		for _, r := range rows {
			c.airwayRow(r)
		}
	}
}

const (
	tube    = "Endotracheal tube"
	cannula = "Nasal cannula"
	noneOn  = "None"
	bipap   = "Bipap mask "
	cpap    = "CPAP mask "
	trach   = "Tracheostomy tube"
	collar  = "Trach mask "
	highFl  = "High flow nasal cannula"
)

// wears is a device with a flow at the same minute, which makes it count.
func wears(after int64, device string) airwayRow {
	return airwayRow{after: after, device: device, flow: "3"}
}

// each lets the patient have each device for two hours, one after another.
func each(devices ...string) script {
	var rows []airwayRow
	for i, d := range devices {
		at := int64(i) * 4 * hour
		rows = append(rows, wears(at, d), wears(at+2*hour, d))
	}
	return airway(rows...)
}

// eachMode runs each ventilator mode for two hours, with room air between.
func eachMode(hamilton bool, modes ...string) script {
	var rows []airwayRow
	for i, m := range modes {
		at := int64(i) * 5 * hour
		for _, t := range []int64{at, at + 2*hour} {
			row := airwayRow{after: t, mode: m}
			if hamilton {
				row = airwayRow{after: t, hamilton: m}
			}
			rows = append(rows, row)
		}
		rows = append(rows, wears(at+3*hour, noneOn), wears(at+4*hour, noneOn))
	}
	return airway(rows...)
}

// clocked starts a script at so many minutes past a full hour of the clock.
func clocked(pastHour int64, rows ...airwayRow) script {
	return func(c *charter) {
		shift := hour - c.s.In%hour + pastHour*minute
		for _, r := range rows {
			r.after += shift
			c.airwayRow(r)
		}
	}
}

// gap is a tube seen twice, then again after so long.
func gap(pastHour, length int64) script {
	return clocked(pastHour, wears(-hour, tube), wears(0, tube), wears(length, tube), wears(length+hour, tube))
}

// pair is a tube seen once, and again after so long.
func pair(pastHour, length int64) script {
	return clocked(pastHour, wears(hour, tube), wears(hour+length, tube))
}

var airwayBorders = []script{
	// every device and mode that is known, and those that are not
	each(noneOn, cannula, "Aerosol-cool", "Face tent", "Non-rebreather"),
	each("Venti mask ", "Medium conc mask ", "Oxymizer", "High flow neb", "Ultrasonic neb"),
	each("Vapomist", highFl, bipap, cpap, tube), each(trach, collar, "T-piece", "Other", tube),
	each("Bipap mask", "CPAP mask", "Venti mask", "Trach mask", "nasal cannula"),
	eachMode(false, modes[0:5]...), eachMode(false, modes[5:10]...), eachMode(false, modes[10:15]...), eachMode(false, modes[15:20]...),
	eachMode(false, modes[20:25]...), eachMode(false, modes[25:30]...), eachMode(false, modes[30:35]...), eachMode(false, modes[35:]...),
	eachMode(true, hamiltonMode.words[0:5]...), eachMode(true, hamiltonMode.words[5:10]...), eachMode(true, hamiltonMode.words[10:]...),
	// what makes an observation
	airway(airwayRow{after: hour, device: tube}, airwayRow{after: 5 * hour, device: tube}, wears(9*hour, noneOn), wears(10*hour, noneOn)),
	airway(airwayRow{after: hour, flow: "6"}, airwayRow{after: 5 * hour, flow: "6"}, wears(9*hour, cannula), wears(10*hour, cannula)),
	airway(wears(hour, tube), wears(5*hour, cannula), wears(9*hour, cannula)),
	airway(wears(hour, tube), airwayRow{after: 3 * hour, share: "50"}, wears(5*hour, tube), wears(6*hour, cannula), wears(9*hour, cannula)),
	airway(wears(hour, tube), wears(3*hour, "T-piece"), wears(5*hour, tube), wears(8*hour, noneOn), wears(9*hour, noneOn)),
	airway(wears(hour, tube), airwayRow{after: hour, device: tube}, wears(5*hour, cannula), wears(9*hour, cannula)),
	airway(wears(hour, tube), wears(3*hour, noneOn), wears(5*hour, tube)),
	airway(wears(hour, tube), wears(3*hour, "Other"), wears(5*hour, tube)),
	airway(wears(-6*hour, tube), wears(-2*hour, tube), wears(hour, noneOn), wears(2*hour, noneOn)),
	// how long a silence ends an episode
	gap(0, 14*hour), gap(0, 14*hour-minute), gap(0, 14*hour+minute), gap(59, 13*hour+minute), gap(59, 13*hour), gap(1, 14*hour+58*minute), gap(30, 14*hour), gap(30, 15*hour),
	pair(0, 14*hour), pair(0, 14*hour-minute), pair(59, 13*hour+minute), pair(1, 14*hour+58*minute), pair(30, 14*hour), pair(0, 20*hour),
	clocked(0, wears(0, tube), wears(hour, tube), wears(15*hour, cannula), wears(16*hour, cannula)),
	clocked(30, wears(0, tube), wears(hour, tube), wears(14*hour+30*minute, cannula), wears(16*hour, cannula)),
	clocked(0, wears(0, tube), wears(hour, tube), wears(3*hour, cannula), wears(16*hour, tube), wears(17*hour, tube)),
	airway(wears(hour, tube), wears(4*hour, tube), wears(6*hour, cannula), wears(8*hour, tube), wears(10*hour, tube)),
	airway(wears(hour, tube), wears(4*hour, tube), wears(6*hour, cannula), wears(8*hour, noneOn), wears(10*hour, noneOn)),
	// several devices at one minute
	airway(airwayRow{after: hour, device: tube, second: cannula, flow: "3", delay: 1, delay2: 9}, airwayRow{after: 3 * hour, device: tube, second: cannula, flow: "3", delay: 1, delay2: 9}),
	airway(airwayRow{after: hour, device: tube, second: cannula, flow: "3", delay: 9, delay2: 1}, airwayRow{after: 3 * hour, device: tube, second: cannula, flow: "3", delay: 9, delay2: 1}),
	airway(airwayRow{after: hour, device: cannula, second: tube, flow: "3", delay: 4, delay2: 4}, airwayRow{after: 3 * hour, device: cannula, second: tube, flow: "3", delay: 4, delay2: 4}),
	airway(airwayRow{after: hour, device: bipap, second: cannula, flow: "3", delay: 1, delay2: 9}, airwayRow{after: 3 * hour, device: bipap, second: cannula, flow: "3", delay: 1, delay2: 9}),
	airway(airwayRow{after: hour, device: cannula, second: cpap, flow: "3", delay: 9, delay2: 1}, airwayRow{after: 3 * hour, device: cannula, second: cpap, flow: "3", delay: 9, delay2: 1}),
	airway(airwayRow{after: hour, device: noneOn, second: highFl, flow: "30", delay: 9, delay2: 1}, airwayRow{after: 3 * hour, device: noneOn, second: highFl, flow: "30", delay: 9, delay2: 1}),
	// which of device and modes goes first
	airway(airwayRow{after: hour, device: collar, flow: "6", mode: "CPAP/PSV"}, airwayRow{after: 3 * hour, device: collar, flow: "6", mode: "CPAP/PSV"}),
	airway(airwayRow{after: hour, device: bipap, flow: "6", mode: "CMV"}, airwayRow{after: 3 * hour, device: bipap, flow: "6", mode: "CMV"}),
	airway(airwayRow{after: hour, device: tube, flow: "6", hamilton: "NIV"}, airwayRow{after: 3 * hour, device: tube, flow: "6", hamilton: "NIV"}),
	airway(airwayRow{after: hour, device: cannula, flow: "6", hamilton: "NIV-ST"}, airwayRow{after: 3 * hour, device: cannula, flow: "6", hamilton: "NIV-ST"}),
	airway(airwayRow{after: hour, mode: "SPONT", hamilton: "APRV"}, airwayRow{after: 3 * hour, mode: "SPONT", hamilton: "APRV"}),
	airway(airwayRow{after: hour, mode: "CMV", hamilton: "SPONT"}, airwayRow{after: 3 * hour, mode: "CMV", hamilton: "SPONT"}),
	// ventilated on the first day or not
	airway(wears(-4*hour, tube), wears(-hour, tube)),
	airway(wears(-4*hour, tube), wears(0, tube)),
	airway(wears(-4*hour, tube), wears(hour, tube), wears(3*hour, noneOn), wears(4*hour, noneOn)),
	airway(wears(20*hour, cannula), wears(23*hour, cannula), wears(24*hour, tube), wears(26*hour, tube)),
	airway(wears(20*hour, cannula), wears(23*hour, cannula), wears(24*hour+minute, tube), wears(26*hour, tube)),
	airway(wears(0, tube), wears(6*hour, tube)),
	func(c *charter) {
		for t := int64(-2); t < 32; t += 2 {
			c.airwayRow(wears(t*hour, tube))
		}
	},
	func(c *charter) { c.flowTypes() },
}

// flowTypes charts all three flow items, with repeats of one at one minute.
func (c *charter) flowTypes() {
	for i, it := range []*item{oxygenFlow, bipapFlow, extraCannula} {
		at := int64(i) * 6 * hour
		for _, t := range []int64{at, at + 2*hour} {
			c.after(t)
			c.says(oxygenDevice, []string{cannula, bipap, highFl}[i])
			c.exactly(it, "4")
			c.delay = 9
			c.exactly(it, "7")
		}
	}
	c.after(20 * hour)
	c.exactly(bipapFlow, "5")
	c.exactly(oxygenFlow, "2")
	c.says(oxygenDevice, tube)
	c.after(21 * hour)
	c.exactly(bipapFlow, "5")
	c.says(oxygenDevice, tube)
}

var airwayFamily = family{every: 4, turn: 1, hours: 20, scripts: airwayBorders}

// ventilated charts a tube every hour.
func (c *charter) ventilated(from, to int64) {
	for t := from; t <= to; t += hour {
		c.airwayRow(airwayRow{after: t, device: tube, flow: "10"})
	}
}
