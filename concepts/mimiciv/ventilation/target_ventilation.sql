-- title: Episodes of ventilation, numbered (task reference)
-- layer: target
-- grain: one row per episode with at least two observations
-- key: stay_id, ventilation_seq
-- invariant: starttime < endtime
-- note: Numbered after the episodes with a single observation were dropped. One
--   episode more or less shifts the numbers of all later ones of the stay.
SELECT
    stay_id,
    row_number() OVER (PARTITION BY stay_id ORDER BY starttime) AS ventilation_seq,
    starttime,
    endtime,
    ventilation_status
FROM {{ref "ventilation"}}
