-- title: Glasgow Coma Scale
-- grain: one row per patient, ICU stay and chart time
-- key: subject_id, stay_id, charttime
-- invariant: gcs_unable IN (0, 1)
-- note: A patient with an endotracheal tube cannot speak. That is charted as verbal
--   response 0, and the total then counts as 15 (as in SAPS II), not as a low score.
-- note: A part that is missing is taken from the row before, if that is less than
--   six hours old. Only that one row is looked at: a part missing there as well is
--   normal in the total and stays NULL among the parts.
-- paper: Teasdale G, Jennett B. Lancet 1974;304(7872):81-84
-- paper: Le Gall JR et al. JAMA 1993;270(24):2957-2963
WITH charted AS (
    SELECT
        subject_id,
        stay_id,
        charttime,
        max(valuenum) FILTER (itemid = 223901) AS motor,  -- GCS - Motor Response
        max({{choice "neuro.tube" "value" "valuenum"}}) FILTER (itemid = 223900) AS verbal,  -- GCS - Verbal Response
        max(valuenum) FILTER (itemid = 220739) AS eyes,  -- GCS - Eye Opening
        coalesce(max(CAST(value = 'No Response-ETT' AS INTEGER)) FILTER (itemid = 223900), 0) AS unable
    FROM {{source "icu.chartevents"}}
    WHERE itemid IN (223900, 223901, 220739)
    GROUP BY subject_id, stay_id, charttime
),

followed AS (
    SELECT
        *,
        {{choice "neuro.before" "motor"}} AS motor_before,
        {{choice "neuro.before" "verbal"}} AS verbal_before,
        {{choice "neuro.before" "eyes"}} AS eyes_before,
        lag(charttime) OVER chart > charttime - INTERVAL '{{choice "neuro.carry_hours"}} hours' AS recent
    FROM charted
    WINDOW chart AS (PARTITION BY stay_id ORDER BY charttime, subject_id)
),

carried AS (
    SELECT
        *,
        CASE WHEN recent THEN verbal_before END AS earlier_verbal,
        coalesce(motor, CASE WHEN recent THEN motor_before END) AS gcs_motor,
        coalesce(verbal, CASE WHEN recent THEN verbal_before END) AS gcs_verbal,
        coalesce(eyes, CASE WHEN recent THEN eyes_before END) AS gcs_eyes
    FROM followed
)

SELECT
    subject_id,
    stay_id,
    charttime,
    CASE
        -- a tube now, or just before and nothing said about speech since
        WHEN gcs_verbal = 0 THEN {{choice "neuro.with_tube"}}
        -- freshly extubated: what was charted under the tube tells nothing
        WHEN earlier_verbal = 0 THEN {{choice "neuro.missing_part" "motor" "6"}} + {{choice "neuro.missing_part" "verbal" "5"}} + {{choice "neuro.missing_part" "eyes" "4"}}
        ELSE {{choice "neuro.missing_part" "gcs_motor" "6"}} + {{choice "neuro.missing_part" "gcs_verbal" "5"}} + {{choice "neuro.missing_part" "gcs_eyes" "4"}}
    END AS gcs,
    gcs_motor,
    gcs_verbal,
    gcs_eyes,
    unable AS gcs_unable
FROM carried
