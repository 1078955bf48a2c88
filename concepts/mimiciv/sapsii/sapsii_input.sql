-- title: What SAPS II looks at
-- layer: step
-- grain: one row per ICU stay with an admission
-- key: stay_id
-- note: Extremes over the 24 hours after admission, without the moment of admission
--   itself. Vital signs and laboratory values are the patient's, not only the stay's.
WITH stay AS (
    SELECT icu.subject_id, icu.hadm_id, icu.stay_id, icu.intime, icu.outtime, admission.admission_type
    FROM {{source "icu.icustays"}} AS icu
    JOIN {{source "hosp.admissions"}} AS admission USING (hadm_id)
),

-- Whatever was measured, in one long list, so that the windows are tested in one place.
measured AS (
    SELECT subject_id, charttime, heart_rate, sbp, temperature::DOUBLE AS temperature FROM {{ref "vitalsign"}}
    UNION ALL BY NAME
    SELECT subject_id, charttime, bun, potassium, sodium, bicarbonate FROM {{ref "chemistry"}}
    UNION ALL BY NAME
    SELECT subject_id, charttime, wbc FROM {{ref "complete_blood_count"}}
    UNION ALL BY NAME
    SELECT subject_id, charttime, bilirubin_total FROM {{ref "enzyme"}}
),

of_patient AS (
    SELECT
        stay.stay_id,
        min(heart_rate) AS heart_rate_min,
        max(heart_rate) AS heart_rate_max,
        min(sbp) AS sbp_min,
        max(sbp) AS sbp_max,
        max(temperature) AS temperature_max,
        max(bun) AS bun_max,
        min(potassium) AS potassium_min,
        max(potassium) AS potassium_max,
        min(sodium) AS sodium_min,
        max(sodium) AS sodium_max,
        min(bicarbonate) AS bicarbonate_min,
        min(wbc) AS wbc_min,
        max(wbc) AS wbc_max,
        max(bilirubin_total) AS bilirubin_max
    FROM stay
    JOIN measured
        ON stay.subject_id = measured.subject_id
        AND {{choice "sapsii.window" "measured.charttime" "stay.intime"}}
    GROUP BY stay.stay_id
),

coma AS (
    SELECT stay.stay_id, min(gcs.gcs) AS gcs_min
    FROM stay
    JOIN {{ref "gcs"}} AS gcs
        ON stay.stay_id = gcs.stay_id
        AND {{choice "sapsii.window" "gcs.charttime" "stay.intime"}}
    GROUP BY stay.stay_id
),

urine AS (
    SELECT stay.stay_id, fsum(urine.urineoutput) AS urineoutput
    FROM stay
    JOIN {{ref "urine_output"}} AS urine
        ON stay.stay_id = urine.stay_id
        AND {{choice "sapsii.window" "urine.charttime" "stay.intime"}}
    GROUP BY stay.stay_id
),

-- The worst arterial gas under support.
oxygenation AS (
    SELECT gas.stay_id, min(gas.pao2fio2ratio) AS ratio
    FROM {{ref "stay_gas"}} AS gas
    JOIN stay USING (stay_id)
    LEFT JOIN {{ref "cpap_interval"}} AS mask
        ON stay.subject_id = mask.subject_id
        AND gas.charttime > mask.starttime
        AND gas.charttime <= mask.endtime
    WHERE
        gas.arterial
        AND {{choice "sapsii.window" "gas.charttime" "stay.intime"}}
        AND {{choice "sapsii.support"}}
    GROUP BY gas.stay_id
),

first_service AS (
    SELECT hadm_id, {{choice "sapsii.surgical"}} AS surgical
    FROM {{source "hosp.services"}}
    QUALIFY row_number() OVER (PARTITION BY hadm_id ORDER BY {{choice "sapsii.first_service"}}) = 1
),

disease AS (
    SELECT
        hadm_id,
        bool_or(condition = 'aids') AS aids,
        bool_or(condition = 'sapsii_hematologic_malignancy') AS hematologic_malignancy,
        bool_or(condition = 'sapsii_metastatic_cancer') AS metastatic_cancer
    FROM {{ref "coded_condition"}}
    GROUP BY hadm_id
)

SELECT
    stay.*,
    age.age,
    of_patient.* EXCLUDE (stay_id),
    coma.gcs_min,
    urine.urineoutput,
    oxygenation.ratio AS pao2fio2_vent_min,
    coalesce(first_service.surgical, false) AS surgical,
    disease.* EXCLUDE (hadm_id)
FROM stay
LEFT JOIN {{ref "age"}} AS age USING (hadm_id)
LEFT JOIN of_patient USING (stay_id)
LEFT JOIN coma USING (stay_id)
LEFT JOIN urine USING (stay_id)
LEFT JOIN oxygenation USING (stay_id)
LEFT JOIN first_service USING (hadm_id)
LEFT JOIN disease USING (hadm_id)
