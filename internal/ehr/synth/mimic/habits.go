package mimic

// What nurses chart every few hours, as MIMIC-IV's dictionary names it. The words
// are made up: they only have to look like the real ones.

const (
	peripheral = "Access Lines - Peripheral"
	impairment = "Skin - Impairment"
	incision   = "Skin - Incisions"
)

// several declares a text of which nurses tick more than one.
func several(id int64, label, category string, more int, words ...string) *item {
	it := coded(id, label, category, words...)
	it.more = more
	return it
}

func interventions(id int64, label string) *item {
	return several(id, label, plans, 4, "Assess and report", "Monitor as ordered", "Reposition", "Notify physician", "Teach patient and family")
}

func site(id int64, label string) *item { return coded(id, label, access, "WDL", "Oozing", "Red") }

func reflex(id int64, label string) *item {
	return coded(id, label, neurological, "Intact", "Impaired", "Absent")
}

var habits = []habit{
	{1, 4, 0.93, []*item{
		several(227969, "Safety Measures", safety, 7, "Call light within reach", "Bed in low position", "Side rails up x2", "Bed locked", "Alarms on", "Non-skid socks", "Hourly rounding", "Light on"),
		coded(227944, "Side Rails", safety, "2 Side Rails Up", "3 Side Rails Up", "4 Side Rails Up"),
		several(223792, "Pain Management", pain, 1, "Medication", "Repositioned", "Rest", "Relaxation", "None"),
		coded(223781, "Pain Present", pain, "No", "Yes", "Unable to assess"),
		coded(223795, "Pain Assessment Method", pain, "Verbal", "Nonverbal scale", "Behaviour"),
		checkbox(224641, "Alarms On", alarms), checkbox(224168, "Parameters Checked", alarms),
		coded(224003, "Abdominal Assessment", gut, "Soft", "Distended", "Obese", "Firm", "Tender"),
		coded(224004, "Bowel Sounds", gut, "Present", "Hypoactive", "Absent", "Hyperactive"),
		lungSound(223986, "RUL Lung Sounds"), lungSound(223987, "RLL Lung Sounds"),
		lungSound(223988, "LUL Lung Sounds"), lungSound(223989, "LLL Lung Sounds"),
	}, false},
	{0.99, 3, 0.9, []*item{
		coded(224080, "Head of Bed", treatment, "30 Degrees", "45 Degrees", "60 Degrees", "Flat"),
		coded(224082, "Turn", treatment, "Side to side", "Self", "Supine", "Refused"),
		coded(224086, "Activity Tolerance", treatment, "Good", "Fair", "Poor"),
		coded(224093, "Position", treatment, "Supine", "Left side", "Right side", "Chair"),
	}, false},
	{0.97, 4, 0.88, []*item{
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
	}, false},
	{0.93, 4, 0.88, []*item{
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
	}, false},
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
	}, false},
	{0.98, 10, 0.9, []*item{
		braden(224054, "Braden Sensory Perception"), braden(224055, "Braden Moisture"), braden(224056, "Braden Activity"),
		braden(224057, "Braden Mobility"), braden(224058, "Braden Nutrition"), braden(224059, "Braden Friction/Shear"),
		several(224073, "Education Topic", safety, 2, "Plan of care", "Medications", "Pain", "Equipment"),
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
	}, false},
	{0.85, 2, 0.85, []*item{
		several(227958, "Less Restrictive Measures", safety, 3, "Explained", "Distraction", "Family at bedside", "Lines covered", "Moved near desk"), restraint(227947, "Reason for Restraint (Non-violent)"),
		restraint(227955, "Food and Fluid"), restraint(227954, "Status and Comfort"), restraint(227948, "Restraint Device (Non-violent)"),
		restraint(227950, "Restraint Location"), restraint(227945, "Restraint (Non-violent)"), restraint(227951, "Circulation/Skin Integrity"),
		restraint(227959, "Restraints Evaluated"), restraint(227960, "Patient/Family Informed"), restraint(227952, "Position Change"),
		restraint(227957, "Signs of Injury from Intervention"), restraint(227953, "Range of Motion"), restraint(227956, "Urinal/Bedpan"),
	}, true},
	{0.68, 4, 0.92, []*item{
		interventions(228928, "Impaired Tissue Perfusion NCP - Interventions"), plan(228924, "Impaired Tissue Perfusion NCP - Expected outcomes"),
		interventions(228905, "Altered Respiratory Status NCP - Interventions"), plan(228902, "Altered Respiratory Status NCP - Expected outcomes"),
		interventions(228988, "Safety Restraints NCP - Interventions"), interventions(228947, "Infection NCP - Interventions"),
		interventions(228898, "Impaired Fluid Balance NCP - Interventions"), plan(228894, "Impaired Fluid Balance NCP - Expected outcomes"),
		interventions(228977, "Altered Mental Status  NCP - Interventions"), interventions(228890, "Pain NCP - Interventions"),
		interventions(228937, "Post-op Care NCP - Interventions"), plan(228933, "Post-op Care NCP - Expected outcomes"),
	}, false},
	{0.5, 5, 0.9, []*item{
		site(224289, "Arterial line Site Appear"), coded(224291, "Arterial line Waveform Appear", access, "Appropriate", "Damped"),
		checkbox(226107, "Arterial Line placed in outside facility", access), checkbox(227292, "Arterial Line Dressing Occlusive", access),
		checkbox(225210, "Arterial Line Zero/Calibrate", access),
		numeric(220056, "Arterial Blood Pressure Alarm - Low", alarms, "mmHg"), numeric(220058, "Arterial Blood Pressure Alarm - High", alarms, "mmHg"),
	}, false},
	{0.4, 6, 0.9, []*item{
		site(224281, "Multi Lumen Site Appear"), coded(224283, "Multi Lumen Waveform Appear", access, "Appropriate", "Damped"),
		checkbox(226113, "Multi Lumen placed in outside facility", access), checkbox(227293, "Multi Lumen Dressing Occlusive", access),
		coded(227756, "Multi Lumen Placement Confirmed by X-ray", access, "Yes", "No"),
		site(224188, "PICC Line Site Appear"), checkbox(226115, "PICC Line placed in outside facility", access), checkbox(227358, "PICC Line Dressing Occlusive", access),
	}, false},
	{0.75, 8, 0.9, []*item{
		checkbox(227368, "20 Gauge Dressing Occlusive", peripheral), checkbox(226138, "20 Gauge placed in outside facility", peripheral),
		checkbox(228100, "20 Gauge placed in the field", peripheral), coded(228013, "20 G Phlebitis Scale", peripheral, "0", "1"), coded(228014, "20 G Infiltration Scale", peripheral, "0", "1"),
		checkbox(227367, "18 Gauge Dressing Occlusive", peripheral), checkbox(226137, "18 Gauge placed in outside facility", peripheral),
		checkbox(228099, "18 Gauge placed in the field", peripheral), coded(228011, "18 G Phlebitis Scale", peripheral, "0", "1"), coded(228012, "18 G Infiltration Scale", peripheral, "0", "1"),
	}, false},
	{0.55, 4, 0.85, []*item{
		reflex(223904, "Gag Reflex"), reflex(223905, "Cough Reflex"), coded(228399, "Facial Droop", neurological, "Absent", "Left", "Right"), coded(228400, "Visual Field Cut", neurological, "Absent", "Present"),
		coded(228404, "Motor L Arm", neurological, "Normal", "Lifts and holds", "No movement"), coded(228405, "Motor L Leg", neurological, "Normal", "Lifts and holds", "No movement"),
		coded(228406, "Motor R Arm", neurological, "Normal", "Lifts and holds", "No movement"), coded(228407, "Motor R Leg", neurological, "Normal", "Lifts and holds", "No movement"),
		reflex(228415, "Corneal Reflex Left"), reflex(228416, "Corneal Reflex Right"),
		coded(229322, "Breathing pattern/effort", pulmonary, "Regular", "Labored"), scored(229323, "Current Dyspnea Assessment", pulmonary, []int{0, 1, 2}, "None", "Mild", "Moderate"),
		coded(223985, "Respiratory Pattern", pulmonary, "Regular", "Irregular"), coded(223990, "Respiratory Effort", pulmonary, "Normal", "Labored"),
		scored(229381, "Orientation", neurological, []int{3, 2, 1, 0}, "Person, place, time", "Two", "One", "None"),
	}, false},
	{0.55, 6, 0.9, []*item{
		coded(228496, "Impaired Skin #1- Location", impairment, "Coccyx", "Heel", "Arm"), coded(228516, "Impaired Skin #1- Type", impairment, "Tear", "Pressure injury", "Abrasion"),
		coded(224565, "Surrounding Tissue #1", impairment, "Intact", "Red"), coded(224226, "Impaired Skin Wound Base #1", impairment, "Pink", "Red", "Yellow"),
		coded(224259, "Impaired Skin Drainage #1", impairment, "None", "Serous"), checkbox(224564, "Impaired Skin Odor #1", impairment),
		coded(228559, "Incision #1- Location", incision, "Sternum", "Abdomen", "Leg"), coded(224848, "Incision Appearance #1", incision, "Clean", "Red"),
		coded(224040, "Incision Closure #1", incision, "Staples", "Sutures", "Glue"), coded(224041, "Incision Drainage #1", incision, "None", "Serous"), coded(228571, "Incision #1- Treatment", incision, "Dry dressing", "Open to air"),
	}, false},
	{0.97, 6, 0.85, []*item{
		coded(224077, "Education Method", safety, "Explanation", "Demonstration"), coded(224072, "Education Learner", safety, "Patient", "Family"),
		coded(224079, "Education Response", safety, "Verbalized understanding", "Needs reinforcement"), coded(228879, "Education Readiness/Motivation", safety, "Acceptance", "Eager"),
		coded(228880, "Education Existing Knowledge", safety, "Some", "None"), coded(228393, "Bath", treatment, "Complete", "Partial"),
		coded(224005, "Flatus", gut, "Yes", "No"), coded(224794, "Stool Color", gut, "Brown", "Green", "Black"), coded(224011, "Stool Consistency", gut, "Formed", "Loose", "Liquid"), coded(224012, "Stool Management", gut, "None", "Tube"),
		checkbox(225184, "Eye Care", treatment), checkbox(225188, "Cough/Deep Breath", treatment), checkbox(227349, "High risk (>51) interventions", safety),
		coded(227240, "NBP Alarm Source", alarms, "Monitor", "None"), numeric(223751, "Non-Invasive Blood Pressure Alarm - High", alarms, "mmHg"), numeric(223752, "Non-Invasive Blood Pressure Alarm - Low", alarms, "mmHg"),
		coded(227968, "All Medications Tolerated without Adverse Side Effects", gut, "Yes", "No"), coded(223796, "Untoward Effect", pain, "None", "Nausea"),
		coded(223784, "Pain Cause", pain, "Surgical incision", "Positional", "Unknown"), scored(224409, "Pain Level Response", pain, []int{0, 2, 4}, "0-None", "2-Mild", "4-Moderate"),
	}, false},
	{0.97, 4, 0.85, []*item{
		coded(224373, "Sputum Amount", respiratory, "Scant", "Small", "Moderate", "Copious"), coded(224372, "Sputum Source", respiratory, "Suctioned", "Expectorated"),
		coded(224370, "Sputum Color", respiratory, "White", "Yellow", "Tan"), coded(224369, "Sputum Consistency", respiratory, "Thick", "Thin"),
		coded(226169, "Subglottal Suctioning", treatment, "Done", "Refused"), coded(226814, "Known difficult intubation", respiratory, "No", "Yes"),
		coded(223838, "ETT Location", respiratory, "Oral-R", "Oral-L", "Oral-center"), coded(224415, "ETT Mark (cm)", respiratory, "22", "23", "24"), coded(223837, "ETT Size (ID)", respiratory, "7.5", "8.0"), coded(224832, "ETT Type", respiratory, "Standard", "Other"),
		coded(227517, "Humidification", respiratory, "Heated", "Filter"), coded(224692, "Flow Pattern", respiratory, "Decelerating", "Square"), coded(224865, "Flow Sensitivity", respiratory, "2", "3"), coded(225978, "Slope", respiratory, "0.2", "0.1"), coded(224735, "Flow Rate (variable/fixed)", respiratory, "Variable", "Fixed"),
		coded(224785, "GI #1 Tube Type", gut, "Orogastric", "Nasogastric"), coded(224007, "GI #1 Intub Site", gut, "Oral", "Left nare"), coded(224786, "GI #1 Tube Status", gut, "Clamped", "Suction"), coded(228307, "GI #1 Tube Place Check", gut, "Aspirate", "X-ray"),
	}, true},
}
