package sheet

import "fmt"

const (
	fiveOf     = "quantile_cont(%s, [0.05, 0.25, 0.5, 0.75, 0.95])"
	quartileOf = "quantile_cont(%s, [0.25, 0.5, 0.75])"
	stays      = "mimiciv_icu.icustays"
)

func quantiles(expression, from string) string {
	return fmt.Sprintf("SELECT "+fiveOf+" FROM %s", expression, from)
}

func quartiles(expression, from string) string {
	return fmt.Sprintf("SELECT "+quartileOf+" FROM %s", expression, from)
}

// one is a single figure.
func one(expression, from string) string { return "SELECT [" + expression + "] FROM " + from }

// perStay counts rows a stay, among those with any.
func perStay(table string) string {
	return fmt.Sprintf("SELECT "+fiveOf+" FROM (SELECT count(*) AS n FROM mimiciv_icu.%s GROUP BY stay_id)", "n", table)
}

// perDay counts rows a day of the stay.
func perDay(table string) string {
	return fmt.Sprintf("SELECT "+quartileOf+" FROM (SELECT stay_id, count(*) AS n FROM mimiciv_icu.%s GROUP BY stay_id) JOIN %s USING (stay_id)", "n / greatest(los, 0.25)", table, stays)
}

// perAdmission is rows an admission, of all.
func perAdmission(table string) string {
	return "SELECT [(SELECT count(*) FROM mimiciv_hosp." + table + ") / (SELECT count(*) FROM mimiciv_hosp.admissions)]"
}

// charted are the values of chart items.
func charted(items string) string {
	return quantiles("valuenum", "mimiciv_icu.chartevents WHERE itemid IN ("+items+")")
}

// inICU are laboratory values drawn during ICU stays.
func inICU(item int) string {
	return quantiles("valuenum", fmt.Sprintf("mimiciv_hosp.labevents l WHERE itemid = %d AND EXISTS (FROM %s s WHERE s.hadm_id = l.hadm_id AND l.charttime BETWEEN s.intime AND s.outtime)", item, stays))
}

// shareOfStays is the share of stays with a row of a table.
func shareOfStays(table, where string) string {
	return "SELECT [100.0 * (SELECT count(DISTINCT stay_id) FROM mimiciv_icu." + table + " WHERE " + where + ") / (SELECT count(*) FROM " + stays + ")]"
}

// firstDayLabs is the share of stays with a result around the first day.
func firstDayLabs(item int) string {
	return fmt.Sprintf("SELECT [100.0 * count(*) FILTER (EXISTS (FROM mimiciv_hosp.labevents l WHERE l.subject_id = s.subject_id AND l.itemid = %d AND l.charttime BETWEEN s.intime - INTERVAL 6 HOUR AND s.intime + INTERVAL 24 HOUR)) / count(*)] FROM %s s", item, stays)
}

func infused(item int) string {
	return quantiles("rate", fmt.Sprintf("mimiciv_icu.inputevents WHERE itemid = %d AND rate IS NOT NULL", item))
}

func score(table, column string) string {
	return quantiles(column, "mimiciv_derived."+table)
}

// wide allows a measure twice the usual distance: its tail in the demo hangs on a
// few very sick patients.
func wide(m Measure) Measure {
	m.Slack *= 2
	return m
}

// MIMIC is what is known of MIMIC-IV.
func MIMIC() []Section {
	return []Section{volumes(), people(), chart(), laboratory(), treatment(), infection(), scores()}
}

