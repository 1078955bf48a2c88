-- title: SOFA of the first day
-- grain: one row per ICU stay
-- key: stay_id
-- invariant: sofa = coalesce(respiration, 0) + coalesce(coagulation, 0) + coalesce(liver, 0) + coalesce(cardiovascular, 0) + coalesce(cns, 0) + coalesce(renal, 0)
-- invariant: sofa BETWEEN 0 AND 24
-- note: Not the hourly SOFA at hour 24: other window, urine as a plain sum, infusions
--   by their start, and a ventilated patient with a ratio of 200 or more scores 0.
-- note: An organ without data is NULL and counts 0 in the total. A stay that ended
--   early has little urine, and scores for it.
-- paper: Vincent JL et al. Intensive Care Med 1996;22(7):707-710
WITH scored AS (
    SELECT
        *,
        {{if is "sofa.first_day_specimen" "any"}}{{choice "sofa.respiration" "any_ratio_vent" "any_ratio_novent"}}{{else}}{{choice "sofa.respiration" "ratio_vent" "ratio_novent"}}{{end}} AS respiration,
        {{choice "sofa.coagulation" "platelets_min"}} AS coagulation,
        {{choice "sofa.liver" "bilirubin_total_max"}} AS liver,
        {{choice "sofa.cardiovascular" "mbp_min" (choice "sofa.low_dose" "rate_epinephrine") (choice "sofa.low_dose" "rate_norepinephrine")}} AS cardiovascular,
        {{choice "sofa.cns" "gcs_min"}} AS cns,
        {{choice "sofa.renal" "creatinine_max" "urineoutput"}} AS renal
    FROM {{ref "first_day_organ"}}
)

SELECT
    subject_id,
    hadm_id,
    stay_id,
    coalesce(respiration, 0) + coalesce(coagulation, 0) + coalesce(liver, 0)
    + coalesce(cardiovascular, 0) + coalesce(cns, 0) + coalesce(renal, 0) AS sofa,
    respiration,
    coagulation,
    liver,
    cardiovascular,
    cns,
    renal
FROM scored
