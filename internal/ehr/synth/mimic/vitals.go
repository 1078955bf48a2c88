package mimic

import (
	"m4bench/internal/ehr/synth/course"
)

const vital = "Routine Vital Signs"

var (
	heartRate       = numeric(220045, "Heart Rate", vital, "bpm")
	breathRate      = numeric(220210, "Respiratory Rate", "Respiratory", "insp/min")
	saturation      = numeric(220277, "O2 saturation pulseoxymetry", "Respiratory", "%")
	cuffSystolic    = numeric(220179, "Non Invasive Blood Pressure systolic", vital, "mmHg")
	cuffDiastolic   = numeric(220180, "Non Invasive Blood Pressure diastolic", vital, "mmHg")
	cuffMean        = numeric(220181, "Non Invasive Blood Pressure mean", vital, "mmHg")
	lineSystolic    = numeric(220050, "Arterial Blood Pressure systolic", vital, "mmHg")
	lineDiastolic   = numeric(220051, "Arterial Blood Pressure diastolic", vital, "mmHg")
	lineMean        = numeric(220052, "Arterial Blood Pressure mean", vital, "mmHg")
	artSystolic     = numeric(225309, "ART BP Systolic", vital, "mmHg")
	artDiastolic    = numeric(225310, "ART BP Diastolic", vital, "mmHg")
	artMean         = numeric(225312, "ART BP Mean", vital, "mmHg")
	fahrenheit      = numeric(223761, "Temperature Fahrenheit", vital, "°F")
	celsius         = numeric(223762, "Temperature Celsius", vital, "°C")
	temperatureSite = coded(224642, "Temperature Site", vital, "Oral", "Axillary", "Blood", "Rectal", "Temporal", "Esophogeal")
	venousPressure  = numeric(220074, "Central Venous Pressure", "Hemodynamics", "mmHg")
	rhythm          = coded(220048, "Heart Rhythm", vital, "SR (Sinus Rhythm)", "ST (Sinus Tachycardia) ", "AF (Atrial Fibrillation)", "SB (Sinus Bradycardia)", "V Paced", "1st AV (First degree AV Block) ", "A Paced", "VT (Ventricular Tachycardia)")
	ectopy          = coded(224650, "Ectopy Type 1", vital, "None", "PVCs", "PACs", "V Runs")
	ectopyFrequency = coded(224651, "Ectopy Frequency 1", vital, "Rare", "Occasional", "Frequent")
	ectopy2         = coded(226479, "Ectopy Type 2", vital, "PACs", "PVCs")
	ectopy2Freq     = coded(226480, "Ectopy Frequency 2", vital, "Rare", "Occasional")
	fingerStick     = numeric(225664, "Glucose finger stick (range 70-100)", "Labs", "")
	serumGlucose    = numeric(220621, "Glucose (serum)", "Labs", "mg/dL")
	bloodGlucose    = numeric(226537, "Glucose (whole blood)", "Labs", "mg/dL")
)

// wander is how far each measure is from its expected level right now.
type wander struct{ heart, pressure, pulse, breaths, oxygen, warmth float64 }

func (w *wander) step(c *charter) {
	move := func(v *float64, keep, sd float64) { *v = float64(*v*keep) + float64(sd*c.r.Z()) }
	move(&w.heart, 0.85, 5.2)
	move(&w.pressure, 0.7, 8)
	move(&w.pulse, 0.8, 7)
	move(&w.breaths, 0.6, 2.9)
	move(&w.oxygen, 0.6, 1.5)
	move(&w.warmth, 0.9, 0.13)
}

// vitalSigns charts heart rate, pressures, breathing and saturation, every hour
// and more often when it matters, and gives the times of the rounds.
func (c *charter) vitalSigns() {
	var w wander
	site := c.r.Below(3)
	inCelsius := c.r.Chance(0.1)
	fast := 0
	lastTemperature := int64(0)
	atrial := c.p.Chronic.Has(course.AtrialFibrillation) && c.r.Chance(0.6)
	second := c.r.Chance(0.06)
	for t := c.firstRound(); t < c.lastRound(); t = c.nextRound(t, &fast) {
		c.round(t)
		w.step(c)
		c.hourlySigns(&w, atrial)
		c.pressures(&w, second)
		gap := int64(4 * course.Hour)
		if inCelsius {
			gap = course.Hour
		}
		if t-lastTemperature >= gap || c.r.Chance(0.03) {
			c.temperature(&w, site, inCelsius)
			lastTemperature = t
		}
	}
}

// firstRound is the first look after arrival, sometimes a little before it.
func (c *charter) firstRound() int64 {
	minutes := c.r.Range(-12, 22)
	if c.r.Chance(0.22) {
		minutes = c.r.LogNormal(75, 1.1)
	}
	t := c.s.In + int64(minutes)*course.Minute
	t -= t % course.Minute
	if c.r.Chance(0.35) {
		t += course.Hour - 1 - (t+course.Hour-1)%course.Hour
	}
	return min(t, c.s.Out-2*course.Minute)
}

