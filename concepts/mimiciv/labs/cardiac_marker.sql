-- title: Cardiac markers
-- grain: one row per lab specimen
-- key: specimen_id
-- note: Troponin T and CK-MB in ng/mL, NT-proBNP in pg/mL; no limits. Troponin I is not read.
SELECT
    max(subject_id) AS subject_id,
    max(hadm_id) AS hadm_id,
    max(charttime) AS charttime,
    specimen_id,
    max(valuenum) FILTER (itemid = 51003) AS troponin_t,  -- Troponin T
    max(valuenum) FILTER (itemid = 50911) AS ck_mb,  -- Creatine Kinase, MB Isoenzyme
    max(valuenum) FILTER (itemid = 50963) AS ntprobnp  -- NTproBNP
FROM {{source "hosp.labevents"}}
WHERE itemid IN (51003, 50911, 50963)
  AND valuenum IS NOT NULL
GROUP BY specimen_id
