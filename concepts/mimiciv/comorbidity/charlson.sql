-- title: Charlson comorbidity index
-- grain: one row per admission
-- key: hadm_id
-- invariant: age_score BETWEEN 0 AND 4
-- invariant: charlson_comorbidity_index >= age_score
-- invariant: charlson_comorbidity_index BETWEEN 0 AND 33
-- note: The index of 1994: comorbidity weights of 1987 plus a point for every decade
--   of age from 50. In the sum only the worse of two grades of one disease counts; the
--   flags of both stay as coded.
-- note: Comorbidity and complication are not told apart: codes are given at discharge.
-- paper: Charlson ME et al. J Chronic Dis 1987;40(5):373-383
-- paper: Charlson M et al. J Clin Epidemiol 1994;47(11):1245-1251
WITH condition_flag AS (
    SELECT
        admission.subject_id,
        admission.hadm_id,
        count(*) FILTER (WHERE condition = 'myocardial_infarct')::INTEGER AS myocardial_infarct,
        count(*) FILTER (WHERE condition = 'congestive_heart_failure')::INTEGER AS congestive_heart_failure,
        count(*) FILTER (WHERE condition = 'peripheral_vascular_disease')::INTEGER AS peripheral_vascular_disease,
        count(*) FILTER (WHERE condition = 'cerebrovascular_disease')::INTEGER AS cerebrovascular_disease,
        count(*) FILTER (WHERE condition = 'dementia')::INTEGER AS dementia,
        count(*) FILTER (WHERE condition = 'chronic_pulmonary_disease')::INTEGER AS chronic_pulmonary_disease,
        count(*) FILTER (WHERE condition = 'rheumatic_disease')::INTEGER AS rheumatic_disease,
        count(*) FILTER (WHERE condition = 'peptic_ulcer_disease')::INTEGER AS peptic_ulcer_disease,
        count(*) FILTER (WHERE condition = 'mild_liver_disease')::INTEGER AS mild_liver_disease,
        count(*) FILTER (WHERE condition = 'diabetes_without_cc')::INTEGER AS diabetes_without_cc,
        count(*) FILTER (WHERE condition = 'diabetes_with_cc')::INTEGER AS diabetes_with_cc,
        count(*) FILTER (WHERE condition = 'paraplegia')::INTEGER AS paraplegia,
        count(*) FILTER (WHERE condition = 'renal_disease')::INTEGER AS renal_disease,
        count(*) FILTER (WHERE condition = 'malignant_cancer')::INTEGER AS malignant_cancer,
        count(*) FILTER (WHERE condition = 'severe_liver_disease')::INTEGER AS severe_liver_disease,
        count(*) FILTER (WHERE condition = 'metastatic_solid_tumor')::INTEGER AS metastatic_solid_tumor,
        count(*) FILTER (WHERE condition = 'aids')::INTEGER AS aids
    FROM {{source "hosp.admissions"}} AS admission
    LEFT JOIN {{ref "coded_condition"}} AS coded USING (hadm_id)
    GROUP BY admission.subject_id, admission.hadm_id
),

aged AS (
    SELECT
        hadm_id,
        CASE
            WHEN age {{choice "comorbidity.age_bound"}} 50 THEN 0
            WHEN age {{choice "comorbidity.age_bound"}} 60 THEN 1
            WHEN age {{choice "comorbidity.age_bound"}} 70 THEN 2
            WHEN age {{choice "comorbidity.age_bound"}} 80 THEN 3
            ELSE 4
        END AS age_score
    FROM {{ref "age"}}
)

SELECT
    condition_flag.subject_id,
    condition_flag.hadm_id,
    aged.age_score,
    condition_flag.* EXCLUDE (subject_id, hadm_id),
    {{choice "comorbidity.age_points"}} + {{choice "comorbidity.weights"}} AS charlson_comorbidity_index
FROM condition_flag
LEFT JOIN aged USING (hadm_id)
