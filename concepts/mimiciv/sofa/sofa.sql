-- title: SOFA for every hour of an ICU stay
-- grain: one row per ICU stay and hour from its first heart rate
-- partition: stay_id
-- key: stay_id, hr
-- invariant: sofa_24hours = respiration_24hours + coagulation_24hours + liver_24hours + cardiovascular_24hours + cns_24hours + renal_24hours
-- invariant: sofa_24hours BETWEEN 0 AND 24
-- invariant: endtime = starttime + INTERVAL 1 HOUR AND hr >= 0
-- note: The points of an hour come from what was measured in it, NULL if nothing was.
--   The _24hours columns are the worst of the last 24 hours, missing organs as 0.
-- note: Infusions in mcg/kg/min as they run at the end of the hour, pressure in mmHg,
--   bilirubin and creatinine in mg/dL, platelets in K/uL, uo_24hr in mL per day.
-- note: Laboratory values need the admission's number on them; gases only the patient's.
-- paper: Vincent JL et al. Intensive Care Med 1996;22(7):707-710
WITH grid AS (
    SELECT stay_id, stay.subject_id, stay.hadm_id, hourly.hr, hourly.endtime
    FROM {{ref "icustay_hourly"}} AS hourly
    JOIN {{source "icu.icustays"}} AS stay USING (stay_id)
),

span AS (
    SELECT stay_id, hadm_id, min(endtime) AS first_hour, max(endtime) AS last_hour
    FROM grid
    GROUP BY stay_id, hadm_id
),

infusion AS (
    SELECT stay_id, starttime, endtime, vaso_rate AS rate_epinephrine FROM {{ref "epinephrine"}}
    UNION ALL BY NAME
    SELECT stay_id, starttime, endtime, vaso_rate AS rate_norepinephrine FROM {{ref "norepinephrine"}}
    UNION ALL BY NAME
    SELECT stay_id, starttime, endtime, vaso_rate AS rate_dopamine FROM {{ref "dopamine"}}
    UNION ALL BY NAME
    SELECT stay_id, starttime, endtime, vaso_rate AS rate_dobutamine FROM {{ref "dobutamine"}}
),

laboratory AS (
    SELECT hadm_id, charttime, bilirubin_total FROM {{ref "enzyme"}} WHERE bilirubin_total IS NOT NULL
    UNION ALL BY NAME
    SELECT hadm_id, charttime, creatinine FROM {{ref "chemistry"}} WHERE creatinine IS NOT NULL
    UNION ALL BY NAME
    SELECT hadm_id, charttime, platelet FROM {{ref "complete_blood_count"}} WHERE platelet IS NOT NULL
),

-- Each kind of measurement, worst value by the end of the clock hour it belongs to.
gas AS (
    SELECT
        stay_id,
        {{choice "sofa.hour" "charttime"}} AS endtime,
        min(pao2fio2ratio) FILTER (ventilated_since IS NULL) AS pao2fio2ratio_novent,
        min(pao2fio2ratio) FILTER (ventilated_since IS NOT NULL) AS pao2fio2ratio_vent
    FROM {{ref "stay_gas"}}
    WHERE arterial
    GROUP BY ALL
),

pressure AS (
    SELECT stay_id, {{choice "sofa.hour" "charttime"}} AS endtime, min(mbp) AS meanbp_min
    FROM {{ref "vitalsign"}}
    WHERE mbp IS NOT NULL
    GROUP BY ALL
),

coma AS (
    SELECT stay_id, {{choice "sofa.hour" "charttime"}} AS endtime, min(gcs) AS gcs_min
    FROM {{ref "gcs"}}
    GROUP BY ALL
),

urine AS (
    SELECT
        stay_id,
        {{choice "sofa.hour" "charttime"}} AS endtime,
        -- a day's volume, where close to a day was collected
        max(urineoutput_24hr / uo_tm_24hr * 24) AS uo_24hr
    FROM {{ref "urine_output_rate"}}
    WHERE uo_tm_24hr BETWEEN {{choice "sofa.hours_collected"}}
    GROUP BY ALL
),

blood AS (
    SELECT
        stay_id,
        {{choice "sofa.hour" "charttime"}} AS endtime,
        max(bilirubin_total) AS bilirubin_max,
        max(creatinine) AS creatinine_max,
        min(platelet) AS platelet_min
    FROM laboratory
    JOIN span
        ON laboratory.hadm_id = span.hadm_id
        AND laboratory.charttime BETWEEN span.first_hour - INTERVAL 1 HOUR AND span.last_hour
    GROUP BY ALL
),

