-- title: Model for End-stage Liver Disease with sodium
-- grain: one row per ICU stay
-- key: stay_id
-- invariant: meld_initial <= 40
-- note: From the worst values of the first day. What was not measured counts as
--   normal. Any dialysis observation, a dialysis catheter included, sets creatinine
--   to 4 mg/dL. rrt is NULL, not 0, without dialysis.
-- note: Limits and weights of sodium are those of the transplant allocation, 125 to
--   137 mmol/L, not those of the first publication.
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
        lab.sodium_min,
        CASE
            WHEN {{choice "meld.dialysis"}} = 1 THEN {{choice "meld.creatinine_limit"}}
            ELSE least({{choice "meld.floor" "lab.creatinine_max"}}, {{choice "meld.creatinine_limit"}})
        END AS creatinine,
        {{choice "meld.floor" "lab.bilirubin_total_max"}} AS bilirubin,
        {{choice "meld.floor" "lab.inr_max"}} AS inr
    FROM {{source "icu.icustays"}} AS stay
    LEFT JOIN {{ref "first_day_lab"}} AS lab USING (stay_id)
    LEFT JOIN {{ref "first_day_rrt"}} AS rrt USING (stay_id)
),

terms AS (
    SELECT
        *,
        -- sums of weighted logarithms: a value of 1 adds nothing
        0.957 * ln(creatinine) + 0.378 * ln(bilirubin) + (1.120 * ln(inr) + 0.643) AS liver_and_kidney,
        CASE WHEN sodium_min IS NULL THEN 0.0 ELSE {{choice "meld.sodium_limits" "sodium_min"}} END AS sodium_deficit
    FROM worst
),

initial AS (
    SELECT
        *,
        CASE
            WHEN liver_and_kidney > 4 THEN 40.0
            ELSE {{choice "meld.rounding" "liver_and_kidney"}} * 10
        END AS meld_initial
    FROM terms
)

SELECT
    subject_id,
    hadm_id,
    stay_id,
    meld_initial,
    CASE
        WHEN {{choice "meld.sodium_from" "meld_initial"}} THEN meld_initial + 1.32 * sodium_deficit - 0.033 * meld_initial * sodium_deficit
        ELSE CAST(meld_initial AS DOUBLE)
    END AS meld,
    rrt,
    creatinine_max,
    bilirubin_total_max,
    inr_max,
    sodium_min
FROM initial
