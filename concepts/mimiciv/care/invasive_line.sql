-- title: Invasive lines
-- grain: one row per charted line
-- note: Kind and site in words. The kind comes from the label of the item dictionary,
--   so another dictionary gives other words; without a dictionary there is no row.
-- note: Most sites that are written with a full stop stay as they are (Right IJ.).
WITH line_type(label, line_type) AS (
    VALUES
        ('A-Line', 'Arterial'), ('Arterial Line', 'Arterial'),
        ('CCO PA Line', 'Continuous Cardiac Output PA'), ('CCO PAC', 'Continuous Cardiac Output PA'),
        ('Dialysis Catheter', 'Dialysis'), ('Dialysis Line', 'Dialysis'),
        ('Hickman', 'Hickman'), ('Tunneled (Hickman) Line', 'Hickman'),
        ('IABP', 'IABP'), ('IABP line', 'IABP'),
        ('Multi Lumen', 'Multi Lumen'), ('Multi-lumen', 'Multi Lumen'),
        ('PA Catheter', 'PA'), ('PA line', 'PA'),
        ('PICC Line', 'PICC'), ('PICC line', 'PICC'),
        ('Pre-Sep Catheter', 'Pre-Sep'), ('Presep Catheter', 'Pre-Sep'),
        ('Trauma Line', 'Trauma'), ('Trauma line', 'Trauma'),
        ('Triple Introducer', 'Triple Introducer'), ('TripleIntroducer', 'Triple Introducer'),
        ('Portacath', 'Portacath'), ('Indwelling Port (PortaCath)', 'Portacath')
),

line_site(location, line_site) AS (
    VALUES
        ('Left Antecub', 'Left Antecube'), ('Right Antecub', 'Right Antecube'),
        ('Left Axilla.', 'Left Axilla'), ('Right Axilla.', 'Right Axilla'),
        ('Left Brachial.', 'Left Brachial'), ('Right Brachial.', 'Right Brachial'),
        ('Left Femoral.', 'Left Femoral'), ('Right Femoral.', 'Right Femoral')
),

line AS (
    SELECT event.stay_id, item.label, event.location, event.starttime, event.endtime
    FROM {{source "icu.procedureevents"}} AS event
    JOIN {{source "icu.d_items"}} AS item USING (itemid)
    WHERE itemid IN (
        227719,  -- AVA
        225752,  -- Arterial Line
        224269,  -- CCO PAC
        224267,  -- Cordis/Introducer
        224270,  -- Dialysis Catheter
        224272,  -- IABP line
        226124,  -- ICP Catheter
        228169,  -- Impella Line
        225202,  -- Indwelling Port (PortaCath)
        228286,  -- Intraosseous Device
        225204,  -- Midline
        224263,  -- Multi Lumen
        224560,  -- PA Catheter
        224264,  -- PICC Line
        225203,  -- Pheresis Catheter
        224273,  -- Presep Catheter
        225205,  -- RIC
        225789,  -- Sheath (Venous)
        225761,  -- Sheath Insertion
        228201,  -- Tandem Heart Inflow Line
        228202,  -- Tandem Heart Outflow Line
        224268,  -- Trauma line
        225199,  -- Triple Introducer
        225315   -- Tunneled (Hickman) Line
    )
)

SELECT
    line.stay_id,
    coalesce(line_type.line_type, line.label) AS line_type,
    coalesce(line_site.line_site, {{choice "care.line_site_text"}}) AS line_site,
    line.starttime,
    line.endtime
FROM line
LEFT JOIN line_type USING (label)
LEFT JOIN line_site USING (location)
