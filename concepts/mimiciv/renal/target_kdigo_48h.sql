-- title: Task reference: highest stage of acute kidney injury in the first 48 hours
-- layer: target
-- grain: one row per ICU stay
-- key: stay_id
-- invariant: aki_stage = greatest(aki_stage_creat, aki_stage_uo, aki_stage_crrt)
-- note: What was not observed counts as stage 0.
-- paper: KDIGO AKI guideline, Kidney Int Suppl 2012;2(1):1-138
SELECT
    stay.subject_id,
    stay.hadm_id,
    stay.stay_id,
    {{choice "renal.not_observed" "max(stages.aki_stage)"}} AS aki_stage,
    {{choice "renal.not_observed" "max(stages.aki_stage_creat)"}} AS aki_stage_creat,
    {{choice "renal.not_observed" "max(stages.aki_stage_uo)"}} AS aki_stage_uo,
    {{choice "renal.not_observed" "max(stages.aki_stage_crrt)"}} AS aki_stage_crrt
FROM {{source "icu.icustays"}} AS stay
LEFT JOIN {{ref "kdigo_stages"}} AS stages
    ON stages.stay_id = stay.stay_id
    AND {{choice "renal.task_window" "stages.charttime" "stay.intime"}}
GROUP BY stay.subject_id, stay.hadm_id, stay.stay_id
