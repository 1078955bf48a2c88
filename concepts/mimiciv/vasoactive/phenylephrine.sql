-- title: Phenylephrine infusions
-- grain: one row per charted record of an infusion; records may repeat
-- note: Rate in mcg/kg/min. A rate in mcg/min is divided by the weight in the same record.
--   Records without a rate (boluses) and with rate 0 are kept.
SELECT
    stay_id,
    linkorderid,
    {{choice "vasoactive.phenylephrine_rate" "rate" "rateuom" "patientweight"}} AS vaso_rate,
    amount AS vaso_amount,
    starttime,
    endtime
FROM {{source "icu.inputevents"}}
WHERE itemid = 221749  -- Phenylephrine
