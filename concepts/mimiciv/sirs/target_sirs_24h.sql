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
    coalesce(temp_score, 0) AS temp_score,
    coalesce(heart_rate_score, 0) AS heart_rate_score,
    coalesce(resp_score, 0) AS resp_score,
    coalesce(wbc_score, 0) AS wbc_score
FROM {{ref "sirs"}}
