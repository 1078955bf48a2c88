-- title: Task reference: lowest Glasgow Coma Scale of the first day in eICU
-- layer: target
-- grain: one row per unit stay
-- key: patientunitstayid
-- note: From nurse charting, from six hours before to 24 hours after unit admission.
--   A charted total counts if it is from 3 to 15, else the parts are added up with
--   missing ones normal. Intubation is not looked at, parts are not range-checked,
--   and a stay without any score is normal.
-- paper: Teasdale G, Jennett B. Lancet 1974;304(7872):81-84
WITH charted AS (
    SELECT
        patientunitstayid,
        nursingchartoffset AS minutes,
        nursingchartcelltypevallabel AS label,
        nursingchartcelltypevalname AS part,
        {{choice "neuro.eicu_number" "nursingchartvalue"}} AS points
    FROM {{source "eicu.nursecharting"}}
    WHERE nursingchartcelltypecat IN ({{choice "neuro.eicu_categories"}})
      AND nursingchartcelltypevallabel IN ('Glasgow coma score', 'Score (Glasgow Coma Scale)')
),

at_one_time AS (
    SELECT
        patientunitstayid,
        minutes,
        {{choice "neuro.eicu_together"}}(points) FILTER (
            label = 'Glasgow coma score' AND part = 'GCS Total'
            OR label = 'Score (Glasgow Coma Scale)' AND part = 'Value'
        ) AS total,
        {{choice "neuro.eicu_together"}}(points) FILTER (label = 'Glasgow coma score' AND part = 'Motor') AS motor,
        {{choice "neuro.eicu_together"}}(points) FILTER (label = 'Glasgow coma score' AND part = 'Verbal') AS verbal,
        {{choice "neuro.eicu_together"}}(points) FILTER (label = 'Glasgow coma score' AND part = 'Eyes') AS eyes
    FROM charted
    GROUP BY patientunitstayid, minutes
    HAVING coalesce(total, motor, verbal, eyes) IS NOT NULL
),

counted AS (
    SELECT
        *,
        CASE WHEN {{choice "neuro.eicu_total_range" "total"}} THEN total END AS charted_total,
        {{choice "neuro.eicu_missing_part" "motor" "6"}}
            + {{choice "neuro.eicu_missing_part" "verbal" "5"}}
            + {{choice "neuro.eicu_missing_part" "eyes" "4"}} AS sum_of_parts
    FROM at_one_time
),

scored AS (
    SELECT
        *,
        {{choice "neuro.eicu_preferred" "charted_total" "sum_of_parts"}} AS score
    FROM counted
),

worst AS (
    SELECT *
    FROM scored
    WHERE {{choice "neuro.eicu_first_day" "minutes"}}
    QUALIFY row_number() OVER (PARTITION BY patientunitstayid ORDER BY score, {{choice "neuro.eicu_tie" "minutes"}}) = 1
)

SELECT
    patient.patientunitstayid,
    patient.uniquepid,
    patient.patienthealthsystemstayid,
    {{choice "neuro.eicu_not_scored" "worst.score" "15"}} AS gcs_min,
    {{choice "neuro.eicu_not_scored" "worst.motor" "6"}} AS gcs_motor,
    {{choice "neuro.eicu_not_scored" "worst.verbal" "5"}} AS gcs_verbal,
    {{choice "neuro.eicu_not_scored" "worst.eyes" "4"}} AS gcs_eyes
FROM {{source "eicu.patient"}} AS patient
LEFT JOIN worst USING (patientunitstayid)
