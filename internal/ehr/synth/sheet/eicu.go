package sheet

import "fmt"

const unitStays = "eicu_crd.patient"

// perUnitStay is rows a unit stay, of all stays.
func perUnitStay(table string, full float64, slack float64) Measure {
	return Measure{
		Name: table + " a stay, mean", Labels: []string{"rows"}, Full: []float64{full}, From: "EV", Slack: slack,
		SQL: "SELECT [(SELECT count(*) FROM eicu_crd." + table + ") / (SELECT count(*) FROM " + unitStays + ")]",
	}
}

// nursed are values of the nursing chart.
func nursed(label, name string) string {
	return quantiles("v", fmt.Sprintf("(SELECT try_cast(nursingchartvalue AS DOUBLE) AS v FROM eicu_crd.nursecharting WHERE nursingchartcelltypevallabel = '%s' AND nursingchartcelltypevalname = '%s') WHERE v IS NOT NULL", label, name))
}

func reported(name string) string {
	return quantiles("labresult", "eicu_crd.lab WHERE labname = '"+name+"'")
}

// EICU is what is known of eICU.
func EICU() []Section {
	return []Section{unitVolumes(), unitPeople(), unitValues()}
}

func unitVolumes() Section {
	return Section{Title: "Volumes", Measures: []Measure{
		perUnitStay("nursecharting", 755, 0.35), perUnitStay("vitalaperiodic", 125, 0.4), perUnitStay("lab", 195, 0.4), perUnitStay("intakeoutput", 59.9, 0.4),
		perUnitStay("physicalexam", 45.9, 0.4), perUnitStay("medication", 36.4, 0.4), perUnitStay("infusiondrug", 23.9, 0.8), perUnitStay("treatment", 18.4, 0.4),
		perUnitStay("diagnosis", 13.5, 0.4), perUnitStay("respiratorycare", 4.31, 0.6), perUnitStay("apacheapsvar", 0.85, 0.15), perUnitStay("admissiondx", 3.12, 0.25),
	}}
}

func unitPeople() Section {
	share := []string{"%"}
	of := func(condition string) string { return one("100.0 * avg(CAST("+condition+" AS INTEGER))", unitStays) }
	return Section{Title: "Patients and stays", Measures: []Measure{
		{Name: "age below 90", Unit: "years", Labels: five, Demo: []float64{28, 52, 65, 76, 86}, SQL: quantiles("try_cast(age AS INTEGER)", unitStays), Slack: 0.2},
		{Name: "age over 89", Labels: share, Full: []float64{3.5}, From: "EN", SQL: of("age = '> 89'"), Slack: 0.6},
		{Name: "female", Labels: share, Full: []float64{45.95}, From: "E18", SQL: of("gender = 'Female'"), Slack: 0.15},
		{Name: "length of unit stay", Unit: "days", Labels: quartile, Full: []float64{0.82, 1.57, 2.97}, From: "E18", SQL: quartiles("unitdischargeoffset / 1440.0", unitStays), Slack: 0.2},
		{Name: "length of hospital stay", Unit: "days", Labels: quartile, Full: []float64{2.90, 5.49, 10.04}, From: "E18", SQL: quartiles("(hospitaldischargeoffset - hospitaladmitoffset) / 1440.0", unitStays), Slack: 0.3},
		{Name: "died in the unit", Labels: share, Full: []float64{5.43}, From: "E18", SQL: of("unitdischargestatus = 'Expired'"), Slack: 0.5},
		{Name: "died in hospital", Labels: share, Full: []float64{8.96}, From: "E18", SQL: of("hospitaldischargestatus = 'Expired'"), Slack: 0.4},
		{Name: "hospital admission", Unit: "minutes from unit admission", Labels: five, Demo: []float64{-10154, -1173, -270, -92, -1}, SQL: quantiles("hospitaladmitoffset", unitStays), Slack: 0.3},
		{Name: "from the emergency department", Labels: share, Demo: []float64{51.7}, SQL: of("unitadmitsource = 'Emergency Department'"), Slack: 0.3},
		{Name: "elective surgery, of stays with APACHE", Labels: share, Demo: []float64{13.8}, SQL: one("100.0 * avg(CAST(coalesce(electivesurgery, 0) = 1 AS INTEGER))", "eicu_crd.apachepredvar"), Slack: 0.5},
		{Name: "intubated and at bedside, of stays with APACHE", Labels: []string{"intubated", "oobintubday1"}, Demo: []float64{10.7, 20.5}, SQL: "SELECT [(SELECT 100.0 * avg(CAST(intubated = 1 AS INTEGER)) FROM eicu_crd.apacheapsvar), (SELECT 100.0 * avg(CAST(oobintubday1 = 1 AS INTEGER)) FROM eicu_crd.apachepredvar)]", Slack: 0.5},
	}}
}

