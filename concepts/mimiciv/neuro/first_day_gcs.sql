-- title: Lowest Glasgow Coma Scale of the first day
-- grain: one row per ICU stay
-- key: stay_id
-- note: The row with the lowest total from six hours before to 24 hours after ICU
--   admission, with the parts charted or carried at that time.
WITH in_window AS (
    SELECT gcs.*
    FROM {{source "icu.icustays"}} AS stay
    JOIN {{ref "gcs"}} AS gcs
        ON gcs.stay_id = stay.stay_id
        AND {{choice "stay.first_day" "gcs.charttime" "stay.intime"}}
    QUALIFY row_number() OVER (
        PARTITION BY stay.stay_id
        ORDER BY gcs.gcs, {{choice "neuro.tie" "gcs.charttime"}}, gcs.subject_id
    ) = 1
)

SELECT
    stay.subject_id,
    stay.stay_id,
    worst.gcs AS gcs_min,
    worst.gcs_motor,
    worst.gcs_verbal,
    worst.gcs_eyes,
    worst.gcs_unable
FROM {{source "icu.icustays"}} AS stay
LEFT JOIN in_window AS worst ON worst.stay_id = stay.stay_id