func volumes() Section {
	single := []string{"rows"}
	return Section{Title: "Volumes", Measures: []Measure{
		{Name: "chartevents a stay, mean", Labels: single, Full: []float64{4584}, From: "V31", Demo: []float64{4778}, SQL: one("(SELECT count(*) FROM mimiciv_icu.chartevents) / count(*)", stays), Slack: 0.12},
		{Name: "inputevents a stay, mean", Labels: single, Full: []float64{116}, From: "V31", Demo: []float64{146}, SQL: one("(SELECT count(*) FROM mimiciv_icu.inputevents) / count(*)", stays), Slack: 0.2},
		{Name: "outputevents a stay, mean", Labels: single, Full: []float64{56.7}, From: "V31", Demo: []float64{66.9}, SQL: one("(SELECT count(*) FROM mimiciv_icu.outputevents) / count(*)", stays), Slack: 0.2},
		{Name: "procedureevents a stay, mean", Labels: single, Full: []float64{8.56}, From: "V31", Demo: []float64{10.5}, SQL: one("(SELECT count(*) FROM mimiciv_icu.procedureevents) / count(*)", stays), Slack: 0.25},
		{Name: "datetimeevents a stay, mean", Labels: single, Full: []float64{106}, From: "V31", Demo: []float64{109}, SQL: one("(SELECT count(*) FROM mimiciv_icu.datetimeevents) / count(*)", stays), Slack: 0.25},
		{Name: "chartevents a stay", Labels: five, Demo: []float64{648, 1256, 2532, 5359, 19875}, SQL: perStay("chartevents"), Slack: 0.4},
		{Name: "chartevents a day", Labels: quartile, Demo: []float64{991, 1169, 1372}, SQL: perDay("chartevents"), Slack: 0.5},
		{Name: "inputevents a day", Labels: quartile, Demo: []float64{17.5, 28.5, 44.9}, SQL: perDay("inputevents"), Slack: 0.4},
		{Name: "outputevents a day", Labels: quartile, Demo: []float64{10.6, 16.0, 21.1}, SQL: perDay("outputevents"), Slack: 0.5},
		{Name: "labevents an admission", Labels: single, Full: []float64{290}, From: "V31", Demo: []float64{392}, SQL: perAdmission("labevents"), Slack: 0.4},
		{Name: "diagnoses_icd an admission", Labels: single, Full: []float64{11.7}, From: "V31", Demo: []float64{16.4}, SQL: perAdmission("diagnoses_icd"), Slack: 0.3},
		{Name: "procedures_icd an admission", Labels: single, Full: []float64{1.57}, From: "V31", Demo: []float64{2.63}, SQL: perAdmission("procedures_icd"), Slack: 0.5},
		{Name: "microbiologyevents an admission", Labels: single, Full: []float64{7.30}, From: "V31", Demo: []float64{10.5}, SQL: perAdmission("microbiologyevents"), Slack: 0.4},
		{Name: "prescriptions an admission", Labels: single, Full: []float64{37.2}, From: "V31", Demo: []float64{65.8}, SQL: perAdmission("prescriptions"), Slack: 0.8},
		{Name: "poe an admission", Labels: single, Full: []float64{95.6}, From: "V31", Demo: []float64{164}, SQL: perAdmission("poe"), Slack: 0.8},
		{Name: "pharmacy an admission", Labels: single, Full: []float64{32.7}, From: "V31", Demo: []float64{55.7}, SQL: perAdmission("pharmacy"), Slack: 0.8},
		{Name: "emar an admission", Labels: single, Full: []float64{78.4}, From: "V31", Demo: []float64{130}, SQL: perAdmission("emar"), Slack: 0.7},
		{Name: "services an admission", Labels: single, Full: []float64{1.09}, From: "V31", Demo: []float64{1.16}, SQL: perAdmission("services"), Slack: 0.1},
		{Name: "transfers an admission", Labels: single, Full: []float64{4.42}, From: "V31", Demo: []float64{4.33}, SQL: perAdmission("transfers"), Slack: 0.2},
	}}
}

