-- title: Oxygen and acid-base points of APS III
-- layer: step
-- grain: one row per ICU stay with an arterial gas of its admission
-- key: stay_id
-- note: Two windows: the whole stay, and the stay cut at 24 hours. The public table
--   takes gases of the whole stay although the score is one of the first day.
WITH gas AS (
    SELECT
        *,
        charttime < outtime AS in_stay,
        -- 24 hours also where the end of the stay is unknown
        charttime < least(outtime, intime + INTERVAL 24 HOUR) AS first_day
    FROM {{ref "stay_gas"}}
    WHERE
        arterial
        AND same_admission
        AND charttime >= intime
),

-- Points by pH and pCO2; every pair of bands is listed.
acid_base(ph_from, ph_below, pco2_from, pco2_below, points) AS (
    VALUES
        ('-inf'::DOUBLE, 7.20::DOUBLE, '-inf'::DOUBLE, 50::DOUBLE, 12), ('-inf', 7.20, 50, 'inf', 4),
        (7.20, 7.30, '-inf', 30, 9), (7.20, 7.30, 30, 40, 6), (7.20, 7.30, 40, 50, 3), (7.20, 7.30, 50, 'inf', 2),
        (7.30, 7.35, '-inf', 30, 9), (7.30, 7.35, 30, 45, 0), (7.30, 7.35, 45, 'inf', 1),
        (7.35, 7.45, '-inf', 30, 5), (7.35, 7.45, 30, 45, 0), (7.35, 7.45, 45, 'inf', 1),
        (7.45, 7.50, '-inf', 30, 5), (7.45, 7.50, 30, 35, 0), (7.45, 7.50, 35, 45, 2), (7.45, 7.50, 45, 'inf', 12),
        (7.50, 7.60, '-inf', 40, 3), (7.50, 7.60, 40, 'inf', 12),
        (7.60, 'inf', '-inf', 25, 0), (7.60, 'inf', 25, 40, 3), (7.60, 'inf', 40, 'inf', 12)
),

acid_base_points AS (
    SELECT
        gas.stay_id,
        max(points) FILTER (WHERE in_stay) AS acidbase_score,
        max(points) FILTER (WHERE first_day) AS acidbase_score_first_day
    FROM gas
    JOIN acid_base
        ON gas.ph >= ph_from AND gas.ph < ph_below
        AND gas.pco2 >= pco2_from AND gas.pco2 < pco2_below
    GROUP BY gas.stay_id
),

oxygen AS (
    SELECT
        stay_id,
        in_stay,
        first_day,
        -- on little oxygen the pressure counts
        CASE
            WHEN ventilated_since IS NULL AND {{choice "apsiii.unknown_oxygen"}} < 50 THEN po2
        END AS pao2,
        -- on a ventilator with much oxygen the gradient
        CASE
            WHEN ventilated_since IS NOT NULL AND fio2 >= 50 THEN {{choice "apsiii.gradient"}}
        END AS gradient
    FROM gas
),

oxygen_extreme AS (
    SELECT
        stay_id,
        {{choice "apsiii.pao2" "pao2"}} FILTER (WHERE in_stay) AS pao2,
        max(gradient) FILTER (WHERE in_stay) AS gradient,
        {{choice "apsiii.pao2" "pao2"}} FILTER (WHERE first_day) AS pao2_first_day,
        max(gradient) FILTER (WHERE first_day) AS gradient_first_day
    FROM oxygen
    GROUP BY stay_id
)

SELECT
    stay_id,
    {{choice "apsiii.oxygen_points" "pao2" "gradient"}} AS pao2_aado2_score,
    {{choice "apsiii.oxygen_points" "pao2_first_day" "gradient_first_day"}} AS pao2_aado2_score_first_day,
    acid_base_points.* EXCLUDE (stay_id)
FROM oxygen_extreme
LEFT JOIN acid_base_points USING (stay_id)
