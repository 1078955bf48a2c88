-- title: APS III of the first day (task reference)
-- layer: target
-- grain: one row per ICU stay
-- key: stay_id
-- invariant: apsiii = hr_score + mbp_score + temp_score + resp_rate_score + pao2_aado2_score + hematocrit_score + wbc_score + creatinine_score + uo_score + bun_score + sodium_score + albumin_score + bilirubin_score + glucose_score + acidbase_score + gcs_score
-- note: As the table apsiii, with gases of the first 24 hours only and parts without
--   data as 0. The total of a stay whose admission or patient is unknown stays NULL.
-- paper: Knaus WA et al. Chest 1991;100(6):1619-1636
WITH first_day_gas AS (
    SELECT * REPLACE (
        {{choice "apsiii.task_gas" "pao2_aado2_score"}} AS pao2_aado2_score,
        {{choice "apsiii.task_gas" "acidbase_score"}} AS acidbase_score
    )
    FROM {{ref "apsiii_part"}}
),

part AS (
    SELECT
        *,
        coalesce(hr_score, 0) + coalesce(mbp_score, 0) + coalesce(temp_score, 0) + coalesce(resp_rate_score, 0)
        + coalesce(pao2_aado2_score, 0) + coalesce(hematocrit_score, 0) + coalesce(wbc_score, 0) + coalesce(creatinine_score, 0)
        + coalesce(uo_score, 0) + coalesce(bun_score, 0) + coalesce(sodium_score, 0) + coalesce(albumin_score, 0)
        + coalesce(bilirubin_score, 0) + coalesce(glucose_score, 0) + coalesce(acidbase_score, 0) + coalesce(gcs_score, 0) AS apsiii
    FROM first_day_gas
)

SELECT
    stay.subject_id,
    stay.hadm_id,
    stay.stay_id,
    part.apsiii,
    coalesce(part.hr_score, 0) AS hr_score,
    coalesce(part.mbp_score, 0) AS mbp_score,
    coalesce(part.temp_score, 0) AS temp_score,
    coalesce(part.resp_rate_score, 0) AS resp_rate_score,
    coalesce(part.pao2_aado2_score, 0) AS pao2_aado2_score,
    coalesce(part.hematocrit_score, 0) AS hematocrit_score,
    coalesce(part.wbc_score, 0) AS wbc_score,
    coalesce(part.creatinine_score, 0) AS creatinine_score,
    coalesce(part.uo_score, 0) AS uo_score,
    coalesce(part.bun_score, 0) AS bun_score,
    coalesce(part.sodium_score, 0) AS sodium_score,
    coalesce(part.albumin_score, 0) AS albumin_score,
    coalesce(part.bilirubin_score, 0) AS bilirubin_score,
    coalesce(part.glucose_score, 0) AS glucose_score,
    coalesce(part.acidbase_score, 0) AS acidbase_score,
    coalesce(part.gcs_score, 0) AS gcs_score
FROM {{source "icu.icustays"}} AS stay
LEFT JOIN part USING (stay_id)