func people() Section {
	share := []string{"%"}
	return Section{Title: "Patients and stays", Measures: []Measure{
		{Name: "age at ICU stays", Unit: "years", Labels: []string{"mean", "SD"}, Full: []float64{64.7, 16.9}, From: "J23", SQL: "SELECT [avg(a), stddev(a)] FROM (SELECT p.anchor_age + year(s.intime) - p.anchor_year AS a FROM " + stays + " s JOIN mimiciv_hosp.patients p USING (subject_id))", Slack: 0.08},
		{Name: "female, of ICU stays", Labels: share, Full: []float64{44.3}, From: "J23", SQL: one("100.0 * avg(CAST(gender = 'F' AS INTEGER))", stays+" JOIN mimiciv_hosp.patients USING (subject_id)"), Slack: 0.15},
		{Name: "length of ICU stay", Unit: "days", Labels: five, Demo: []float64{0.62, 1.17, 2.16, 4.91, 13.2}, SQL: quantiles("los", stays), Slack: 0.2},
		{Name: "length of ICU stay of a day or more", Unit: "days", Labels: quartile, Full: []float64{1.54, 2.37, 4.46}, From: "EDA", SQL: quartiles("los", stays+" WHERE los >= 1"), Slack: 0.4},
		{Name: "length of hospital stay", Unit: "days", Labels: five, Demo: []float64{0.6, 2.7, 4.9, 8.8, 22.9}, SQL: quantiles("date_diff('minute', admittime, dischtime) / 1440.0", "mimiciv_hosp.admissions"), Slack: 0.3},
		{Name: "died in hospital, of ICU stays", Labels: share, Full: []float64{11.7}, From: "J23", SQL: one("100.0 * avg(hospital_expire_flag)", stays+" JOIN mimiciv_hosp.admissions USING (hadm_id)"), Slack: 0.3},
		{Name: "patients of ICU stays", Unit: "% of stays", Labels: share, Full: []float64{69.6}, From: "J23", SQL: one("100.0 * count(DISTINCT subject_id) / count(*)", stays), Slack: 0.08},
		{Name: "admission to ICU", Unit: "hours", Labels: five, Demo: []float64{0.02, 1.04, 2.06, 24.9, 184}, SQL: quantiles("date_diff('second', admittime, intime) / 3600.0", stays+" JOIN mimiciv_hosp.admissions USING (hadm_id)"), Slack: 0.3},
		{Name: "came through the emergency department", Labels: share, Demo: []float64{66.2}, SQL: one("100.0 * count(edregtime) / count(*)", "mimiciv_hosp.admissions"), Slack: 0.2},
		{Name: "first heart rate after ICU admission", Unit: "minutes", Labels: five, Demo: []float64{-14, 0, 10, 48, 231}, SQL: "SELECT quantile_cont(m, [0.05, 0.25, 0.5, 0.75, 0.95]) FROM (SELECT date_diff('second', any_value(intime), min(charttime)) / 60.0 AS m FROM mimiciv_icu.chartevents JOIN " + stays + " USING (stay_id) WHERE itemid = 220045 GROUP BY stay_id)", Slack: 0.4},
		{Name: "chronic kidney disease, of admissions", Labels: share, Demo: []float64{26.2}, SQL: one("100.0 * count(DISTINCT hadm_id) / (SELECT count(*) FROM mimiciv_hosp.admissions)", "mimiciv_hosp.diagnoses_icd WHERE icd_code LIKE '585%' OR icd_code LIKE 'N18%'"), Slack: 0.4},
		{Name: "diabetes, of admissions", Labels: share, Demo: []float64{33.5}, SQL: one("100.0 * count(DISTINCT hadm_id) / (SELECT count(*) FROM mimiciv_hosp.admissions)", "mimiciv_hosp.diagnoses_icd WHERE icd_code LIKE '250%' OR icd_code LIKE 'E10%' OR icd_code LIKE 'E11%'"), Slack: 0.4},
	}}
}

