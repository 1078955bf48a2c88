-- title: Task reference: MELD with sodium of the first 24 hours
-- layer: target
-- grain: one row per ICU stay
-- key: stay_id
-- note: The score of the derived table.
SELECT subject_id, hadm_id, stay_id, meld
FROM {{ref "meld"}}