func (c *charter) lastRound() int64 {
	return c.s.Out - int64(c.r.LogNormal(45, 0.7))*course.Minute
}

// nextRound is mostly the next full hour, and sooner while the patient is
// unstable.
func (c *charter) nextRound(t int64, fast *int) int64 {
	if *fast == 0 && c.r.Chance(0.03+float64(0.05*c.s.Severity)) {
		*fast = 2 + c.r.Below(5)
	}
	if *fast > 0 {
		*fast--
		return t + 15*course.Minute - t%(15*course.Minute)
	}
	next := t + course.Hour - t%course.Hour
	if c.r.Chance(0.04) {
		next += int64(c.r.Between(-12, 12)) * course.Minute
	}
	if next <= t {
		next += course.Hour
	}
	return next
}

func (c *charter) hourlySigns(w *wander, atrial bool) {
	ill := &c.s.Illness
	h := ill.Hours(c.now)
	rate := ill.HeartRate.At(h) + w.heart
	if !c.noHeart {
		c.limited(course.HeartRate, heartRate, c.bounded(rate, 32, 190), 0)
	}
	breaths := ill.Breaths.At(h) + w.breaths
	if c.s.Support(c.now) == course.Intubated {
		breaths = max(breaths, 12)
	}
	c.limited(course.BreathRate, breathRate, c.bounded(breaths, 5, 55), 0)
	c.number(saturation, min(c.bounded(ill.Saturation.At(h)+w.oxygen, 62, 100), 100), 0)
	switch {
	case atrial:
		c.word(rhythm, 2)
	case rate > 100:
		c.word(rhythm, 1)
	case rate < 58:
		c.word(rhythm, 3)
	default:
		c.word(rhythm, 0)
	}
	if c.r.Chance(0.9) {
		which := c.r.Pick([]float64{80, 14, 5, 1})
		c.word(ectopy, which)
		if which > 0 {
			c.likely(ectopyFrequency)
			if c.r.Chance(0.04) {
				c.likely(ectopy2)
				c.likely(ectopy2Freq)
			}
		}
	}
}

// bounded keeps a value plausible.
func (c *charter) bounded(v, low, high float64) float64 {
	if v < low {
		return low + float64(3*c.r.Unit())
	}
	if v > high {
		return high - float64(5*c.r.Unit())
	}
	return v
}

func (c *charter) pressures(w *wander, second bool) {
	ill := &c.s.Illness
	h := ill.Hours(c.now)
	mean := ill.MeanPressure.At(h) + w.pressure
	if c.s.OnPressor(c.now) {
		mean = max(mean, 54+float64(10*c.r.Unit()))
	}
	mean = c.bounded(mean, 34, 155)
	pulse := max(18, ill.PulsePressure.At(h)+w.pulse)
	systolic, diastolic := mean+float64(pulse*0.68), max(mean-float64(pulse*0.25), 18)
	inLine := c.s.ArtLine.Holds(c.now)
	if inLine {
		s, d, m := lineSystolic, lineDiastolic, lineMean
		if second {
			s, d, m = artSystolic, artDiastolic, artMean
		}
		c.limited(course.Systolic, s, systolic, 0)
		c.number(d, max(diastolic-float64(pulse*0.06), 18), 0)
		c.limited(course.MeanPressure, m, mean, 0)
		if c.r.Chance(0.4) {
			c.number(venousPressure, c.bounded(9+float64(4*c.r.Z()), 0, 30), 0)
		}
	}
	if (!inLine && c.r.Chance(0.93)) || (inLine && c.r.Chance(0.07)) {
		shift := float64(5 * c.r.Z())
		c.limited(course.Systolic, cuffSystolic, systolic+shift, 0)
		c.number(cuffDiastolic, max(diastolic+shift, 20), 0)
		if c.r.Chance(0.995) {
			c.limited(course.MeanPressure, cuffMean, max(mean+shift, 25), 0)
		}
	}
}

func (c *charter) temperature(w *wander, site int, inCelsius bool) {
	t := c.s.Illness.Temperature.At(c.s.Illness.Hours(c.now)) + w.warmth
	t = c.s.Limit(course.Temperature, c.now, c.bounded(t, 31, 41.2))
	if inCelsius {
		c.number(celsius, t, 1)
		if c.r.Chance(0.2) {
			c.word(temperatureSite, 2)
		}
		return
	}
	c.number(fahrenheit, float64(t*1.8)+32, 1)
	if c.r.Chance(0.97) {
		if c.r.Chance(0.1) {
			c.likely(temperatureSite)
		} else {
			c.word(temperatureSite, site%2)
		}
	}
}
