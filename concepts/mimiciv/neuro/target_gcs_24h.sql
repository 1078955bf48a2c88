-- title: Task reference: lowest Glasgow Coma Scale of the first 24 hours
-- layer: target
-- grain: one row per ICU stay
-- key: stay_id
-- note: What is missing counts as normal: total 15, motor 6, verbal 5, eyes 4. A
--   verbal part of 0 means an endotracheal tube and is kept. The parts need not add
--   up to the total.
WITH in_window AS (
    SELECT gcs.*
    FROM {{source "icu.icustays"}} AS stay
    JOIN {{ref "gcs"}} AS gcs
        ON gcs.stay_id = stay.stay_id
        AND {{choice "stay.first_day" "gcs.charttime" "stay.intime"}}
    QUALIFY row_number() OVER (
        PARTITION BY stay.stay_id
        ORDER BY gcs.gcs, {{choice "neuro.task_tie" "gcs.charttime"}}, gcs.subject_id
    ) = 1
)

SELECT
    stay.subject_id,
    stay.hadm_id,
    stay.stay_id,
    {{choice "neuro.not_scored" "worst.gcs" "15"}} AS gcs_min,
    {{choice "neuro.not_scored" "worst.gcs_motor" "6"}} AS gcs_motor,
    {{choice "neuro.not_scored" "worst.gcs_verbal" "5"}} AS gcs_verbal,
    {{choice "neuro.not_scored" "worst.gcs_eyes" "4"}} AS gcs_eyes
FROM {{source "icu.icustays"}} AS stay
LEFT JOIN in_window AS worst USING (stay_id)
