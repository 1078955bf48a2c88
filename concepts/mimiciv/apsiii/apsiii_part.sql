-- title: The parts of APS III
-- layer: step
-- grain: one row per ICU stay with an admission and a patient
-- key: stay_id
-- note: For most items the lowest and the highest value of the first day are scored,
--   and the one farther from the centre of the normal range counts. That is not always
--   the one with more points.
-- paper: Knaus WA et al. Chest 1991;100(6):1619-1636
WITH input AS (
    SELECT
        stay.subject_id,
        stay.hadm_id,
        stay.stay_id,
        ventilated.stay_id IS NOT NULL AS ventilated,
        coalesce(lab.creatinine_max >= 1.5 AND urine.urineoutput < 410 AND {{choice "apsiii.uncoded"}}, false) AS acute_renal_failure,
        vital.* EXCLUDE (subject_id, stay_id),
        lab.* EXCLUDE (subject_id, stay_id),
        {{choice "apsiii.glucose" "least" "glucose_min"}} AS lowest_glucose,
        {{choice "apsiii.glucose" "greatest" "glucose_max"}} AS highest_glucose,
        urine.urineoutput
    FROM {{source "icu.icustays"}} AS stay
    JOIN {{source "hosp.admissions"}} AS admission ON stay.hadm_id = admission.hadm_id
    JOIN {{source "hosp.patients"}} AS patient ON stay.subject_id = patient.subject_id
    LEFT JOIN {{ref "ventilated_first_day"}} AS ventilated ON stay.stay_id = ventilated.stay_id
    LEFT JOIN {{ref "first_day_vitalsign"}} AS vital ON stay.stay_id = vital.stay_id
    LEFT JOIN {{ref "first_day_lab"}} AS lab ON stay.stay_id = lab.stay_id
    LEFT JOIN {{ref "first_day_urine_output"}} AS urine ON stay.stay_id = urine.stay_id
    LEFT JOIN (
        SELECT diagnosis.hadm_id, count(chronic.hadm_id) = 0 AS not_chronic
        FROM (SELECT DISTINCT hadm_id FROM {{source "hosp.diagnoses_icd"}}) AS diagnosis
        LEFT JOIN {{ref "coded_condition"}} AS chronic
            ON diagnosis.hadm_id = chronic.hadm_id
            AND chronic.condition = '{{choice "apsiii.chronic_kidney"}}'
        GROUP BY diagnosis.hadm_id
    ) AS coded ON stay.hadm_id = coded.hadm_id
),

-- Each item with its lowest and highest value; the highest twice where it alone counts.
possible_item AS (
    SELECT stay_id, unnest([
        {item: 'heart rate', low: heart_rate_min, high: heart_rate_max},
        {item: 'mean pressure', low: mbp_min, high: mbp_max},
        -- in hundredths of a degree, so that equal distances are equal numbers
        {item: 'temperature', low: 100 * temperature_min, high: 100 * temperature_max},
        {item: if(ventilated, 'respiratory rate, ventilated', 'respiratory rate'), low: resp_rate_min, high: resp_rate_max},
        {item: 'hematocrit', low: hematocrit_min, high: hematocrit_max},
        {item: 'white cells', low: wbc_min, high: wbc_max},
        {item: if(acute_renal_failure, 'creatinine, acute', 'creatinine'), low: if(acute_renal_failure, creatinine_max, creatinine_min), high: creatinine_max},
        {item: 'urea nitrogen', low: bun_max, high: bun_max},
        {item: 'sodium', low: sodium_min, high: sodium_max},
        {item: 'albumin', low: albumin_min, high: albumin_max},
        {item: 'bilirubin', low: bilirubin_total_max, high: bilirubin_total_max},
        {item: 'glucose', low: lowest_glucose, high: highest_glucose},
        {item: 'urine', low: urineoutput, high: urineoutput}
    ]::STRUCT(item VARCHAR, low DOUBLE, high DOUBLE)[], recursive := true)
    FROM input
),

