-- title: Rolling urine output rate
-- grain: one row per ICU stay with heart rate, and time with urine output
-- partition: stay_id
-- key: stay_id, charttime
-- invariant: uo_mlkghr_6hr IS NULL OR weight > 0
-- note: Volumes in mL, weight in kg, times in hours, rates in mL/kg/h. Each charted
--   volume was collected since the charting before, so a row stands for the gap
--   that it closes: the 6 h window takes the rows of the last five hours, each
--   with its gap, and a rate is given once the gaps add up to six hours.
-- note: Rows of stays without any heart rate are left out.
-- paper: KDIGO AKI guideline, Kidney Int Suppl 2012;2(1):1-138
WITH arrival AS (
    -- the first heart rate, without chart entries that a wrong date moved far away
    SELECT stay.stay_id, {{choice "urine.first_gap" "min(rate.charttime)" "min(stay.intime)"}} AS since
    FROM {{source "icu.icustays"}} AS stay
    JOIN {{source "icu.chartevents"}} AS rate USING (stay_id)
    WHERE rate.itemid = 220045  -- Heart Rate
      AND rate.charttime > stay.intime - INTERVAL '{{choice "urine.far_off"}}'
      AND rate.charttime < stay.outtime + INTERVAL '{{choice "urine.far_off"}}'
    GROUP BY stay.stay_id
),

charted AS (
    SELECT
        stay_id,
        urine.charttime,
        urine.urineoutput,
        coalesce(lag(urine.charttime) OVER (PARTITION BY stay_id ORDER BY urine.charttime), arrival.since) AS collected_since
    FROM {{ref "urine_output"}} AS urine
    {{choice "urine.stays"}} arrival USING (stay_id)
),

summed AS (
    SELECT
        stay_id,
        charttime,
        urineoutput,
        sum(urineoutput) OVER past_6h AS urineoutput_6hr,
        sum(urineoutput) OVER past_12h AS urineoutput_12hr,
        sum(urineoutput) OVER past_24h AS urineoutput_24hr,
        -- the gaps follow each other: together they reach from where the first one began to now
        {{choice "urine.hours" "collected_since" "charttime" "past_6h"}} AS uo_tm_6hr,
        {{choice "urine.hours" "collected_since" "charttime" "past_12h"}} AS uo_tm_12hr,
        {{choice "urine.hours" "collected_since" "charttime" "past_24h"}} AS uo_tm_24hr
    FROM charted
    WINDOW
        past_6h AS (PARTITION BY stay_id ORDER BY charttime RANGE BETWEEN {{choice "urine.hours_back" "charttime" (choice "urine.reach" "5" "6")}} PRECEDING AND CURRENT ROW),
        past_12h AS (PARTITION BY stay_id ORDER BY charttime RANGE BETWEEN {{choice "urine.hours_back" "charttime" (choice "urine.reach" "11" "12")}} PRECEDING AND CURRENT ROW),
        past_24h AS (PARTITION BY stay_id ORDER BY charttime RANGE BETWEEN INTERVAL '{{choice "urine.reach" "23" "24"}} hours' PRECEDING AND CURRENT ROW)
),

rated AS (
    SELECT
        summed.*,
        weight.weight,
        CASE WHEN {{choice "urine.covered" "uo_tm_6hr" "6"}} THEN urineoutput_6hr / weight.weight / {{choice "urine.divisor" "uo_tm_6hr" "6"}} END AS rate_6hr,
        CASE WHEN {{choice "urine.covered" "uo_tm_12hr" "12"}} THEN urineoutput_12hr / weight.weight / {{choice "urine.divisor" "uo_tm_12hr" "12"}} END AS rate_12hr,
        CASE WHEN {{choice "urine.covered" "uo_tm_24hr" "24"}} THEN urineoutput_24hr / weight.weight / {{choice "urine.divisor" "uo_tm_24hr" "24"}} END AS rate_24hr
    FROM summed
    LEFT JOIN {{ref "weight_durations"}} AS weight
        ON weight.stay_id = summed.stay_id
        AND {{choice "urine.weight_at" "summed.charttime" "weight.starttime" "weight.endtime"}}
)

SELECT
    stay_id,
    charttime,
    weight,
    urineoutput AS uo,
    urineoutput_6hr,
    urineoutput_12hr,
    urineoutput_24hr,
    {{choice "urine.rate_rounding" "rate_6hr"}} AS uo_mlkghr_6hr,
    {{choice "urine.rate_rounding" "rate_12hr"}} AS uo_mlkghr_12hr,
    {{choice "urine.rate_rounding" "rate_24hr"}} AS uo_mlkghr_24hr,
    {{choice "urine.shown_hours" "uo_tm_6hr"}} AS uo_tm_6hr,
    {{choice "urine.shown_hours" "uo_tm_12hr"}} AS uo_tm_12hr,
    {{choice "urine.shown_hours" "uo_tm_24hr"}} AS uo_tm_24hr
FROM rated
