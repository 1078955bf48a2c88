-- title: Prescribed angiotensin receptor blockers
-- grain: one row per prescription line
-- note: A line counts when its drug text contains one of the names anywhere, so
--   combinations with a diuretic or with sacubitril are in. Duplicates stay, times
--   may be missing, and nothing says that a dose was given.
WITH receptor_blocker(name) AS (
    VALUES
        ('AZILSARTAN'), ('EDARBI'),
        ('CANDESARTAN'), ('ATACAND'),
        ('IRBESARTAN'), ('AVAPRO'),
        ('LOSARTAN'), ('COZAAR'),
        ('OLMESARTAN'), ('BENICAR'),
        ('TELMISARTAN'), ('MICARDIS'),
        ('SACUBITRIL'), ('ENTRESTO'),  -- only sold with valsartan
        ('VALSARTAN'), ('DIOVAN')
        {{- choice "drugs.eprosartan"}}
)

SELECT
    subject_id,
    hadm_id,
    drug AS arb,
    starttime,
    stoptime
FROM {{source "hosp.prescriptions"}}
WHERE drug IN (
    SELECT prescribed.drug
    FROM {{ref "prescribed_drug"}} AS prescribed
    JOIN receptor_blocker ON contains(upper(prescribed.drug), receptor_blocker.name)
)
{{if is "drugs.diluents" "left-out"}}AND drug_type <> 'BASE'{{end}}
