-- title: OASIS on the first ICU day, eICU (task reference)
-- layer: target
-- grain: one row per ICU stay
-- key: patientunitstayid
-- invariant: oasis = preiculos_score + age_score + gcs_score + heart_rate_score + mbp_score + resp_rate_score + temp_score + urineoutput_score + mechvent_score + electivesurgery_score
-- invariant: oasis BETWEEN 0 AND 75
-- note: Times are minutes from unit admission, the day is (0, 1440]. What is missing
--   counts 0 points, and so does a number that falls between two bands.
-- paper: Johnson AEW et al. Crit Care Med 2013;41(7):1711-1718
WITH patient AS (
    SELECT
        patientunitstayid,
        uniquepid,
        patienthealthsystemstayid,
        {{choice "oasis.eicu_before_unit"}} AS hospitaladmitoffset,  -- minutes; negative before unit admission
        unitadmitsource,
        {{choice "oasis.eicu_age"}} AS age
    FROM {{source "eicu.patient"}}
),

exam AS (
    SELECT patientunitstayid, min(try_cast(physicalexamvalue AS DECIMAL(18, 3))) AS gcs_min
    FROM {{source "eicu.physicalexam"}}
    WHERE
        {{choice "oasis.eicu_window" "physicalexamoffset"}}
        -- the path ends in the score, one or two characters
        AND (
            physicalexampath LIKE 'notes/Progress Notes/Physical Exam/Physical Exam/Neurologic/GCS/_'
            OR physicalexampath LIKE 'notes/Progress Notes/Physical Exam/Physical Exam/Neurologic/GCS/__'
        )
    GROUP BY patientunitstayid
),

urine AS (
    SELECT patientunitstayid, fsum(cellvaluenumeric) {{choice "oasis.eicu_urine_entries"}}AS millilitres
    FROM {{source "eicu.intakeoutput"}}
    SEMI JOIN {{ref "urine_cell"}} USING (cellpath)
    WHERE
        {{choice "oasis.eicu_window" "intakeoutputoffset"}}
    GROUP BY patientunitstayid
),

airway AS (
    SELECT DISTINCT patientunitstayid
    FROM {{source "eicu.respiratorycare"}}
    WHERE
        {{choice "oasis.eicu_window" "respcarestatusoffset"}}
        AND coalesce(
            airwaytype::VARCHAR, airwaysize::VARCHAR, airwayposition::VARCHAR,
            cuffpressure::VARCHAR, setapneatv::VARCHAR
        ) IS NOT NULL
),

input AS (
    SELECT
        patient.*,
        {{choice "oasis.eicu_coma_source" "chart.gcs_min" "exam.gcs_min"}} AS gcs,
        chart.* EXCLUDE (patientunitstayid, gcs_min),
        coalesce(urine.millilitres, {{choice "oasis.eicu_apache_urine" "aps.urine"}}) AS urine,
        {{choice "oasis.eicu_ventilated"}} AS ventilated,
        pred.electivesurgery
    FROM patient
    LEFT JOIN {{ref "first_day_charting"}} AS chart USING (patientunitstayid)
    LEFT JOIN exam USING (patientunitstayid)
    LEFT JOIN urine USING (patientunitstayid)
    LEFT JOIN airway USING (patientunitstayid)
    LEFT JOIN {{source "eicu.apacheapsvar"}} AS aps USING (patientunitstayid)
    LEFT JOIN {{source "eicu.apachepredvar"}} AS pred USING (patientunitstayid)
),

-- In each list the first band that fits.
scored AS (
    SELECT
        patientunitstayid,
        uniquepid,
        patienthealthsystemstayid,
        CASE
            WHEN hospitaladmitoffset > -10.2   THEN 5
            WHEN hospitaladmitoffset >= -296.4 THEN 3
            WHEN hospitaladmitoffset >= -1440  THEN 0
            WHEN hospitaladmitoffset >= -18708 THEN 2
            WHEN hospitaladmitoffset < -18708  THEN 1
            ELSE 0
        END AS preiculos_score,
        CASE
            WHEN age < 24  THEN 0
            WHEN age <= 53 THEN 3
            WHEN age <= 77 THEN 6
            WHEN age <= 89 THEN 9
            WHEN age > 89  THEN 7
            ELSE 0
        END AS age_score,
        CASE
            WHEN gcs < 8              THEN 10
            WHEN gcs BETWEEN 8 AND 13 THEN 4
            WHEN gcs = 14             THEN 3
            ELSE 0
        END AS gcs_score,
        CASE
            WHEN heart_rate_min < 33                THEN 4
            WHEN heart_rate_max BETWEEN 33 AND 88   THEN 0
            WHEN heart_rate_max BETWEEN 89 AND 106  THEN 1
            WHEN heart_rate_max BETWEEN 107 AND 125 THEN 3
            WHEN heart_rate_max > 125               THEN 6
            ELSE 0
        END AS heart_rate_score,
        {{choice "oasis.eicu_pressure"}} AS mbp_score,
        {{choice "oasis.eicu_breathing"}} AS resp_rate_score,
        CASE
            WHEN temperature_min < 33.22                   THEN 3
            WHEN temperature_min BETWEEN 33.22 AND 35.93   THEN 4
            WHEN temperature_max BETWEEN 33.22 AND 35.93   THEN 4
            WHEN temperature_min BETWEEN 35.94 AND 36.39   THEN 2
            WHEN temperature_max BETWEEN 36.40 AND 36.88   THEN 0
            WHEN temperature_max BETWEEN 36.89 AND 39.88   THEN 2
            WHEN temperature_max > 39.88                   THEN 6
            ELSE 0
        END AS temp_score,
        CASE
            WHEN urine < 671                      THEN 10
            WHEN urine BETWEEN 671 AND 1426.99    THEN 5
            WHEN urine BETWEEN 1427 AND 2543.99   THEN 1
            WHEN urine BETWEEN 2544 AND 6896      THEN 0
            WHEN urine > 6896                     THEN 8
            ELSE 0
        END AS urineoutput_score,
        CASE WHEN ventilated THEN 9 ELSE 0 END AS mechvent_score,
        CASE
            WHEN {{choice "oasis.eicu_not_elective"}} THEN 6
            WHEN {{choice "oasis.eicu_emergency"}} THEN 6
            ELSE 0
        END AS electivesurgery_score
    FROM input
)

SELECT
    patientunitstayid,
    uniquepid,
    patienthealthsystemstayid,
    preiculos_score + age_score + gcs_score + heart_rate_score + mbp_score + resp_rate_score
    + temp_score + urineoutput_score + mechvent_score + electivesurgery_score AS oasis,
    * EXCLUDE (patientunitstayid, uniquepid, patienthealthsystemstayid)
FROM scored
