-- title: SAPS II of the first day
-- grain: one row per ICU stay with an admission
-- key: stay_id
-- invariant: sapsii BETWEEN 0 AND 163
-- invariant: sapsii_prob BETWEEN 0 AND 1
-- note: A part without data is NULL and counts 0. Urine of a stay that ended early is
--   not scaled to a day. Intubated patients have a coma score of 15.
-- note: Oxygen scores under a ventilator or a CPAP mask only, and then never below 6.
-- paper: Le Gall JR et al. JAMA 1993;270(24):2957-2963
WITH scored AS (
    SELECT
        subject_id,
        hadm_id,
        stay_id,
        intime AS starttime,
        intime + INTERVAL 24 HOUR AS endtime,
        CASE
            WHEN age < 40  THEN 0
            WHEN age < 60  THEN 7
            WHEN age < 70  THEN 12
            WHEN age < 75  THEN 15
            WHEN age < 80  THEN 16
            WHEN age >= 80 THEN 18
        END AS age_score,
        CASE
            WHEN heart_rate_min < 40   THEN 11
            WHEN heart_rate_max >= 160 THEN 7
            WHEN heart_rate_max >= 120 THEN 4
            WHEN heart_rate_min < 70   THEN 2
            WHEN heart_rate_max IS NOT NULL THEN 0
        END AS hr_score,
        CASE
            WHEN sbp_min < 70   THEN 13
            WHEN sbp_min < 100  THEN 5
            WHEN sbp_max >= 200 THEN 2
            WHEN sbp_max IS NOT NULL THEN 0
        END AS sysbp_score,
        CASE
            WHEN temperature_max {{choice "sapsii.fever"}} 39.0 THEN 3
            WHEN temperature_max IS NOT NULL THEN 0
        END AS temp_score,
        CASE
            WHEN pao2fio2_vent_min < 100  THEN 11
            WHEN pao2fio2_vent_min < 200  THEN 9
            WHEN pao2fio2_vent_min >= 200 THEN 6
        END AS pao2fio2_score,
        CASE
            WHEN {{choice "sapsii.urine_day"}} < 500   THEN 11
            WHEN {{choice "sapsii.urine_day"}} < 1000  THEN 4
            WHEN {{choice "sapsii.urine_day"}} >= 1000 THEN 0
        END AS uo_score,
        CASE
            WHEN bun_max < 28  THEN 0
            WHEN bun_max < 84  THEN 6
            WHEN bun_max >= 84 THEN 10
        END AS bun_score,
        CASE
            WHEN wbc_min < 1.0   THEN 12
            WHEN wbc_max >= 20.0 THEN 3
            WHEN wbc_max IS NOT NULL THEN 0
        END AS wbc_score,
        CASE
            WHEN potassium_min < 3.0  THEN 3
            WHEN potassium_max >= 5.0 THEN 3
            WHEN potassium_max IS NOT NULL THEN 0
        END AS potassium_score,
        CASE
            WHEN sodium_min < 125  THEN 5
            WHEN sodium_max >= 145 THEN 1
            WHEN sodium_max IS NOT NULL THEN 0
        END AS sodium_score,
        CASE
            WHEN bicarbonate_min < 15.0  THEN 6
            WHEN bicarbonate_min < 20.0  THEN 3
            WHEN bicarbonate_min >= 20.0 THEN 0
        END AS bicarbonate_score,
        CASE
            WHEN bilirubin_max < 4.0  THEN 0
            WHEN bilirubin_max < 6.0  THEN 4
            WHEN bilirubin_max >= 6.0 THEN 9
        END AS bilirubin_score,
        CASE
            WHEN gcs_min < 3   THEN {{choice "sapsii.impossible_coma"}}
            WHEN gcs_min < 6   THEN 26
            WHEN gcs_min < 9   THEN 13
            WHEN gcs_min < 11  THEN 7
            WHEN gcs_min < 14  THEN 5
            WHEN gcs_min >= 14 THEN 0
        END AS gcs_score,
        {{choice "sapsii.diseases"}} AS comorbidity_score,
        CASE
            WHEN surgical AND admission_type IN {{choice "sapsii.planned"}}     THEN 0
            WHEN surgical AND admission_type NOT IN {{choice "sapsii.planned"}} THEN 8
            ELSE 6  -- medical
        END AS admissiontype_score
    FROM {{ref "sapsii_input"}}
),

totalled AS (
    SELECT
        *,
        coalesce(age_score, 0) + coalesce(hr_score, 0) + coalesce(sysbp_score, 0)
        + coalesce(temp_score, 0) + coalesce(pao2fio2_score, 0) + coalesce(uo_score, 0)
        + coalesce(bun_score, 0) + coalesce(wbc_score, 0) + coalesce(potassium_score, 0)
        + coalesce(sodium_score, 0) + coalesce(bicarbonate_score, 0) + coalesce(bilirubin_score, 0)
        + coalesce(gcs_score, 0) + comorbidity_score + admissiontype_score AS sapsii
    FROM scored
)

SELECT
    subject_id,
    hadm_id,
    stay_id,
    starttime,
    endtime,
    sapsii,
    1 / (1 + exp(7.7631 - 0.0737 * sapsii - 0.9971 * ln(sapsii + 1))) AS sapsii_prob,
    totalled.* EXCLUDE (subject_id, hadm_id, stay_id, starttime, endtime, sapsii)
FROM totalled
