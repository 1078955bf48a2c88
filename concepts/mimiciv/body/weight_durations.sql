-- title: Body weight over time
-- grain: one row per ICU stay and interval in which a weight holds
-- invariant: weight > 0
-- note: Weight in kg. An admission weight holds from two hours before ICU
--   admission, a daily weight from when it was charted; each holds until the next
--   one, the last until two hours after discharge. Admission weights charted in
--   pounds (226531) are not used.
-- note: Of weights that begin at the same time a daily one wins over an admission
--   one, then the larger wins: the losing one keeps an interval of zero length.
WITH charted AS (
    SELECT
        stay_id,
        charttime,
        CASE itemid WHEN 226512 THEN 'admit' ELSE 'daily' END AS weight_type,
        {{choice "body.weight_rounding" "valuenum"}} AS weight
    FROM {{source "icu.chartevents"}}
    WHERE itemid IN ({{choice "body.weight_items"}})  -- Admission Weight (Kg), Daily Weight
      AND {{choice "body.weight_range" "valuenum"}}
),

placed AS (
    SELECT
        stay_id,
        intime,
        outtime,
        weight_type,
        weight,
        -- the first admission weight was true on arrival, whenever it was written down
        CASE
            WHEN weight_type = 'admit' AND row_number() OVER same_type = 1 THEN {{choice "body.admission_weight_from" "intime" "charttime"}}
            ELSE charttime
        END AS starttime
    FROM charted
    JOIN {{source "icu.icustays"}} AS stay USING (stay_id)
    WHERE weight > 0
    WINDOW same_type AS (PARTITION BY stay_id, weight_type ORDER BY charttime, {{choice "body.weight_tie" "weight"}})
),

intervals AS (
    SELECT
        stay_id,
        intime,
        starttime,
        coalesce(lead(starttime) OVER by_start, {{choice "body.last_weight_until" "outtime"}}) AS endtime,
        weight,
        weight_type,
        row_number() OVER by_start = 1 AS is_first
    FROM placed
    WINDOW by_start AS (PARTITION BY stay_id ORDER BY starttime, weight_type, {{choice "body.weight_tie" "weight"}})
)

SELECT stay_id, starttime, endtime, weight, weight_type
FROM intervals
{{if is "body.before_first_weight" "first-weight"}}
UNION ALL

-- before the first weight of a stay, that weight is the best guess
SELECT stay_id, intime - INTERVAL '2 hours', starttime, weight, weight_type
FROM intervals
WHERE is_first AND starttime > intime
{{end}}
