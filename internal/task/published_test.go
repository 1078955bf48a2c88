package task_test

import (
	"slices"
	"testing"

	"m4bench/internal/task"
)

// published is one row of the published task list: what decides how an output is
// scored and what its agent may see.
type published struct {
	id, family, mode, database, difficulty string
	keys                                   []string
	values, extra                          map[string]float64 // scored columns and their tolerance
	coverage, accuracy                     float64
	removed                                []string
	decoy                                  string
	skills                                 []string
}

func exact(names ...string) map[string]float64 { return within(0, names...) }

func within(tolerance float64, names ...string) map[string]float64 {
	columns := map[string]float64{}
	for _, name := range names {
		columns[name] = tolerance
	}
	return columns
}

func merge(parts ...map[string]float64) map[string]float64 {
	all := map[string]float64{}
	for _, part := range parts {
		for name, tolerance := range part {
			all[name] = tolerance
		}
	}
	return all
}

var (
	apsiii = exact("apsiii", "hr_score", "mbp_score", "temp_score", "resp_rate_score", "pao2_aado2_score", "hematocrit_score",
		"wbc_score", "creatinine_score", "uo_score", "bun_score", "sodium_score", "albumin_score", "bilirubin_score",
		"glucose_score", "acidbase_score", "gcs_score")
	charlson = exact("charlson_comorbidity_index", "age_score", "myocardial_infarct", "congestive_heart_failure",
		"peripheral_vascular_disease", "cerebrovascular_disease", "dementia", "chronic_pulmonary_disease", "rheumatic_disease",
		"peptic_ulcer_disease", "mild_liver_disease", "diabetes_without_cc", "diabetes_with_cc", "paraplegia", "renal_disease",
		"malignant_cancer", "severe_liver_disease", "metastatic_solid_tumor", "aids")
	creatinine      = merge(within(0.01, "scr_baseline", "mdrd_est"), exact("ckd"))
	creatinineExtra = merge(exact("gender"), within(0.01, "age", "scr_min"))
	gcs             = exact("gcs_min", "gcs_motor", "gcs_verbal", "gcs_eyes")
	kdigo           = exact("aki_stage", "aki_stage_creat", "aki_stage_uo", "aki_stage_crrt")
	oasis           = exact("oasis", "preiculos_score", "age_score", "gcs_score", "heart_rate_score", "mbp_score", "resp_rate_score",
		"temp_score", "urineoutput_score", "mechvent_score", "electivesurgery_score")
	sapsii = exact("sapsii", "age_score", "hr_score", "sysbp_score", "temp_score", "pao2fio2_score", "uo_score", "bun_score",
		"wbc_score", "potassium_score", "sodium_score", "bicarbonate_score", "bilirubin_score", "gcs_score",
		"comorbidity_score", "admissiontype_score")
	organs         = exact("respiration", "coagulation", "liver", "cardiovascular", "cns", "renal")
	suspicion      = exact("suspected_infection", "positive_culture", "specimen")
	suspicionExtra = exact("antibiotic", "antibiotic_time", "suspected_infection_time", "culture_time")
	urine          = within(0.01, "uo_mlkghr_6hr", "uo_mlkghr_12hr", "uo_mlkghr_24hr", "urineoutput_6hr", "urineoutput_12hr", "urineoutput_24hr")
	urineExtra     = within(0.01, "weight", "uo", "uo_tm_6hr", "uo_tm_12hr", "uo_tm_24hr")
	dose           = within(0.01, "norepinephrine_equivalent_dose")
	stay           = []string{"stay_id"}
	admission      = []string{"hadm_id"}
	unitStay       = []string{"patientunitstayid"}
)

