-- title: Antibiotic prescriptions of a patient, numbered
-- layer: step
-- grain: one row per antibiotic prescription
-- key: subject_id, ab_id
-- note: Prescriptions that tie on all of these columns are alike in every output, so
--   it does not matter which of them gets which number. One prescription more or less
--   shifts the numbers of all later ones.
SELECT
    *,
    row_number() OVER (
        PARTITION BY subject_id
        ORDER BY
            starttime {{choice "infection.missing_start"}},
            stoptime NULLS FIRST,
            antibiotic NULLS FIRST,
            hadm_id NULLS FIRST,
            stay_id NULLS FIRST
    ) AS ab_id
FROM {{choice "infection.repeats"}}
