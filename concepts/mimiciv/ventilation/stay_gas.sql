-- title: Blood gases of a patient, seen from each ICU stay
-- layer: step
-- grain: one row per blood gas specimen and ICU stay of the patient
-- note: ventilated_since is the start of the invasive ventilation of that stay which
--   was going on when the gas was drawn; NULL if there was none. Non-invasive support
--   and tracheostomy do not count. Gases of the whole patient: whoever reads this
--   picks the time.
SELECT
    stay.stay_id,
    stay.hadm_id,
    stay.intime,
    stay.outtime,
    gas.charttime,
    gas.specimen = 'ART.' AS arterial,
    gas.hadm_id = stay.hadm_id AS same_admission,
    gas.po2,
    gas.pco2,
    gas.ph,
    gas.aado2,
    gas.aado2_calc,
    gas.pao2fio2ratio,
    coalesce(gas.fio2, gas.fio2_chartevents) AS fio2,
    episode.starttime AS ventilated_since
FROM {{ref "bg"}} AS gas
JOIN {{source "icu.icustays"}} AS stay USING (subject_id)
LEFT JOIN {{ref "ventilation"}} AS episode
    ON stay.stay_id = episode.stay_id
    AND gas.charttime BETWEEN episode.starttime AND episode.endtime
    AND episode.ventilation_status IN {{choice "ventilation.support_that_counts"}}
