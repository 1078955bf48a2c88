-- title: Dialysis on the first day
-- grain: one row per ICU stay
-- key: stay_id
-- note: From six hours before to 24 hours after ICU admission. dialysis_present is 1
--   or NULL, never 0; an infusion or procedure that began earlier is seen only if
--   something was charted in the window.
SELECT
    stay.subject_id,
    stay.stay_id,
    max(rrt.dialysis_present) AS dialysis_present,
    max(rrt.dialysis_active) AS dialysis_active,
    string_agg(DISTINCT rrt.dialysis_type, ', ' ORDER BY rrt.dialysis_type) AS dialysis_type
FROM {{source "icu.icustays"}} AS stay
LEFT JOIN {{ref "rrt"}} AS rrt
    ON rrt.stay_id = stay.stay_id
    AND {{choice "stay.first_day" "rrt.charttime" "stay.intime"}}
GROUP BY stay.subject_id, stay.stay_id
