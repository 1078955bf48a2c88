-- title: Ventilator settings and measurements
-- grain: one row per patient and chart time
-- key: subject_id, charttime
-- invariant: peep BETWEEN 0 AND 100
-- invariant: fio2 BETWEEN 20 AND 100
-- note: Rates in breaths/min, volumes in mL (minute_volume in L/min), pressures in
--   cmH2O, fio2 in percent, flow_rate in L/min. Of several entries of one item at one
--   time the largest counts, of a text the last in byte order.
-- note: Entries whose text is missing do not count, even if a number is there.
SELECT
    subject_id,
    max(stay_id) AS stay_id,
    charttime,
    max(valuenum) FILTER (WHERE itemid = 224688) AS respiratory_rate_set,
    max(valuenum) FILTER (WHERE itemid = 224690) AS respiratory_rate_total,
    max(valuenum) FILTER (WHERE itemid = 224689) AS respiratory_rate_spontaneous,
    max(valuenum) FILTER (WHERE itemid = 224687) AS minute_volume,
    max(valuenum) FILTER (WHERE itemid = 224684) AS tidal_volume_set,
    max(valuenum) FILTER (WHERE itemid = 224685) AS tidal_volume_observed,
    max(valuenum) FILTER (WHERE itemid = 224686) AS tidal_volume_spontaneous,
    max(valuenum) FILTER (WHERE itemid = 224696) AS plateau_pressure,
    max(valuenum) FILTER (WHERE itemid IN (220339, 224700) AND valuenum BETWEEN 0 AND 100) AS peep,
    max({{choice "ventilation.oxygen_fraction" "valuenum"}}) FILTER (WHERE itemid = 223835) AS fio2,
    max(valuenum) FILTER (WHERE itemid = 224691) AS flow_rate,
    max(value) FILTER (WHERE itemid = 223849) AS ventilator_mode,
    max(value) FILTER (WHERE itemid = 229314) AS ventilator_mode_hamilton,
    max(value) FILTER (WHERE itemid = 223848) AS ventilator_type
FROM {{source "icu.chartevents"}}
WHERE
    value IS NOT NULL
    AND stay_id IS NOT NULL
    AND itemid IN (
        224688,  -- Respiratory Rate (Set)
        224690,  -- Respiratory Rate (Total)
        224689,  -- Respiratory Rate (spontaneous)
        224687,  -- Minute Volume
        224684,  -- Tidal Volume (set)
        224685,  -- Tidal Volume (observed)
        224686,  -- Tidal Volume (spontaneous)
        224696,  -- Plateau Pressure
        220339,  -- PEEP set
        224700,  -- Total PEEP Level
        223835,  -- Inspired O2 Fraction
        223849,  -- Ventilator Mode
        229314,  -- Ventilator Mode (Hamilton)
        223848,  -- Ventilator Type
        224691   -- Flow Rate (L/min)
    )
GROUP BY subject_id, charttime
