package mimic

// Results that the chart of an ICU stay repeats.
func init() {
	for _, c := range []struct {
		from  *labItem
		id    int64
		label string
	}{
		{chloride, 220602, "Chloride (serum)"}, {potassium, 227442, "Potassium (serum)"}, {sodium, 220645, "Sodium (serum)"},
		{bicarbonate, 227443, "HCO3 (serum)"}, {anionGap, 227073, "Anion gap"}, {creatinine, 220615, "Creatinine (serum)"}, {urea, 225624, "BUN"},
		{hematocrit, 220545, "Hematocrit (serum)"}, {hemoglobin, 220228, "Hemoglobin"}, {calcium, 225625, "Calcium non-ionized"}, {platelets, 227457, "Platelet Count"},
		{white, 220546, "WBC"}, {partialT, 227466, "PTT"}, {prothrombi, 227465, "Prothrombin time"}, {inr, 227467, "INR"}, {gasLactate, 225668, "Lactic Acid"},
		{gasPH, 223830, "PH (Arterial)"}, {gasO2, 220224, "Arterial O2 pressure"}, {gasCO2, 220235, "Arterial CO2 Pressure"}, {gasBase, 224828, "Arterial Base Excess"},
		{gasTotal, 225698, "TCO2 (calc) Arterial"}, {gasCalcium, 225667, "Ionized Calcium"},
	} {
		c.from.copied = numeric(c.id, c.label, "Labs", c.from.unit)
	}
	glucose.copied, gasGlucose.copied = serumGlucose, bloodGlucose
}
