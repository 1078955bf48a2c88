-- title: Prescribed ACE inhibitors
-- grain: one row per prescription line
-- note: A line counts when its drug text contains one of the names anywhere, so
--   combination products and enalaprilat are in. Duplicates stay, times may be
--   missing, and nothing says that a dose was given.
WITH ace_inhibitor(name) AS (
    VALUES
        ('BENAZEPRIL'), ('CAPTOPRIL'), ('ENALAPRIL'), ('FOSINOPRIL'), ('LISINOPRIL'),
        ('MOEXIPRIL'), ('PERINDOPRIL'), ('QUINAPRIL'), ('RAMIPRIL'), ('TRANDOLAPRIL')
        {{- choice "drugs.ace_inhibitor_brands"}}
)

SELECT
    subject_id,
    hadm_id,
    drug AS acei,
    starttime,
    stoptime
FROM {{source "hosp.prescriptions"}}
WHERE drug IN (
    SELECT prescribed.drug
    FROM {{ref "prescribed_drug"}} AS prescribed
    JOIN ace_inhibitor ON contains(upper(prescribed.drug), ace_inhibitor.name)
)
{{if is "drugs.diluents" "left-out"}}AND drug_type <> 'BASE'{{end}}
