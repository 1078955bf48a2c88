-- title: Vital signs of the first day
-- grain: one row per ICU stay
-- key: stay_id
-- partition: stay_id
-- invariant: heart_rate_min <= heart_rate_max AND temperature_min <= temperature_max
-- note: Lowest, highest and mean value of the vital sign rows from six hours before
--   to 24 hours after ICU admission. The mean is over chart times, not over time.
SELECT
    stay.subject_id,
    stay.stay_id,
    min(heart_rate) AS heart_rate_min,
    max(heart_rate) AS heart_rate_max,
    favg(heart_rate) AS heart_rate_mean,
    min(sbp) AS sbp_min,
    max(sbp) AS sbp_max,
    favg(sbp) AS sbp_mean,
    min(dbp) AS dbp_min,
    max(dbp) AS dbp_max,
    favg(dbp) AS dbp_mean,
    min(mbp) AS mbp_min,
    max(mbp) AS mbp_max,
    favg(mbp) AS mbp_mean,
    min(resp_rate) AS resp_rate_min,
    max(resp_rate) AS resp_rate_max,
    favg(resp_rate) AS resp_rate_mean,
    min(temperature) AS temperature_min,
    max(temperature) AS temperature_max,
    avg(temperature) AS temperature_mean,
    min(spo2) AS spo2_min,
    max(spo2) AS spo2_max,
    favg(spo2) AS spo2_mean,
    min(glucose) AS glucose_min,
    max(glucose) AS glucose_max,
    favg(glucose) AS glucose_mean
FROM {{source "icu.icustays"}} AS stay
LEFT JOIN {{ref "vitalsign"}} AS vital
    ON vital.stay_id = stay.stay_id
    AND {{choice "stay.first_day" "vital.charttime" "stay.intime"}}
GROUP BY stay.subject_id, stay.stay_id
