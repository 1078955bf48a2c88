-- title: Creatinine with its lowest earlier values
-- grain: one row per ICU stay and creatinine time; one row with NULLs for a stay
--   without creatinine
-- key: stay_id, charttime
-- invariant: creat <= 150
-- note: Serum creatinine in mg/dL, of the patient and not only of the admission,
--   from seven days before ICU admission to discharge. The lowest values look back
--   48 hours and seven days; the value itself does not count.
-- paper: KDIGO AKI guideline, Kidney Int Suppl 2012;2(1):1-138
WITH creatinine AS (
    SELECT
        stay.hadm_id,
        stay.stay_id,
        lab.charttime,
        favg(lab.valuenum) AS creat
    FROM {{source "icu.icustays"}} AS stay
    LEFT JOIN {{source "hosp.labevents"}} AS lab
        ON {{choice "renal.creatinine_whose"}}
        AND lab.itemid = 50912  -- Creatinine
        AND lab.valuenum <= 150
        AND lab.charttime BETWEEN {{choice "renal.creatinine_from" "stay.intime"}} AND stay.outtime
    GROUP BY stay.hadm_id, stay.stay_id, lab.charttime
)

SELECT
    hadm_id,
    stay_id,
    charttime,
    creat,
    min(creat) OVER (earlier RANGE BETWEEN INTERVAL '48 hours' PRECEDING AND INTERVAL '1 microsecond' PRECEDING) AS creat_low_past_48hr,
    min(creat) OVER (earlier RANGE BETWEEN INTERVAL '{{choice "renal.baseline_reach"}}' PRECEDING AND INTERVAL '1 microsecond' PRECEDING) AS creat_low_past_7day
FROM creatinine
WINDOW earlier AS (PARTITION BY stay_id ORDER BY charttime)
