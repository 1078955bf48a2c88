-- title: White blood cell differential
-- grain: one row per lab specimen
-- key: specimen_id
-- partition: specimen_id of hosp.labevents
-- note: Counts (_abs) and wbc in K/uL, the other columns in percent of white cells. A
--   count that was not measured is worked out from the percentage and the white cell
--   count, where both are there and the percentages are not all zero.
WITH measured AS (
    SELECT
        max(subject_id) AS subject_id,
        max(hadm_id) AS hadm_id,
        max(charttime) AS charttime,
        specimen_id,
        -- White Blood Cells, WBC Count
        max(valuenum) FILTER (itemid IN (51300, 51301, 51755)) AS wbc,
        -- Absolute Basophil, Eosinophil, Lymphocyte, Monocyte and Neutrophil Count; those per uL a thousandth
        max(valuenum) FILTER (itemid = 52069) AS basophils_abs,
        max(CASE itemid WHEN 52073 THEN valuenum WHEN 51199 THEN valuenum / 1000.0 END) AS eosinophils_abs,
        max(CASE itemid WHEN 51133 THEN valuenum WHEN 52769 THEN valuenum / 1000.0 END) AS lymphocytes_abs,
        max(CASE itemid WHEN 52074 THEN valuenum WHEN 51253 THEN valuenum / 1000.0 END) AS monocytes_abs,
        max(valuenum) FILTER (itemid = 52075) AS neutrophils_abs,
        max(valuenum) FILTER (itemid = 51146) AS basophils,  -- Basophils
        max(valuenum) FILTER (itemid = 51200) AS eosinophils,  -- Eosinophils
        max(valuenum) FILTER (itemid IN (51244, 51245)) AS lymphocytes,  -- Lymphocytes
        max(valuenum) FILTER (itemid = 51254) AS monocytes,  -- Monocytes
        max(valuenum) FILTER (itemid = 51256) AS neutrophils,  -- Neutrophils
        max(valuenum) FILTER (itemid = 51143) AS atypical_lymphocytes,  -- Atypical Lymphocytes
        max(valuenum) FILTER (itemid = 51144) AS bands,  -- Bands
        max(valuenum) FILTER (itemid = 52135) AS immature_granulocytes,  -- Immature Granulocytes
        max(valuenum) FILTER (itemid = 51251) AS metamyelocytes,  -- Metamyelocytes
        max(valuenum) FILTER (itemid = 51257) AS nrbc,  -- Nucleated Red Cells
        -- no value is negative, so the percentages add up to more than zero if any is
        bool_or(itemid IN (51146, 51200, 51244, 51245, 51254, 51256) AND valuenum > 0) AS has_percentages
    FROM {{source "hosp.labevents"}}
    WHERE itemid IN (
        51300, 51301, 51755, 52069, 52073, 51199, 51133, 52769, 52074, 51253, 52075, 51218,
        51146, 51200, 51244, 51245, 51254, 51256, 51143, 51144, 52135, 51251, 51257
    )
      AND valuenum >= 0
    GROUP BY specimen_id
),

scaled AS (
    SELECT
        *,
        {{choice "labs.counts_from_percentages"}} AS wbc_to_split
    FROM measured
)

SELECT
    subject_id,
    hadm_id,
    charttime,
    specimen_id,
    wbc,
    {{choice "labs.count_rounding" "coalesce(basophils_abs, basophils * wbc_to_split / 100)"}} AS basophils_abs,
    {{choice "labs.count_rounding" "coalesce(eosinophils_abs, eosinophils * wbc_to_split / 100)"}} AS eosinophils_abs,
    {{choice "labs.count_rounding" "coalesce(lymphocytes_abs, lymphocytes * wbc_to_split / 100)"}} AS lymphocytes_abs,
    {{choice "labs.count_rounding" "coalesce(monocytes_abs, monocytes * wbc_to_split / 100)"}} AS monocytes_abs,
    {{choice "labs.count_rounding" "coalesce(neutrophils_abs, neutrophils * wbc_to_split / 100)"}} AS neutrophils_abs,
    basophils,
    eosinophils,
    lymphocytes,
    monocytes,
    neutrophils,
    atypical_lymphocytes,
    bands,
    immature_granulocytes,
    metamyelocytes,
    nrbc
FROM scaled
