package mimic

import "m4bench/internal/ehr/synth/course"

var (
	specimenType = func() *labItem {
		it := blood(52033, "Specimen Type", bloodGas, "", 0, 0, 0)
		it.words = []string{"ART.", "VEN.", "MIX.", "CENTRAL VENOUS."}
		return it
	}()
	gasGradient   = blood(50801, "Alveolar-arterial Gradient", bloodGas, "mm Hg", 0, 0, 0)
	gasBase       = blood(50802, "Base Excess", bloodGas, "mEq/L", 0, 0, 0)
	gasBicarb     = blood(50803, "Calculated Bicarbonate, Whole Blood", bloodGas, "mEq/L", 0, 22, 30)
	gasTotal      = blood(50804, "Calculated Total CO2", bloodGas, "mEq/L", 0, 21, 30)
	gasCarboxy    = blood(50805, "Carboxyhemoglobin", bloodGas, "%", 0, 0, 5)
	gasChloride   = blood(50806, "Chloride, Whole Blood", bloodGas, "mEq/L", 0, 96, 108)
	gasCalcium    = blood(50808, "Free Calcium", bloodGas, "mmol/L", 2, 1.12, 1.32)
	gasGlucose    = blood(50809, "Glucose", bloodGas, "mg/dL", 0, 70, 105)
	gasHematocrit = blood(50810, "Hematocrit, Calculated", bloodGas, "%", 0, 0, 0)
	gasHemoglobin = blood(50811, "Hemoglobin", bloodGas, "g/dL", 1, 12, 18)
	gasLactate    = blood(50813, "Lactate", bloodGas, "mmol/L", 1, 0.5, 2)
	gasMet        = blood(50814, "Methemoglobin", bloodGas, "%", 0, 0, 2)
	gasFlow       = blood(50815, "O2 Flow", bloodGas, "L/min", 0, 0, 0)
	gasOxygen     = blood(50816, "Oxygen", bloodGas, "%", 0, 0, 0)
	gasSaturation = blood(50817, "Oxygen Saturation", bloodGas, "%", 0, 0, 0)
	gasCO2        = blood(50818, "pCO2", bloodGas, "mm Hg", 0, 35, 45)
	gasPEEP       = blood(50819, "PEEP", bloodGas, "", 0, 0, 0)
	gasPH         = blood(50820, "pH", bloodGas, "units", 2, 7.35, 7.45)
	gasO2         = blood(50821, "pO2", bloodGas, "mm Hg", 0, 85, 105)
	gasPotassium  = blood(50822, "Potassium, Whole Blood", bloodGas, "mEq/L", 1, 3.3, 5.3)
	gasRequired   = blood(50823, "Required O2", bloodGas, "%", 0, 0, 0)
	gasSodium     = blood(50824, "Sodium, Whole Blood", bloodGas, "mEq/L", 0, 133, 145)
	gasTemp       = blood(50825, "Temperature", bloodGas, "", 1, 0, 0)
)

// Which word of specimenType a gas has.
const (
	arterial = iota
	venous
	mixed
	central
)

// gas is one blood gas; without its gases proper it is a lactate with salts.
func (l *lab) gas(ill *course.Illness, s *course.Stay, t int64, kind int) {
	h := ill.Hours(t)
	l.draw(t)
	l.delay = uint16(l.r.Between(1, 12))
	if l.r.Chance(0.98) {
		l.record(specimenType, int32(kind), 0, labWord)
	}
	support := course.RoomAir
	if s != nil {
		support = s.Support(t)
	}
	l.pressures(ill, h, kind, support)
	if l.r.Chance(0.62) {
		l.near(gasLactate, max(ill.Lactate.At(h), 0.5), 0.12)
	}
	if l.r.Chance(0.6) {
		l.near(gasPotassium, max(ill.Potassium.At(h), 2.2), 0.06)
		l.near(gasSodium, c130(ill.Sodium.At(h)-3), 0.012)
		l.near(gasChloride, c130(ill.Chloride.At(h)+1), 0.012)
		l.near(gasGlucose, ill.Glucose.At(h), 0.12)
	}
	if l.r.Chance(0.65) {
		l.near(gasCalcium, ill.Calcium.At(h)*0.132, 0.04)
	}
	if l.r.Chance(0.5) {
		hct := max(ill.Hematocrit.At(h), 12)
		l.near(gasHemoglobin, hct*0.33, 0.03)
		l.near(gasHematocrit, hct, 0.03)
	}
	if l.r.Chance(0.4) {
		l.result(gasTemp, ill.Temperature.At(h))
	}
	if l.r.Chance(0.02) {
		l.result(gasCarboxy, float64(1+l.r.Below(3)))
		l.result(gasMet, float64(l.r.Below(2)))
	}
}

func (l *lab) pressures(ill *course.Illness, h float64, kind int, support course.Support) {
	share := 21.0
	if support >= course.Cannula {
		share = min(max(l.r.LogNormal(13_000, 0.3)/ill.Oxygenation.At(h), 30), 100)
	}
	if support == course.Intubated && l.r.Chance(0.22) {
		share = 100 // just intubated, or on the way to a scan
	}
	pH := min(max(ill.Acidity.At(h)+float64(0.045*l.r.Z()), 6.85), 7.65)
	co2 := min(max(ill.CarbonDioxide.At(h)+float64(5.5*l.r.Z()), 15), 125)
	o2 := min(max(float64(ill.Oxygenation.At(h)*share/100)+float64(22*l.r.Z()), 38), 520)
	if kind != arterial {
		pH -= 0.03
		co2 += 5
		o2 = min(max(41+float64(8*l.r.Z()), 18), 90)
	}
	l.result(gasPH, pH)
	l.result(gasCO2, co2)
	l.result(gasO2, o2)
	base := float64((pH-7.4)*60) + float64((co2-40)*0.3)
	l.result(gasBase, base)
	total := min(max(24+base, 5), 48)
	l.result(gasTotal, total)
	if l.r.Chance(0.03) {
		l.result(gasBicarb, total-1)
	}
	if support >= course.Mask && l.r.Chance(0.35) {
		l.result(gasOxygen, float64(int(share/10)*10))
		if support == course.Intubated {
			l.result(gasPEEP, float64(5+2*l.r.Below(4)))
		}
		if share >= 65 && l.r.Chance(0.6) {
			l.result(gasGradient, max(float64(share*7.13)-co2-o2, 10))
			l.result(gasRequired, share)
		}
	}
	if support == course.Cannula && l.r.Chance(0.1) {
		l.result(gasFlow, float64(1+l.r.Below(6)))
	}
	if l.r.Chance(0.33) {
		l.result(gasSaturation, min(max(float64(o2*0.6)+38, 40), 99))
	}
}
