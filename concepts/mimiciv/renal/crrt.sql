-- title: Continuous renal replacement therapy as charted
-- grain: one row per ICU stay and chart time
-- key: stay_id, charttime
-- note: The largest value charted at one time; numbers in the units of their items,
--   texts as charted. A row without a text does not count, also for numbers.
SELECT
    stay_id,
    charttime,
    max(value) FILTER (itemid = 227290) AS crrt_mode,  -- CRRT mode
    max(valuenum) FILTER (itemid = 224149) AS access_pressure,  -- Access Pressure
    max(valuenum) FILTER (itemid = 224144) AS blood_flow,  -- Blood Flow (ml/min)
    max(valuenum) FILTER (itemid = 228004) AS citrate,  -- Citrate (ACD-A)
    max(valuenum) FILTER (itemid = 225183) AS current_goal,  -- Current Goal
    max(value) FILTER (itemid = 225977) AS dialysate_fluid,  -- Dialysate Fluid
    max(valuenum) FILTER (itemid = 224154) AS dialysate_rate,  -- Dialysate Rate
    max(valuenum) FILTER (itemid = 224151) AS effluent_pressure,  -- Effluent Pressure
    max(valuenum) FILTER (itemid = 224150) AS filter_pressure,  -- Filter Pressure
    max(value) FILTER (itemid = 225958) AS heparin_concentration,  -- Heparin Concentration (units/mL)
    max(valuenum) FILTER (itemid = 224145) AS heparin_dose,  -- Heparin Dose (per hour)
    max(valuenum) FILTER (itemid = 224191) AS hourly_patient_fluid_removal,  -- Hourly Patient Fluid Removal
    max(valuenum) FILTER (itemid = 228005) AS prefilter_replacement_rate,  -- PBP (Prefilter) Replacement Rate
    max(valuenum) FILTER (itemid = 228006) AS postfilter_replacement_rate,  -- Post Filter Replacement Rate
    max(value) FILTER (itemid = 225976) AS replacement_fluid,  -- Replacement Fluid
    max(valuenum) FILTER (itemid = 224153) AS replacement_rate,  -- Replacement Rate
    max(valuenum) FILTER (itemid = 224152) AS return_pressure,  -- Return Pressure
    max(valuenum) FILTER (itemid = 226457) AS ultrafiltrate_output,  -- Ultrafiltrate Output
    max(CASE
        WHEN value IN ('Active', 'Initiated', 'Reinitiated', 'New Filter') THEN 1
        WHEN value IN ('Recirculating', 'Discontinued') THEN 0
    END) FILTER (itemid = 224146) AS system_active,  -- System Integrity
    max(CASE value WHEN 'Clots Present' THEN 1 WHEN 'No Clot Present' THEN 0 END) FILTER (itemid = 224146) AS clots,
    max(CASE WHEN value IN ('Clots Increasing', 'Clot Increasing') THEN 1 END) FILTER (itemid = 224146) AS clots_increasing,
    max(CASE value WHEN 'Clotted' THEN 1 END) FILTER (itemid = 224146) AS clotted
FROM {{source "icu.chartevents"}}
WHERE itemid IN (
    227290, 224146, 224149, 224144, 228004, 225183, 225977, 224154, 224151, 224150,
    225958, 224145, 224191, 228005, 228006, 225976, 224153, 224152, 226457
)
  AND value IS NOT NULL
GROUP BY stay_id, charttime