item AS (
    SELECT * FROM possible_item WHERE high IS NOT NULL
),

-- Where each band begins, and its points; the first band is open below.
band AS (
    SELECT item, centre, unnest(list_prepend('-inf'::DOUBLE, starts)) AS start, unnest(points) AS points
    FROM (VALUES
        ('heart rate', 75, [40, 50, 100, 110, 120, 140, 155], [8, 5, 0, 1, 5, 7, 13, 17]),
        ('mean pressure', 90, [40, 60, 70, 80, 100, 120, 130, 140], [23, 15, 7, 6, 0, 4, 7, 9, 10]),
        ('temperature', 3800, [3300, 3350, 3400, 3500, 3600, 4000], [20, 16, 13, 8, 2, 0, 4]),
        ('respiratory rate', 19, [6, 12, 14, 25, 35, 40, 50], [17, 8, 7, 0, 6, 9, 11, 18]),
        ('respiratory rate, ventilated', 19, {{choice "apsiii.ventilated_breathing"}}),
        ('hematocrit', 45.5, [41, 50], [3, 0, 3]),
        ('white cells', 11.5, [1, 3, 20, 25], [19, 5, 0, 1, 5]),
        ('creatinine', 1, [0.5, 1.5, 1.95], [3, 0, 4, 7]),
        ('creatinine, acute', 1, [1.5], [0, 10]),
        ('urea nitrogen', 0, [17, 20, 40, 80], [0, 2, 7, 11, 12]),
        ('sodium', 145.5, [120, 135, 155], [3, 2, 0, 4]),
        ('albumin', 3.5, [2, 2.5, 4.5], [11, 6, 0, 4]),
        ('bilirubin', 0, [2, 3, 5, 8], [0, 5, 6, 8, 16]),
        ('glucose', 130, [40, 60, 200, 350], [8, 9, 0, 3, 5]),
        ('urine', 0, [400, 600, 900, 1500, 2000, 4000], [15, 8, 7, 5, 4, 0, 1])
    ) AS item_band(item, centre, starts, points)
),

pointed AS (
    SELECT
        item.stay_id,
        item.item,
        {{choice "apsiii.extreme"}} AS points
    FROM item
    ASOF JOIN band AS low ON item.item = low.item AND item.low >= low.start
    ASOF JOIN band AS high ON item.item = high.item AND item.high >= high.start
),

measured AS (
    SELECT
        stay_id,
        max(points) FILTER (WHERE item = 'heart rate') AS hr_score,
        max(points) FILTER (WHERE item = 'mean pressure') AS mbp_score,
        max(points) FILTER (WHERE item = 'temperature') AS temp_score,
        max(points) FILTER (WHERE item LIKE 'respiratory rate%') AS resp_rate_score,
        max(points) FILTER (WHERE item = 'hematocrit') AS hematocrit_score,
        max(points) FILTER (WHERE item = 'white cells') AS wbc_score,
        max(points) FILTER (WHERE item LIKE 'creatinine%') AS creatinine_score,
        max(points) FILTER (WHERE item = 'urine') AS uo_score,
        max(points) FILTER (WHERE item = 'urea nitrogen') AS bun_score,
        max(points) FILTER (WHERE item = 'sodium') AS sodium_score,
        max(points) FILTER (WHERE item = 'albumin') AS albumin_score,
        max(points) FILTER (WHERE item = 'bilirubin') AS bilirubin_score,
        max(points) FILTER (WHERE item = 'glucose') AS glucose_score
    FROM pointed
    GROUP BY stay_id
)

SELECT
    stay_id,
    measured.* EXCLUDE (stay_id),
    gas.* EXCLUDE (stay_id),
    coma.gcs_score
FROM input
LEFT JOIN measured USING (stay_id)
LEFT JOIN {{ref "apsiii_gas"}} AS gas USING (stay_id)
LEFT JOIN {{ref "apsiii_gcs"}} AS coma USING (stay_id)
