package bench_test

import (
	"regexp"
	"strings"
	"testing"
	"text/template"

	"m4bench/internal/condition"
	"m4bench/internal/schema"
)

// An agent that knows the clinical rules and reads its prompt, and nothing else,
// finds every table and column that it needs: the lowest Glasgow Coma Scale of the
// first day, right in every row.
func TestATaskCanBeSolvedFromTheDictionaryAlone(t *testing.T) {
	prepared := allSchemas(t, "mimic-edge-1")
	tk := tasks(t, "mimic-gcs-24h-raw")[0]
	for kind, sources := range map[string]string{
		schema.Obfuscated: `
{{$chart := "Bedside charting"}}{{$stay := "ICU stays"}}
WITH entry AS (
    SELECT {{column $chart "patient"}} AS patient, {{column $chart "ICU stay"}} AS stay, {{column $chart "time at which it was measured"}} AS minute,
        {{column $chart "charted or measured item"}} AS item, {{column $chart "value as text"}} AS said, {{column $chart "value as a number"}} AS points
    FROM {{table $chart}}
), stay AS (
    SELECT {{column $stay "patient"}} AS patient, {{column $stay "hospital admission"}} AS admission, {{column $stay "ICU stay"}} AS stay,
        {{column $stay "arrival in the unit"}} AS arrival
    FROM {{table $stay}}
),`,
		schema.Restructured: `
{{$chart := "Bedside charting and laboratory results"}}{{$stay := "Patients, hospital admissions and ICU stays"}}
WITH entry AS (
    SELECT {{column $chart "patient"}} AS patient, {{column $chart "ICU stay"}} AS stay, {{column $chart "time at which it was measured"}} AS minute,
        {{column $chart "charted or measured item"}} AS item, {{column $chart "value as text"}} AS said, {{column $chart "value as a number"}} AS points
    FROM {{table $chart}} WHERE {{column $chart "chart for bedside charting"}} = 'chart'
), stay AS (
    SELECT {{column $stay "patient"}} AS patient, {{column $stay "hospital admission"}} AS admission, {{column $stay "ICU stay"}} AS stay,
        {{column $stay "arrival in the ICU"}} AS arrival
    FROM {{table $stay}} WHERE {{column $stay "ICU stay"}} IS NOT NULL
),`,
	} {
		t.Run(kind, func(t *testing.T) {
			seen, err := prepared.Sees(kind, tk)
			if err != nil {
				t.Fatal(err)
			}
			given, err := condition.PromptIn(tk, condition.NoSkill, seen)
			if err != nil {
				t.Fatal(err)
			}
			compareToReference(t, prepared, kind, tk, readDictionary(given.Prompt).query(t, sources+lowestComa))
		})
	}
}

// lowestComa derives the task from the entries and the stays.
const lowestComa = `
charted AS (
    SELECT patient, stay, minute,
        max(points) FILTER (item = 223901) AS motor,
        max(CASE WHEN said = 'No Response-ETT' THEN 0 ELSE points END) FILTER (item = 223900) AS verbal,
        max(points) FILTER (item = 220739) AS eyes
    FROM entry WHERE item IN (223900, 223901, 220739) GROUP BY ALL
), carried AS (
    SELECT *, lag(verbal) OVER w AS verbal_before,
        lag(minute) OVER w > minute - INTERVAL 6 HOURS AS recent,
        coalesce(motor, CASE WHEN recent THEN lag(motor) OVER w END) AS m,
        coalesce(verbal, CASE WHEN recent THEN verbal_before END) AS v,
        coalesce(eyes, CASE WHEN recent THEN lag(eyes) OVER w END) AS e
    FROM charted WINDOW w AS (PARTITION BY stay ORDER BY minute, patient)
), scored AS (
    SELECT *, CASE WHEN v = 0 THEN 15
        WHEN recent AND verbal_before = 0 THEN coalesce(motor, 6) + coalesce(verbal, 5) + coalesce(eyes, 4)
        ELSE coalesce(m, 6) + coalesce(v, 5) + coalesce(e, 4) END AS total
    FROM carried
), lowest AS (
    SELECT stay.stay, total, m, v, e
    FROM stay JOIN scored ON scored.stay = stay.stay AND minute BETWEEN arrival - INTERVAL 6 HOURS AND arrival + INTERVAL 24 HOURS
    QUALIFY row_number() OVER (PARTITION BY stay.stay ORDER BY total, minute DESC, scored.patient) = 1
)
SELECT patient AS subject_id, admission AS hadm_id, stay.stay AS stay_id,
    coalesce(total, 15) AS gcs_min, coalesce(m, 6) AS gcs_motor, coalesce(v, 5) AS gcs_verbal, coalesce(e, 4) AS gcs_eyes
FROM stay LEFT JOIN lowest ON lowest.stay = stay.stay`

// readings is what a reader makes of a prompt's dictionary: for each table's title
// its code, and its columns' codes and descriptions.
type readings map[string]struct {
	code    string
	columns [][2]string // code, description
}

var (
	tableLine  = regexp.MustCompile("^### `([^`]+)`: (.*)$")
	columnLine = regexp.MustCompile("^- `([^`]+)` [a-z0-9(),]+(?: \\[[^]]+\\])?: (.*)$")
)

func readDictionary(prompt string) readings {
	all, title := readings{}, ""
	for _, line := range strings.Split(prompt, "\n") {
		if m := tableLine.FindStringSubmatch(line); m != nil {
			title = m[2]
			table := all[title]
			table.code = m[1]
			all[title] = table
		}
		if m := columnLine.FindStringSubmatch(line); m != nil && title != "" {
			table := all[title]
			table.columns = append(table.columns, [2]string{m[1], m[2]})
			all[title] = table
		}
	}
	return all
}

// query fills in codes for what a template asks for in words.
func (r readings) query(t *testing.T, text string) string {
	t.Helper()
	functions := template.FuncMap{
		"table": func(title string) string { return r[title].code },
		"column": func(title, about string) string {
			for _, column := range r[title].columns {
				if strings.HasPrefix(column[1], about) {
					return column[0]
				}
			}
			t.Fatalf("the prompt knows no column %q of %q", about, title)
			return ""
		},
	}
	var b strings.Builder
	if err := template.Must(template.New("").Funcs(functions).Parse(text)).Execute(&b, nil); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
