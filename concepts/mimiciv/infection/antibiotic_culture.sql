-- title: Antibiotics with the cultures that make them a suspicion of infection
-- layer: step
-- grain: one row per antibiotic prescription with a culture, and rule for the first culture of a day
-- key: first_of_day, subject_id, ab_id
-- note: The antibiotic must follow the culture within 72 hours, or the culture the
--   antibiotic within 24 hours. A culture without a time of day is compared by date.
-- paper: Seymour CW et al. JAMA 2016;315(8):762-774
WITH candidate_day AS (
    -- the days on which a culture can go with the antibiotic
    SELECT
        subject_id, ab_id, starttime,
        starttime::DATE AS start_day,
        starttime::DATE + unnest(range(-{{choice "infection.days_before"}}, {{choice "infection.days_after"}} + 1))::INTEGER AS day
    FROM {{ref "numbered_antibiotic"}}
),

pair AS (
    SELECT
        culture.first_of_day, culture.subject_id, antibiotic.ab_id, antibiotic.starttime, culture.place,
        CASE
            WHEN culture.charttime IS NULL
                THEN {{choice "infection.date_only"}}
            ELSE
                culture.charttime {{choice "infection.same_time"}} antibiotic.starttime
                AND antibiotic.starttime <= culture.charttime + INTERVAL {{choice "infection.days_before"}} DAY
        END AS culture_first,
        CASE
            WHEN culture.charttime IS NULL
                THEN culture.chartdate - antibiotic.start_day BETWEEN 0 AND {{choice "infection.days_after"}}
            ELSE
                antibiotic.starttime < culture.charttime
                AND culture.charttime - INTERVAL {{choice "infection.days_after"}} DAY <= antibiotic.starttime
        END AS antibiotic_first
    FROM candidate_day AS antibiotic
    JOIN {{ref "culture"}} AS culture USING (subject_id, day)
),

-- On either side the earliest culture, not the nearest.
earliest AS (
    SELECT
        first_of_day, subject_id, ab_id, starttime,
        min(place) FILTER (WHERE culture_first) AS place_before,
        min(place) FILTER (WHERE antibiotic_first) AS place_after
    FROM pair
    GROUP BY first_of_day, subject_id, ab_id, starttime
    HAVING bool_or(culture_first OR antibiotic_first)
)

SELECT
    earliest.first_of_day,
    earliest.subject_id,
    earliest.ab_id,
    {{choice "infection.suspected"}} AS suspected,
    {{choice "infection.onset"}} AS suspected_infection_time,
    {{choice "infection.side" "culture_time"}} AS culture_time,
    {{choice "infection.side" "specimen"}} AS specimen,
    {{choice "infection.side" "positive"}} AS positive_culture
FROM earliest
LEFT JOIN {{ref "culture"}} AS before
    ON earliest.first_of_day = before.first_of_day
    AND earliest.subject_id = before.subject_id
    AND earliest.place_before = before.place
LEFT JOIN {{ref "culture"}} AS after
    ON earliest.first_of_day = after.first_of_day
    AND earliest.subject_id = after.subject_id
    AND earliest.place_after = after.place
