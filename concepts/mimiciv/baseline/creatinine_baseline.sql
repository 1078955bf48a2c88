-- title: Baseline creatinine of an admission
-- grain: one row per admission of an adult
-- key: hadm_id
-- invariant: ckd IN (0, 1)
-- note: Creatinine in mg/dL. mdrd_est is the creatinine that a person of that age and
--   sex has at a filtration rate of 75 mL/min/1.73 m2 by the MDRD equation, without a
--   factor for race. The lowest value of the whole admission is used, so the baseline
--   looks into the future, and so do discharge diagnoses.
-- paper: Bellomo R et al. Crit Care 2004;8(4):R204-R212
-- paper: Siew ED et al. Clin J Am Soc Nephrol 2012;7(5):712-719
WITH lowest AS (
    SELECT hadm_id, {{choice "baseline.observed"}} AS scr_min
    FROM {{ref "chemistry"}}
    GROUP BY hadm_id
),

chronic AS (
    SELECT DISTINCT hadm_id
    FROM {{source "hosp.diagnoses_icd"}}
    WHERE {{choice "baseline.chronic_codes"}}
),

adult AS (
    SELECT
        age.hadm_id,
        patient.gender,
        age.age,
        lowest.scr_min,
        CAST(chronic.hadm_id IS NOT NULL AS INTEGER) AS ckd,
        pow(
            75.0 / {{choice "baseline.equation_constant"}} / pow(age.age, -0.203) / {{choice "baseline.female_factor" "patient.gender"}},
            -1 / 1.154
        ) AS mdrd_est
    FROM {{ref "age"}} AS age
    JOIN {{source "hosp.patients"}} AS patient USING (subject_id)
    LEFT JOIN lowest ON lowest.hadm_id = age.hadm_id
    LEFT JOIN chronic ON chronic.hadm_id = age.hadm_id
    WHERE {{choice "baseline.adult" "age.age"}}
)

SELECT
    *,
    CASE
        -- a normal value was seen, or the kidneys are known to be ill
        WHEN scr_min <= {{choice "baseline.normal"}} OR ckd = 1 THEN scr_min
        {{- if is "baseline.never_measured" "missing"}}
        WHEN scr_min IS NULL THEN NULL
        {{- end}}
        ELSE {{choice "baseline.raised"}}
    END AS scr_baseline
FROM adult
