-- title: Age at hospital admission
-- grain: one row per admission
-- key: hadm_id
-- note: Dates are shifted for privacy, so age is anchored: the patient was
--   anchor_age years old in anchor_year. Ages over 89 are stored as 91.
SELECT
    admission.subject_id,
    admission.hadm_id,
    admission.admittime,
    patient.anchor_age,
    patient.anchor_year,
    {{choice "stay.age" "patient.anchor_age" "patient.anchor_year" "admission.admittime"}} AS age
FROM {{source "hosp.admissions"}} AS admission
JOIN {{source "hosp.patients"}} AS patient USING (subject_id)
