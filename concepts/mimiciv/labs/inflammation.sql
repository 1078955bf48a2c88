-- title: C-reactive protein
-- grain: one row per lab specimen
-- key: specimen_id
-- note: In mg/L. The high-sensitivity test (51652) is not read.
SELECT
    max(subject_id) AS subject_id,
    max(hadm_id) AS hadm_id,
    max(charttime) AS charttime,
    specimen_id,
    max(valuenum) FILTER (itemid = 50889) AS crp  -- C-Reactive Protein
FROM {{source "hosp.labevents"}}
WHERE itemid = 50889
  AND valuenum > 0
GROUP BY specimen_id
