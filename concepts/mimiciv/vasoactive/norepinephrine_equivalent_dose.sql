-- title: Norepinephrine equivalent dose
-- grain: one row per ICU stay and interval with a vasopressor; several rows where
--   records of one agent overlap
-- invariant: starttime < endtime
-- note: In mcg/kg/min of norepinephrine. Vasopressin is charted in units/hour and
--   counts 2.5 per unit/minute. A rate of 0 counts as given. Implausible doses are
--   kept; inotropes do not count, and neither does angiotensin II.
-- paper: Goradia S et al. J Crit Care 2021;61:233-240
SELECT
    stay_id,
    starttime,
    endtime,
    {{choice "vasoactive.dose_rounding" "coalesce(norepinephrine, 0) + coalesce(epinephrine, 0) + coalesce(phenylephrine / 10, 0) + coalesce(dopamine / 100, 0) + coalesce(vasopressin * 2.5 / 60, 0)"}} AS norepinephrine_equivalent_dose
FROM {{ref "vasoactive_agent"}}
WHERE coalesce(norepinephrine, epinephrine, phenylephrine, dopamine, vasopressin) IS NOT NULL
