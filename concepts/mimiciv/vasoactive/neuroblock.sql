-- title: Neuromuscular blockers
-- grain: one row per charted record of an infusion; records may repeat
-- note: Vecuronium and cisatracurium; records without a rate (boluses) are left out.
--   Rates and amounts as charted, and the two agents are not told apart.
SELECT
    stay_id,
    orderid,
    rate AS drug_rate,
    amount AS drug_amount,
    starttime,
    endtime
FROM {{source "icu.inputevents"}}
WHERE itemid IN ({{choice "vasoactive.blockers"}})  -- Vecuronium, Cisatracurium
  AND rate IS NOT NULL
