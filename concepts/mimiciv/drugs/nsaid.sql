-- title: Prescribed non-steroidal anti-inflammatory drugs
-- grain: one row per prescription line
-- note: A line counts when its drug text contains one of the names anywhere, so
--   aspirin of any strength and eye drops are in. Duplicates stay, times may be
--   missing, and nothing says that a dose was given.
WITH anti_inflammatory(name) AS (
    VALUES
        ('BROMFENAC'), ('CELECOXIB'), ('DICLOFENAC'), ('DIFLUNISAL'), ('ETODOLAC'),
        ('FENOPROFEN'), ('FLURBIPROFEN'), ('IBUPROFEN'), ('INDOMETHACIN'), ('KETOPROFEN'),
        ('MEFENAMIC ACID'), ('MELOXICAM'), ('NABUMETONE'), ('NAPROXEN'), ('NEPAFENAC'),
        ('OXAPROZIN'), ('PIROXICAM'), ('SULINDAC'), ('TOLMETIN')
        {{- choice "drugs.aspirin"}}
        {{- choice "drugs.ketorolac"}}
)

SELECT
    subject_id,
    hadm_id,
    drug AS nsaid,
    starttime,
    stoptime
FROM {{source "hosp.prescriptions"}}
WHERE drug IN (
    SELECT prescribed.drug
    FROM {{ref "prescribed_drug"}} AS prescribed
    JOIN anti_inflammatory ON contains(upper(prescribed.drug), anti_inflammatory.name)
)
{{if is "drugs.diluents" "left-out"}}AND drug_type <> 'BASE'{{end}}
{{if is "drugs.eye_drops" "left-out"}}AND coalesce(route NOT IN ('OU', 'OD', 'OS', 'BOTH EYES', 'RIGHT EYE', 'LEFT EYE'), true){{end}}
