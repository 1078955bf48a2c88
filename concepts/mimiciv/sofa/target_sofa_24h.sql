-- title: SOFA of the first day (task reference)
-- layer: target
-- grain: one row per ICU stay
-- key: stay_id
-- invariant: sofa = respiration + coagulation + liver + cardiovascular + cns + renal
-- invariant: sofa BETWEEN 0 AND 24
-- note: As first_day_sofa, with three rules of the task: an organ without data has 0
--   points, a pump at rate 0 gives none, and only arterial gases count.
-- paper: Vincent JL et al. Intensive Care Med 1996;22(7):707-710
WITH scored AS (
    SELECT
        *,
        coalesce({{choice "sofa.respiration" "ratio_vent" "ratio_novent"}}, 0) AS respiration,
        coalesce({{choice "sofa.coagulation" "platelets_min"}}, 0) AS coagulation,
        coalesce({{choice "sofa.liver" "bilirubin_total_max"}}, 0) AS liver,
        coalesce({{choice "sofa.cardiovascular" "mbp_min" (choice "sofa.task_low_dose" "rate_epinephrine") (choice "sofa.task_low_dose" "rate_norepinephrine")}}, 0) AS cardiovascular,
        coalesce({{choice "sofa.cns" "gcs_min"}}, 0) AS cns,
        coalesce({{choice "sofa.renal" "creatinine_max" "urineoutput"}}, 0) AS renal
    FROM {{ref "first_day_organ"}}
)

SELECT
    subject_id,
    hadm_id,
    stay_id,
    respiration + coagulation + liver + cardiovascular + cns + renal AS sofa,
    respiration,
    coagulation,
    liver,
    cardiovascular,
    cns,
    renal
FROM scored
