-- title: LODS, the Logistic Organ Dysfunction System
-- grain: one row per ICU stay
-- key: stay_id
-- invariant: lods = coalesce(neurologic, 0) + coalesce(cardiovascular, 0) + coalesce(renal, 0) + coalesce(pulmonary, 0) + coalesce(hematologic, 0) + coalesce(hepatic, 0)
-- invariant: lods BETWEEN 0 AND 22
-- note: A part without data is NULL and counts 0; the lungs have 0 without a gas under
--   support. Nothing is known of a stay without admission or patient.
-- note: Values of the first day, but gases of the whole stay, of any specimen.
-- paper: Le Gall JR et al. JAMA 1996;276(10):802-810
WITH mask AS (
    SELECT
        stay.stay_id,
        min(device.charttime) - INTERVAL 1 HOUR AS starttime,
        max(device.charttime) + INTERVAL 4 HOUR AS endtime
    FROM {{source "icu.icustays"}} AS stay
    JOIN {{source "icu.chartevents"}} AS device
        ON stay.stay_id = device.stay_id
        AND device.charttime BETWEEN stay.intime AND stay.intime + INTERVAL 24 HOUR
    WHERE
        device.itemid = 226732  -- O2 Delivery Device(s)
        AND regexp_matches(lower(device.value), '{{choice "lods.mask_words"}}')
    GROUP BY stay.stay_id
),

oxygenation AS (
    SELECT gas.stay_id, min(gas.pao2fio2ratio) AS ratio
    FROM {{ref "stay_gas"}} AS gas
    LEFT JOIN mask USING (stay_id)
    WHERE
        gas.same_admission
        AND gas.charttime >= gas.intime
        AND gas.charttime < {{choice "lods.gas_end"}}
        AND (gas.ventilated_since IS NOT NULL OR gas.charttime BETWEEN mask.starttime AND mask.endtime)
        {{choice "lods.specimen"}}
    GROUP BY gas.stay_id
),

input AS (
    SELECT
        stay.stay_id,
        coma.gcs_min AS gcs,
        vital.heart_rate_min, vital.heart_rate_max,
        vital.sbp_min, vital.sbp_max,
        urine.urineoutput,
        lab.bun_max, lab.creatinine_max,
        lab.wbc_min, lab.wbc_max, lab.platelets_min,
        lab.bilirubin_total_max, lab.pt_min, lab.pt_max,
        oxygenation.ratio
    FROM {{source "icu.icustays"}} AS stay
    JOIN {{source "hosp.admissions"}} AS admission ON stay.hadm_id = admission.hadm_id
    JOIN {{source "hosp.patients"}} AS patient ON stay.subject_id = patient.subject_id
    LEFT JOIN {{ref "first_day_gcs"}} AS coma ON stay.stay_id = coma.stay_id
    LEFT JOIN {{ref "first_day_vitalsign"}} AS vital ON stay.stay_id = vital.stay_id
    LEFT JOIN {{ref "first_day_urine_output"}} AS urine ON stay.stay_id = urine.stay_id
    LEFT JOIN {{ref "first_day_lab"}} AS lab ON stay.stay_id = lab.stay_id
    LEFT JOIN oxygenation ON stay.stay_id = oxygenation.stay_id
),

-- In each list the first rule that holds.
scored AS (
    SELECT
        stay_id,
        CASE
            WHEN gcs < 3   THEN NULL  -- not a possible score
            WHEN gcs <= 5  THEN 5
            WHEN gcs <= 8  THEN 3
            WHEN gcs <= 13 THEN 1
            WHEN gcs > 13  THEN 0
        END AS neurologic,
        CASE
            WHEN heart_rate_max IS NULL AND sbp_min IS NULL THEN NULL
            WHEN heart_rate_min < 30   THEN 5
            WHEN sbp_min < 40          THEN 5
            WHEN sbp_min < 70          THEN 3
            WHEN sbp_max >= 270        THEN 3
            WHEN heart_rate_max >= 140 THEN 1
            WHEN sbp_max >= 240        THEN 1
            WHEN sbp_min < 90          THEN 1
            ELSE 0
        END AS cardiovascular,
        CASE
            WHEN bun_max IS NULL OR urineoutput IS NULL OR creatinine_max IS NULL THEN NULL
            WHEN urineoutput < 500      THEN 5
            WHEN bun_max >= 56          THEN 5
            WHEN creatinine_max >= 1.60 THEN 3
            WHEN urineoutput < 750      THEN 3
            WHEN bun_max >= 28          THEN 3
            WHEN urineoutput >= 10000   THEN 3
            WHEN creatinine_max >= 1.20 THEN 1
            WHEN bun_max >= {{choice "lods.urea"}}         THEN 1
            ELSE 0
        END AS renal,
        CASE
            WHEN ratio >= 150 THEN 1
            WHEN ratio < 150  THEN 3
            ELSE 0
        END AS pulmonary,
        CASE
            WHEN wbc_max IS NULL AND platelets_min IS NULL THEN NULL
            WHEN wbc_min < 1.0      THEN 3
            WHEN wbc_min < 2.5      THEN 1
            WHEN platelets_min < 50 THEN 1
            WHEN wbc_max >= 50.0    THEN 1
            ELSE 0
        END AS hematologic,
        CASE
            WHEN pt_max IS NULL AND bilirubin_total_max IS NULL THEN NULL
            WHEN bilirubin_total_max >= 2.0 THEN 1
            WHEN {{choice "lods.prothrombin"}} THEN 1
            ELSE 0
        END AS hepatic
    FROM input
)

SELECT
    stay.subject_id,
    stay.hadm_id,
    stay.stay_id,
    coalesce(neurologic, 0) + coalesce(cardiovascular, 0) + coalesce(renal, 0)
    + coalesce(pulmonary, 0) + coalesce(hematologic, 0) + coalesce(hepatic, 0) AS lods,
    neurologic,
    cardiovascular,
    renal,
    pulmonary,
    hematologic,
    hepatic
FROM {{source "icu.icustays"}} AS stay
LEFT JOIN scored USING (stay_id)