func chart() Section {
	item := func(name, unit, ids string, target ...float64) Measure {
		return Measure{Name: name, Unit: unit, Labels: five, Demo: target, SQL: charted(ids), Slack: 0.2}
	}
	return Section{Title: "Charted values", Measures: []Measure{
		item("heart rate", "/min", "220045", 62, 78, 90, 104, 122),
		item("respiratory rate", "/min", "220210", 12, 16, 20, 23, 29),
		item("oxygen saturation", "%", "220277", 92, 95, 97, 99, 100),
		item("systolic pressure, cuff", "mmHg", "220179", 85, 100, 113, 128, 155),
		item("diastolic pressure, cuff", "mmHg", "220180", 42, 54, 62, 71, 89),
		item("mean pressure, cuff", "mmHg", "220181", 54, 66, 74, 84, 103),
		item("systolic pressure, line", "mmHg", "220050", 85, 99, 112, 127, 149),
		wide(item("diastolic pressure, line", "mmHg", "220051", 44, 52, 58, 65, 77)),
		item("mean pressure, line", "mmHg", "220052", 59, 69, 76, 84, 99),
		item("temperature", "°F", "223761", 97.3, 98, 98.4, 99, 101),
		item("glucose, finger stick", "mg/dL", "225664", 85.8, 116, 148, 203, 307),
		item("admission weight", "kg", "226512", 49, 67, 77.4, 91, 119),
		wide(item("inspired oxygen", "%", "223835", 30, 40, 40, 50, 95)),
		item("oxygen flow", "L/min", "223834", 2, 2, 3, 6, 15),
		item("tidal volume observed", "mL", "224685", 311, 394, 458, 540, 792),
		item("minute volume", "L/min", "224687", 5.4, 7.2, 8.9, 10.9, 14.7),
		item("plateau pressure", "cmH2O", "224696", 13, 16, 19, 22, 29),
		wide(item("PEEP set", "cmH2O", "220339", 5, 5, 5, 8, 14)),
		{Name: "stays with an arterial line pressure", Labels: []string{"%"}, Demo: []float64{46.4}, SQL: shareOfStays("chartevents", "itemid = 220052"), Slack: 0.25},
		{Name: "stays with ventilator settings", Labels: []string{"%"}, Demo: []float64{47.9}, SQL: shareOfStays("chartevents", "itemid IN (224688, 224685, 220339)"), Slack: 0.25},
		{Name: "stays with a GCS answer of a tube", Labels: []string{"%"}, Full: []float64{39.7}, From: "M4B", SQL: shareOfStays("chartevents", "itemid = 223900 AND value = 'No Response-ETT'"), Slack: 0.25},
		{Name: "device times with a flow at the same minute", Labels: []string{"%"}, Demo: []float64{37.6}, SQL: "SELECT [100.0 * avg(CAST(f AS INTEGER))] FROM (SELECT stay_id, charttime, bool_or(itemid <> 226732) AS f FROM mimiciv_icu.chartevents WHERE itemid IN (226732, 223834, 227582, 227287) GROUP BY ALL HAVING bool_or(itemid = 226732))", Slack: 0.3},
		{Name: "heart rates on the full hour", Labels: []string{"%"}, Demo: []float64{83.8}, SQL: one("100.0 * avg(CAST(minute(charttime) = 0 AS INTEGER))", "mimiciv_icu.chartevents WHERE itemid = 220045"), Slack: 0.15},
		{Name: "rows that are text alone", Labels: []string{"%"}, Demo: []float64{70.2}, SQL: one("100.0 * avg(CAST(valuenum IS NULL AS INTEGER))", "mimiciv_icu.chartevents"), Slack: 0.2},
	}}
}

func laboratory() Section {
	item := func(name, unit string, id int, target ...float64) Measure {
		return Measure{Name: name + " in ICU", Unit: unit, Labels: five, Demo: target, SQL: inICU(id), Slack: 0.25}
	}
	first := func(name string, id int, target float64) Measure {
		return Measure{Name: "stays with " + name + " on the first day", Labels: []string{"%"}, Demo: []float64{target}, SQL: firstDayLabs(id), Slack: 0.25}
	}
	return Section{Title: "Laboratory", Measures: []Measure{
		item("creatinine", "mg/dL", 50912, 0.4, 0.7, 1.2, 2.3, 4.4),
		item("urea nitrogen", "mg/dL", 51006, 7, 14, 25, 49, 92.9),
		item("sodium", "mEq/L", 50983, 130, 135, 138, 141, 149),
		item("potassium", "mEq/L", 50971, 3.2, 3.7, 4, 4.4, 5.3),
		item("bicarbonate", "mEq/L", 50882, 14, 19, 23, 26, 32),
		item("anion gap", "mEq/L", 50868, 8, 12, 15, 19, 26),
		wide(item("glucose", "mg/dL", 50931, 83, 109, 130, 168, 281)),
		item("hematocrit", "%", 51221, 21.3, 25.5, 28.5, 33.2, 39.9),
		item("platelets", "K/uL", 51265, 27, 95, 157, 216, 352),
		item("white cells", "K/uL", 51301, 4.02, 7.4, 10.4, 14.1, 23.5),
		wide(item("INR", "", 51237, 1, 1.2, 1.3, 1.6, 2.49)),
		wide(item("bilirubin", "mg/dL", 50885, 0.2, 0.4, 0.9, 3.2, 13.8)),
		item("albumin", "g/dL", 50862, 2, 2.3, 2.6, 3.1, 3.76),
		wide(item("lactate", "mmol/L", 50813, 0.8, 1.4, 1.9, 2.9, 7.29)),
		item("pH", "", 50820, 7.19, 7.31, 7.38, 7.43, 7.48),
		item("pCO2", "mmHg", 50818, 27, 34, 39, 46, 59),
		wide(item("pO2", "mmHg", 50821, 36, 74, 99, 134, 338)),
		first("a blood gas", 50821, 67.9), first("lactate", 50813, 75), first("bilirubin", 50885, 55), first("albumin", 50862, 40.7),
		first("INR", 51237, 90.7), first("bands", 51144, 16.4), first("fibrinogen", 51214, 30.7), first("troponin", 51003, 37.1), first("a measured gradient", 50801, 5.7),
		{Name: "results without hadm_id", Labels: []string{"%"}, Demo: []float64{26.4}, SQL: one("100.0 * avg(CAST(hadm_id IS NULL AS INTEGER))", "mimiciv_hosp.labevents"), Slack: 0.4},
		{Name: "creatinine a day in ICU", Labels: []string{"rows"}, Demo: []float64{1.57}, SQL: "SELECT [count(*) / (SELECT sum(los) FROM " + stays + ")] FROM mimiciv_hosp.labevents l JOIN " + stays + " s ON s.hadm_id = l.hadm_id AND l.charttime BETWEEN s.intime AND s.outtime WHERE itemid = 50912", Slack: 0.3},
		{Name: "arterial, of gases with pO2", Labels: []string{"%"}, Demo: []float64{71.1}, SQL: "SELECT [100.0 * avg(CAST(t.value = 'ART.' AS INTEGER))] FROM mimiciv_hosp.labevents g JOIN mimiciv_hosp.labevents t ON t.specimen_id = g.specimen_id AND t.itemid = 52033 WHERE g.itemid = 50821", Slack: 0.2},
	}}
}