var all = []published{
	{"mimic-apsiii-24h", "apsiii", "standard", "mimic-iv", "hard", stay, apsiii, nil, 1, 1, []string{"apsiii"}, "sofa-score", []string{"apsiii-score"}},
	{"mimic-apsiii-24h-raw", "apsiii", "raw", "mimic-iv", "expert", stay, apsiii, nil, 1, 0.85, nil, "sofa-score", []string{"apsiii-score"}},
	{"mimic-charlson-raw", "charlson", "raw", "mimic-iv", "hard", admission, charlson, nil, 1, 0.95, nil, "sofa-score", []string{"comorbidity-score"}},
	{"mimic-creatinine-baseline", "creatinine-baseline", "standard", "mimic-iv", "medium", admission, creatinine, creatinineExtra, 1, 1, []string{"creatinine_baseline"}, "comorbidity-score", []string{"baseline-creatinine"}},
	{"mimic-creatinine-baseline-raw", "creatinine-baseline", "raw", "mimic-iv", "hard", admission, creatinine, creatinineExtra, 1, 0.90, nil, "comorbidity-score", []string{"baseline-creatinine"}},
	{"eicu-gcs", "gcs", "raw", "eicu", "hard", unitStay, gcs, nil, 1, 1, nil, "meld-score", []string{"gcs-calculation"}},
	{"mimic-gcs-24h-raw", "gcs", "raw", "mimic-iv", "hard", stay, gcs, nil, 1, 0.90, nil, "meld-score", []string{"gcs-calculation"}},
	{"mimic-kdigo-48h", "kdigo", "standard", "mimic-iv", "hard", stay, kdigo, nil, 1, 1, []string{"kdigo_stages"}, "meld-score", []string{"kdigo-aki-staging"}},
	{"mimic-kdigo-48h-raw", "kdigo", "raw", "mimic-iv", "expert", stay, kdigo, nil, 1, 0.85, nil, "meld-score", []string{"kdigo-aki-staging"}},
	{"mimic-meld-24h", "meld", "standard", "mimic-iv", "medium", stay, within(1, "meld"), nil, 1, 1, []string{"meld"}, "kdigo-aki-staging", []string{"meld-score"}},
	{"mimic-meld-24h-raw", "meld", "raw", "mimic-iv", "hard", stay, within(1, "meld"), nil, 1, 0.90, nil, "kdigo-aki-staging", []string{"meld-score"}},
	{"eicu-oasis", "oasis", "raw", "eicu", "expert", unitStay, oasis, nil, 1, 1, nil, "apsiii-score", []string{"oasis-score"}},
	{"mimic-oasis-24h", "oasis", "standard", "mimic-iv", "medium", stay, oasis, nil, 1, 1, []string{"oasis"}, "apsiii-score", []string{"oasis-score"}},
	{"mimic-oasis-24h-raw", "oasis", "raw", "mimic-iv", "hard", stay, oasis, nil, 1, 0.90, nil, "apsiii-score", []string{"oasis-score"}},
	{"mimic-sapsii-24h", "sapsii", "standard", "mimic-iv", "hard", stay, sapsii, nil, 1, 1, []string{"sapsii"}, "oasis-score", []string{"sapsii-score"}},
	{"mimic-sapsii-24h-raw", "sapsii", "raw", "mimic-iv", "expert", stay, sapsii, nil, 1, 0.90, nil, "oasis-score", []string{"sapsii-score"}},
	{"mimic-sepsis3-raw", "sepsis3", "raw", "mimic-iv", "expert", stay, merge(exact("sepsis3", "sofa_score"), organs),
		exact("antibiotic_time", "culture_time", "suspected_infection_time", "sofa_time"), 0.95, 0.85, nil, "kdigo-aki-staging",
		[]string{"sepsis-3-cohort", "sofa-score", "suspicion-of-infection"}},
	{"mimic-sirs-24h-raw", "sirs", "raw", "mimic-iv", "hard", stay, exact("sirs", "temp_score", "heart_rate_score", "resp_score", "wbc_score"), nil, 1, 0.95, nil, "meld-score", []string{"sirs-criteria"}},
	{"mimic-sofa-24h", "sofa", "standard", "mimic-iv", "hard", stay, merge(exact("sofa"), organs), nil, 1, 1, []string{"sofa", "first_day_sofa"}, "sapsii-score", []string{"sofa-score"}},
	{"mimic-sofa-24h-raw", "sofa", "raw", "mimic-iv", "expert", stay, merge(exact("sofa"), organs), nil, 1, 0.90, nil, "sapsii-score", []string{"sofa-score"}},
	{"mimic-suspicion-infection", "suspicion-infection", "standard", "mimic-iv", "hard", []string{"subject_id", "ab_id"}, suspicion, suspicionExtra, 1, 1, []string{"suspicion_of_infection", "sepsis3"}, "ventilation-classification", []string{"suspicion-of-infection"}},
	{"mimic-suspicion-infection-raw", "suspicion-infection", "raw", "mimic-iv", "expert", []string{"subject_id", "ab_id"}, suspicion, suspicionExtra, 1, 0.85, nil, "ventilation-classification", []string{"suspicion-of-infection"}},
	{"mimic-urine-output-rate", "urine-output-rate", "standard", "mimic-iv", "hard", []string{"stay_id", "charttime"}, urine, urineExtra, 0.95, 1, []string{"urine_output_rate", "kdigo_uo", "kdigo_stages"}, "ventilation-classification", []string{"urine-output-rate"}},
	{"mimic-urine-output-rate-raw", "urine-output-rate", "raw", "mimic-iv", "expert", []string{"stay_id", "charttime"}, urine, urineExtra, 0.95, 0.85, nil, "ventilation-classification", []string{"urine-output-rate"}},
	{"mimic-vasopressor-equivalents", "vasopressor-equivalents", "standard", "mimic-iv", "medium", []string{"stay_id", "starttime"}, dose, exact("endtime"), 0.95, 1, []string{"norepinephrine_equivalent_dose"}, "kdigo-aki-staging", []string{"vasopressor-equivalents"}},
	{"mimic-vasopressor-equivalents-raw", "vasopressor-equivalents", "raw", "mimic-iv", "hard", []string{"stay_id", "starttime"}, dose, exact("endtime"), 0.95, 0.90, nil, "kdigo-aki-staging", []string{"vasopressor-equivalents"}},
	{"mimic-ventilation", "ventilation", "standard", "mimic-iv", "hard", []string{"stay_id", "ventilation_seq"}, exact("ventilation_status"), exact("starttime", "endtime"), 0.95, 0.95, []string{"ventilation"}, "suspicion-of-infection", []string{"ventilation-classification"}},
	{"mimic-ventilation-raw", "ventilation", "raw", "mimic-iv", "expert", []string{"stay_id", "ventilation_seq"}, exact("ventilation_status"), exact("starttime", "endtime"), 0.90, 0.85, nil, "suspicion-of-infection", []string{"ventilation-classification"}},
}

