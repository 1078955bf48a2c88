-- title: Norepinephrine equivalent dose
-- grain: one row per ICU stay and interval with a vasopressor; several rows where
--   records of one agent overlap
-- invariant: starttime < endtime
-- note: In mcg/kg/min of norepinephrine. Vasopressin is charted in units/hour and
--   counts 2.5 per unit/minute. A rate of 0 counts as given. Implausible doses are
--   kept; inotropes do not count, and neither does angiotensin II.
-- paper: Goradia S et al. J Crit Care 2021;61:233-240
WITH weighted AS (
    SELECT
        stay_id,
        starttime,
        endtime,
        {{choice "vasoactive.not_given" "norepinephrine"}}
            + {{choice "vasoactive.not_given" "epinephrine"}}
            + {{choice "vasoactive.not_given" "phenylephrine"}} {{choice "vasoactive.phenylephrine_strength"}}
            + {{choice "vasoactive.not_given" "dopamine"}} / 100
            + {{choice "vasoactive.not_given" "vasopressin"}} * {{choice "vasoactive.vasopressin_strength"}}
            {{- if is "vasoactive.angiotensin" "counted"}}
            + coalesce(angiotensin, 0) * 10
            {{- end}} AS dose
    FROM {{ref "vasoactive_agent"}}
    WHERE {{choice "vasoactive.given"}}
    {{- if is "vasoactive.angiotensin" "counted"}}
       OR angiotensin IS NOT NULL
    {{- end}}
)

SELECT
    stay_id,
    starttime,
    endtime,
    {{choice "vasoactive.dose_rounding" "dose"}} AS norepinephrine_equivalent_dose
FROM weighted
