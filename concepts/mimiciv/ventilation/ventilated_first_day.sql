-- title: Stays with invasive ventilation on the first day
-- layer: step
-- grain: one row per ICU stay that was ventilated in its first 24 hours
-- key: stay_id
-- note: Any overlap of an episode with the 24 hours after admission counts, ends
--   included.
SELECT DISTINCT stay.stay_id
FROM {{source "icu.icustays"}} AS stay
JOIN {{ref "ventilation"}} AS episode USING (stay_id)
WHERE
    episode.ventilation_status IN {{choice "ventilation.support_that_counts"}}
    AND episode.starttime <= stay.intime + INTERVAL 24 HOUR
    AND {{choice "ventilation.first_day"}}