func treatment() Section {
	share := []string{"%"}
	drug := func(name string, id int, target ...float64) Measure {
		return Measure{Name: name, Labels: five, Demo: target, SQL: infused(id), Slack: 0.3}
	}
	n, p := drug("norepinephrine rate", 221906, 0.023, 0.066, 0.14, 0.25, 0.41), drug("phenylephrine rate", 221749, 0.30, 0.60, 1.0, 1.8, 4.0)
	n.Unit, p.Unit = "mcg/kg/min", "mcg/kg/min"
	return Section{Title: "Treatment", Measures: []Measure{
		{Name: "stays on a vasopressor", Labels: share, Demo: []float64{37.1}, SQL: shareOfStays("inputevents", "itemid IN (221906, 221749, 222315, 221289, 221662)"), Slack: 0.25},
		{Name: "stays on norepinephrine", Labels: share, Demo: []float64{23.6}, SQL: shareOfStays("inputevents", "itemid = 221906"), Slack: 0.3},
		n, p,
		{Name: "norepinephrine record length", Unit: "minutes", Labels: five, Demo: []float64{7, 27, 62, 124, 340}, SQL: quantiles("date_diff('minute', starttime, endtime)", "mimiciv_icu.inputevents WHERE itemid = 221906"), Slack: 0.3},
		{Name: "stays with invasive ventilation", Labels: share, Demo: []float64{42.9}, SQL: shareOfStays("procedureevents", "itemid = 225792"), Slack: 0.25},
		{Name: "invasive ventilation", Unit: "hours", Labels: five, Demo: []float64{3.7, 11.7, 40.6, 98.9, 232}, SQL: quantiles("value / 60", "mimiciv_icu.procedureevents WHERE itemid = 225792"), Slack: 0.5},
		{Name: "Foley volume", Unit: "mL", Labels: five, Demo: []float64{15, 40, 75, 150, 340}, SQL: quantiles("value", "mimiciv_icu.outputevents WHERE itemid = 226559"), Slack: 0.4},
		{Name: "urine of the first day", Unit: "mL", Labels: five, Demo: []float64{144, 900, 1475, 2448, 4034}, SQL: "SELECT quantile_cont(ml, [0.05, 0.25, 0.5, 0.75, 0.95]) FROM (SELECT sum(CASE WHEN itemid = 227488 THEN -value ELSE value END) AS ml FROM mimiciv_icu.outputevents JOIN " + stays + " USING (stay_id) WHERE itemid IN (226559, 226560, 226561, 226584, 226563, 226564, 226565, 226567, 226557, 226558, 227488, 227489) AND charttime BETWEEN intime AND intime + INTERVAL 24 HOUR GROUP BY stay_id)", Slack: 0.25},
		{Name: "stays with dialysis of any kind", Labels: share, Demo: []float64{6.4}, SQL: shareOfStays("procedureevents", "itemid IN (225441, 225802, 225803, 225805, 225809, 225955)"), Slack: 0.5},
	}}
}

