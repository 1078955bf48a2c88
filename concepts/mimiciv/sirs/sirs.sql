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
            WHEN {{choice "sirs.temperature" "vital.temperature_min" "vital.temperature_max"}} THEN 1
            WHEN vital.temperature_min IS NOT NULL THEN 0
        END AS temp_score,
        CASE
            WHEN {{choice "sirs.heart_rate" "vital.heart_rate_max"}} THEN 1
            WHEN vital.heart_rate_max IS NOT NULL THEN 0
        END AS heart_rate_score,
        CASE
            WHEN {{choice "sirs.breathing" "vital.resp_rate_max" "gas.pco2_min"}} THEN 1
            WHEN coalesce(vital.resp_rate_max, gas.pco2_min) IS NOT NULL THEN 0
        END AS resp_score,
        CASE
            WHEN {{choice "sirs.white_cells" "lab.wbc_min" "lab.wbc_max" "lab.bands_max"}} THEN 1
            WHEN coalesce(lab.wbc_min, lab.bands_max) IS NOT NULL THEN 0
        END AS wbc_score
    FROM {{source "icu.icustays"}} AS stay
    LEFT JOIN {{ref "first_day_vitalsign"}} AS vital USING (stay_id)
    LEFT JOIN {{choice "sirs.gases"}} AS gas USING (stay_id)
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