func TestTasksAreThosePublished(t *testing.T) {
	tasks := embedded(t)
	if got := len(tasks.All()); got != len(all) {
		t.Errorf("%d tasks, published are %d", got, len(all))
	}
	for _, want := range all {
		got, err := tasks.Get(want.id)
		if err != nil {
			t.Error(err)
			continue
		}
		t.Run(want.id, func(t *testing.T) { want.compare(t, got) })
	}
}

func (want published) compare(t *testing.T, got *task.Task) {
	equal(t, "family", got.Family, want.family)
	equal(t, "mode", got.Mode, want.mode)
	equal(t, "database", got.Database, want.database)
	equal(t, "difficulty", got.Difficulty, want.difficulty)
	equal(t, "decoy", got.Decoy, want.decoy)
	equal(t, "coverage", got.Strict.Coverage, want.coverage)
	equal(t, "accuracy", got.Strict.Accuracy, want.accuracy)
	equalLists(t, "skills", got.Skills, want.skills)
	equalLists(t, "removed", got.Removed, want.removed)
	var keys []string
	for _, c := range got.Keys() {
		keys = append(keys, c.Name)
	}
	equalLists(t, "keys", keys, want.keys)
	equalColumns(t, "value", got.With(task.Value), want.values)
	equalColumns(t, "extra", got.With(task.Extra), want.extra)
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s is %v, published is %v", what, got, want)
	}
}

func equalLists(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s are %v, published are %v", what, got, want)
	}
}

func equalColumns(t *testing.T, role string, got []task.Column, want map[string]float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d %s columns, published are %d", len(got), role, len(want))
	}
	for _, c := range got {
		if tolerance, ok := want[c.Name]; !ok || tolerance != c.Tolerance {
			t.Errorf("%s column %s with tolerance %v is not as published (%v)", role, c.Name, c.Tolerance, tolerance)
		}
	}
}

// Distance between values means something for numeric value columns: 26 tasks
// have such a column, ventilation has none.
func TestOrderedColumns(t *testing.T) {
	with := 0
	for _, tk := range embedded(t).All() {
		has := slices.ContainsFunc(tk.Columns, func(c task.Column) bool { return c.Ordered })
		if has {
			with++
		}
		if has == (tk.Family == "ventilation") {
			t.Errorf("%s: ordered columns %v", tk.ID, has)
		}
	}
	equal(t, "tasks with an ordered column", with, 26)
}
