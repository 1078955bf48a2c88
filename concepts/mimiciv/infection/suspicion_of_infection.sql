-- title: Antibiotics with a suspicion of infection
-- grain: one row per antibiotic prescription
-- key: subject_id, ab_id
-- invariant: suspected_infection IN (0, 1)
-- invariant: positive_culture IN (0, 1)
-- invariant: suspected_infection = (suspected_infection_time IS NOT NULL)::INTEGER
-- note: Infection is suspected where an antibiotic and a culture go together, whether
--   or not anything grows. The culture is kept where its kind is unknown, although
--   the flag is 0 then. positive_culture is NULL where no culture goes with the
--   antibiotic.
-- paper: Seymour CW et al. JAMA 2016;315(8):762-774
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
    AND pair.first_of_day = 'timed'