func infection() Section {
	share := []string{"%"}
	return Section{Title: "Infection", Measures: []Measure{
		{Name: "antibiotic rows an admission", Labels: []string{"rows"}, Full: []float64{1.74}, From: "M4N", Demo: []float64{3.28}, SQL: "SELECT [(SELECT count(*) FROM mimiciv_derived.antibiotic) / (SELECT count(*) FROM mimiciv_hosp.admissions)]", Needs: "antibiotic", Slack: 0.6},
		{Name: "IV, of antibiotic rows", Labels: share, Full: []float64{71.8}, From: "M4B", SQL: one("100.0 * avg(CAST(route = 'IV' AS INTEGER))", "mimiciv_derived.antibiotic"), Needs: "antibiotic", Slack: 0.2},
		{Name: "stays with suspected infection", Labels: share, Full: []float64{59.9}, From: "JS18", Demo: []float64{58.6}, SQL: "SELECT [100.0 * count(DISTINCT stay_id) / (SELECT count(*) FROM " + stays + ")] FROM mimiciv_derived.suspicion_of_infection WHERE suspected_infection = 1 AND stay_id IS NOT NULL", Needs: "suspicion_of_infection", Slack: 0.2},
		{Name: "antibiotic rows matched to a culture", Labels: share, Demo: []float64{87.6}, SQL: one("100.0 * avg(suspected_infection)", "mimiciv_derived.suspicion_of_infection"), Needs: "suspicion_of_infection", Slack: 0.2},
		{Name: "date only, of specimens", Labels: share, Demo: []float64{3.4}, SQL: "SELECT [100.0 * avg(CAST(t IS NULL AS INTEGER))] FROM (SELECT max(charttime) AS t FROM mimiciv_hosp.microbiologyevents GROUP BY micro_specimen_id)", Slack: 0.7},
		{Name: "without hadm_id, of specimens", Labels: share, Demo: []float64{31.7}, SQL: "SELECT [100.0 * avg(CAST(h IS NULL AS INTEGER))] FROM (SELECT max(hadm_id) AS h FROM mimiciv_hosp.microbiologyevents GROUP BY micro_specimen_id)", Slack: 0.4},
		{Name: "blood cultures, of specimens", Labels: share, Demo: []float64{36.8}, SQL: "SELECT [100.0 * avg(CAST(s = 'BLOOD CULTURE' AS INTEGER))] FROM (SELECT max(spec_type_desc) AS s FROM mimiciv_hosp.microbiologyevents GROUP BY micro_specimen_id)", Slack: 0.3},
		{Name: "MAIN and BASE, of prescriptions", Labels: []string{"MAIN %", "BASE %"}, Demo: []float64{79.6, 20.3}, SQL: "SELECT [100.0 * avg(CAST(drug_type = 'MAIN' AS INTEGER)), 100.0 * avg(CAST(drug_type = 'BASE' AS INTEGER))] FROM mimiciv_hosp.prescriptions", Slack: 0.15},
	}}
}

