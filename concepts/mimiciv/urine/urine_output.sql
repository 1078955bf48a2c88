-- title: Urine output
-- grain: one row per ICU stay and chart time with urine output
-- key: stay_id, charttime
-- note: Volume in mL, all collection routes added up. Irrigant that ran into the
--   bladder comes out with the urine and is taken off, so a value can be negative.
SELECT
    stay_id,
    charttime,
    fsum({{choice "urine.irrigant" "itemid = 227488" "value"}}) AS urineoutput
FROM {{source "icu.outputevents"}}
WHERE itemid IN (
    226559,  -- Foley
    226560,  -- Void
    226561,  -- Condom Cath
    226584,  -- Ileoconduit
    226563,  -- Suprapubic
    226564,  -- R Nephrostomy
    226565,  -- L Nephrostomy
    226567,  -- Straight Cath
    226557,  -- R Ureteral Stent
    226558,  -- L Ureteral Stent
    227488,  -- GU Irrigant Volume In
    227489   -- GU Irrigant/Urine Volume Out
)
{{- if is "urine.routes" "bladder"}}
  AND itemid NOT IN (226563, 226564, 226565, 226557, 226558)
{{- end}}
GROUP BY stay_id, charttime
