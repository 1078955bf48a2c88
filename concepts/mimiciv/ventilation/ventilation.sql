-- title: Episodes of ventilation and oxygen support
-- grain: one row per episode with at least two observations
-- key: stay_id, starttime
-- invariant: starttime < endtime
-- invariant: ventilation_status IN ('Tracheostomy', 'InvasiveVent', 'NonInvasiveVent', 'HFNC', 'SupplementalOxygen', 'None')
-- note: Every time with a ventilator setting or an oxygen flow is an observation. One
--   that fits no status is left out: modes SPONT, Standby and CPAP, devices T-piece
--   and Other among them. Status None is text: room air.
-- note: There is no primary paper; the public concept is its own definition.
WITH observation AS (
    SELECT
        stay_id,
        charttime,
        -- the first that applies; device names end in a blank where the chart does
        CASE
            WHEN o2_delivery_device_1 IN {{choice "ventilation.tracheostomy_devices"}}
                THEN 'Tracheostomy'
            WHEN
                o2_delivery_device_1 = 'Endotracheal tube'
                OR ventilator_mode IN (
                    '(S) CMV', 'APRV', 'APRV/Biphasic+ApnPress', 'APRV/Biphasic+ApnVol',
                    'APV (cmv)', 'Ambient', 'Apnea Ventilation', 'CMV', 'CMV/ASSIST',
                    'CMV/ASSIST/AutoFlow', 'CMV/AutoFlow', 'MMV', 'MMV/AutoFlow', 'MMV/PSV',
                    'MMV/PSV/AutoFlow', 'P-CMV', 'PCV+', 'PCV+/PSV', 'PCV+Assist', 'PRES/AC',
                    'PRVC/AC', 'PRVC/SIMV', 'PSV/SBT', 'SIMV', 'SIMV/AutoFlow', 'SIMV/PRES',
                    'SIMV/PSV', 'SIMV/PSV/AutoFlow', 'SIMV/VOL', 'SYNCHRON MASTER',
                    'SYNCHRON SLAVE', 'VOL/AC'{{choice "ventilation.cpap_modes"}}
                )
                OR ventilator_mode_hamilton IN (
                    'APRV', 'APV (cmv)', 'Ambient', '(S) CMV', 'P-CMV', 'SIMV', 'APV (simv)',
                    'P-SIMV', 'VS', 'ASV'{{choice "ventilation.spontaneous_mode"}}
                )
                THEN 'InvasiveVent'
            WHEN
                {{choice "ventilation.mask_devices" "('Bipap mask ', 'CPAP mask ')"}}
                OR ventilator_mode_hamilton IN ('DuoPaP', 'NIV', 'NIV-ST')
                THEN 'NonInvasiveVent'
            WHEN o2_delivery_device_1 IN {{choice "ventilation.high_flow"}}
                THEN 'HFNC'
            WHEN o2_delivery_device_1 IN (
                'Non-rebreather', 'Face tent', 'Aerosol-cool', 'Venti mask ',
                'Medium conc mask ', 'Ultrasonic neb', 'Vapomist', 'Oxymizer',
                'High flow neb', 'Nasal cannula'{{choice "ventilation.t_piece"}}
            )
                THEN 'SupplementalOxygen'
            WHEN o2_delivery_device_1 = 'None'
                THEN {{choice "ventilation.room_air"}}
        END AS status
    FROM {{ref "ventilator_setting"}}
    FULL JOIN {{ref "oxygen_delivery"}} USING (stay_id, charttime)
    WHERE stay_id IS NOT NULL
),

neighbour AS (
    SELECT
        *,
        lag(status) OVER by_time AS status_before,
        lag(charttime) OVER by_time AS time_before,
        lead(charttime) OVER by_time AS time_after
    FROM observation
    WHERE status IS NOT NULL
    WINDOW by_time AS (PARTITION BY stay_id ORDER BY charttime)
),

-- A new episode starts with another status, or after a gap without any observation.
numbered AS (
    SELECT
        *,
        sum(CASE
            WHEN status = status_before AND NOT {{choice "ventilation.gap" "time_before" "charttime"}} THEN 0
            ELSE 1
        END) OVER (PARTITION BY stay_id ORDER BY charttime) AS episode
    FROM neighbour
)

SELECT
    stay_id,
    min(charttime) AS starttime,
    {{choice "ventilation.episode_end"}} AS endtime,
    status AS ventilation_status
FROM numbered
GROUP BY stay_id, episode, status
{{choice "ventilation.single_observation"}}
