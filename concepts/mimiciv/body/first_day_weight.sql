-- title: Body weight of the first day
-- grain: one row per ICU stay
-- key: stay_id
-- invariant: weight_min > 0 AND weight_min <= weight_max
-- note: In kg, over the weights that begin to hold by 24 hours after ICU admission.
--   Each interval counts once, however long it is; a first weight that is carried
--   back to admission therefore counts twice.
SELECT
    stay.subject_id,
    stay.stay_id,
    avg(weight.weight) FILTER (weight.weight_type = 'admit') AS weight_admit,
    avg(weight.weight) AS weight,
    min(weight.weight) AS weight_min,
    max(weight.weight) AS weight_max
FROM {{source "icu.icustays"}} AS stay
LEFT JOIN {{ref "weight_durations"}} AS weight
    ON weight.stay_id = stay.stay_id
    AND weight.starttime <= stay.intime + INTERVAL '24 hours'
GROUP BY stay.subject_id, stay.stay_id
