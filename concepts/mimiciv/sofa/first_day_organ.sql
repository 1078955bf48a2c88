-- title: What the first-day SOFA looks at
-- layer: step
-- grain: one row per ICU stay
-- key: stay_id
-- note: Worst values from six hours before to 24 hours after admission; urine from
--   admission on. The highest rate of an infusion, in mcg/kg/min.
WITH infusion AS (
    SELECT stay_id, starttime, endtime, vaso_rate AS epinephrine FROM {{ref "epinephrine"}}
    UNION ALL BY NAME
    SELECT stay_id, starttime, endtime, vaso_rate AS norepinephrine FROM {{ref "norepinephrine"}}
    UNION ALL BY NAME
    SELECT stay_id, starttime, endtime, vaso_rate AS dopamine FROM {{ref "dopamine"}}
    UNION ALL BY NAME
    SELECT stay_id, starttime, endtime, vaso_rate AS dobutamine FROM {{ref "dobutamine"}}
),

infused AS (
    SELECT
        stay.stay_id,
        max(epinephrine) AS rate_epinephrine,
        max(norepinephrine) AS rate_norepinephrine,
        max(dopamine) AS rate_dopamine,
        max(dobutamine) AS rate_dobutamine
    FROM {{source "icu.icustays"}} AS stay
    JOIN infusion
        ON stay.stay_id = infusion.stay_id
        AND {{choice "sofa.first_day_infusion"}}
    GROUP BY stay.stay_id
),

-- The worst ratio of arterial to inspired oxygen, with and without a ventilator.
oxygenation AS (
    SELECT
        stay_id,
        min(pao2fio2ratio) FILTER (WHERE arterial AND ventilated_since IS NULL) AS ratio_novent,
        min(pao2fio2ratio) FILTER (WHERE arterial AND ventilated_since IS NOT NULL) AS ratio_vent
        {{- if is "sofa.first_day_specimen" "any"}},
        min(pao2fio2ratio) FILTER (WHERE ventilated_since IS NULL) AS any_ratio_novent,
        min(pao2fio2ratio) FILTER (WHERE ventilated_since IS NOT NULL) AS any_ratio_vent
        {{- end}}
    FROM {{ref "stay_gas"}}
    WHERE {{choice "stay.first_day" "charttime" "intime"}}
    GROUP BY stay_id
)

SELECT
    stay.subject_id,
    stay.hadm_id,
    stay.stay_id,
    oxygenation.* EXCLUDE (stay_id),
    infused.* EXCLUDE (stay_id),
    vital.mbp_min,
    coma.gcs_min,
    urine.urineoutput,
    lab.bilirubin_total_max,
    lab.creatinine_max,
    lab.platelets_min
FROM {{source "icu.icustays"}} AS stay
LEFT JOIN oxygenation USING (stay_id)
LEFT JOIN infused USING (stay_id)
LEFT JOIN {{ref "first_day_vitalsign"}} AS vital USING (stay_id)
LEFT JOIN {{ref "first_day_gcs"}} AS coma USING (stay_id)
LEFT JOIN {{ref "first_day_urine_output"}} AS urine USING (stay_id)
LEFT JOIN {{ref "first_day_lab"}} AS lab USING (stay_id)