func scores() Section {
	return Section{Title: "Scores", Measures: []Measure{
		{Name: "SOFA, first day", Labels: []string{"mean", "median", "75 %", "95 %"}, Full: []float64{4.41, 4, 6, 11}, From: "M4B", SQL: "SELECT [avg(sofa), quantile_cont(sofa, 0.5), quantile_cont(sofa, 0.75), quantile_cont(sofa, 0.95)] FROM mimiciv_derived.first_day_sofa", Needs: "first_day_sofa", Slack: 0.2},
		{Name: "SOFA part missing", Unit: "%", Labels: []string{"respiration", "liver", "coagulation", "all six present"}, Full: []float64{60.9, 47.2, 1.2, 20.4}, From: "M4B", SQL: "SELECT [100.0 * avg(CAST(respiration IS NULL AS INTEGER)), 100.0 * avg(CAST(liver IS NULL AS INTEGER)), 100.0 * avg(CAST(coagulation IS NULL AS INTEGER)), 100.0 * avg(CAST(respiration + coagulation + liver + cardiovascular + cns + renal IS NOT NULL AS INTEGER))] FROM mimiciv_derived.first_day_sofa", Needs: "first_day_sofa", Slack: 0.25},
		{Name: "SAPS II", Labels: five, Demo: []float64{15, 26, 35, 45, 61}, SQL: score("sapsii", "sapsii"), Needs: "sapsii", Slack: 0.2},
		{Name: "OASIS", Labels: five, Demo: []float64{18, 26, 31, 36, 46}, SQL: score("oasis", "oasis"), Needs: "oasis", Slack: 0.2},
		{Name: "APS III", Labels: five, Demo: []float64{20, 30, 42, 54, 81}, SQL: score("apsiii", "apsiii"), Needs: "apsiii", Slack: 0.2},
		{Name: "MELD", Labels: five, Demo: []float64{6, 8, 11, 20, 28}, SQL: score("meld", "meld"), Needs: "meld", Slack: 0.25},
		{Name: "Charlson, admissions", Labels: five, Demo: []float64{0, 3, 5, 7, 9}, SQL: score("charlson", "charlson_comorbidity_index"), Needs: "charlson", Slack: 0.2},
		{Name: "SIRS of 2 or more", Labels: []string{"%"}, Full: []float64{86.4}, From: "JS18", Demo: []float64{92.1}, SQL: one("100.0 * avg(CAST(sirs >= 2 AS INTEGER))", "mimiciv_derived.sirs"), Needs: "sirs", Slack: 0.1},
		{Name: "Sepsis-3", Labels: []string{"% of stays"}, Full: []float64{43.7}, From: "M4N", Demo: []float64{43.6}, SQL: "SELECT [100.0 * count(*) / (SELECT count(*) FROM " + stays + ")] FROM mimiciv_derived.sepsis3", Needs: "sepsis3", Slack: 0.2},
		{Name: "KDIGO stage, first 48 h", Unit: "%", Labels: []string{"0", "1", "2", "3"}, Demo: []float64{37.9, 17.1, 30.0, 15.0}, SQL: "SELECT [100.0 * avg(CAST(k = 0 AS INTEGER)), 100.0 * avg(CAST(k = 1 AS INTEGER)), 100.0 * avg(CAST(k = 2 AS INTEGER)), 100.0 * avg(CAST(k = 3 AS INTEGER))] FROM (SELECT coalesce(max(aki_stage), 0) AS k FROM " + stays + " s LEFT JOIN mimiciv_derived.kdigo_stages k ON k.stay_id = s.stay_id AND k.charttime BETWEEN s.intime AND s.intime + INTERVAL 48 HOUR GROUP BY s.stay_id)", Needs: "kdigo_stages", Slack: 0.3},
		{Name: "ventilation episodes a stay", Labels: []string{"mean"}, Full: []float64{1.53}, From: "M4N", SQL: "SELECT [(SELECT count(*) FROM mimiciv_derived.ventilation) / (SELECT count(*) FROM " + stays + ")]", Needs: "ventilation", Slack: 0.25},
		{Name: "vasopressor intervals a stay", Labels: []string{"mean"}, Full: []float64{8.27}, From: "M4N", SQL: "SELECT [(SELECT count(*) FROM mimiciv_derived.norepinephrine_equivalent_dose) / (SELECT count(*) FROM " + stays + ")]", Needs: "norepinephrine_equivalent_dose", Slack: 0.25},
		{Name: "urine rows a stay", Labels: []string{"mean"}, Full: []float64{43.7}, From: "M4N", SQL: "SELECT [(SELECT count(*) FROM mimiciv_derived.urine_output_rate) / (SELECT count(*) FROM " + stays + ")]", Needs: "urine_output_rate", Slack: 0.2},
		{Name: "urine rows with 24 h covered", Labels: []string{"%"}, Full: []float64{64.9}, From: "M4B", SQL: one("100.0 * avg(CAST(uo_tm_24hr >= 24 AS INTEGER))", "mimiciv_derived.urine_output_rate"), Needs: "urine_output_rate", Slack: 0.2},
	}}
}
