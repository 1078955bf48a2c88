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
    WHERE nursingchartcelltypecat IN ('Scores', 'Other Vital Signs and Infusions')
      AND nursingchartcelltypevallabel IN ('Glasgow coma score', 'Score (Glasgow Coma Scale)')
),

at_one_time AS (
    SELECT
        patientunitstayid,
        minutes,
        min(points) FILTER (
            label = 'Glasgow coma score' AND part = 'GCS Total'
            OR label = 'Score (Glasgow Coma Scale)' AND part = 'Value'
        ) AS total,
        min(points) FILTER (label = 'Glasgow coma score' AND part = 'Motor') AS motor,
        min(points) FILTER (label = 'Glasgow coma score' AND part = 'Verbal') AS verbal,
        min(points) FILTER (label = 'Glasgow coma score' AND part = 'Eyes') AS eyes
    FROM charted
    GROUP BY patientunitstayid, minutes
    HAVING coalesce(total, motor, verbal, eyes) IS NOT NULL
),

scored AS (
    SELECT
        *,
        coalesce(
            CASE WHEN total > 2 AND total < 16 THEN total END,
            coalesce(motor, 6) + coalesce(verbal, 5) + coalesce(eyes, 4)
        ) AS score
    FROM at_one_time
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
    coalesce(worst.score, 15) AS gcs_min,
    coalesce(worst.motor, 6) AS gcs_motor,
    coalesce(worst.verbal, 5) AS gcs_verbal,
    coalesce(worst.eyes, 4) AS gcs_eyes
FROM {{source "eicu.patient"}} AS patient
LEFT JOIN worst USING (patientunitstayid)
