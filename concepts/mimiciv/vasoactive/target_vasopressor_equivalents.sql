-- title: Task reference: norepinephrine equivalent dose
-- layer: target
-- grain: one row per ICU stay and interval with a vasopressor
-- key: stay_id, starttime
-- invariant: starttime < endtime
-- note: Where records of one agent overlap, the row with the highest dose stands
--   for the interval.
SELECT
    stay_id,
    starttime,
    endtime,
    {{choice "vasoactive.overlap"}}(norepinephrine_equivalent_dose) AS norepinephrine_equivalent_dose
FROM {{ref "norepinephrine_equivalent_dose"}}
GROUP BY stay_id, starttime, endtime
