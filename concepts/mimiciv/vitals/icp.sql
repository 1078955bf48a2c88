-- title: Intracranial pressure
-- grain: one row per patient, ICU stay and chart time
-- key: subject_id, stay_id, charttime
-- invariant: icp > 0 AND icp < 100
-- note: In mmHg; the highest plausible value of both sensors. A time at which only
--   implausible values were charted is kept with NULL.
SELECT
    subject_id,
    stay_id,
    charttime,
    {{choice "vitals.sensors"}}(valuenum) FILTER (valuenum > 0 AND valuenum < 100) AS icp
FROM {{source "icu.chartevents"}}
WHERE itemid IN (220765, 227989)  -- Intra Cranial Pressure, Intra Cranial Pressure #2
GROUP BY subject_id, stay_id, charttime
