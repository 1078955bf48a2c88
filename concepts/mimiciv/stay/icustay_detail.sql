-- title: Patient, admission and stay in one row
-- grain: one row per ICU stay
-- key: stay_id
-- invariant: first_hosp_stay = (hospstay_seq = 1) AND first_icu_stay = (icustay_seq = 1)
-- note: hospstay_seq counts only admissions that had an ICU stay, and
--   first_icu_stay means the first ICU stay of the admission. The first ICU stay
--   of a patient is the row with both sequence numbers equal to 1.
-- note: los_hospital is in days, los_icu in days with two decimals.
SELECT
    stay.subject_id,
    stay.hadm_id,
    stay.stay_id,
    patient.gender,
    patient.dod,
    admission.admittime,
    admission.dischtime,
    {{choice "stay.hospital_days" "admission.admittime" "admission.dischtime"}} AS los_hospital,
    {{choice "stay.age" "patient.anchor_age" "patient.anchor_year" "admission.admittime"}} AS admission_age,
    admission.race,
    admission.hospital_expire_flag,
    dense_rank() OVER admissions_of_patient AS hospstay_seq,
    dense_rank() OVER admissions_of_patient = 1 AS first_hosp_stay,
    stay.intime AS icu_intime,
    stay.outtime AS icu_outtime,
    {{choice "stay.icu_days" "stay.intime" "stay.outtime"}} AS los_icu,
    dense_rank() OVER stays_in_order AS icustay_seq,
    dense_rank() OVER stays_in_order = 1 AS first_icu_stay
FROM {{source "icu.icustays"}} AS stay
JOIN {{source "hosp.admissions"}} AS admission USING (hadm_id)
JOIN {{source "hosp.patients"}} AS patient ON patient.subject_id = stay.subject_id
WINDOW
    admissions_of_patient AS (PARTITION BY stay.subject_id ORDER BY admission.admittime),
    stays_in_order AS (PARTITION BY {{choice "stay.first_of"}} ORDER BY stay.intime)
