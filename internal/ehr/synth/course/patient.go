package course

import "m4bench/internal/ehr/synth/random"

// Chronic is the set of lasting conditions of a patient.
type Chronic uint32

// Lasting conditions.
const (
	Hypertension Chronic = 1 << iota
	Hyperlipidemia
	Diabetes
	DiabetesDamage
	HeartFailure
	CoronaryDisease
	OldInfarct
	AtrialFibrillation
	VesselDisease
	OldStroke
	Dementia
	LungDisease
	Rheumatic
	Ulcer
	Hepatitis
	Cirrhosis
	Paraplegia
	KidneyDisease
	Dialysis
	Cancer
	BloodCancer
	Metastases
	AIDS
	Smoker
)

// Has says whether all the conditions given are present.
func (c Chronic) Has(other Chronic) bool { return c&other == other }

// Patient is one person and all that happens to them in this hospital.
type Patient struct {
	Index      int // from 0
	Female     bool
	AnchorAge  int // 91 for everybody over 89
	AnchorYear int
	Height     float64 // cm
	Weight     float64 // kg
	Chronic    Chronic
	Creatinine float64 // usual, mg/dL
	Race       string
	Language   string
	Marital    string
	Insurance  string
	ICD10      bool // comes after the change of the coding system
	Admissions []Admission
	Died       int64 // day of death; 0 if not known

	setting Setting
}

// Setting is what differs between the hospitals of the two databases.
type Setting struct {
	Length    float64 // of ICU stays, as a multiple of MIMIC-IV's
	Severity  float64 // of illnesses, likewise
	Breathing float64 // share ventilated, likewise
	Planned   float64 // share of planned operations, likewise
	Pressure  float64 // higher mean pressure, mmHg
	Plain     bool    // nobody is made to lie on borders
}

// New invents patient number index, who has so many ICU stays.
func New(setting Setting, seed uint64, index, stays int) *Patient {
	r := random.New(seed, uint64(index), 1)
	p := &Patient{Index: index, setting: setting}
	p.describe(&r)
	p.sicken(&r)
	p.visit(&r, stays)
	return p
}

// StayCount is the number of ICU stays of patient number index.
func (s Setting) StayCount(seed uint64, index int) int {
	r := random.New(seed, uint64(index), 0)
	n := r.Pick([]float64{9, 67, 15, 6, 2, 1})
	switch {
	case s.relayed(index):
		return max(n, 2)
	case s.onBorder(index):
		return max(n, 1)
	default:
		return n
	}
}

func (p *Patient) describe(r *random.Stream) {
	p.Female = r.Chance(0.455)
	age := r.Normal(67, 16)
	if r.Chance(0.05) {
		age = r.Range(18, 40)
	}
	p.AnchorAge = int(clamp(age, 18, 98))
	if p.AnchorAge > 89 {
		p.AnchorAge = 91
	}
	p.AnchorYear = r.Between(2112, 2200)
	p.borderAge()
	p.ICD10 = r.Chance(0.5)
	height, weight := r.Normal(176, 8), r.LogNormal(84, 0.25)
	if p.Female {
		height, weight = r.Normal(162, 7), r.LogNormal(71, 0.26)
	}
	p.Height, p.Weight = height, clamp(weight, 35, 230)
	p.Race = races[r.Pick(raceWeights)]
	p.Language = "ENGLISH"
	if r.Chance(0.1) {
		p.Language = "?"
	}
	p.Marital = random.One(r, []string{"MARRIED", "MARRIED", "MARRIED", "SINGLE", "SINGLE", "WIDOWED", "DIVORCED"})
	switch {
	case p.AnchorAge >= 65 && r.Chance(0.75):
		p.Insurance = "Medicare"
	case r.Chance(0.15):
		p.Insurance = "Medicaid"
	default:
		p.Insurance = "Other"
	}
}

var (
	races = []string{"WHITE", "BLACK/AFRICAN AMERICAN", "UNKNOWN", "HISPANIC/LATINO - PUERTO RICAN", "OTHER",
		"WHITE - OTHER EUROPEAN", "ASIAN", "BLACK/CAPE VERDEAN", "PORTUGUESE", "ASIAN - CHINESE", "UNABLE TO OBTAIN",
		"WHITE - RUSSIAN", "HISPANIC/LATINO - DOMINICAN", "PATIENT DECLINED TO ANSWER", "AMERICAN INDIAN/ALASKA NATIVE"}
	raceWeights = []float64{66, 8.5, 8, 2, 3, 2.2, 1.3, 1.2, 0.6, 1.1, 2, 1.1, 1.2, 0.6, 0.2}
)

// sicken gives the patient lasting conditions, more of them with age.
func (p *Patient) sicken(r *random.Stream) {
	age := float64(p.AnchorAge)
	old := clamp((age-30)/50, 0.05, 1)
	take := func(c Chronic, share float64) {
		if r.Chance(share) {
			p.Chronic |= c
		}
	}
	take(Hypertension, 0.7*old)
	take(Hyperlipidemia, 0.55*old)
	take(Diabetes, float64(0.36*old)+0.05)
	take(CoronaryDisease, 0.4*old)
	take(HeartFailure, 0.34*old)
	take(AtrialFibrillation, 0.34*old*old)
	take(VesselDisease, 0.16*old)
	take(OldStroke, 0.12*old)
	take(LungDisease, 0.28*old)
	take(KidneyDisease, 0.52*old)
	take(Cancer, 0.2*old)
	take(Smoker, 0.3)
	take(Dementia, 0.06*old*old)
	take(Rheumatic, 0.03)
	take(Ulcer, 0.03)
	take(Hepatitis, 0.05)
	take(Cirrhosis, 0.1)
	take(Paraplegia, 0.02)
	take(BloodCancer, 0.03)
	take(AIDS, 0.006)
	if p.Chronic.Has(Diabetes) {
		take(DiabetesDamage, 0.33)
	}
	if p.Chronic.Has(CoronaryDisease) {
		take(OldInfarct, 0.3)
	}
	if p.Chronic.Has(KidneyDisease) {
		take(Dialysis, 0.16)
	}
	if p.Chronic.Has(Cancer) {
		take(Metastases, 0.22)
	}
	p.Creatinine = r.LogNormal(0.92, 0.2)
	if p.Female {
		p.Creatinine = r.LogNormal(0.74, 0.2)
	}
	if p.Chronic.Has(KidneyDisease) {
		p.Creatinine = r.LogNormal(1.7, 0.4)
	}
	if p.Chronic.Has(Dialysis) {
		p.Creatinine = r.LogNormal(5, 0.35)
	}
}

// In every so many patients, the first ones lie on the borders of the rules that
// scores are made of: exactly on a cut-point, at the edge of a window, in a tie.
// The others show how common such things are.
const (
	borderPatients = 800
	borderPeriod   = 6400
)

// OnBorder says whether the patient's first ICU stay is made to lie on borders.
func (p *Patient) OnBorder() bool { return p.setting.onBorder(p.Index) }

func (s Setting) onBorder(index int) bool { return !s.Plain && index%borderPeriod < borderPatients }
