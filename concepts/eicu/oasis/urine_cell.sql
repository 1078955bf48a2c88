-- title: Flowsheet cells that hold urine
-- layer: step
-- grain: one row per cell path
-- key: cellpath
-- note: Hospitals name their flowsheet cells freely. These are the names that the
--   public query lists, letter by letter, and six patterns. Stool, drains and the mixed
--   bags of the operating room stay out.
WITH cell AS (
    SELECT cellpath, substr(cellpath, length(prefix.path) + 1) AS name
    FROM (SELECT DISTINCT cellpath FROM {{source "eicu.intakeoutput"}}) AS used
    JOIN (VALUES ('flowsheet|Flowsheet Cell Labels|I&O|Output (ml)|')) AS prefix(path)
        ON starts_with(used.cellpath, prefix.path)
)

SELECT cellpath
FROM cell
WHERE
    name IN (
        '3 Way Foley', '3 way foley', 'Actual Urine', 'Adjusted total UO NOC end shift',
        'BRP (Urine)', 'BRP (urine)', 'Condom Cath', 'condom cath', 'Condom Catheter',
        'condom catheter', 'CONDOM CATHETER OUTPUT', 'condome cath urine', 'diaper urine',
        'inc of urine', 'Inc Urine', 'inc urine', 'Inc. urine', 'inc. urine',
        'incont of urine', 'incont urine', 'incont. of urine', 'incont. of urine count',
        'Incont. Urine', 'Incont. urine', 'incont. urine', 'Incontient Urine',
        'Incontient urine', 'incontient urine', 'incontinence of urine',
        'Incontinence-urine', 'incontinence/ voids urine', 'Incontinent (urine)',
        'INCONTINENT OF URINE', 'incontinent of urine', 'Incontinent UOP',
        'Incontinent Urine', 'incontinent urine', 'incontinent urine counts',
        'Indwelling Foley', 'indwelling foley', 'Intermittent/Straight Cath (mL)',
        'Straight  Cath', 'Straight  cath', 'Straight Cath', 'Straight cath',
        'straight cath', 'straight cath daily', 'Straight cath ml''s',
        'straight cath ml''s', 'Straight Cath Q6hrs', 'Straight Cath UOP',
        'Straight Cath Urine', 'straight cath urine', 'Straight Cath''d', 'Straight Cathed',
        'straight cathed', 'Straight Catheter Output', 'Straight Catheter-Foley',
        'Straight Catheter-Straight Catheter', 'Straight catheterization',
        'Straight Catheterization Urine', 'Straight caths', 'straightcath',
        'strait cath Urine', 'Suprapubic Urine Output', 'True Urine', 'true urine',
        'True Urine out', 'Unmeasured Urine', 'unmeasured urine', 'unmeasured urine output',
        'Urethal Catheter', 'Urethral Catheter', 'urinary output 7AM - 7 PM',
        'urinary output 7AM-7PM', 'URINE', 'Urine', 'urine', 'Urine (measured)',
        'urine (void)', 'URINE CATHETER', 'Urine foley catheter', 'urine output',
        'Urine Output-external catheter', 'Urine Output-FOLEY', 'Urine Output-Foley',
        'Urine Output-foley', 'Urine Output-FOLEY CATH', 'Urine Output-Foley cath',
        'Urine Output-FOLEY CATHETER', 'Urine Output-Foley Catheter',
        'Urine Output-foley catheter', 'Urine Output-Foley Output', 'Urine Output-Fpley',
        'Urine Output-Ileoconduit', 'Urine Output-L Nephrostomy',
        'Urine Output-L Nephrostomy Tube', 'Urine Output-Left Nephrostomy',
        'Urine Output-left nephrostomy', 'Urine Output-Left Nephrostomy Tube',
        'Urine Output-LEFT PCN TUBE', 'Urine Output-Nephrostomy',
        'Urine Output-R Nephrostomy', 'Urine Output-R nephrostomy',
        'Urine Output-R Nephrostomy Tube', 'Urine Output-R. Nephrostomy',
        'Urine Output-right nephrostomy',
        'Urine Output-RIGHT Nephrouretero Stent Urine Output',
        'Urine Output-Rt Nephrectomy', 'Urine Output-stent', 'Urine Output-straight cath',
        'Urine Output-suprapubic', 'Urine Output-Texas Cath', 'Urine Output-Urine',
        'Urine Output-Urine Output', 'Urine Straight Cath', 'Urine via condom catheter',
        'Urine, L neph:', 'Urine, R neph:', 'Urine, void:', 'Urine- Foley', 'Urine- foley',
        'Urine- void', 'Urine-foley', 'Urine-straight cath'
    )
    -- a catheter, but not its share of the recovery or operating room
    OR (
        starts_with(lower(name), 'foley')
        AND NOT regexp_matches(lower(cellpath), 'pacu|or|ir')
    )
    OR name LIKE 'Output%Urinary Catheter%'
    OR name LIKE 'Output%Urethral Catheter%'
    OR name LIKE 'Urine Output (mL)%'
    OR name LIKE 'Output%External Urethral%'
    OR name LIKE 'Urinary Catheter Output%'
