-- title: Vasoactive agents side by side
-- grain: one row per ICU stay and interval in which no infusion starts or ends;
--   several rows where records of one agent overlap
-- invariant: starttime < endtime
-- note: Rates in the units of the single-agent tables. Every start and end of any of
--   the seven agents is a boundary, so inotropes split the intervals of vasopressors
--   too. Intervals in which nothing runs are rows with all rates NULL.
WITH record AS (
    SELECT 'dopamine' AS agent, stay_id, starttime, endtime, vaso_rate FROM {{ref "dopamine"}}
    UNION ALL SELECT 'epinephrine', stay_id, starttime, endtime, vaso_rate FROM {{ref "epinephrine"}}
    UNION ALL SELECT 'norepinephrine', stay_id, starttime, endtime, vaso_rate FROM {{ref "norepinephrine"}}
    UNION ALL SELECT 'phenylephrine', stay_id, starttime, endtime, vaso_rate FROM {{ref "phenylephrine"}}
    UNION ALL SELECT 'vasopressin', stay_id, starttime, endtime, vaso_rate FROM {{ref "vasopressin"}}
    UNION ALL SELECT 'dobutamine', stay_id, starttime, endtime, vaso_rate FROM {{ref "dobutamine"}}
    UNION ALL SELECT 'milrinone', stay_id, starttime, endtime, vaso_rate FROM {{ref "milrinone"}}
    {{- if is "vasoactive.angiotensin" "counted"}}
    UNION ALL
    SELECT 'angiotensin', stay_id, starttime, endtime, CASE rateuom WHEN 'ng/kg/min' THEN rate / 1000 ELSE rate END
    FROM {{source "icu.inputevents"}}
    WHERE itemid IN (229709, 229764)  -- Angiotensin II (Giapreza)
    {{- end}}
),

boundary AS (
    SELECT stay_id, starttime AS moment FROM {{choice "vasoactive.boundaries"}}
    UNION
    SELECT stay_id, endtime FROM {{choice "vasoactive.boundaries"}}
),

-- the boundaries of a stay in order: interval n runs from boundary n to n + 1
numbered AS (
    SELECT
        stay_id,
        moment,
        lead(moment) OVER in_order AS next_moment,
        row_number() OVER in_order AS n
    FROM boundary
    WINDOW in_order AS (PARTITION BY stay_id ORDER BY moment)
),

-- each record once for every interval that it spans
running AS (
    SELECT record.agent, record.stay_id, unnest(range(first.n, last.n)) AS n, record.vaso_rate
    FROM record
    JOIN numbered AS first ON first.stay_id = record.stay_id AND first.moment = record.starttime
    JOIN numbered AS last ON last.stay_id = record.stay_id AND last.moment = record.endtime
)

SELECT
    stay_id,
    moment AS starttime,
    next_moment AS endtime,
    dopamine.vaso_rate AS dopamine,
    epinephrine.vaso_rate AS epinephrine,
    norepinephrine.vaso_rate AS norepinephrine,
    phenylephrine.vaso_rate AS phenylephrine,
    vasopressin.vaso_rate AS vasopressin,
    dobutamine.vaso_rate AS dobutamine,
    milrinone.vaso_rate AS milrinone
    {{- if is "vasoactive.angiotensin" "counted"}},
    angiotensin.vaso_rate AS angiotensin
    {{- end}}
FROM numbered
LEFT JOIN (SELECT * FROM running WHERE agent = 'dopamine') AS dopamine USING (stay_id, n)
LEFT JOIN (SELECT * FROM running WHERE agent = 'epinephrine') AS epinephrine USING (stay_id, n)
LEFT JOIN (SELECT * FROM running WHERE agent = 'norepinephrine') AS norepinephrine USING (stay_id, n)
LEFT JOIN (SELECT * FROM running WHERE agent = 'phenylephrine') AS phenylephrine USING (stay_id, n)
LEFT JOIN (SELECT * FROM running WHERE agent = 'vasopressin') AS vasopressin USING (stay_id, n)
LEFT JOIN (SELECT * FROM running WHERE agent = 'dobutamine') AS dobutamine USING (stay_id, n)
LEFT JOIN (SELECT * FROM running WHERE agent = 'milrinone') AS milrinone USING (stay_id, n)
{{- if is "vasoactive.angiotensin" "counted"}}
LEFT JOIN (SELECT * FROM running WHERE agent = 'angiotensin') AS angiotensin USING (stay_id, n)
{{- end}}
WHERE next_moment IS NOT NULL
