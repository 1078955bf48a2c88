package mimic

import "m4bench/internal/ehr/synth/course"

// habit is a set of items that nurses chart together: in this share of stays,
// every so many hours, each item with this chance, and the first words often.
type habit struct {
	share  float64
	hours  int
	chance float64
	items  []*item
	tube   bool // only while the patient is on a tube
}

const (
	safety    = "Restraint/Support Systems"
	treatment = "Treatments"
	pain      = "Pain/Sedation"
	pulmonary = "Pulmonary"
	gut       = "GI/GU"
	skin      = "Skin - Assessment"
	limbs     = "Cardiovascular"
	pulses    = "Cardiovascular (Pulses)"
	alarms    = "Alarms"
	plans     = "Care Plans"
)

func limb(id int64, label string) *item {
	return coded(id, label, limbs, "Warm", "Cool", "Normal", "Pink", "Pale", "Cold")
}

func pulse(id int64, label string) *item {
	return coded(id, label, pulses, "Easily Palpable", "Weak Palpable", "Doppler", "Not Palpable")
}

func lungSound(id int64, label string) *item {
	return coded(id, label, pulmonary, "Clear", "Diminished", "Crackles", "Rhonchi", "Exp Wheeze", "Insp/Exp Wheeze", "Absent")
}

func braden(id int64, label string) *item {
	return scored(id, label, skin, []int{3, 2, 4, 1}, "Slight impairment", "Limited", "No impairment", "Very limited")
}

func strength(id int64, label string) *item {
	return scored(id, label, neurological, []int{5, 4, 3, 2, 0}, "Normal", "Lifts and holds", "Lifts and falls back", "Moves on bed", "No movement")
}

func restraint(id int64, label string) *item {
	return coded(id, label, safety, "Done", "Assessed", "Refused", "Not applicable")
}

func plan(id int64, label string) *item {
	return coded(id, label, plans, "Assess and report", "Monitor as ordered", "Improving", "Not met", "Teach patient and family")
}

var (
	alarmHeartHigh  = numeric(220046, "Heart rate Alarm - High", alarms, "bpm")
	alarmHeartLow   = numeric(220047, "Heart Rate Alarm - Low", alarms, "bpm")
	alarmOxygenHigh = numeric(223769, "O2 Saturation Pulseoxymetry Alarm - High", alarms, "%")
	alarmOxygenLow  = numeric(223770, "O2 Saturation Pulseoxymetry Alarm - Low", alarms, "%")
	alarmBreathHigh = numeric(224161, "Resp Alarm - High", alarms, "insp/min")
	alarmBreathLow  = numeric(224162, "Resp Alarm - Low", alarms, "insp/min")
	desaturation    = numeric(226253, "SpO2 Desat Limit", alarms, "%")
	codeStatus      = coded(223758, "Code Status", "General", "Full code", "DNR (do not resuscitate)", "DNR / DNI", "Comfort measures only", "DNI (do not intubate)")
)

// assessments charts what nurses look at every few hours: consciousness, oxygen,
// and the long lists of their habits.
func (c *charter) assessments() {
	m := c.newMachine()
	coma, oxygen := c.coma, func() { c.oxygen(&m) }
	if c.followComa() {
		coma = func() {}
	}
	if c.followAirway() {
		oxygen = func() {}
	}
	active := make([]bool, len(habits))
	for i := range habits {
		active[i] = c.r.Chance(habits[i].share)
	}
	code := 0
	hour := int64(course.Hour)
	start := c.s.In - c.s.In%hour + hour
	c.round(min(c.s.In+int64(c.r.Between(3, 40))*course.Minute, c.s.Out-course.Minute))
	coma()
	oxygen()
	for t := start; t < c.s.Out-15*course.Minute; t += hour {
		clock := int(t / hour)
		for i := range habits {
			h := &habits[i]
			if active[i] && clock%h.hours == 0 && (!h.tube || c.s.Support(t) == course.Intubated) {
				c.round(t)
				c.habit(h)
			}
		}
		busy := c.s.Severity > 0.5 && clock%2 == 0 && c.r.Chance(0.4)
		if clock%4 == 0 || busy {
			c.round(t)
			coma()
			oxygen()
		}
		if clock%12 == 8 {
			c.round(t)
			c.alarmLimits()
			if c.r.Chance(0.25) {
				if code == 0 && c.r.Chance(0.1*c.s.Severity) {
					code = 1 + c.r.Below(4)
				}
				c.word(codeStatus, code)
			}
		}
	}
}

func (c *charter) habit(h *habit) {
	for _, it := range h.items {
		u := c.r.Uint64()
		if float64(u>>40)*0x1p-24 >= h.chance {
			continue
		}
		which := 0
		if n := len(it.words); u&255 < 90 {
			which = int(u >> 8 & 0xFFFF * uint64(n) >> 16)
		}
		if it.words == nil {
			c.number(it, 90+float64(u&31), 0)
			continue
		}
		c.word(it, which)
		for range it.more {
			if u = u*6364136223846793005 + 1; u>>60 < 13 {
				which = (which + 1) % len(it.words)
				c.word(it, which)
			}
		}
	}
}

func (c *charter) alarmLimits() {
	c.number(alarmHeartHigh, 120, 0)
	c.number(alarmHeartLow, 50, 0)
	c.number(alarmOxygenHigh, 100, 0)
	c.number(alarmOxygenLow, 90, 0)
	c.number(alarmBreathHigh, 30, 0)
	c.number(alarmBreathLow, 8, 0)
	c.number(desaturation, 85, 0)
}
