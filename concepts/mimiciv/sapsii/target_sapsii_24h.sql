-- title: SAPS II of the first day (task reference)
-- layer: target
-- grain: one row per ICU stay with an admission
-- key: stay_id
-- invariant: sapsii = age_score + hr_score + sysbp_score + temp_score + pao2fio2_score + uo_score + bun_score + wbc_score + potassium_score + sodium_score + bicarbonate_score + bilirubin_score + gcs_score + comorbidity_score + admissiontype_score
-- note: As the table sapsii; a part without data is 0.
SELECT
    subject_id,
    hadm_id,
    stay_id,
    sapsii,
    coalesce(COLUMNS('_score$'), 0)
FROM {{ref "sapsii"}}
