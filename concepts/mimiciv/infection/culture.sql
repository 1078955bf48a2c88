-- title: Cultures of a patient, in order
-- layer: step
-- grain: one row per microbiology specimen and rule for the first culture of a day
-- key: first_of_day, micro_specimen_id
-- note: Every specimen type counts, screening swabs and serology included, and so
--   does a specimen without growth: sending it shows that infection was suspected.
WITH specimen AS (
    SELECT
        micro_specimen_id,
        max(subject_id) AS subject_id,
        max(chartdate)::DATE AS chartdate,
        max(charttime) AS charttime,  -- NULL where only the date is known
        coalesce(max(charttime)::DATE, max(chartdate)::DATE) AS day,
        coalesce(max(charttime), max(chartdate)) AS culture_time,
        max(spec_type_desc) AS specimen,
        max(CASE
            WHEN org_name <> '' AND {{choice "infection.growth"}} THEN 1
            ELSE 0
        END) AS positive
    FROM {{source "hosp.microbiologyevents"}}
    {{if is "infection.specimens" "no-surveillance"}}WHERE coalesce(spec_type_desc NOT IN ('MRSA SCREEN', 'SEROLOGY/BLOOD', 'Staph aureus Screen', 'CRE Screen'), true)
    {{end}}GROUP BY micro_specimen_id
)

SELECT
    'timed' AS first_of_day,
    *,
    row_number() OVER (
        PARTITION BY subject_id
        ORDER BY {{choice "infection.culture_order"}}
    ) AS place
FROM specimen
{{if is "infection.task_culture_order" "date-only"}}
UNION ALL
SELECT
    'date-only' AS first_of_day,
    *,
    row_number() OVER (
        PARTITION BY subject_id
        ORDER BY chartdate NULLS FIRST, charttime NULLS FIRST, micro_specimen_id
    ) AS place
FROM specimen
{{end}}
