-- title: Model for End-stage Liver Disease with sodium
-- grain: one row per ICU stay
-- key: stay_id
-- invariant: meld_initial BETWEEN 6 AND 40
-- note: From the worst values of the first day. What was not measured counts as
--   normal. Any dialysis observation, a dialysis catheter included, sets creatinine
--   to 4 mg/dL. rrt is NULL, not 0, without dialysis.
-- paper: Kamath PS et al. Hepatology 2001;33(2):464-470
-- paper: Kim WR et al. N Engl J Med 2008;359(10):1018-1026
WITH worst AS (
    SELECT
        stay.subject_id,
        stay.hadm_id,
        stay.stay_id,
        rrt.dialysis_present AS rrt,
        lab.creatinine_max,
        lab.bilirubin_total_max,
        lab.inr_max,
        lab.sodium_min
    FROM {{source "icu.icustays"}} AS stay
    LEFT JOIN {{ref "first_day_lab"}} AS lab USING (stay_id)
    LEFT JOIN {{ref "first_day_rrt"}} AS rrt USING (stay_id)
),

terms AS (
    SELECT
        *,
        -- nothing below 1 counts, so that no logarithm is negative
        CASE
            WHEN rrt = 1 OR creatinine_max > 4.0 THEN 0.957 * ln(4)
            WHEN creatinine_max >= 1 THEN 0.957 * ln(creatinine_max)
            ELSE 0.0
        END AS creatinine_term,
        CASE WHEN bilirubin_total_max >= 1 THEN 0.378 * ln(bilirubin_total_max) ELSE 0.0 END AS bilirubin_term,
        CASE WHEN inr_max >= 1 THEN 1.120 * ln(inr_max) ELSE 0.0 END + 0.643 AS inr_term,
        coalesce(137.0 - {{choice "renal.sodium_limits" "sodium_min"}}, 0.0) AS sodium_deficit
    FROM worst
),

initial AS (
    SELECT
        *,
        CASE
            WHEN creatinine_term + bilirubin_term + inr_term > 4 THEN 40.0
            ELSE {{choice "renal.meld_rounding" "creatinine_term + bilirubin_term + inr_term"}} * 10
        END AS meld_initial
    FROM terms
)

SELECT
    subject_id,
    hadm_id,
    stay_id,
    meld_initial,
    CASE
        WHEN meld_initial > 11 THEN meld_initial + 1.32 * sodium_deficit - 0.033 * meld_initial * sodium_deficit
        ELSE CAST(meld_initial AS DOUBLE)
    END AS meld,
    rrt,
    creatinine_max,
    bilirubin_total_max,
    inr_max,
    sodium_min
FROM initial
