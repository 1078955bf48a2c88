-- title: Suspicion of infection (task reference)
-- layer: target
-- grain: one row per antibiotic prescription
-- key: subject_id, ab_id
-- invariant: suspected_infection IN (0, 1)
-- note: The rows of suspicion_of_infection, with the task's own rule for a day that
--   has cultures with and without a time.
SELECT
    antibiotic.subject_id,
    antibiotic.stay_id,
    antibiotic.hadm_id,
    antibiotic.ab_id,
    antibiotic.antibiotic,
    antibiotic.starttime AS antibiotic_time,
    CASE WHEN pair.suspected THEN 1 ELSE 0 END AS suspected_infection,
    CASE WHEN pair.suspected THEN pair.suspected_infection_time END AS suspected_infection_time,
    pair.culture_time,
    pair.specimen,
    pair.positive_culture
FROM {{ref "numbered_antibiotic"}} AS antibiotic
LEFT JOIN {{ref "antibiotic_culture"}} AS pair
    ON antibiotic.subject_id = pair.subject_id
    AND antibiotic.ab_id = pair.ab_id
    AND pair.first_of_day = '{{choice "infection.task_culture_order"}}'
