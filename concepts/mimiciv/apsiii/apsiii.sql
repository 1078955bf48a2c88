-- title: APS III, the acute physiology part of APACHE III
-- grain: one row per ICU stay
-- key: stay_id
-- invariant: apsiii BETWEEN 0 AND 252
-- invariant: apsiii_prob BETWEEN 0 AND 1
-- note: A part without data is NULL and counts 0. Everything is NULL for a stay whose
--   admission or patient is unknown.
-- note: Vital signs, laboratory values and coma score are from six hours before to 24
--   hours after admission, urine from admission on, and gases from the whole stay.
-- paper: Knaus WA et al. Chest 1991;100(6):1619-1636
WITH totalled AS (
    SELECT
        *,
        coalesce(hr_score, 0) + coalesce(mbp_score, 0) + coalesce(temp_score, 0) + coalesce(resp_rate_score, 0)
        + coalesce(pao2_aado2_score, 0) + coalesce(hematocrit_score, 0) + coalesce(wbc_score, 0) + coalesce(creatinine_score, 0)
        + coalesce(uo_score, 0) + coalesce(bun_score, 0) + coalesce(sodium_score, 0) + coalesce(albumin_score, 0)
        + coalesce(bilirubin_score, 0) + coalesce(glucose_score, 0) + coalesce(acidbase_score, 0) + coalesce(gcs_score, 0) AS apsiii
    FROM {{ref "apsiii_part"}}
)

SELECT
    stay.subject_id,
    stay.hadm_id,
    stay.stay_id,
    part.apsiii,
    1 / (1 + exp(4.4360 - 0.04726 * part.apsiii)) AS apsiii_prob,
    part.hr_score,
    part.mbp_score,
    part.temp_score,
    part.resp_rate_score,
    part.pao2_aado2_score,
    part.hematocrit_score,
    part.wbc_score,
    part.creatinine_score,
    part.uo_score,
    part.bun_score,
    part.sodium_score,
    part.albumin_score,
    part.bilirubin_score,
    part.glucose_score,
    part.acidbase_score,
    part.gcs_score
FROM {{source "icu.icustays"}} AS stay
LEFT JOIN totalled AS part USING (stay_id)
