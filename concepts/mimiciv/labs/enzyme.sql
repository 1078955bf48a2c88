-- title: Liver enzymes, bilirubin and muscle enzymes
-- grain: one row per lab specimen
-- key: specimen_id
-- note: Enzymes in IU/L, ck_mb in ng/mL, bilirubin in mg/dL.
SELECT
    max(subject_id) AS subject_id,
    max(hadm_id) AS hadm_id,
    max(charttime) AS charttime,
    specimen_id,
    max(valuenum) FILTER (itemid = 50861) AS alt,  -- Alanine Aminotransferase (ALT)
    max(valuenum) FILTER (itemid = 50863) AS alp,  -- Alkaline Phosphatase
    max(valuenum) FILTER (itemid = 50878) AS ast,  -- Asparate Aminotransferase (AST)
    max(valuenum) FILTER (itemid = 50867) AS amylase,  -- Amylase
    max(valuenum) FILTER (itemid = 50885) AS bilirubin_total,  -- Bilirubin, Total
    max(valuenum) FILTER (itemid = 50883) AS bilirubin_direct,  -- Bilirubin, Direct
    max(valuenum) FILTER (itemid = 50884) AS bilirubin_indirect,  -- Bilirubin, Indirect
    max(valuenum) FILTER (itemid = 50910) AS ck_cpk,  -- Creatine Kinase (CK)
    max(valuenum) FILTER (itemid = 50911) AS ck_mb,  -- Creatine Kinase, MB Isoenzyme
    max(valuenum) FILTER (itemid = 50927) AS ggt,  -- Gamma Glutamyltransferase
    max(valuenum) FILTER (itemid = 50954) AS ld_ldh  -- Lactate Dehydrogenase (LD)
FROM {{source "hosp.labevents"}}
WHERE itemid IN (
    50861, 50863, 50878, 50867, 50885, 50883, 50884, 50910, 50911, 50927, 50954
)
  AND valuenum > 0
GROUP BY specimen_id
