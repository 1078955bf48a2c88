package ehr

import "slices"

// The schemas of the sources.
const (
	hosp = "mimiciv_hosp"
	icu  = "mimiciv_icu"
	crd  = "eicu_crd"
)

// The declarations follow the headers of MIMIC-IV 2.2 and eICU 2.0, which later
// releases kept. Identifiers have 64 bits, and so have all charted numbers: a
// 32-bit float would move values across the borders of the scores.
var (
	mimicIV = Database{
		Name:    MIMICIV,
		Title:   "MIMIC-IV",
		Schemas: []string{hosp, icu},
		Tables:  slices.Concat(mimicHosp, mimicICU),
	}
	eICU = Database{
		Name:    EICU,
		Title:   "eICU",
		Schemas: []string{crd},
		Tables:  slices.Concat(eicuAtoL, eicuMtoZ),
	}
)
