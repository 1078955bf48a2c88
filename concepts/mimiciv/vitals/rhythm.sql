-- title: Heart rhythm and ectopy
-- grain: one row per patient and chart time
-- key: subject_id, charttime
-- partition: subject_id
-- note: Texts as charted. Keyed by patient, not by stay.
SELECT
    subject_id,
    charttime,
    {{choice "vitals.several_rhythms" "value" "itemid = 220048"}} AS heart_rhythm,  -- Heart Rhythm
    max(value) FILTER (itemid = 224650) AS ectopy_type,  -- Ectopy Type 1
    max(value) FILTER (itemid = 224651) AS ectopy_frequency,  -- Ectopy Frequency 1
    max(value) FILTER (itemid = 226479) AS ectopy_type_secondary,  -- Ectopy Type 2
    max(value) FILTER (itemid = 226480) AS ectopy_frequency_secondary  -- Ectopy Frequency 2
FROM {{source "icu.chartevents"}}
WHERE itemid IN (220048, 224650, 224651, 226479, 226480)
  AND stay_id IS NOT NULL
GROUP BY subject_id, charttime
