-- title: Norepinephrine infusions
-- grain: one row per charted record of an infusion; records may repeat
-- note: Rate in mcg/kg/min. A rate charted in mg/kg/min is a thousand times larger, unless
--   the weight is 1 kg: then the rate was entered without a weight.
--   Records without a rate (boluses) and with rate 0 are kept.
SELECT
    stay_id,
    linkorderid,
    {{choice "vasoactive.norepinephrine_rate" "rate" "rateuom" "patientweight"}} AS vaso_rate,
    amount AS vaso_amount,
    starttime,
    endtime
FROM {{source "icu.inputevents"}}
WHERE itemid = 221906  -- Norepinephrine
