-- title: Charlson comorbidity index (task reference)
-- layer: target
-- grain: one row per admission
-- key: hadm_id
-- invariant: charlson_comorbidity_index >= age_score
SELECT * FROM {{ref "charlson"}}
