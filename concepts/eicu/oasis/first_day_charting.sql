-- title: Extremes of the nursing chart on the first ICU day
-- layer: step
-- grain: one row per ICU stay with a number on the chart
-- key: patientunitstayid
-- note: Heart rate and respiratory rate per minute, mean arterial pressure in mmHg,
--   temperature in degrees Celsius. Single entries, not means. The chart holds text;
--   what does not read as a number is left out.
WITH entry AS (
    SELECT
        patientunitstayid,
        nursingchartoffset AS minute,
        nursingchartcelltypecat AS category,
        nursingchartcelltypevallabel AS label,
        nursingchartcelltypevalname AS name,
        try_cast(nursingchartvalue AS DECIMAL(18, 3)) AS value
    FROM {{source "eicu.nursecharting"}}
    WHERE
        {{choice "oasis.eicu_window" "nursingchartoffset"}}
        AND nursingchartcelltypecat IN ('Vital Signs', 'Scores', 'Other Vital Signs and Infusions')
        AND nursingchartcelltypevallabel IN (
            'Heart Rate', 'Respiratory Rate', 'Temperature',
            'Invasive BP', 'MAP (mmHg)', 'Arterial Line MAP (mmHg)', 'Non-Invasive BP',
            'Glasgow coma score', 'Score (Glasgow Coma Scale)'
        )
),

vital AS (
    SELECT
        patientunitstayid,
        CASE
            WHEN label = 'Heart Rate' AND name = 'Heart Rate' AND value BETWEEN 25 AND 225 THEN 'heart rate'
            WHEN label = 'Respiratory Rate' AND name = 'Respiratory Rate' AND value BETWEEN 0 AND 60 THEN 'respiratory rate'
            WHEN label = 'Temperature' AND name = 'Temperature (C)' AND value BETWEEN 25 AND 46 THEN 'temperature'
            WHEN value NOT BETWEEN 1 AND 250 THEN NULL
            WHEN label = 'Invasive BP' AND name = 'Invasive BP Mean' THEN 'invasive pressure'
            WHEN label IN ('MAP (mmHg)', 'Arterial Line MAP (mmHg)') AND name = 'Value' THEN 'invasive pressure'
            WHEN label = 'Non-Invasive BP' AND name = 'Non-Invasive BP Mean' THEN 'cuff pressure'
        END AS sign,
        value
    FROM entry
),

extreme AS (
    SELECT
        patientunitstayid,
        min(value) FILTER (WHERE sign = 'heart rate') AS heart_rate_min,
        max(value) FILTER (WHERE sign = 'heart rate') AS heart_rate_max,
        min(value) FILTER (WHERE sign = 'invasive pressure') AS invasive_map_min,
        max(value) FILTER (WHERE sign = 'invasive pressure') AS invasive_map_max,
        min(value) FILTER (WHERE sign = 'cuff pressure') AS cuff_map_min,
        max(value) FILTER (WHERE sign = 'cuff pressure') AS cuff_map_max,
        min(value) FILTER (WHERE sign = 'respiratory rate' AND value {{choice "oasis.eicu_apnoea"}} 0) AS resp_rate_min,
        max(value) FILTER (WHERE sign = 'respiratory rate') AS resp_rate_max,
        min(value) FILTER (WHERE sign = 'temperature') AS temperature_min,
        max(value) FILTER (WHERE sign = 'temperature') AS temperature_max
    FROM vital
    GROUP BY patientunitstayid
),

-- The coma score as charted in total; the lowest of a minute counts if it is possible.
coma AS (
    SELECT patientunitstayid, min(total) AS gcs_min
    FROM (
        SELECT patientunitstayid, minute, min(value) AS total
        FROM entry
        WHERE
            category <> 'Vital Signs'
            AND (
                (label = 'Glasgow coma score' AND name = 'GCS Total')
                OR (label = 'Score (Glasgow Coma Scale)' AND name = 'Value')
            )
        GROUP BY patientunitstayid, minute
    )
    WHERE total > 2 AND total < 16
    GROUP BY patientunitstayid
)

SELECT *
FROM extreme
LEFT JOIN coma USING (patientunitstayid)
