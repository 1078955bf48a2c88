-- title: Urine output of the first day
-- grain: one row per ICU stay
-- key: stay_id
-- note: Volume in mL from ICU admission to 24 hours later, both ends included;
--   unlike other first-day tables nothing from before admission. A stay without
--   urine output has NULL, a short stay is not scaled up.
SELECT
    stay.subject_id,
    stay.stay_id,
    fsum(urine.urineoutput) AS urineoutput
FROM {{source "icu.icustays"}} AS stay
LEFT JOIN {{ref "urine_output"}} AS urine
    ON urine.stay_id = stay.stay_id
    AND {{choice "urine.first_day" "urine.charttime" "stay.intime"}}
GROUP BY stay.subject_id, stay.stay_id
