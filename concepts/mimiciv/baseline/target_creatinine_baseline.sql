-- title: Task reference: baseline creatinine of an admission
-- layer: target
-- grain: one row per admission of an adult
-- key: hadm_id
-- note: The derived table.
SELECT hadm_id, gender, age, scr_min, ckd, mdrd_est, scr_baseline
FROM {{ref "creatinine_baseline"}}
