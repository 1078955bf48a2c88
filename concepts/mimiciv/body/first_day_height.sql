-- title: Body height of the first day
-- grain: one row per ICU stay
-- key: stay_id
-- invariant: height BETWEEN 120 AND 230
-- note: Mean, in cm, of the heights charted from six hours before to 24 hours after
--   ICU admission.
SELECT
    stay.subject_id,
    stay.stay_id,
    {{choice "body.height_rounding" "avg(height.height)"}} AS height
FROM {{source "icu.icustays"}} AS stay
LEFT JOIN {{ref "height"}} AS height
    ON height.stay_id = stay.stay_id
    AND {{choice "stay.first_day" "height.charttime" "stay.intime"}}
GROUP BY stay.subject_id, stay.stay_id
