-- title: Hours of an ICU stay
-- grain: one row per ICU stay with heart rate, and hour
-- key: stay_id, hr
-- invariant: hr >= -24 AND endtime = date_trunc('hour', endtime)
-- note: A row stands for the hour that ends at endtime. Hour 0 ends at the first
--   full clock hour that is not before the first heart rate. The day before is
--   included, so that measurements made on the way to the unit have a place.
WITH observed AS (
    SELECT
        stay_id,
        {{choice "stay.hour_zero" "intime_hr"}} AS hour_zero,
        {{choice "stay.hours_observed" "intime_hr" "outtime_hr"}} AS last_hour
    FROM {{ref "icustay_times"}}
    WHERE intime_hr IS NOT NULL
)

SELECT stay_id, hr, hour_zero + to_hours(hr) AS endtime
FROM observed, unnest(range({{choice "stay.hours_before"}}, last_hour + 1)) AS hours (hr)
