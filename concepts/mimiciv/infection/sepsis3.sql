-- title: Sepsis by the third definition
-- grain: one row per ICU stay with sepsis
-- key: stay_id
-- invariant: sepsis3 AND sofa_score >= 2
-- invariant: sofa_score = respiration + coagulation + liver + cardiovascular + cns + renal
-- note: Suspected infection, and a SOFA of two or more from 48 hours before to 24 hours
--   after it. The state before the illness is taken as SOFA 0. sofa_time is the first
--   such hour near the first suspicion, not the worst.
-- note: Only antibiotics ordered within the ICU stay count, so an infection treated on
--   the ward before is found by the next order in the unit, if there is one.
-- paper: Singer M et al. JAMA 2016;315(8):801-810
WITH failing AS (
    SELECT * FROM {{ref "sofa"}} WHERE sofa_24hours >= {{choice "infection.sofa_points"}}
),

suspected AS (
    SELECT *, suspected_infection_time - INTERVAL {{choice "infection.sofa_before"}} HOUR AS window_start
    FROM {{ref "suspicion_of_infection"}}
    WHERE suspected_infection = 1
),

-- For each suspicion the first hour from the start of its window on.
event AS (
    SELECT suspected.*, failing.* EXCLUDE (stay_id)
    FROM suspected
    ASOF JOIN failing
        ON suspected.stay_id = failing.stay_id
        AND suspected.window_start <= failing.endtime
    WHERE failing.endtime <= suspected.suspected_infection_time + INTERVAL {{choice "infection.sofa_after"}} HOUR
    QUALIFY row_number() OVER (
        PARTITION BY suspected.stay_id
        ORDER BY suspected_infection_time, antibiotic_time, culture_time, failing.endtime
    ) = 1
)

SELECT
    subject_id,
    stay_id,
    antibiotic_time,
    culture_time,
    suspected_infection_time,
    endtime AS sofa_time,
    sofa_24hours AS sofa_score,
    respiration_24hours AS respiration,
    coagulation_24hours AS coagulation,
    liver_24hours AS liver,
    cardiovascular_24hours AS cardiovascular,
    cns_24hours AS cns,
    renal_24hours AS renal,
    true AS sepsis3
FROM event
