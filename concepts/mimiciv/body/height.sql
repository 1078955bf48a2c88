-- title: Body height
-- grain: one row per chart time with a plausible height; rows may repeat
-- invariant: height > 120 AND height < 230
-- note: In cm. Where centimetres and inches are charted together the centimetres
--   hold, also if they are implausible: then the height is dropped.
WITH centimetres AS (
    SELECT subject_id, stay_id, charttime, {{choice "body.height_rounding" "valuenum"}} AS height
    FROM {{source "icu.chartevents"}}
    WHERE itemid = 226730  -- Height (cm)
      AND valuenum IS NOT NULL
),

inches AS (
    SELECT subject_id, stay_id, charttime, {{choice "body.height_rounding" "valuenum * 2.54"}} AS height
    FROM {{source "icu.chartevents"}}
    WHERE itemid = 226707  -- Height, in inches
      AND valuenum IS NOT NULL
)

SELECT
    {{choice "body.height_ids" "subject_id"}} AS subject_id,
    {{choice "body.height_ids" "stay_id"}} AS stay_id,
    {{choice "body.height_ids" "charttime"}} AS charttime,
    coalesce(centimetres.height, inches.height) AS height
FROM centimetres
FULL JOIN inches
    ON inches.subject_id = centimetres.subject_id
    AND inches.charttime = centimetres.charttime
WHERE {{choice "body.height_range" "coalesce(centimetres.height, inches.height)"}}
