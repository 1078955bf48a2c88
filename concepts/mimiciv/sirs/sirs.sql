-- title: Systemic inflammatory response syndrome
-- grain: one row per ICU stay
-- key: stay_id
-- invariant: sirs = coalesce(temp_score, 0) + coalesce(heart_rate_score, 0) + coalesce(resp_score, 0) + coalesce(wbc_score, 0)
-- invariant: sirs BETWEEN 0 AND 4
-- note: Extremes of the first day, which need not have been there together. A part
--   is NULL if nothing it looks at was measured, and counts 0 in the total.
-- paper: Bone RC et al. Chest 1992;101(6):1644-1655
WITH parts AS (
    SELECT
        stay.subject_id,
        stay.hadm_id,
        stay.stay_id,
        CASE
            WHEN vital.temperature_min < 36.0 OR vital.temperature_max > 38.0 THEN 1
            WHEN vital.temperature_min IS NOT NULL THEN 0
        END AS temp_score,
        CASE
            WHEN vital.heart_rate_max > 90.0 THEN 1
            WHEN vital.heart_rate_max IS NOT NULL THEN 0
        END AS heart_rate_score,
        CASE
            WHEN vital.resp_rate_max > 20.0 OR gas.pco2_min < 32.0 THEN 1
            WHEN coalesce(vital.resp_rate_max, gas.pco2_min) IS NOT NULL THEN 0
        END AS resp_score,
        CASE
            -- more than ten percent immature forms
            WHEN lab.wbc_min < 4.0 OR lab.wbc_max > 12.0 OR lab.bands_max > 10 THEN 1
            WHEN coalesce(lab.wbc_min, lab.bands_max) IS NOT NULL THEN 0
        END AS wbc_score
    FROM {{source "icu.icustays"}} AS stay
    LEFT JOIN {{ref "first_day_vitalsign"}} AS vital USING (stay_id)
    LEFT JOIN {{ref "first_day_bg_art"}} AS gas USING (stay_id)
    LEFT JOIN {{ref "first_day_lab"}} AS lab USING (stay_id)
)

SELECT
    subject_id,
    hadm_id,
    stay_id,
    coalesce(temp_score, 0) + coalesce(heart_rate_score, 0) + coalesce(resp_score, 0) + coalesce(wbc_score, 0) AS sirs,
    temp_score,
    heart_rate_score,
    resp_score,
    wbc_score
FROM parts
