-- title: Urine output rates for staging kidney injury
-- grain: one row per ICU stay and time with urine output
-- key: stay_id, charttime
-- note: Volumes in mL, weight in kg, times in hours, rates in mL/kg/h. Not the rates
--   of urine_output_rate: here the windows are the past 6, 12 and 24 hours with both
--   ends, the first row of a stay stands for one hour, and the 6 h rate is given
--   only while its rows cover less than 12 hours.
-- paper: KDIGO AKI guideline, Kidney Int Suppl 2012;2(1):1-138
WITH collected AS (
    SELECT
        stay_id,
        urine.charttime,
        urine.urineoutput,
        coalesce(
            lag(urine.charttime) OVER (PARTITION BY stay_id ORDER BY urine.charttime),
            {{choice "renal.first_gap" "urine.charttime" "stay.intime"}}
        ) AS collected_since
    FROM {{ref "urine_output"}} AS urine
    JOIN {{source "icu.icustays"}} AS stay USING (stay_id)
),

summed AS (
    SELECT
        stay_id,
        charttime,
        sum(urineoutput) OVER past_6h AS urineoutput_6hr,
        sum(urineoutput) OVER past_12h AS urineoutput_12hr,
        sum(urineoutput) OVER past_24h AS urineoutput_24hr,
        -- the gaps follow each other: together they reach from where the first one began to now
        {{choice "renal.summed_hours" "collected_since" "charttime" "past_6h"}} AS uo_tm_6hr,
        {{choice "renal.summed_hours" "collected_since" "charttime" "past_12h"}} AS uo_tm_12hr,
        {{choice "renal.summed_hours" "collected_since" "charttime" "past_24h"}} AS uo_tm_24hr
    FROM collected
    WINDOW
        past_6h AS (PARTITION BY stay_id ORDER BY charttime RANGE BETWEEN INTERVAL '{{choice "renal.reach" "6" "5"}} hours' PRECEDING AND CURRENT ROW),
        past_12h AS (PARTITION BY stay_id ORDER BY charttime RANGE BETWEEN INTERVAL '{{choice "renal.reach" "12" "11"}} hours' PRECEDING AND CURRENT ROW),
        past_24h AS (PARTITION BY stay_id ORDER BY charttime RANGE BETWEEN INTERVAL '{{choice "renal.reach" "24" "23"}} hours' PRECEDING AND CURRENT ROW)
),

rated AS (
    SELECT
        summed.*,
        weight.weight,
        CASE WHEN {{choice "renal.six_hour_rate" "uo_tm_6hr"}} THEN urineoutput_6hr / weight.weight / uo_tm_6hr END AS rate_6hr,
        CASE WHEN uo_tm_12hr >= 12 THEN urineoutput_12hr / weight.weight / uo_tm_12hr END AS rate_12hr,
        CASE WHEN uo_tm_24hr >= 24 THEN urineoutput_24hr / weight.weight / uo_tm_24hr END AS rate_24hr
    FROM summed
    LEFT JOIN {{ref "weight_durations"}} AS weight
        ON weight.stay_id = summed.stay_id
        AND {{choice "renal.weight_at" "summed.charttime" "weight.starttime" "weight.endtime"}}
)

SELECT
    stay_id,
    charttime,
    weight,
    urineoutput_6hr,
    urineoutput_12hr,
    urineoutput_24hr,
    {{choice "renal.rate_rounding" "rate_6hr"}} AS uo_rt_6hr,
    {{choice "renal.rate_rounding" "rate_12hr"}} AS uo_rt_12hr,
    {{choice "renal.rate_rounding" "rate_24hr"}} AS uo_rt_24hr,
    uo_tm_6hr,
    uo_tm_12hr,
    uo_tm_24hr
FROM rated
