-- title: Task reference: SIRS of the first 24 hours
-- layer: target
-- grain: one row per ICU stay
-- key: stay_id
-- invariant: sirs = temp_score + heart_rate_score + resp_score + wbc_score
-- note: What was not measured counts 0.
-- paper: Bone RC et al. Chest 1992;101(6):1644-1655
SELECT
    subject_id,
    hadm_id,
    stay_id,
    sirs,
    {{choice "sirs.not_measured" "temp_score"}} AS temp_score,
    {{choice "sirs.not_measured" "heart_rate_score"}} AS heart_rate_score,
    {{choice "sirs.not_measured" "resp_score"}} AS resp_score,
    {{choice "sirs.not_measured" "wbc_score"}} AS wbc_score
FROM {{ref "sirs"}}