func unitValues() Section {
	item := func(name, unit, label, part string, target ...float64) Measure {
		return Measure{Name: name, Unit: unit, Labels: five, Demo: target, SQL: nursed(label, part), Slack: 0.25}
	}
	test := func(name, unit string, target ...float64) Measure {
		return Measure{Name: name, Unit: unit, Labels: five, Demo: target, SQL: reported(name), Slack: 0.3}
	}
	return Section{Title: "Values", Measures: []Measure{
		item("heart rate", "/min", "Heart Rate", "Heart Rate", 58, 72, 84, 97, 116),
		item("respiratory rate", "/min", "Respiratory Rate", "Respiratory Rate", 12, 16, 19, 23, 30),
		item("mean pressure, cuff", "mmHg", "Non-Invasive BP", "Non-Invasive BP Mean", 58, 70, 80, 93, 114),
		item("systolic pressure, cuff", "mmHg", "Non-Invasive BP", "Non-Invasive BP Systolic", 88, 106, 121, 138, 166),
		item("temperature", "°C", "Temperature", "Temperature (C)", 35.9, 36.5, 36.8, 37.3, 38.1),
		item("oxygen saturation", "%", "O2 Saturation", "O2 Saturation", 92, 95, 97, 99, 100),
		{Name: "stays with an arterial line pressure", Labels: []string{"%"}, Demo: []float64{11.1}, SQL: "SELECT [100.0 * count(DISTINCT patientunitstayid) / (SELECT count(*) FROM " + unitStays + ")] FROM eicu_crd.nursecharting WHERE nursingchartcelltypevallabel IN ('Invasive BP', 'MAP (mmHg)', 'Arterial Line MAP (mmHg)')", Slack: 1.5},
		{Name: "outputs", Unit: "mL a row", Labels: five, Demo: []float64{1, 58, 150, 350, 900}, SQL: quantiles("cellvaluenumeric", "eicu_crd.intakeoutput WHERE cellpath LIKE '%Output (ml)%'"), Slack: 0.5},
		test("creatinine", "mg/dL", 0.44, 0.7, 1.0, 1.6, 4.2), test("sodium", "mmol/L", 129, 136, 139, 142, 148), test("potassium", "mmol/L", 3.1, 3.6, 3.9, 4.3, 5.1),
		test("WBC x 1000", "K/mcL", 4.1, 7.3, 10.1, 14.1, 23.3), test("platelets x 1000", "K/mcL", 64, 131, 182, 245, 382), test("total bilirubin", "mg/dL", 0.2, 0.4, 0.7, 1.2, 6.3),
		wide(test("paO2", "mm Hg", 57, 73, 91, 130, 249)), test("paCO2", "mm Hg", 27, 34, 40, 48, 67), test("pH", "", 7.19, 7.32, 7.39, 7.44, 7.51), wide(test("lactate", "mmol/L", 0.7, 1.2, 1.7, 2.9, 8.9)),
		{Name: "lowest coma total of the first day", Unit: "%", Labels: []string{"15", "14", "13", "9-12", "4-8", "3"}, Demo: []float64{75.2, 7.6, 3.8, 7.0, 3.9, 2.5}, SQL: `SELECT [100.0 * avg(CAST(g = 15 AS INTEGER)), 100.0 * avg(CAST(g = 14 AS INTEGER)), 100.0 * avg(CAST(g = 13 AS INTEGER)), 100.0 * avg(CAST(g BETWEEN 9 AND 12 AS INTEGER)), 100.0 * avg(CAST(g BETWEEN 4 AND 8 AS INTEGER)), 100.0 * avg(CAST(g = 3 AS INTEGER))]
			FROM (SELECT min(try_cast(nursingchartvalue AS INTEGER)) AS g FROM eicu_crd.nursecharting WHERE nursingchartcelltypevalname = 'GCS Total' AND nursingchartoffset BETWEEN -360 AND 1440 GROUP BY patientunitstayid) WHERE g BETWEEN 3 AND 15`, Slack: 0.5},
	}}
}