-- The hours at whose end an infusion runs.
running AS (
    SELECT
        infusion.* EXCLUDE (starttime, endtime),
        unnest(generate_series(
            greatest(date_trunc('hour', infusion.starttime) + INTERVAL 1 HOUR, span.first_hour),
            least({{choice "sofa.infusion_end"}}, span.last_hour),
            INTERVAL 1 HOUR
        )) AS endtime
    FROM infusion
    JOIN span USING (stay_id)
    WHERE starttime IS NOT NULL AND endtime IS NOT NULL  -- without both it is not known to run
),

fastest AS (
    SELECT
        stay_id,
        endtime,
        max(rate_epinephrine) AS rate_epinephrine,
        max(rate_norepinephrine) AS rate_norepinephrine,
        max(rate_dopamine) AS rate_dopamine,
        max(rate_dobutamine) AS rate_dobutamine
    FROM running
    GROUP BY stay_id, endtime
),

hourly AS (
    SELECT
        grid.stay_id,
        hr,
        grid.endtime,
        pao2fio2ratio_novent,
        pao2fio2ratio_vent,
        rate_epinephrine,
        rate_norepinephrine,
        rate_dopamine,
        rate_dobutamine,
        meanbp_min,
        gcs_min,
        uo_24hr,
        bilirubin_max,
        creatinine_max,
        platelet_min
    FROM grid
    LEFT JOIN gas USING (stay_id, endtime)
    LEFT JOIN fastest USING (stay_id, endtime)
    LEFT JOIN pressure USING (stay_id, endtime)
    LEFT JOIN coma USING (stay_id, endtime)
    LEFT JOIN urine USING (stay_id, endtime)
    LEFT JOIN blood USING (stay_id, endtime)
),

scored AS (
    SELECT
        *,
        CASE
            WHEN pao2fio2ratio_vent < 100   THEN 4
            WHEN pao2fio2ratio_vent < 200   THEN 3
            WHEN pao2fio2ratio_novent < 300 THEN 2
            WHEN pao2fio2ratio_vent < 300   THEN 2
            WHEN pao2fio2ratio_novent < 400 THEN 1
            WHEN pao2fio2ratio_vent < 400   THEN 1
            WHEN pao2fio2ratio_novent IS NOT NULL OR pao2fio2ratio_vent IS NOT NULL THEN 0
        END AS respiration,
        {{choice "sofa.coagulation" "platelet_min"}} AS coagulation,
        {{choice "sofa.liver" "bilirubin_max"}} AS liver,
        {{choice "sofa.cardiovascular" "meanbp_min" (choice "sofa.low_dose" "rate_epinephrine") (choice "sofa.low_dose" "rate_norepinephrine")}} AS cardiovascular,
        {{choice "sofa.cns" "gcs_min"}} AS cns,
        {{choice "sofa.renal" "creatinine_max" "uo_24hr"}} AS renal
    FROM hourly
),

-- Each organ's points as a row of ones in four bits of its own: put together, the ones of
-- a day are as many as those of its worst hour. So one pass finds the worst of all six.
daily AS (
    SELECT
        *,
        bit_or(
            coalesce((1 << respiration) - 1, 0)
            | (coalesce((1 << coagulation) - 1, 0) << 4)
            | (coalesce((1 << liver) - 1, 0) << 8)
            | (coalesce((1 << cardiovascular) - 1, 0) << 12)
            | (coalesce((1 << cns) - 1, 0) << 16)
            | (coalesce((1 << renal) - 1, 0) << 20)
        ) OVER (
            PARTITION BY stay_id
            ORDER BY hr ROWS BETWEEN {{choice "sofa.look_back"}} PRECEDING AND CURRENT ROW
        ) AS ones
    FROM scored
)

SELECT
    stay_id,
    hr,
    endtime - INTERVAL 1 HOUR AS starttime,
    daily.* EXCLUDE (stay_id, hr, ones),
    bit_count(ones & 15)::INTEGER AS respiration_24hours,
    bit_count((ones >> 4) & 15)::INTEGER AS coagulation_24hours,
    bit_count((ones >> 8) & 15)::INTEGER AS liver_24hours,
    bit_count((ones >> 12) & 15)::INTEGER AS cardiovascular_24hours,
    bit_count((ones >> 16) & 15)::INTEGER AS cns_24hours,
    bit_count((ones >> 20) & 15)::INTEGER AS renal_24hours,
    bit_count(ones)::INTEGER AS sofa_24hours
FROM daily
WHERE hr >= 0
