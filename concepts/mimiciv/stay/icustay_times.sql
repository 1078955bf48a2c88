-- title: First and last heart rate of an ICU stay
-- grain: one row per ICU stay
-- key: stay_id
-- invariant: intime_hr <= outtime_hr
-- note: Charted heart rate bounds the time a patient was really in the unit;
--   the administrative times can be hours off. Both are NULL without heart rate.
WITH heart_rate AS (
    SELECT stay_id, min(charttime) AS first_time, max(charttime) AS last_time
    FROM {{source "icu.chartevents"}}
    WHERE itemid = 220045  -- Heart Rate
    GROUP BY stay_id
)

SELECT
    stay.subject_id,
    stay.hadm_id,
    stay.stay_id,
    {{choice "stay.presence" "heart_rate.first_time" "stay.intime"}} AS intime_hr,
    {{choice "stay.presence" "heart_rate.last_time" "stay.outtime"}} AS outtime_hr
FROM {{source "icu.icustays"}} AS stay
LEFT JOIN heart_rate USING (stay_id)
