-- title: C-reactive protein
-- grain: one row per lab specimen
-- key: specimen_id
-- note: In mg/L. The high-sensitivity test (51652) is not read.
SELECT
    max(subject_id) AS subject_id,
    max(hadm_id) AS hadm_id,
    max(charttime) AS charttime,
    specimen_id,
    max(valuenum) AS crp  -- C-Reactive Protein
FROM {{source "hosp.labevents"}}
WHERE itemid IN ({{choice "labs.crp_items"}})
  AND valuenum > 0
GROUP BY specimen_id
