-- title: Task reference: rolling urine output rate
-- layer: target
-- grain: one row per ICU stay with heart rate, and time with urine output
-- key: stay_id, charttime
-- note: The derived table with its columns in the task's order.
SELECT
    stay_id,
    charttime,
    weight,
    uo,
    urineoutput_6hr,
    urineoutput_12hr,
    urineoutput_24hr,
    uo_mlkghr_6hr,
    uo_mlkghr_12hr,
    uo_mlkghr_24hr,
    uo_tm_6hr,
    uo_tm_12hr,
    uo_tm_24hr
FROM {{ref "urine_output_rate"}}
