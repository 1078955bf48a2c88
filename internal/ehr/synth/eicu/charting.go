package eicu

import (
	"strconv"

	"m4bench/internal/ehr/synth/course"
)

// entry is what nurses chart: a category, and the two labels of a value.
type entry struct{ category, label, name string }

const (
	vitalSigns = "Vital Signs"
	scores     = "Scores"
	otherVital = "Other Vital Signs and Infusions"
)

var (
	heartRate    = entry{vitalSigns, "Heart Rate", "Heart Rate"}
	breathRate   = entry{vitalSigns, "Respiratory Rate", "Respiratory Rate"}
	saturation   = entry{vitalSigns, "O2 Saturation", "O2 Saturation"}
	cuffSystolic = entry{vitalSigns, "Non-Invasive BP", "Non-Invasive BP Systolic"}
	cuffDiastol  = entry{vitalSigns, "Non-Invasive BP", "Non-Invasive BP Diastolic"}
	cuffMean     = entry{vitalSigns, "Non-Invasive BP", "Non-Invasive BP Mean"}
	lineSystolic = entry{vitalSigns, "Invasive BP", "Invasive BP Systolic"}
	lineDiastol  = entry{vitalSigns, "Invasive BP", "Invasive BP Diastolic"}
	lineMeans    = []entry{
		{vitalSigns, "Invasive BP", "Invasive BP Mean"},
		{vitalSigns, "MAP (mmHg)", "Value"},
		{vitalSigns, "Arterial Line MAP (mmHg)", "Value"},
	}
	celsius    = entry{vitalSigns, "Temperature", "Temperature (C)"}
	fahrenheit = entry{vitalSigns, "Temperature", "Temperature (F)"}
	comaTotal  = entry{scores, "Glasgow coma score", "GCS Total"}
	comaEyes   = entry{scores, "Glasgow coma score", "Eyes"}
	comaVerbal = entry{scores, "Glasgow coma score", "Verbal"}
	comaMotor  = entry{scores, "Glasgow coma score", "Motor"}
	comaValue  = entry{otherVital, "Score (Glasgow Coma Scale)", "Value"}
	sedation   = entry{scores, "Sedation Scale/Score/Goal", "Sedation Score"}
	painScore  = entry{scores, "Pain Score/Goal", "Pain Score"}
	oxygen     = entry{otherVital, "O2 L/%", "O2 L/%"}
)

// chart writes one charted value.
func (n *notes) chart(e entry, offset int, value string) {
	t := n.Table("nursecharting")
	t.Long(n.serial())
	t.Long(n.id)
	t.Int(offset)
	t.Int(offset + n.r.Below(30))
	t.Text(e.category)
	t.Text(e.label)
	t.Text(e.name)
	t.Once(value)
	t.End()
}

func (n *notes) number(e entry, offset int, v float64, digits int) {
	n.chart(e, offset, strconv.FormatFloat(v, 'f', digits, 64))
}

// vitals charts what monitors show, every hour or so.
func (n *notes) vitals() {
	if n.r.Chance(0.03) && !n.s.Border {
		return
	}
	ill := &n.s.Illness
	mean := lineMeans[n.hospital.mean]
	every := []int{15, 30, 60, 60, 60}[n.r.Below(5)]
	heart, pressure, breaths := 0.0, 0.0, 0.0
	warm := 0
	for at := n.r.Between(-8, 25); at < n.end(); at += every + n.r.Between(-3, 3) {
		h := float64(at) / 60
		heart = float64(0.8*heart) + float64(5*n.r.Z())
		pressure = float64(0.7*pressure) + float64(7*n.r.Z())
		breaths = float64(0.6*breaths) + float64(3*n.r.Z())
		n.number(heartRate, at, n.limited(heartRate.label, bounded(ill.HeartRate.At(h)+heart, 28, 195)), 0)
		n.number(breathRate, at, n.limited(breathRate.label, bounded(ill.Breaths.At(h)+breaths, 4, 58)), 0)
		n.number(saturation, at, bounded(ill.Saturation.At(h)+n.r.Z(), 60, 100), 0)
		level := n.limited(cuffMean.label, bounded(ill.MeanPressure.At(h)+float64(1.3*pressure), 30, 160))
		pulse := max(18, ill.PulsePressure.At(h))
		if n.s.ArtLine.Holds(n.s.In+int64(at)*course.Minute) && !n.noLine() && (n.hospital.lines || n.s.Border) {
			n.number(mean, at, level, 0)
			if mean == lineMeans[0] {
				n.number(lineSystolic, at, level+float64(pulse*0.66), 0)
				n.number(lineDiastol, at, level-float64(pulse*0.34), 0)
			}
		}
		if n.r.Chance(0.8) {
			n.number(cuffMean, at, level, 0)
			n.number(cuffSystolic, at, level+float64(pulse*0.7), 0)
			n.number(cuffDiastol, at, max(level-float64(pulse*0.34), 15), 0)
		}
		if warm--; warm <= 0 {
			warm = 240 / every
			n.temperature(at, h)
		}
	}
}

func (n *notes) temperature(at int, h float64) {
	t := n.limited(celsius.label, bounded(n.s.Illness.Temperature.At(h)+float64(0.3*n.r.Z()), 31, 41))
	n.number(celsius, at, t, 1)
	n.number(fahrenheit, at, float64(t*1.8)+32, 1)
}

func bounded(v, low, high float64) float64 { return max(low, min(high, v)) }

// coma charts the Glasgow coma scale the way the hospital does: total and parts,
// a bare total, or parts alone.
func (n *notes) coma() {
	if which, ok := n.scripted(3, 0, len(comaScripts)); ok {
		for _, row := range comaScripts[which] {
			n.comaRow(row)
		}
		return
	}
	if n.r.Chance(0.12) {
		return
	}
	ill := &n.s.Illness
	for at := n.r.Between(-30, 100); at < n.end(); at += n.r.Between(100, 300) {
		awake := ill.Awareness.At(float64(at)/60) + float64(0.07*n.r.Z())
		eyes, motor, verbal := step(awake, 4, 0.78), step(awake, 6, 0.62), step(awake, 5, 0.84)
		if n.s.Support(n.s.In+int64(at)*course.Minute) == course.Intubated {
			verbal = 1
			eyes = max(1, eyes-1)
		}
		switch n.hospital.scores {
		case 0:
			n.number(comaTotal, at, float64(eyes+motor+verbal), 0)
			n.parts(at, eyes, motor, verbal)
		case 1:
			n.number(comaValue, at, float64(eyes+motor+verbal), 0)
		default:
			n.parts(at, eyes, motor, verbal)
		}
		if n.r.Chance(0.3) {
			n.number(painScore, at, float64(n.r.Below(8)), 0)
		}
		if n.r.Chance(0.2) {
			n.number(sedation, at, float64(-n.r.Below(4)), 0)
		}
	}
}

func (n *notes) parts(at, eyes, motor, verbal int) {
	if n.r.Chance(0.97) {
		n.number(comaEyes, at, float64(eyes), 0)
	}
	if n.r.Chance(0.97) {
		n.number(comaMotor, at, float64(motor), 0)
	}
	if n.r.Chance(0.97) {
		n.number(comaVerbal, at, float64(verbal), 0)
	}
}

// step turns awareness into a step of a scale.
func step(awake float64, top int, full float64) int {
	if awake >= full {
		return top
	}
	return max(1, min(top, 1+int(float64(top)*awake/full)))
}
