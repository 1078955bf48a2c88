-- title: Code status: what the patient wants done
-- grain: one row per charted status, and one per detail line of a code status order
-- invariant: fullcode IN (0, 1) AND cmo IN (0, 1) AND dni IN (0, 1) AND dnr IN (0, 1)
-- note: Four zeros mean a text that is not on the list, not that the wish is unknown.
--   Comfort measures are only seen in the chart. Whether an order was withdrawn later
--   is not looked at.
WITH charted AS (
    SELECT
        subject_id,
        hadm_id,
        stay_id,
        charttime,
        (value = 'Full code') AS fullcode,
        (value = 'Comfort measures only') AS cmo,
        (value IN ('DNI (do not intubate)', 'DNR / DNI')) AS dni,
        (value IN ('DNR (do not resuscitate)', 'DNR / DNI')) AS dnr
    FROM {{source "icu.chartevents"}}
    WHERE itemid = 223758  -- Code Status
),

ordered AS (
    SELECT
        entry.subject_id,
        entry.hadm_id,
        stay.stay_id,
        entry.ordertime AS charttime,
        -- two blanks before the bracket
        (detail.field_value IN ('Resuscitate (Full code)', 'Full code  (attempt resuscitation)')) AS fullcode,
        false AS cmo,
        (detail.field_value = 'Do not resuscitate (DNR/DNI)') AS dni,
        -- the second text ends in a blank
        (detail.field_value IN (
            'Do not resuscitate (DNR/DNI)',
            'DNAR (DO NOT attempt resuscitation for cardiac arrest) '
        )) AS dnr
    FROM {{source "hosp.poe"}} AS entry
    JOIN {{source "hosp.poe_detail"}} AS detail USING (poe_id)
    LEFT JOIN {{source "icu.icustays"}} AS stay
        ON entry.hadm_id = stay.hadm_id
        AND entry.ordertime >= stay.intime
        AND entry.ordertime {{choice "care.order_stay_end"}} stay.outtime
    WHERE
        entry.order_type = 'General Care'
        AND entry.order_subtype = 'Code status'
        {{if is "care.order_details" "the-status"}}AND detail.field_name = 'Code status'{{end}}
)

SELECT
    subject_id,
    hadm_id,
    stay_id,
    charttime,
    coalesce(fullcode, false)::INTEGER AS fullcode,
    coalesce(cmo, false)::INTEGER AS cmo,
    coalesce(dni, false)::INTEGER AS dni,
    coalesce(dnr, false)::INTEGER AS dnr
FROM (
    FROM charted
    {{if is "care.code_status_sources" "chart-and-orders"}}UNION ALL FROM ordered{{end}}
)
