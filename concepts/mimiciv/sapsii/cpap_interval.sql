-- title: Time on a CPAP or BiPAP mask in the first day
-- layer: step
-- grain: one row per ICU stay with such a mask charted
-- key: stay_id
-- note: From an hour before the first such entry to four hours after the last, cut to
--   the first 24 hours. Read from the chart itself: no oxygen flow is asked for.
SELECT
    stay.subject_id,
    stay.stay_id,
    greatest(min(device.charttime) - INTERVAL {{choice "sapsii.mask_before"}} HOUR, stay.intime) AS starttime,
    least(max(device.charttime) + INTERVAL {{choice "sapsii.mask_after"}} HOUR, stay.intime + INTERVAL 24 HOUR) AS endtime
FROM {{source "icu.icustays"}} AS stay
JOIN {{source "icu.chartevents"}} AS device
    ON stay.stay_id = device.stay_id
    AND {{choice "sapsii.window" "device.charttime" "stay.intime"}}
WHERE
    device.itemid = 226732  -- O2 Delivery Device(s)
    AND regexp_matches(lower(device.value), '{{choice "sapsii.cpap_words"}}')
GROUP BY stay.subject_id, stay.stay_id, stay.intime
