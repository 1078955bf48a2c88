-- title: Coma points of APS III
-- layer: step
-- grain: one row per ICU stay whose coma score has a place in the table
-- key: stay_id
-- note: From the parts of the row with the lowest total, not from the total. Pairs that
--   the paper calls unlikely have no points, and neither has a part that is missing.
-- paper: Knaus WA et al. Chest 1991;100(6):1619-1636
WITH cell(eyes_open, verbal_from, verbal_to, motor_from, motor_to, points) AS (
    VALUES
        (false, 1, 1, 1, 2, 48), (false, 1, 1, 3, 4, 33), (false, 1, 1, 5, 6, 16),
        (false, 2, 3, 1, 2, 29), (false, 2, 3, 3, 4, 24),
        (true, 1, 1, 1, 2, 29), (true, 1, 1, 3, 4, 24), (true, 1, 1, 5, 6, 15),
        (true, 2, 3, 1, 2, 29), (true, 2, 3, 3, 4, 24), (true, 2, 3, 5, 5, 13), (true, 2, 3, 6, 6, 10),
        (true, 4, 4, 1, 4, 13), (true, 4, 4, 5, 5, 8), (true, 4, 4, 6, 6, 3),
        (true, 5, 5, 1, 5, 3), (true, 5, 5, 6, 6, 0)
),

coma AS (
    SELECT
        stay_id,
        {{choice "apsiii.unable"}} AS unable,
        gcs_eyes, gcs_verbal, gcs_motor
    FROM {{ref "first_day_gcs"}}
)

SELECT stay_id, 0 AS gcs_score
FROM coma
WHERE unable
UNION ALL
SELECT stay_id, points AS gcs_score
FROM coma
JOIN cell
    ON (gcs_eyes > 1) = eyes_open
    AND gcs_verbal BETWEEN verbal_from AND verbal_to
    AND gcs_motor BETWEEN motor_from AND motor_to
WHERE
    NOT unable
    AND gcs_eyes >= 1
