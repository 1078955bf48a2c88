package eicu

import "m4bench/internal/ehr/synth/course"

// test is a laboratory test.
type test struct {
	kind   int // chemistry 1, drug 2, hematology 3, miscellaneous 4, gas 7
	name   string
	unit   string
	digits int
	spread float64
	level  func(*course.Illness, float64) float64
}

// panels are the tests done together.
var panels = [][]test{
	{
		{1, "glucose", "mg/dL", 0, 0.1, func(i *course.Illness, h float64) float64 { return i.Glucose.At(h) }},
		{1, "potassium", "mmol/L", 1, 0.06, func(i *course.Illness, h float64) float64 { return i.Potassium.At(h) }},
		{1, "sodium", "mmol/L", 0, 0.01, func(i *course.Illness, h float64) float64 { return i.Sodium.At(h) }},
		{1, "chloride", "mmol/L", 0, 0.012, func(i *course.Illness, h float64) float64 { return i.Chloride.At(h) }},
		{1, "creatinine", "mg/dL", 2, 0.05, func(i *course.Illness, h float64) float64 { return i.Creatinine.At(h) }},
		{1, "BUN", "mg/dL", 0, 0.06, func(i *course.Illness, h float64) float64 { return i.Urea.At(h) }},
		{1, "calcium", "mg/dL", 1, 0.03, func(i *course.Illness, h float64) float64 { return i.Calcium.At(h) }},
		{1, "magnesium", "mg/dL", 1, 0.1, steady(2)}, {1, "phosphate", "mg/dL", 1, 0.25, steady(3.4)}, {1, "anion gap", "", 0, 0.25, steady(11)},
		{1, "bicarbonate", "mmol/L", 0, 0.05, func(i *course.Illness, h float64) float64 { return i.Bicarbonate.At(h) }},
	},
	{
		{3, "Hgb", "g/dL", 1, 0.03, func(i *course.Illness, h float64) float64 { return i.Hematocrit.At(h) * 0.332 }},
		{3, "Hct", "%", 1, 0.03, func(i *course.Illness, h float64) float64 { return i.Hematocrit.At(h) }},
		{3, "WBC x 1000", "K/mcL", 1, 0.08, func(i *course.Illness, h float64) float64 { return i.White.At(h) }},
		{3, "platelets x 1000", "K/mcL", 0, 0.06, func(i *course.Illness, h float64) float64 { return i.Platelets.At(h) }},
		{3, "MCV", "fL", 0, 0.05, steady(90)}, {3, "MCH", "pg", 1, 0.05, steady(30)}, {3, "MCHC", "g/dL", 1, 0.03, steady(33)}, {3, "RBC", "M/mcL", 2, 0.12, steady(3.6)}, {3, "RDW", "%", 1, 0.12, steady(15)}, {3, "MPV", "fL", 1, 0.1, steady(10)},
		{3, "-lymphs", "%", 0, 0.5, steady(14)}, {3, "-polys", "%", 0, 0.12, steady(76)}, {3, "-monos", "%", 0, 0.4, steady(7)}, {3, "-eos", "%", 0, 0.8, steady(1)}, {3, "-basos", "%", 0, 0.8, steady(0.4)},
	},
	{
		{1, "albumin", "g/dL", 1, 0.05, func(i *course.Illness, h float64) float64 { return i.Albumin.At(h) }},
		{1, "total bilirubin", "mg/dL", 1, 0.08, func(i *course.Illness, h float64) float64 { return i.Bilirubin.At(h) }},
		{1, "ALT (SGPT)", "Units/L", 0, 0.1, func(i *course.Illness, h float64) float64 { return i.Transaminase.At(h) }},
		{1, "AST (SGOT)", "Units/L", 0, 0.2, func(i *course.Illness, h float64) float64 { return i.Transaminase.At(h) * 1.5 }},
		{1, "alkaline phos.", "Units/L", 0, 0.4, steady(95)}, {1, "total protein", "g/dL", 1, 0.1, steady(6)},
	},
	{
		{7, "paO2", "mm Hg", 0, 0.33, func(i *course.Illness, h float64) float64 { return i.Oxygenation.At(h) * 0.34 }},
		{7, "paCO2", "mm Hg", 0, 0.2, func(i *course.Illness, h float64) float64 { return i.CarbonDioxide.At(h) }},
		{7, "pH", "", 2, 0.008, func(i *course.Illness, h float64) float64 { return i.Acidity.At(h) }},
		{7, "FiO2", "%", 0, 0.2, func(i *course.Illness, h float64) float64 { return bounded(12_000/i.Oxygenation.At(h), 21, 100) }},
		{1, "lactate", "mmol/L", 1, 0.4, func(i *course.Illness, h float64) float64 { return i.Lactate.At(h) }},
	},
	{
		{3, "PT - INR", "ratio", 1, 0.06, func(i *course.Illness, h float64) float64 { return i.INR.At(h) }},
		{3, "PTT", "sec", 0, 0.12, func(i *course.Illness, h float64) float64 { return i.PTT.At(h) }},
	},
}

// steady is a level that illness leaves alone.
func steady(v float64) func(*course.Illness, float64) float64 {
	return func(*course.Illness, float64) float64 { return v }
}

// labs reports the panels: the first two daily or more, the others as needed.
func (n *notes) labs() {
	if n.r.Chance(0.12) {
		return
	}
	often := []float64{11, 13, 30, 14, 30}
	shares := []float64{1, 0.98, 0.6, 0.2 + float64(0.6*n.s.Reason.Lung), 0.5}
	for i, panel := range panels {
		if !n.r.Chance(shares[i]) {
			continue
		}
		for at := n.r.Between(-180, 200); at < n.end(); at += 20 + int(60*n.r.LogNormal(often[i], 0.4)) {
			for j := range panel {
				n.result(&panel[j], at)
			}
		}
	}
	for at := n.r.Between(0, 300); at < n.end() && n.s.Illness.Glucose.Worst > 140; at += n.r.Between(120, 420) {
		n.labRow(4, "bedside glucose", "mg/dL", at, rounded(n.s.Illness.Glucose.At(float64(at)/60)*n.r.LogNormal(1, 0.2), 0))
	}
}

func (n *notes) result(t *test, at int) {
	v := t.level(&n.s.Illness, float64(at)/60) * (1 + float64(t.spread*n.r.Z()))
	n.labRow(t.kind, t.name, t.unit, at, rounded(max(v, 0.1), t.digits))
}

func (n *notes) labRow(kind int, name, unit string, at int, v float64) {
	t := n.Table("lab")
	t.Long(n.serial())
	t.Long(n.id)
	t.Int(at)
	t.Long(int64(kind))
	t.Text(name)
	t.Real(v)
	t.Once(formatted(v))
	t.TextOrNull(unit)
	t.TextOrNull(unit)
	t.Int(at + n.r.Between(20, 120))
	t.End()
}
