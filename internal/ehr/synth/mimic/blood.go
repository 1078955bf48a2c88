package mimic

import "m4bench/internal/ehr/synth/course"

const (
	chemical = "Chemistry"
	cells    = "Hematology"
	bloodGas = "Blood Gas"
)

var (
	sodium       = blood(50983, "Sodium", chemical, "mEq/L", 0, 133, 145)
	potassium    = blood(50971, "Potassium", chemical, "mEq/L", 1, 3.3, 5.1)
	chloride     = blood(50902, "Chloride", chemical, "mEq/L", 0, 96, 108)
	bicarbonate  = blood(50882, "Bicarbonate", chemical, "mEq/L", 0, 22, 32)
	anionGap     = blood(50868, "Anion Gap", chemical, "mEq/L", 0, 8, 20)
	urea         = blood(51006, "Urea Nitrogen", chemical, "mg/dL", 0, 6, 20)
	creatinine   = blood(50912, "Creatinine", chemical, "mg/dL", 1, 0.4, 1.1)
	glucose      = blood(50931, "Glucose", chemical, "mg/dL", 0, 70, 105)
	calcium      = blood(50893, "Calcium, Total", chemical, "mg/dL", 1, 8.4, 10.3)
	albumin      = blood(50862, "Albumin", chemical, "g/dL", 1, 3.5, 5.2)
	globulin     = blood(50930, "Globulin", chemical, "g/dL", 1, 2, 4)
	protein      = blood(50976, "Protein, Total", chemical, "g/dL", 1, 6.4, 8.3)
	alanine      = blood(50861, "Alanine Aminotransferase (ALT)", chemical, "IU/L", 0, 0, 40)
	aspartate    = blood(50878, "Asparate Aminotransferase (AST)", chemical, "IU/L", 0, 0, 40)
	alkaline     = blood(50863, "Alkaline Phosphatase", chemical, "IU/L", 0, 40, 130)
	bilirubin    = blood(50885, "Bilirubin, Total", chemical, "mg/dL", 1, 0, 1.5)
	bilirubinDir = blood(50883, "Bilirubin, Direct", chemical, "mg/dL", 1, 0, 0.3)
	bilirubinInd = blood(50884, "Bilirubin, Indirect", chemical, "mg/dL", 1, 0, 1.2)
	gammaGT      = blood(50927, "Gamma Glutamyltransferase", chemical, "IU/L", 0, 8, 61)
	amylase      = blood(50867, "Amylase", chemical, "IU/L", 0, 0, 100)
	creatineK    = blood(50910, "Creatine Kinase (CK)", chemical, "IU/L", 0, 39, 308)
	creatineMB   = blood(50911, "Creatine Kinase, MB Isoenzyme", chemical, "ng/mL", 0, 0, 10)
	lactateDH    = blood(50954, "Lactate Dehydrogenase (LD)", chemical, "IU/L", 0, 94, 250)
	troponin     = blood(51003, "Troponin T", chemical, "ng/mL", 2, 0, 0.01)
	natriuretic  = blood(50963, "NTproBNP", chemical, "pg/mL", 0, 0, 449)
	reactive     = blood(50889, "C-Reactive Protein", chemical, "mg/L", 1, 0, 5)

	hematocrit  = blood(51221, "Hematocrit", cells, "%", 1, 36, 48)
	hemoglobin  = blood(51222, "Hemoglobin", cells, "g/dL", 1, 12, 16)
	platelets   = blood(51265, "Platelet Count", cells, "K/uL", 0, 150, 440)
	white       = blood(51301, "White Blood Cells", cells, "K/uL", 1, 4, 11)
	white2      = blood(51300, "WBC Count", cells, "K/uL", 1, 4, 11)
	whiteOther  = blood(51755, "White Blood Cells", chemical, "K/uL", 1, 4, 11)
	lymphShare  = blood(51245, "Lymphocytes, Percent", cells, "%", 1, 18, 42)
	lymphCount  = blood(52769, "Absolute Lymphocyte Count", cells, "#/uL", 0, 1200, 3700)
	eosCount    = blood(51199, "Eosinophil Count", cells, "#/uL", 0, 40, 540)
	monoCount   = blood(51253, "Monocyte Count", cells, "#/uL", 0, 200, 800)
	granCount   = blood(51218, "Granulocyte Count", cells, "#/uL", 0, 1800, 7000)
	aggregation = blood(52159, "Platelet Aggregation", cells, "%", 0, 0, 0)
	cellMCH     = blood(51248, "MCH", cells, "pg", 1, 27, 32)
	cellMCHC    = blood(51249, "MCHC", cells, "g/dL", 1, 31, 35)
	cellMCV     = blood(51250, "MCV", cells, "fL", 0, 82, 98)
	redCells    = blood(51279, "Red Blood Cells", cells, "m/uL", 2, 4.2, 5.4)
	cellRDW     = blood(51277, "RDW", cells, "%", 1, 10.5, 15.5)
	cellRDWSD   = blood(52172, "RDW-SD", cells, "fL", 1, 35.1, 46.3)
	neutrophils = blood(51256, "Neutrophils", cells, "%", 1, 50, 70)
	lymphocytes = blood(51244, "Lymphocytes", cells, "%", 1, 18, 42)
	monocytes   = blood(51254, "Monocytes", cells, "%", 1, 2, 11)
	eosinophils = blood(51200, "Eosinophils", cells, "%", 1, 0, 4)
	basophils   = blood(51146, "Basophils", cells, "%", 1, 0, 2)
	bands       = blood(51144, "Bands", cells, "%", 0, 0, 5)
	atypical    = blood(51143, "Atypical Lymphocytes", cells, "%", 0, 0, 0.5)
	metas       = blood(51251, "Metamyelocytes", cells, "%", 0, 0, 0.5)
	immature    = blood(52135, "Immature Granulocytes", cells, "%", 1, 0, 0.6)
	nucleated   = blood(51257, "Nucleated Red Cells", cells, "%", 0, 0, 0.5)
	absNeutro   = blood(52075, "Absolute Neutrophil Count", cells, "K/uL", 2, 1.6, 6.1)
	absLympho   = blood(51133, "Absolute Lymphocyte Count", cells, "K/uL", 2, 1.2, 3.7)
	absMono     = blood(52074, "Absolute Monocyte Count", cells, "K/uL", 2, 0.2, 0.8)
	absEosino   = blood(52073, "Absolute Eosinophil Count", cells, "K/uL", 2, 0.04, 0.54)
	absBaso     = blood(52069, "Absolute Basophil Count", cells, "K/uL", 2, 0.01, 0.08)

	inr        = blood(51237, "INR(PT)", cells, "", 1, 0.9, 1.1)
	prothrombi = blood(51274, "PT", cells, "sec", 1, 9.4, 12.5)
	partialT   = blood(51275, "PTT", cells, "sec", 1, 25, 36.5)
	fibrinogen = blood(51214, "Fibrinogen, Functional", cells, "mg/dL", 0, 180, 400)
	dimer      = blood(51196, "D-Dimer", cells, "ng/mL", 0, 0, 500)
	thrombin   = blood(51297, "Thrombin", cells, "sec", 1, 14, 21)
)

