-- title: Blood gases
-- grain: one row per blood gas specimen with an oxygen pressure
-- invariant: so2 <= 100 AND fio2 > 20 AND fio2 <= 100 AND fio2_chartevents BETWEEN 20 AND 100
-- note: Pressures in mmHg, fio2 in percent, lactate and electrolytes in mmol/L,
--   glucose in mg/dL, hemoglobin in g/dL. Arterial, venous and unlabelled specimens
--   alike; arterial ones carry the specimen text 'ART.'.
-- note: A specimen without pO2 is no blood gas and is left out with all its values.
-- note: pao2fio2ratio and aado2_calc use the oxygen fraction of the specimen, else
--   the latest one charted for the patient in the four hours before.
WITH specimen AS (
    SELECT
        specimen_id,
        max(subject_id) AS subject_id,
        max(hadm_id) AS hadm_id,
        max(charttime) AS charttime,
        max(value) FILTER (itemid = 52033) AS specimen,  -- Specimen Type
        max(valuenum) FILTER (itemid = 50817 AND valuenum <= 100) AS so2,  -- Oxygen Saturation
        max(valuenum) FILTER (itemid = 50821) AS po2,  -- pO2
        max(valuenum) FILTER (itemid = 50818) AS pco2,  -- pCO2
        max({{choice "gases.specimen_fio2" "valuenum"}}) FILTER (itemid = 50816) AS fio2,  -- Oxygen
        max(valuenum) FILTER (itemid = 50801) AS aado2,  -- Alveolar-arterial Gradient
        max(valuenum) FILTER (itemid = 50820) AS ph,  -- pH
        max(valuenum) FILTER (itemid = 50802) AS baseexcess,  -- Base Excess
        max(valuenum) FILTER (itemid = 50803) AS bicarbonate,  -- Calculated Bicarbonate, Whole Blood
        max(valuenum) FILTER (itemid = 50804) AS totalco2,  -- Calculated Total CO2
        max(valuenum) FILTER (itemid = 50810 AND valuenum <= 100) AS hematocrit,  -- Hematocrit, Calculated
        max(valuenum) FILTER (itemid = 50811) AS hemoglobin,  -- Hemoglobin
        max(valuenum) FILTER (itemid = 50805) AS carboxyhemoglobin,  -- Carboxyhemoglobin
        max(valuenum) FILTER (itemid = 50814) AS methemoglobin,  -- Methemoglobin
        max(valuenum) FILTER (itemid = 50806) AS chloride,  -- Chloride, Whole Blood
        max(valuenum) FILTER (itemid = 50808) AS calcium,  -- Free Calcium
        max(valuenum) FILTER (itemid = 50825) AS temperature,  -- Temperature
        max(valuenum) FILTER (itemid = 50822) AS potassium,  -- Potassium, Whole Blood
        max(valuenum) FILTER (itemid = 50824) AS sodium,  -- Sodium, Whole Blood
        max(valuenum) FILTER (itemid = 50813 AND valuenum <= 10000) AS lactate,  -- Lactate
        max(valuenum) FILTER (itemid = 50809 AND valuenum <= 10000) AS glucose  -- Glucose
    FROM {{source "hosp.labevents"}}
    WHERE itemid IN (
        52033, 50801, 50802, 50803, 50804, 50805, 50806, 50807, 50808, 50809, 50810, 50811, 50813,
        50814, 50815, 50816, 50817, 50818, 50819, 50820, 50821, 50822, 50823, 50824, 50825
    )
    GROUP BY specimen_id
),

gas AS (
    SELECT *
    FROM specimen
    WHERE {{choice "gases.gas"}}
{{- if is "gases.one_row_per" "patient-minute"}}
    -- an arterial and a venous specimen of one time: only one is kept
    QUALIFY row_number() OVER (PARTITION BY subject_id, charttime ORDER BY specimen_id) = 1
{{- end}}
),

charted_fio2 AS (
    SELECT
        subject_id,
        charttime,
        max({{choice "gases.charted_fio2" "valuenum"}}) AS fio2
    FROM {{source "icu.chartevents"}}
    WHERE itemid = 223835  -- Inspired O2 Fraction
      AND valuenum > 0 AND valuenum <= 100
    GROUP BY subject_id, charttime
    HAVING fio2 > 0
),

with_oxygen AS (
    SELECT
        gas.*,
        CASE WHEN oxygen.charttime >= gas.charttime - INTERVAL '{{choice "gases.fio2_hours"}} hours' THEN oxygen.fio2 END AS fio2_chartevents
    FROM gas
    ASOF LEFT JOIN charted_fio2 AS oxygen
        ON oxygen.subject_id = gas.subject_id
        AND oxygen.charttime <= gas.charttime
),

compared AS (
    SELECT
        *,
        100 * po2 / {{choice "gases.breathed" "fio2" "fio2_chartevents"}} AS pao2fio2ratio,
        -- alveolar oxygen pressure at 760 mmHg, saturated with water, less the measured one
        {{choice "gases.breathed" "fio2" "fio2_chartevents"}} / 100 * (760 - 47) - pco2 / 0.8 - po2 AS gradient
    FROM with_oxygen
)

SELECT
    subject_id,
    hadm_id,
    charttime,
    specimen,
    so2,
    po2,
    pco2,
    fio2_chartevents,
    fio2,
    aado2,
    {{choice "gases.gradient_rounding" "gradient"}} AS aado2_calc,
    pao2fio2ratio,
    ph,
    baseexcess,
    bicarbonate,
    totalco2,
    hematocrit,
    hemoglobin,
    carboxyhemoglobin,
    methemoglobin,
    chloride,
    calcium,
    temperature,
    potassium,
    sodium,
    lactate,
    glucose
FROM compared
