-- title: Epinephrine infusions
-- grain: one row per charted record of an infusion; records may repeat
-- note: Rate in mcg/kg/min, as charted.
--   Records without a rate (boluses) and with rate 0 are kept.
SELECT
    stay_id,
    linkorderid,
    rate AS vaso_rate,
    amount AS vaso_amount,
    starttime,
    endtime
FROM {{source "icu.inputevents"}}
WHERE itemid = 221289  -- Epinephrine
