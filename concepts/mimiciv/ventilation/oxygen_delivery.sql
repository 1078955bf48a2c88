-- title: Oxygen flow and delivery devices
-- grain: one row per patient and chart time with a charted oxygen flow
-- key: subject_id, charttime
-- note: Flows in L/min. Up to four devices charted at one time are told apart by
--   number; the first decides the ventilation status.
-- note: A device charted without an oxygen flow at the same time is lost: intubated
--   and room-air patients often have none.
WITH flow_entry AS (
    SELECT
        subject_id, stay_id, charttime, valuenum,
        itemid = 227287 AS additional,
        row_number() OVER (
            PARTITION BY subject_id, charttime, itemid = 227287
            ORDER BY {{choice "ventilation.flow_order"}}
        ) AS place
    FROM {{source "icu.chartevents"}}
    WHERE
        value IS NOT NULL
        AND itemid IN (
            223834,  -- O2 Flow
            227582,  -- BiPap O2 Flow
            227287   -- O2 Flow (additional cannula)
        )
),

flow AS (
    SELECT
        subject_id,
        charttime,
        max(stay_id) AS stay_id,
        bool_or(stay_id IS NULL) AS stay_unknown,
        max(valuenum) FILTER (WHERE NOT additional) AS o2_flow,
        max(valuenum) FILTER (WHERE additional) AS o2_flow_additional
    FROM flow_entry
    WHERE place = 1
    GROUP BY subject_id, charttime
),

device_entry AS (
    SELECT
        subject_id, stay_id, charttime, value,
        row_number() OVER (
            PARTITION BY subject_id, charttime
            ORDER BY {{choice "ventilation.device_order"}}
        ) AS place
    FROM {{source "icu.chartevents"}}
    WHERE itemid = 226732  -- O2 Delivery Device(s)
),

device AS (
    SELECT
        subject_id,
        charttime,
        max(stay_id) AS stay_id,
        max(value) FILTER (WHERE place = 1) AS o2_delivery_device_1,
        max(value) FILTER (WHERE place = 2) AS o2_delivery_device_2,
        max(value) FILTER (WHERE place = 3) AS o2_delivery_device_3,
        max(value) FILTER (WHERE place = 4) AS o2_delivery_device_4
    FROM device_entry
    GROUP BY subject_id, charttime
)

SELECT
    subject_id,
    CASE
        WHEN coalesce(flow.stay_unknown, true) THEN greatest(flow.stay_id, device.stay_id)
        ELSE flow.stay_id
    END AS stay_id,
    charttime,
    flow.o2_flow,
    flow.o2_flow_additional,
    device.o2_delivery_device_1,
    device.o2_delivery_device_2,
    device.o2_delivery_device_3,
    device.o2_delivery_device_4
FROM flow
{{choice "ventilation.device_without_flow"}} JOIN device USING (subject_id, charttime)
