package mimic

import "m4bench/internal/ehr/synth/course"

var (
	admissionWeight = numeric(226512, "Admission Weight (Kg)", "General", "kg")
	admissionPounds = numeric(226531, "Admission Weight (lbs.)", "General", "")
	dailyWeight     = numeric(224639, "Daily Weight", "General", "kg")
	heightCM        = numeric(226730, "Height (cm)", "General", "cm")
	heightInch      = numeric(226707, "Height", "General", "Inch")
)

// weights charts admission weight, daily weights and height.
func (c *charter) weights() {
	if u, scripted := urineScriptOf(c.p, c.s); scripted {
		c.scriptedWeights(u)
		return
	}
	w := c.s.Weighed
	at := c.s.In + int64(c.r.LogNormal(40, 1))*course.Minute
	c.round(min(at, c.s.Out-course.Minute))
	if c.r.Chance(0.92) {
		c.number(admissionWeight, w, 1)
		if c.r.Chance(0.9) {
			c.number(admissionPounds, float64(w*2.20462), 0)
		}
	}
	if c.r.Chance(0.5) {
		c.number(heightCM, c.p.Height, 0)
		c.number(heightInch, c.p.Height/2.54, 0)
	}
	if !c.r.Chance(0.72) {
		return
	}
	first := c.s.In - c.s.In%course.Day + course.Day + 4*course.Hour
	for t := first; t < c.s.Out; t += course.Day {
		if !c.r.Chance(0.62) {
			continue
		}
		c.round(t + int64(c.r.Between(0, 150))*course.Minute)
		if c.now >= c.s.Out {
			return
		}
		w = c.bounded(w+float64(1.6*c.r.Z()), 30, 300)
		c.number(dailyWeight, w, 1)
	}
}

// sugars charts bedside and laboratory glucose.
func (c *charter) sugars() {
	ill := &c.s.Illness
	often := 0.35
	if c.p.Chronic.Has(course.Diabetes) || ill.Glucose.Worst > 180 {
		often = 1
	}
	if !c.r.Chance(0.84) {
		return
	}
	for t := c.s.In + int64(c.r.Below(180))*course.Minute; t < c.s.Out; t += int64(c.r.LogNormal(300/often, 0.5)) * course.Minute {
		c.round(t)
		v := ill.Glucose.At(ill.Hours(t))
		c.limited(course.ChartGlucose, fingerStick, c.bounded(v*c.r.LogNormal(1.04, 0.28), 32, 690), 0)
	}
}
