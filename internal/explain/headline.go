package explain

import (
	"context"
	"fmt"
	"sort"
	"strings"
)

const (
	stays         = "(SELECT count(*) FROM ehr.mimiciv_icu.icustays)"
	invasiveHours = "sum(date_diff('minute', starttime, endtime) / 60.0) FILTER (ventilation_status = 'InvasiveVent')"
	invasiveStays = "count(DISTINCT stay_id) FILTER (ventilation_status = 'InvasiveVent')"
)

// headlines are the numbers of a study that a reference decides, as SQL over its
// rows: percentages of stays, means, or hours a stay.
var headlines = map[string]map[string]string{
	"target_sofa_24h": {
		"SOFA 2 or more (% of stays)": "100.0 * avg((sofa >= 2)::INT)",
		"mean SOFA":                   "avg(sofa)",
	},
	"target_sirs_24h":   {"SIRS 2 or more (% of stays)": "100.0 * avg((sirs >= 2)::INT)"},
	"target_apsiii_24h": {"mean APS III": "avg(apsiii)"},
	"target_sapsii_24h": {"mean SAPS II": "avg(sapsii)"},
	"target_oasis_24h":  {"mean OASIS": "avg(oasis)"},
	"target_eicu_oasis": {"mean OASIS": "avg(oasis)"},
	"target_kdigo_48h": {
		"AKI stage 1 or more (% of stays)": "100.0 * avg((aki_stage >= 1)::INT)",
		"AKI stage 2 or more (% of stays)": "100.0 * avg((aki_stage >= 2)::INT)",
		"AKI stage 3 (% of stays)":         "100.0 * avg((aki_stage >= 3)::INT)",
	},
	"target_sepsis3": {
		"sepsis-3 (stays)":          "count(*) FILTER (sepsis3 = 1)",
		"sepsis-3 (% of ICU stays)": "100.0 * count(*) FILTER (sepsis3 = 1) / nullif(" + stays + ", 0)",
	},
	"target_suspicion_infection": {"suspected infection (% of antibiotics)": "100.0 * avg(suspected_infection)"},
	"target_ventilation": {
		"invasive ventilation (h in all)":          invasiveHours,
		"invasive ventilation (h a stay with any)": invasiveHours + " / nullif(" + invasiveStays + ", 0)",
		"invasive ventilation (% of ICU stays)":    "100.0 * " + invasiveStays + " / nullif(" + stays + ", 0)",
		"episodes":                                 "count(*)",
	},
	"target_gcs_24h":             {"GCS 8 or less (% of stays)": "100.0 * avg((gcs_min <= 8)::INT)"},
	"target_eicu_gcs":            {"GCS 8 or less (% of stays)": "100.0 * avg((gcs_min <= 8)::INT)"},
	"target_charlson":            {"mean Charlson index": "avg(charlson_comorbidity_index)"},
	"target_creatinine_baseline": {"mean baseline creatinine (mg/dL)": "avg(scr_baseline)"},
	"target_meld_24h":            {"MELD 20 or more (% of stays)": "100.0 * avg((meld >= 20)::INT)"},
	"target_urine_output_rate": {
		"below 0.5 mL/kg/h over 6 h (% of rows with a rate)": "100.0 * avg((uo_mlkghr_6hr < 0.5)::INT)",
	},
	"target_vasopressor_equivalents": {"mean dose (µg/kg/min of norepinephrine)": "avg(norepinephrine_equivalent_dose)"},
}

// headline computes a target's headline numbers on one of its tables.
func (s session) headline(ctx context.Context, t target, table string) (map[string]float64, error) {
	wanted := headlines[t.concept]
	if len(wanted) == 0 {
		return nil, nil
	}
	var names, expressions []string
	for name := range wanted {
		names = append(names, name)
	}
	sort.Strings(names)
	values := make([]float64, len(names))
	var into []any
	for i, name := range names {
		expressions = append(expressions, "coalesce("+wanted[name]+", 0)::DOUBLE")
		into = append(into, &values[i])
	}
	query := fmt.Sprintf("SELECT %s FROM %s", strings.Join(expressions, ", "), table)
	if err := s.db.Conn().QueryRowContext(ctx, query).Scan(into...); err != nil {
		return nil, fmt.Errorf("headline numbers of %s: %w", t.concept, err)
	}
	result := map[string]float64{}
	for i, name := range names {
		result[name] = values[i]
	}
	return result, nil
}
