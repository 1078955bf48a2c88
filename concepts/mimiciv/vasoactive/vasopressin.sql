-- title: Vasopressin infusions
-- grain: one row per charted record of an infusion; records may repeat
-- note: Rate in units/hour. A rate in units/min is multiplied by 60.
--   Records without a rate (boluses) and with rate 0 are kept.
SELECT
    stay_id,
    linkorderid,
    {{choice "vasoactive.vasopressin_rate" "rate" "rateuom"}} AS vaso_rate,
    amount AS vaso_amount,
    starttime,
    endtime
FROM {{source "icu.inputevents"}}
WHERE itemid = 222315  -- Vasopressin
