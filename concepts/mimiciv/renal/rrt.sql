-- title: Dialysis of all kinds
-- grain: one row per ICU stay, time of a dialysis observation and procedure or
--   infusion that covers it; rows may repeat
-- note: dialysis_present: the patient has to do with dialysis, a catheter included.
--   dialysis_active: a machine runs or fluid is exchanged. A covering procedure or
--   infusion decides over what was charted, except that a type it does not know is
--   taken from the chart.
-- note: A procedure or infusion is seen at its start and wherever something was
--   charted during it, but not in between.
WITH charting_of (itemid, dialysis_active, dialysis_type) AS (
    VALUES
        -- outputs, flows, pressures and doses of a running machine
        (224144, 1, NULL),          -- Blood Flow (ml/min)
        (224145, 1, NULL),          -- Heparin Dose (per hour)
        (224153, 1, NULL),          -- Replacement Rate
        (224154, 1, NULL),          -- Dialysate Rate
        (224191, 1, NULL),          -- Hourly Patient Fluid Removal
        (225183, 1, NULL),          -- Current Goal
        (225806, 1, 'Peritoneal'),  -- Volume In (PD)
        (225807, 1, 'Peritoneal'),  -- Volume Out (PD)
        (226457, 1, NULL),          -- Ultrafiltrate Output
        (226499, 1, 'IHD'),         -- Hemodialysis Output
        (227438, 1, NULL),          -- Volume not removed
        (228004, 1, NULL),          -- Citrate (ACD-A)
        (228005, 1, NULL),          -- PBP (Prefilter) Replacement Rate
        (228006, 1, NULL),          -- Post Filter Replacement Rate
        -- access, settings, observations and care
        (224135, 0, NULL),          -- Dialysis Access Site
        (224139, 0, NULL),          -- Dialysis Site Appearance
        (224146, 0, NULL),          -- System Integrity
        (224149, 0, NULL),          -- Access Pressure
        (224150, 0, NULL),          -- Filter Pressure
        (224151, 0, NULL),          -- Effluent Pressure
        (224152, 0, NULL),          -- Return Pressure
        (224404, 0, NULL),          -- ART Lumen Volume
        (224406, 0, NULL),          -- VEN Lumen Volume
        (225323, 0, NULL),          -- Dialysis Catheter Site Appear
        (225725, 0, NULL),          -- Dialysis Catheter Tip Cultured
        (225740, 0, NULL),          -- Dialysis Catheter Discontinued
        (225776, 0, NULL),          -- Dialysis Catheter Dressing Type
        (225810, 0, 'Peritoneal'),  -- Dwell Time (Peritoneal Dialysis)
        (225951, 0, 'Peritoneal'),  -- Peritoneal Dialysis Fluid Appearance
        (225952, 0, 'Peritoneal'),  -- Medication Added #1 (Peritoneal Dialysis)
        (225953, 0, 'Peritoneal'),  -- Solution (Peritoneal Dialysis)
        (225954, 0, NULL),          -- Dialysis Access Type
        (225956, 0, NULL),          -- Reason for CRRT Filter Change
        (225958, 0, NULL),          -- Heparin Concentration (units/mL)
        (225959, 0, 'Peritoneal'),  -- Medication Added Amount  #1 (Peritoneal Dialysis)
        (225961, 0, 'Peritoneal'),  -- Medication Added Units #1 (Peritoneal Dialysis)
        (225963, 0, 'Peritoneal'),  -- Peritoneal Dialysis Catheter Type
        (225965, 0, 'Peritoneal'),  -- Peritoneal Dialysis Catheter Status
        (225976, 0, NULL),          -- Replacement Fluid
        (225977, 0, NULL),          -- Dialysate Fluid
        (226118, 0, NULL),          -- Dialysis Catheter placed in outside facility
        (227124, 0, NULL),          -- Dialysis Catheter Type
        (227290, 0, NULL),          -- CRRT mode
        (227357, 0, NULL),          -- Dialysis Catheter Dressing Occlusive
        (227638, 0, 'Peritoneal'),  -- Medication Added #2 (Peritoneal Dialysis)
        (227639, 0, 'Peritoneal'),  -- Medication Added Amount  #2 (Peritoneal Dialysis)
        (227640, 0, 'Peritoneal'),  -- Medication Added Units #2 (Peritoneal Dialysis)
        (227753, 0, NULL)           -- Dialysis Catheter Placement Confirmed by X-ray
),

charted AS (
    SELECT DISTINCT
        stay_id,
        charttime,
        1 AS dialysis_present,
        CASE WHEN itemid = 225965 AND value = 'In use' THEN 1 ELSE kind.dialysis_active END AS dialysis_active,
        CASE WHEN itemid = 227290 THEN value ELSE kind.dialysis_type END AS dialysis_type
    FROM {{source "icu.chartevents"}}
    JOIN charting_of AS kind USING (itemid)
    WHERE value IS NOT NULL
    {{- if is "renal.dialysis_items" "running"}}
      AND (kind.dialysis_active = 1 OR itemid IN (225965, 227290))
    {{- end}}
),

procedure_of (itemid, dialysis_active, dialysis_type) AS (
    VALUES
        (225441, 1, 'IHD'),         -- Hemodialysis
        (225802, 1, 'CRRT'),        -- Dialysis - CRRT
        (225803, 1, 'CVVHD'),       -- Dialysis - CVVHD
        (225805, 1, 'Peritoneal'),  -- Peritoneal Dialysis
        (225809, 1, 'CVVHDF'),      -- Dialysis - CVVHDF
        (225955, 1, 'SCUF'),        -- Dialysis - SCUF
        (224270, 0, NULL),          -- Dialysis Catheter
        (225436, 0, NULL)           -- CRRT Filter Change
),

covering AS (
    SELECT stay_id, starttime, endtime, 1 AS dialysis_present, 1 AS dialysis_active, 'CRRT' AS dialysis_type
    FROM {{source "icu.inputevents"}}
    WHERE itemid IN (227536, 227525)  -- KCl (CRRT), Calcium Gluconate (CRRT)
      AND amount > 0

    UNION

    SELECT stay_id, starttime, endtime, 1, kind.dialysis_active, kind.dialysis_type
    FROM {{source "icu.procedureevents"}}
    JOIN procedure_of AS kind USING (itemid)
    WHERE value IS NOT NULL
    {{- if is "renal.access_procedures" "left-out"}}
      AND kind.dialysis_active = 1
    {{- end}}
),

moment AS (
    SELECT * FROM charted
    UNION
    SELECT stay_id, starttime, dialysis_present, dialysis_active, dialysis_type FROM covering
)

SELECT
    moment.stay_id,
    moment.charttime,
    {{choice "renal.disagreement" "covering.dialysis_present" "moment.dialysis_present"}} AS dialysis_present,
    {{choice "renal.disagreement" "covering.dialysis_active" "moment.dialysis_active"}} AS dialysis_active,
    {{choice "renal.disagreement" "covering.dialysis_type" "moment.dialysis_type"}} AS dialysis_type
FROM moment
LEFT JOIN covering
    ON covering.stay_id = moment.stay_id
    AND moment.charttime BETWEEN covering.starttime AND covering.endtime
