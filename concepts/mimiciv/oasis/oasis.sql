-- title: OASIS of the first day
-- grain: one row per ICU stay with an admission and a patient
-- key: stay_id
-- invariant: oasis BETWEEN 0 AND 75
-- invariant: oasis_prob BETWEEN 0 AND 1
-- invariant: mechvent IN (0, 1)
-- note: The inputs stand beside their points: for a vital sign the extreme that decided,
--   or the middle of both where none did. A part without data is NULL and counts 0.
-- note: Between some bands there are holes: a highest heart rate of 106.5 scores 0.
-- paper: Johnson AEW et al. Crit Care Med 2013;41(7):1711-1718
WITH surgical AS (
    SELECT DISTINCT stay.stay_id
    FROM {{source "icu.icustays"}} AS stay
    JOIN {{source "hosp.services"}} AS service
        ON stay.hadm_id = service.hadm_id
        AND {{choice "oasis.service_time"}}
    WHERE lower(service.curr_service) LIKE '%surg%' {{choice "oasis.orthopaedics"}}
),

input AS (
    SELECT
        stay.subject_id,
        stay.hadm_id,
        stay.stay_id,
        age.age,
        {{choice "oasis.minutes" "admission.admittime" "stay.intime"}} AS preiculos,
        coma.gcs_min AS gcs,
        vital.heart_rate_min, vital.heart_rate_max,
        vital.mbp_min, vital.mbp_max,
        vital.resp_rate_min, vital.resp_rate_max,
        vital.temperature_min, vital.temperature_max,
        urine.urineoutput,
        (ventilated.stay_id IS NOT NULL)::INTEGER AS mechvent,
        CASE
            WHEN admission.admission_type IS NULL THEN NULL
            WHEN admission.admission_type IN {{choice "oasis.planned"}} AND surgical.stay_id IS NOT NULL THEN 1
            ELSE 0
        END AS electivesurgery
    FROM {{source "icu.icustays"}} AS stay
    JOIN {{source "hosp.admissions"}} AS admission ON stay.hadm_id = admission.hadm_id
    JOIN {{source "hosp.patients"}} AS patient ON stay.subject_id = patient.subject_id
    LEFT JOIN {{ref "age"}} AS age ON stay.hadm_id = age.hadm_id
    LEFT JOIN surgical ON stay.stay_id = surgical.stay_id
    LEFT JOIN {{ref "first_day_gcs"}} AS coma ON stay.stay_id = coma.stay_id
    LEFT JOIN {{ref "first_day_vitalsign"}} AS vital ON stay.stay_id = vital.stay_id
    LEFT JOIN {{ref "first_day_urine_output"}} AS urine ON stay.stay_id = urine.stay_id
    LEFT JOIN {{ref "ventilated_first_day"}} AS ventilated ON stay.stay_id = ventilated.stay_id
),

-- In each list the first band that fits, with the extreme that put it there.
banded AS (
    SELECT
        *,
        CASE
            WHEN preiculos < 10.2  THEN 5
            WHEN preiculos < 297   THEN 3
            WHEN preiculos < 1440  THEN 0
            WHEN preiculos < 18708 THEN {{choice "oasis.long_waits"}}
        END AS preiculos_score,
        CASE
            WHEN age < 24  THEN 0
            WHEN age <= 53 THEN 3
            WHEN age <= 77 THEN 6
            WHEN age <= 89 THEN 9
            WHEN age >= {{choice "oasis.oldest"}} THEN 7
            WHEN age IS NOT NULL THEN 0  -- a fraction between 89 and 90
        END AS age_score,
        CASE
            WHEN gcs <= 7 THEN 10
            WHEN gcs < 14 THEN 4
            WHEN gcs = 14 THEN 3
            WHEN gcs IS NOT NULL THEN 0
        END AS gcs_score,
        CASE
            WHEN heart_rate_max > 125                THEN {points: 6, value: heart_rate_max}
            WHEN heart_rate_min < 33                 THEN {points: 4, value: heart_rate_min}
            WHEN heart_rate_max {{choice "oasis.heart_rate_hole"}}  THEN {points: 3, value: heart_rate_max}
            WHEN heart_rate_max BETWEEN 89 AND 106   THEN {points: 1, value: heart_rate_max}
            WHEN heart_rate_max IS NOT NULL          THEN {points: 0, value: (heart_rate_min + heart_rate_max) / 2}
        END AS heart_rate,
        CASE
            WHEN mbp_min < 20.65  THEN {points: 4, value: mbp_min}
            WHEN mbp_min < 51     THEN {points: 3, value: mbp_min}
            WHEN mbp_max > 143.44 THEN {points: 3, value: mbp_max}
            WHEN mbp_min < 61.33  THEN {points: 2, value: mbp_min}
            WHEN mbp_min IS NOT NULL THEN {points: 0, value: (mbp_min + mbp_max) / 2}
        END AS pressure,
        CASE
            WHEN resp_rate_min < 6  THEN {points: 10, value: resp_rate_min}
            WHEN resp_rate_max > 44 THEN {points: 9, value: resp_rate_max}
            WHEN resp_rate_max > 30 THEN {points: 6, value: resp_rate_max}
            WHEN resp_rate_max > 22 THEN {points: 1, value: resp_rate_max}
            WHEN resp_rate_min < 13 THEN {points: 1, value: resp_rate_min}
            WHEN resp_rate_min IS NOT NULL THEN {points: 0, value: (resp_rate_min + resp_rate_max) / 2}
        END AS breathing,
        {{choice "oasis.temperature"}} AS warmth,
        CASE
            WHEN {{choice "oasis.no_urine"}} < 671.09                   THEN 10
            WHEN urineoutput > 6896.80                  THEN 8
            WHEN urineoutput BETWEEN 671.09 AND 1426.99  THEN 5
            WHEN urineoutput BETWEEN 1427.00 AND 2544.14 THEN 1
            WHEN urineoutput IS NOT NULL                THEN 0
        END AS urineoutput_score,
        9 * mechvent AS mechvent_score,
        CASE electivesurgery WHEN 1 THEN 0 WHEN 0 THEN 6 END AS electivesurgery_score
    FROM input
),

totalled AS (
    SELECT
        *,
        coalesce(age_score, 0) + coalesce(preiculos_score, 0) + coalesce(gcs_score, 0)
        + coalesce(heart_rate.points, 0) + coalesce(pressure.points, 0)
        + coalesce(breathing.points, 0) + coalesce(warmth.points, 0)
        + coalesce(urineoutput_score, 0) + mechvent_score
        + coalesce(electivesurgery_score, 0) AS oasis
    FROM banded
)

SELECT
    subject_id,
    hadm_id,
    stay_id,
    oasis,
    1 / (1 + exp(6.1746 - 0.1275 * oasis)) AS oasis_prob,
    age,
    age_score,
    preiculos,
    preiculos_score,
    gcs,
    gcs_score,
    heart_rate.value AS heartrate,
    heart_rate.points AS heart_rate_score,
    pressure.value AS meanbp,
    pressure.points AS mbp_score,
    breathing.value AS resprate,
    breathing.points AS resp_rate_score,
    warmth.value AS temp,
    warmth.points AS temp_score,
    urineoutput,
    urineoutput_score,
    mechvent,
    mechvent_score,
    electivesurgery,
    electivesurgery_score
FROM totalled