// near is a result around a level, with the scatter of the method.
func (l *lab) near(it *labItem, level, scatter float64) float64 {
	v := level * (1 + float64(scatter*l.r.Z()))
	l.result(it, max(v, 0))
	return v
}

// chemistry is the daily metabolic panel.
func (l *lab) chemistry(ill *course.Illness, t int64) {
	h := ill.Hours(t)
	l.draw(t)
	na := l.near(sodium, c130(ill.Sodium.At(h)), 0.009)
	l.near(potassium, max(ill.Potassium.At(h), 2.2), 0.06)
	cl := l.near(chloride, c130(ill.Chloride.At(h)), 0.012)
	bic := l.near(bicarbonate, max(ill.Bicarbonate.At(h), 4), 0.05)
	l.result(anionGap, max(na-cl-bic+float64(1.5*l.r.Z())+3.5, 6+float64(4*l.r.Unit())))
	if !l.noCreatinine {
		l.near(creatinine, max(ill.Creatinine.At(h), 0.1), 0.05)
	}
	l.near(urea, max(ill.Urea.At(h), 3), 0.06)
	l.near(glucose, ill.Glucose.At(h), 0.12)
	if l.r.Chance(0.9) {
		l.near(calcium, ill.Calcium.At(h), 0.03)
	}
}

// c130 keeps a salt concentration within what people survive.
func c130(v float64) float64 { return min(max(v, 75), 172) }

// count is the blood count, sometimes with its differential.
func (l *lab) count(ill *course.Illness, t int64, differential bool) {
	h := ill.Hours(t)
	l.draw(t)
	hct := l.near(hematocrit, min(max(ill.Hematocrit.At(h), 12), 58), 0.04)
	hb := l.near(hemoglobin, hct*0.332, 0.02)
	l.near(platelets, max(ill.Platelets.At(h), 5), 0.06)
	wbc := l.near(white, max(ill.White.At(h), 0.1), 0.08)
	volume := l.near(cellMCV, 90, 0.06)
	red := hct * 10 / volume
	l.result(redCells, red)
	l.result(cellMCH, hb*10/red)
	l.result(cellMCHC, hb*100/hct)
	l.near(cellRDW, 15.2, 0.12)
	if l.r.Chance(0.45) {
		l.near(cellRDWSD, 51, 0.14)
	}
	if differential {
		l.differential(ill, h, wbc)
	}
}

