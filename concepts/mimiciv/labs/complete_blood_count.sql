-- title: Complete blood count
-- grain: one row per lab specimen
-- key: specimen_id
-- partition: specimen_id of hosp.labevents
-- note: Hematocrit in %, hemoglobin and mchc in g/dL, mch in pg, mcv in fL, platelets and
--   wbc in K/uL, rbc in m/uL, rdw in %.
-- note: rdwsd reads the item that the dictionary calls Platelet Aggregation; the width of
--   red cells as a standard deviation (RDW-SD) is 52172. No score uses the column.
SELECT
    max(subject_id) AS subject_id,
    max(hadm_id) AS hadm_id,
    max(charttime) AS charttime,
    specimen_id,
    max(valuenum) FILTER (itemid = 51221) AS hematocrit,  -- Hematocrit
    max(valuenum) FILTER (itemid = 51222) AS hemoglobin,  -- Hemoglobin
    max(valuenum) FILTER (itemid = 51248) AS mch,  -- MCH
    max(valuenum) FILTER (itemid = 51249) AS mchc,  -- MCHC
    max(valuenum) FILTER (itemid = 51250) AS mcv,  -- MCV
    max(valuenum) FILTER (itemid = 51265) AS platelet,  -- Platelet Count
    max(valuenum) FILTER (itemid = 51279) AS rbc,  -- Red Blood Cells
    max(valuenum) FILTER (itemid = 51277) AS rdw,  -- RDW
    max(valuenum) FILTER (itemid = {{choice "labs.rdwsd_item"}}) AS rdwsd,  -- Platelet Aggregation
    max(valuenum) FILTER (itemid IN ({{choice "labs.white_cell_items"}})) AS wbc  -- White Blood Cells
FROM {{source "hosp.labevents"}}
WHERE itemid IN (
    51221, 51222, 51248, 51249, 51250, 51265, 51279, 51277, {{choice "labs.rdwsd_item"}}, {{choice "labs.white_cell_items"}}
)
  AND valuenum > 0
GROUP BY specimen_id
