-- title: Coagulation
-- grain: one row per lab specimen
-- key: specimen_id
-- note: D-dimer in ng/mL, fibrinogen in mg/dL, thrombin, pt and ptt in seconds. No limits.
SELECT
    max(subject_id) AS subject_id,
    max(hadm_id) AS hadm_id,
    max(charttime) AS charttime,
    specimen_id,
    max(valuenum) FILTER (itemid = 51196) AS d_dimer,  -- D-Dimer
    max(valuenum) FILTER (itemid = 51214) AS fibrinogen,  -- Fibrinogen, Functional
    max(valuenum) FILTER (itemid = 51297) AS thrombin,  -- Thrombin
    max(valuenum) FILTER (itemid = 51237) AS inr,  -- INR(PT)
    max(valuenum) FILTER (itemid = 51274) AS pt,  -- PT
    max(valuenum) FILTER (itemid = 51275) AS ptt  -- PTT
FROM {{source "hosp.labevents"}}
WHERE itemid IN (
    51196, 51214, 51297, 51237, 51274, 51275
)
  AND valuenum IS NOT NULL
GROUP BY specimen_id
