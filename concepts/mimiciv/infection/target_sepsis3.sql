-- title: Sepsis by the third definition (task reference)
-- layer: target
-- grain: one row per ICU stay with sepsis
-- key: stay_id
-- invariant: sepsis3 IN (0, 1)
-- note: The flag is 1 in every row: what is asked is which stays are here.
-- paper: Singer M et al. JAMA 2016;315(8):801-810
{{- if is "infection.task_rows" "all-stays"}}
SELECT
    stay.subject_id,
    stay.stay_id,
    septic.* EXCLUDE (subject_id, stay_id, sepsis3),
    coalesce(septic.sepsis3, false)::INTEGER AS sepsis3
FROM {{source "icu.icustays"}} AS stay
LEFT JOIN {{ref "sepsis3"}} AS septic USING (stay_id)
{{- else}}
SELECT * REPLACE (sepsis3::INTEGER AS sepsis3)
FROM {{ref "sepsis3"}}
{{- end}}
