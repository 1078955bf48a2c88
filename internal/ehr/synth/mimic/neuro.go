package mimic

import "m4bench/internal/ehr/synth/course"

const neurological = "Neurological"

var (
	eyeOpening = scored(220739, "GCS - Eye Opening", neurological, []int{1, 2, 3, 4},
		"None", "To Pain", "To Speech", "Spontaneously")
	verbalResponse = scored(223900, "GCS - Verbal Response", neurological, []int{1, 1, 2, 3, 4, 5},
		"No Response-ETT", "No Response", "Incomprehensible sounds", "Inappropriate Words", "Confused", "Oriented")
	motorResponse = scored(223901, "GCS - Motor Response", neurological, []int{1, 2, 3, 4, 5, 6},
		"No response", "Abnormal extension", "Abnormal Flexion", "Flex-withdraws", "Localizes Pain", "Obeys Commands")
	sedationScale = scored(228096, "Richmond-RAS Scale", "Pain/Sedation", []int{-5, -4, -3, -2, -1, 0, 1, 2},
		"-5 Unarousable, no response to voice or physical stimulation", "-4 Deep sedation, no response to voice, but any movement to physical stimulation",
		"-3 Moderate sedation, any movement (but no eye contact) to voice", "-2 Light sedation, briefly (<10 sec.) awakens with eye contact to voice",
		"-1 Awakens to voice (eye opening/contact) > 10 sec", " 0  Alert and calm", "+1 Anxious, apprehensive, but not aggressive", "+2 Frequent nonpurposeful movement, fights ventilator")
	intracranialPressure  = numeric(220765, "Intra Cranial Pressure", neurological, "mmHg")
	intracranialPressure2 = numeric(227989, "Intra Cranial Pressure #2", neurological, "mmHg")
)

const noResponseTube = 0 // which word of verbalResponse stands for a tube

// coma charts the three parts of the Glasgow coma scale and the sedation scale
// at one assessment.
func (c *charter) coma() {
	ill := &c.s.Illness
	awake := ill.Awareness.At(ill.Hours(c.now)) + float64(0.08*c.r.Z())
	tube := c.s.Support(c.now) == course.Intubated
	if tube {
		awake -= 0.3
	}
	eyes, motor, verbal := level(awake, 4, 0.78), level(awake, 6, 0.62), level(awake, 5, 0.86)
	if c.r.Chance(0.985) {
		c.word(eyeOpening, eyes-1)
	}
	if c.r.Chance(0.99) {
		if tube && c.r.Chance(0.95) {
			c.word(verbalResponse, noResponseTube)
		} else {
			c.word(verbalResponse, verbal)
		}
	}
	if c.r.Chance(0.992) {
		c.word(motorResponse, motor-1)
	}
	if c.r.Chance(0.8) {
		c.word(sedationScale, min(7, max(0, int(float64(awake*6)))))
	}
}

// level turns awareness into a step of a scale: the top above full, lower steps
// below it in proportion.
func level(awake float64, top int, full float64) int {
	if awake >= full {
		return top
	}
	return max(1, min(top, 1+int(float64(float64(top)*awake/full))))
}

// brainPressure charts the pressure inside the skull of patients with a probe.
func (c *charter) brainPressure() {
	inTurn := c.s.Border && c.p.Index%50 == 9
	if !inTurn && !(c.s.Reason.Brain > 0.5 && c.r.Chance(0.08)) {
		return
	}
	second := inTurn || c.r.Chance(0.2)
	for t := c.s.In + 2*course.Hour; t < min(c.s.Out, c.s.In+7*course.Day); t += course.Hour {
		c.round(t - t%course.Hour)
		c.number(intracranialPressure, 8+float64(5*c.r.Z()), 0)
		if second && c.r.Chance(0.3) {
			c.number(intracranialPressure2, 11+float64(7*c.r.Z()), 0)
		}
	}
}
