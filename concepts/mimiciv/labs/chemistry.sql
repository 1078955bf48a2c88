-- title: Blood chemistry
-- grain: one row per lab specimen
-- key: specimen_id
-- partition: specimen_id of hosp.labevents
-- invariant: albumin <= 10 AND bun <= 300 AND sodium <= 200 AND potassium <= 30
-- note: Albumin, globulin and protein in g/dL; anion gap, bicarbonate, chloride, sodium
--   and potassium in mEq/L; urea nitrogen, calcium, creatinine and glucose in mg/dL.
--   Values above a plausible limit are dropped; only the anion gap may be negative.
SELECT
    max(subject_id) AS subject_id,
    max(hadm_id) AS hadm_id,
    max(charttime) AS charttime,
    specimen_id,
    max(valuenum) FILTER (itemid = 50862 {{choice "labs.limit" "10"}}) AS albumin,  -- Albumin
    max(valuenum) FILTER (itemid = 50930 {{choice "labs.limit" "10"}}) AS globulin,  -- Globulin
    max(valuenum) FILTER (itemid = 50976 {{choice "labs.limit" "20"}}) AS total_protein,  -- Protein, Total
    max(valuenum) FILTER (itemid = 50868 {{choice "labs.limit" "10000"}}) AS aniongap,  -- Anion Gap
    max(valuenum) FILTER (itemid = 50882 {{choice "labs.limit" "10000"}}) AS bicarbonate,  -- Bicarbonate
    max(valuenum) FILTER (itemid = 51006 {{choice "labs.limit" "300"}}) AS bun,  -- Urea Nitrogen
    max(valuenum) FILTER (itemid = 50893 {{choice "labs.limit" "10000"}}) AS calcium,  -- Calcium, Total
    max(valuenum) FILTER (itemid = 50902 {{choice "labs.limit" "10000"}}) AS chloride,  -- Chloride
    max(valuenum) FILTER (itemid = 50912 {{choice "labs.limit" "150"}}) AS creatinine,  -- Creatinine
    max(valuenum) FILTER (itemid = 50931 {{choice "labs.limit" "10000"}}) AS glucose,  -- Glucose
    max(valuenum) FILTER (itemid = 50983 {{choice "labs.limit" "200"}}) AS sodium,  -- Sodium
    max(valuenum) FILTER (itemid = 50971 {{choice "labs.limit" "30"}}) AS potassium  -- Potassium
FROM {{source "hosp.labevents"}}
WHERE itemid IN (
    50862, 50930, 50976, 50868, 50882, 51006, 50893, 50902, 50912, 50931, 50983, 50971
)
  AND {{choice "labs.anion_gap_sign"}}
GROUP BY specimen_id