func (l *lab) differential(ill *course.Illness, h, wbc float64) {
	lympho := min(l.r.LogNormal(12, 0.6), 70)
	mono := min(l.r.LogNormal(5.2, 0.5), 20)
	eos := min(l.r.LogNormal(0.6, 1), 12)
	baso := min(l.r.LogNormal(0.2, 0.8), 3)
	band := 0.0
	if l.r.Chance(0.19) {
		band = max(0, ill.Bands.At(h)+float64(2*l.r.Z()))
		l.result(bands, band)
		l.result(atypical, float64(l.r.Below(2)))
		l.result(metas, float64(l.r.Below(3)))
	}
	neutro := max(100-lympho-mono-eos-baso-band, 1)
	l.result(neutrophils, neutro)
	l.result(lymphocytes, lympho)
	l.result(monocytes, mono)
	l.result(eosinophils, eos)
	l.result(basophils, baso)
	if l.r.Chance(0.4) {
		l.result(immature, l.r.LogNormal(0.6, 0.6))
	}
	if l.r.Chance(0.1) {
		l.result(nucleated, float64(l.r.Below(3)))
	}
	if l.r.Chance(0.01) { // an older analyser counts cells per microlitre
		l.result(lymphShare, lympho)
		l.result(lymphCount, lympho*wbc*10)
		l.result(eosCount, eos*wbc*10)
		l.result(monoCount, mono*wbc*10)
		l.result(granCount, neutro*wbc*10)
		l.result(white2, wbc)
		if l.r.Chance(0.3) {
			l.result(whiteOther, wbc)
			l.result(aggregation, l.r.Range(60, 95))
		}
		return
	}
	if l.r.Chance(0.42) {
		l.result(absNeutro, neutro*wbc/100)
		l.result(absLympho, lympho*wbc/100)
		l.result(absMono, mono*wbc/100)
		l.result(absEosino, eos*wbc/100)
		l.result(absBaso, baso*wbc/100)
	}
}

func (l *lab) coagulation(ill *course.Illness, t int64) {
	h := ill.Hours(t)
	l.draw(t)
	v := l.near(inr, max(ill.INR.At(h), 0.8), 0.06)
	l.near(prothrombi, v*11, 0.03)
	if l.r.Chance(0.9) {
		l.near(partialT, min(max(ill.PTT.At(h), 19), 150), 0.12)
	}
	if l.r.Chance(0.25) {
		l.near(fibrinogen, max(ill.Fibrinogen.At(h), 40), 0.08)
	}
	if l.r.Chance(0.01) {
		l.result(dimer, l.r.LogNormal(2200, 0.9))
	}
	if l.r.Chance(0.003) {
		l.result(thrombin, l.r.LogNormal(18, 0.3))
	}
}

// liver is the liver panel.
func (l *lab) liver(ill *course.Illness, t int64) {
	h := ill.Hours(t)
	l.draw(t)
	alt := l.near(alanine, max(ill.Transaminase.At(h), 5), 0.1)
	l.near(aspartate, alt*1.5, 0.2)
	l.near(alkaline, 100, 0.4)
	bili := l.near(bilirubin, max(ill.Bilirubin.At(h), 0.1), 0.08)
	if l.r.Chance(0.12) {
		direct := bili * l.r.Range(0.3, 0.8)
		l.result(bilirubinDir, direct)
		l.result(bilirubinInd, max(bili-direct, 0))
	}
	if l.r.Chance(0.72) {
		l.near(albumin, max(ill.Albumin.At(h), 1.2), 0.05)
	}
	if l.r.Chance(0.5) {
		l.near(lactateDH, 300, 0.6)
	}
	if l.r.Chance(0.08) {
		l.near(amylase, 65, 0.5)
	}
	if l.r.Chance(0.05) {
		l.near(protein, 6, 0.1)
		l.near(globulin, 2.8, 0.15)
	}
	if l.r.Chance(0.01) {
		l.near(gammaGT, 70, 0.7)
	}
}

// heart is the panel of heart muscle markers.
func (l *lab) heart(ill *course.Illness, t int64) {
	h := ill.Hours(t)
	l.draw(t)
	if v := ill.Troponin.At(h); v < 0.01 || l.r.Chance(0.3) {
		l.record(troponin, 0, 2, labBounded)
	} else {
		l.near(troponin, max(v, 0.01), 0.1)
	}
	ck := l.near(creatineK, max(ill.MuscleEnzyme.At(h), 10), 0.1)
	l.near(creatineMB, max(ck*0.03, 1), 0.3)
	if l.r.Chance(0.12) {
		l.result(natriuretic, l.r.LogNormal(3600, 1.2))
	}
	if l.r.Chance(0.05) {
		l.result(reactive, l.r.LogNormal(40, 1))
	}
}
