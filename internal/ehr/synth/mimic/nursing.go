package mimic

import "m4bench/internal/ehr/synth/course"

// habit is a set of items that nurses chart together: in this share of stays,
// every so many hours, each item with this chance, and the first words often.
type habit struct {
	share  float64
	hours  int
	chance float64
	items  []*item
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

var habits = []habit{
	{1, 4, 0.93, []*item{
		coded(227969, "Safety Measures", safety, "Call light within reach", "Bed in low position", "Side rails up x2", "Bed locked", "Alarms on"),
		coded(227944, "Side Rails", safety, "2 Side Rails Up", "3 Side Rails Up", "4 Side Rails Up"),
		coded(223792, "Pain Management", pain, "Medication", "Repositioned", "Rest", "Relaxation", "None"),
		coded(223781, "Pain Present", pain, "No", "Yes", "Unable to assess"),
		coded(223795, "Pain Assessment Method", pain, "Verbal", "Nonverbal scale", "Behaviour"),
		checkbox(224641, "Alarms On", alarms), checkbox(224168, "Parameters Checked", alarms),
		coded(224003, "Abdominal Assessment", gut, "Soft", "Distended", "Obese", "Firm", "Tender"),
		coded(224004, "Bowel Sounds", gut, "Present", "Hypoactive", "Absent", "Hyperactive"),
		lungSound(223986, "RUL Lung Sounds"), lungSound(223987, "RLL Lung Sounds"),
		lungSound(223988, "LUL Lung Sounds"), lungSound(223989, "LLL Lung Sounds"),
	}},
	{0.99, 3, 0.9, []*item{
		coded(224080, "Head of Bed", treatment, "30 Degrees", "45 Degrees", "60 Degrees", "Flat"),
		coded(224082, "Turn", treatment, "Side to side", "Self", "Supine", "Refused"),
		coded(224086, "Activity Tolerance", treatment, "Good", "Fair", "Poor"),
		coded(224093, "Position", treatment, "Supine", "Left side", "Right side", "Chair"),
	}},
	{0.92, 4, 0.85, []*item{
		coded(224087, "Therapeutic Bed", treatment, "Standard", "Pressure relief", "Rotating"),
		coded(224089, "Anti Embolic Device", treatment, "Compression sleeves", "None", "Stockings"),
		coded(225054, "Anti Embolic Device Status", treatment, "On", "Off"),
		coded(223783, "Pain Location", pain, "Abdomen", "Back", "Chest", "Head", "Leg", "Incision"),
		scored(223791, "Pain Level", pain, []int{0, 2, 4, 6, 8, 10}, "0-None", "2-Mild", "4-Moderate", "6-Moderate", "8-Severe", "10-Worst"),
		coded(223794, "Pain Level Acceptable", pain, "Yes", "No", "0-None"),
		coded(223782, "Pain Type", pain, "Acute", "Chronic", "None"),
		coded(224084, "Activity", treatment, "Bedrest", "Chair", "Out of bed", "Walks"),
		coded(224015, "Urine Source", gut, "Foley", "Voids", "Condom catheter", "None"),
		coded(224016, "Urine Color", gut, "Yellow", "Amber", "Pink", "Light yellow"),
		coded(224876, "Urine Appearance", gut, "Clear", "Cloudy", "Sediment"),
		coded(223999, "Oral Cavity", gut, "Pink", "Moist", "Dry", "Teeth missing"),
		coded(224001, "Diet Type", gut, "NPO", "Regular", "Tube feeding", "Heart healthy", "Clear liquids"),
		coded(226168, "Oral Care", treatment, "Swabbed", "Brushed", "Rinsed"),
		coded(224088, "Pressure Reducing Device", treatment, "Pillow", "Heel protectors", "None"),
		coded(228868, "Assistance", treatment, "2 persons", "1 person", "Self", "Lift device"),
	}},
	{0.9, 4, 0.85, []*item{
		scored(223907, "Pupil Size Right", neurological, []int{3, 2, 4, 5}, "3mm", "2mm", "4mm", "5mm"),
		scored(224733, "Pupil Size Left", neurological, []int{3, 2, 4, 5}, "3mm", "2mm", "4mm", "5mm"),
		coded(227121, "Pupil Response Right", neurological, "Brisk", "Sluggish", "Nonreactive"),
		coded(227288, "Pupil Response Left", neurological, "Brisk", "Sluggish", "Nonreactive"),
		strength(228409, "Strength L Arm"), strength(228412, "Strength R Arm"),
		strength(228410, "Strength L Leg"), strength(228411, "Strength R Leg"),
		coded(228397, "Commands Response", neurological, "Consistently follows", "Inconsistent", "Does not follow"),
		coded(228398, "Commands", neurological, "Simple", "Complex", "None"),
		coded(228414, "Speech", neurological, "Normal", "Slurred", "Intubated/trached", "Aphasic"),
		scored(228299, "Goal Richmond-RAS Scale", pain, []int{0, -1, -2, -3}, " 0", "-1", "-2", "-3"),
		coded(228298, "Daily Wake Up", pain, "No", "Yes", "Not applicable"),
		scored(228394, "Orientation to Person", neurological, []int{1, 0}, "Oriented", "Not oriented"),
		scored(228395, "Orientation to Place", neurological, []int{1, 0}, "Oriented", "Not oriented"),
		scored(228396, "Orientation to Time", neurological, []int{1, 0}, "Oriented", "Not oriented"),
	}},
	{0.95, 6, 0.85, []*item{
		pulse(223934, "Dorsal PedPulse R"), pulse(223943, "Dorsal PedPulse L"),
		pulse(223935, "PostTib. Pulses R"), pulse(223947, "PostTib. Pulses L"),
		pulse(223936, "Radial Pulse R"), pulse(223948, "Radial Pulse L"),
		coded(223951, "Capillary Refill R", pulses, "Normal <3 Seconds", "Abnormal >3 Seconds"),
		coded(224308, "Capillary Refill L", pulses, "Normal <3 Seconds", "Abnormal >3 Seconds"),
		limb(224771, "RLE Temp"), limb(224773, "LLE Temp"), limb(223979, "RLE Color"), limb(223983, "LLE Color"),
		limb(224767, "RUE Temp"), limb(224769, "LUE Temp"), limb(223976, "RUE Color"), limb(223982, "LUE Color"),
		coded(224026, "Skin Integrity", skin, "Intact", "Impaired", "Incision"),
		coded(224027, "Skin Temperature", skin, "Warm", "Cool", "Hot"),
		coded(224028, "Skin Color", skin, "Normal", "Pale", "Jaundiced", "Flushed"),
		coded(224860, "Skin Condition", skin, "Dry", "Moist", "Diaphoretic"),
		coded(224031, "Edema Location", "Skin - Incisions", "Generalized", "Lower extremities", "Upper extremities", "Sacral"),
		coded(224862, "Edema Amount", "Skin - Incisions", "1+ trace", "2+ mild", "3+ moderate"),
		coded(223991, "Cough Effort", pulmonary, "Strong", "Weak", "Absent"),
		coded(223992, "Cough Type", pulmonary, "Non-productive", "Productive", "None"),
		coded(224000, "Nares R", gut, "Patent", "Intact", "Dry"), coded(224879, "Nares L", gut, "Patent", "Intact", "Dry"),
		coded(224017, "GU Catheter Size", gut, "16", "14", "18"),
	}},
	{0.98, 10, 0.9, []*item{
		braden(224054, "Braden Sensory Perception"), braden(224055, "Braden Moisture"), braden(224056, "Braden Activity"),
		braden(224057, "Braden Mobility"), braden(224058, "Braden Nutrition"), braden(224059, "Braden Friction/Shear"),
		coded(224073, "Education Topic", safety, "Plan of care", "Medications", "Pain", "Equipment"),
		coded(224076, "Education Barrier", safety, "None", "Sedated", "Language", "Acuity"),
		coded(224023, "Support Systems", safety, "Family", "Friend", "None"),
		coded(224024, "Family Communication", safety, "Visited", "Telephone", "None"),
		coded(220001, "Problem List", "General", "Respiratory failure", "Hypotension", "Sepsis", "Pain", "Altered mental status"),
		checkbox(228305, "ST Segment Monitoring On", alarms),
		scored(227341, "History of falling (within 3 mnths)", safety, []int{0, 1}, "No", "Yes"),
		scored(227342, "Secondary diagnosis", safety, []int{1, 0}, "Yes", "No"),
		scored(227343, "Ambulatory aid", safety, []int{0, 1, 2}, "None/bed rest", "Walker", "Furniture"),
		scored(227344, "IV/Saline lock", safety, []int{1, 0}, "Yes", "No"),
		scored(227345, "Gait/Transferring", safety, []int{0, 1, 2}, "Bed rest", "Weak", "Impaired"),
		scored(227346, "Mental status", safety, []int{0, 1}, "Oriented", "Forgets limits"),
		coded(228332, "Delirium assessment", pain, "Negative", "Positive", "Unable"),
	}},
	{0.45, 2, 0.82, []*item{
		restraint(227958, "Less Restrictive Measures"), restraint(227947, "Reason for Restraint (Non-violent)"),
		restraint(227955, "Food and Fluid"), restraint(227954, "Status and Comfort"), restraint(227948, "Restraint Device (Non-violent)"),
		restraint(227950, "Restraint Location"), restraint(227945, "Restraint (Non-violent)"), restraint(227951, "Circulation/Skin Integrity"),
		restraint(227959, "Restraints Evaluated"), restraint(227960, "Patient/Family Informed"), restraint(227952, "Position Change"),
		restraint(227957, "Signs of Injury from Intervention"), restraint(227953, "Range of Motion"), restraint(227956, "Urinal/Bedpan"),
	}},
	{0.35, 6, 0.9, []*item{
		plan(228928, "Impaired Tissue Perfusion NCP - Interventions"), plan(228924, "Impaired Tissue Perfusion NCP - Expected outcomes"),
		plan(228905, "Altered Respiratory Status NCP - Interventions"), plan(228902, "Altered Respiratory Status NCP - Expected outcomes"),
		plan(228988, "Safety Restraints NCP - Interventions"), plan(228947, "Infection NCP - Interventions"),
		plan(228898, "Impaired Fluid Balance NCP - Interventions"), plan(228894, "Impaired Fluid Balance NCP - Expected outcomes"),
		plan(228977, "Altered Mental Status  NCP - Interventions"), plan(228890, "Pain NCP - Interventions"),
		plan(228937, "Post-op Care NCP - Interventions"), plan(228933, "Post-op Care NCP - Expected outcomes"),
	}},
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
	if c.follow(&comaBorders) {
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
			if active[i] && clock%habits[i].hours == 0 {
				c.round(t)
				c.habit(&habits[i])
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
		c.word(it, which)
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
