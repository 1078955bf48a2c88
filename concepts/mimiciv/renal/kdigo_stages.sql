-- title: Stages of acute kidney injury over time
-- grain: one row per ICU stay and time of a creatinine, urine or CRRT observation;
--   the time is NULL in the row of a stay without creatinine
-- key: stay_id, charttime
-- invariant: aki_stage BETWEEN 0 AND 3 AND aki_stage_smoothed BETWEEN aki_stage AND 3
-- invariant: aki_stage = greatest(coalesce(aki_stage_creat, 0), coalesce(aki_stage_uo, 0), coalesce(aki_stage_crrt, 0))
-- note: Creatinine is compared with earlier values of up to seven days, so the first
--   value is stage 0 however high it is. Urine counts from six hours after ICU
--   admission. Any charted CRRT mode is stage 3, chronic dialysis included.
-- note: aki_stage_smoothed is the highest stage of the past six hours. Stays of one
--   patient are mixed in it by time since their own admission.
-- paper: KDIGO AKI guideline, Kidney Int Suppl 2012;2(1):1-138
WITH by_creatinine AS (
    SELECT
        * EXCLUDE (hadm_id),
        CASE
            WHEN creat IS NULL THEN NULL
            WHEN creat >= 3.0 * creat_low_past_7day THEN 3
            -- 4 mg/dL is stage 3 only if it was reached by an acute rise
            WHEN creat >= 4 AND ({{choice "renal.rise_to_four" "creat" "creat_low_past_48hr"}} OR creat >= 1.5 * creat_low_past_7day) THEN 3
            WHEN creat >= 2.0 * creat_low_past_7day THEN 2
            WHEN {{choice "renal.rise" "creat" "creat_low_past_48hr"}} THEN 1
            WHEN creat >= 1.5 * creat_low_past_7day THEN 1
            ELSE 0
        END AS aki_stage_creat
    FROM {{ref "kdigo_creatinine"}}
),

by_urine AS (
    SELECT
        urine.*,
        CASE
            WHEN {{choice "renal.urine_unknown"}} THEN NULL
            -- too early to judge
            WHEN {{choice "renal.too_early" "urine.charttime" "stay.intime"}} THEN 0
            WHEN uo_tm_24hr >= 24 AND uo_rt_24hr < 0.3 THEN 3
            WHEN uo_tm_12hr >= 12 AND {{choice "renal.anuria" "uo_rt_12hr"}} THEN 3
            WHEN uo_tm_12hr >= 12 AND {{choice "renal.oliguria" "uo_rt_12hr"}} THEN 2
            WHEN uo_tm_6hr >= 6 AND {{choice "renal.oliguria" "uo_rt_6hr"}} THEN 1
            ELSE 0
        END AS aki_stage_uo
    FROM {{ref "kdigo_uo"}} AS urine
    JOIN {{source "icu.icustays"}} AS stay USING (stay_id)
),

by_replacement AS (
    SELECT DISTINCT stay_id, charttime, 3 AS aki_stage_crrt
    FROM {{choice "renal.replacement"}}
    {{- if is "renal.chronic_dialysis" "left-out"}}
      AND stay_id NOT IN (
          SELECT stay.stay_id
          FROM {{source "icu.icustays"}} AS stay
          JOIN {{source "hosp.diagnoses_icd"}} AS diagnosis USING (hadm_id)
          WHERE icd_version = 9 AND icd_code = '5856' OR icd_version = 10 AND icd_code = 'N186'
      )
    {{- end}}
),

staged AS (
    SELECT
        *,
        greatest(coalesce(aki_stage_creat, 0), coalesce(aki_stage_uo, 0), coalesce(aki_stage_crrt, 0)) AS aki_stage
    FROM by_creatinine
    FULL JOIN by_urine USING (stay_id, charttime)
    FULL JOIN by_replacement USING (stay_id, charttime)
)

SELECT
    stay.subject_id,
    stay.hadm_id,
    stay_id,
    charttime,
    creat_low_past_7day,
    creat_low_past_48hr,
    creat,
    aki_stage_creat,
    uo_rt_6hr,
    uo_rt_12hr,
    uo_rt_24hr,
    aki_stage_uo,
    aki_stage_crrt,
    aki_stage,
    max(aki_stage) OVER (
        PARTITION BY {{choice "renal.smoothed_over"}}
        ORDER BY date_diff('second', stay.intime, charttime)
        RANGE BETWEEN 21600 PRECEDING AND CURRENT ROW
    ) AS aki_stage_smoothed
FROM staged
JOIN {{source "icu.icustays"}} AS stay USING (stay_id)
