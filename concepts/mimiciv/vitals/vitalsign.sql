-- title: Vital signs
-- grain: one row per patient, ICU stay and chart time
-- partition: stay_id
-- key: subject_id, stay_id, charttime
-- invariant: heart_rate < 300 AND resp_rate < 70 AND spo2 <= 100
-- note: Values outside of a plausible range are dropped; what is charted at one
--   time for one sign is averaged, cuff and arterial pressures together. Heart
--   rate and respiration per minute, pressures in mmHg, temperature in degrees
--   Celsius, SpO2 in percent, glucose in mg/dL. The _ni pressures are from the cuff.
SELECT
    subject_id,
    stay_id,
    charttime,
    -- Heart Rate
    {{choice "vitals.together"}}(valuenum) FILTER (itemid = 220045 AND {{choice "vitals.heart_rate_range" "valuenum"}}) AS heart_rate,
    -- Non Invasive Blood Pressure, Arterial Blood Pressure, ART BP: systolic, diastolic, mean
    {{choice "vitals.together"}}(valuenum) FILTER (itemid IN ({{choice "vitals.systolic_items"}}) AND {{choice "vitals.systolic_range" "valuenum"}}) AS sbp,
    {{choice "vitals.together"}}(valuenum) FILTER (itemid IN ({{choice "vitals.diastolic_items"}}) AND {{choice "vitals.pressure_range" "valuenum"}}) AS dbp,
    {{choice "vitals.together"}}(valuenum) FILTER (itemid IN ({{choice "vitals.mean_pressure_items"}}) AND {{choice "vitals.pressure_range" "valuenum"}}) AS mbp,
    {{choice "vitals.together"}}(valuenum) FILTER (itemid = 220179 AND {{choice "vitals.systolic_range" "valuenum"}}) AS sbp_ni,
    {{choice "vitals.together"}}(valuenum) FILTER (itemid = 220180 AND {{choice "vitals.pressure_range" "valuenum"}}) AS dbp_ni,
    {{choice "vitals.together"}}(valuenum) FILTER (itemid = 220181 AND {{choice "vitals.pressure_range" "valuenum"}}) AS mbp_ni,
    -- Respiratory Rate, Respiratory Rate (Total)
    {{choice "vitals.together"}}(valuenum) FILTER (itemid IN ({{choice "vitals.respiration_items"}}) AND {{choice "vitals.respiration_range" "valuenum"}}) AS resp_rate,
    {{choice "vitals.temperature_rounding" "avg(celsius)"}} AS temperature,
    max(value) FILTER (itemid = 224642) AS temperature_site,  -- Temperature Site
    -- O2 saturation pulseoxymetry
    {{choice "vitals.together"}}(valuenum) FILTER (itemid = 220277 AND {{choice "vitals.saturation_range" "valuenum"}}) AS spo2,
    -- Glucose finger stick, Glucose (serum), Glucose (whole blood)
    {{choice "vitals.together"}}(valuenum) FILTER (itemid IN ({{choice "vitals.glucose_items"}}) AND {{choice "vitals.glucose_range" "valuenum"}}) AS glucose
FROM (
    SELECT
        *,
        CASE
            -- Temperature Fahrenheit, Temperature Celsius
            WHEN itemid = 223761 AND {{choice "vitals.fahrenheit_range" "valuenum"}} THEN {{choice "vitals.fahrenheit" "valuenum"}}
            WHEN itemid = 223762 AND {{choice "vitals.celsius_range" "valuenum"}} THEN valuenum
        END AS celsius
    FROM {{source "icu.chartevents"}}
    WHERE itemid IN (
        220045, 220179, 220050, 225309, 220180, 220051, 225310, 220181, 220052, 225312, 220210, 224690,
        223761, 223762, 224642, 220277, 225664, 220621, 226537
    )
) AS charted
WHERE stay_id IS NOT NULL
GROUP BY subject_id, stay_id, charttime
