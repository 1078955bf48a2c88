-- title: Sepsis by the third definition (task reference)
-- layer: target
-- grain: one row per ICU stay with sepsis
-- key: stay_id
-- invariant: sepsis3 = 1 AND sofa_score >= 2
-- note: The flag is 1 in every row: what is asked is which stays are here.
SELECT * REPLACE (sepsis3::INTEGER AS sepsis3)
FROM {{ref "sepsis3"}}
