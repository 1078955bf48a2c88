package explain

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"m4bench/internal/concept"
	"m4bench/internal/duck"
	"m4bench/internal/ehr"
)

// subject is whose row an example is, and when.
type subject struct {
	ids        map[string]string // subject_id, hadm_id, stay_id or patientunitstayid
	times      []time.Time       // at which the flips tell; may be empty
	start, end time.Time         // of the stay or admission; zero if unknown
}

// subjectOf completes an example's key with the ids and times of its stay or
// admission.
func (lab *Lab) subjectOf(ctx context.Context, key []Named) (subject, error) {
	who := subject{ids: map[string]string{}}
	for _, k := range key {
		if slices.Contains([]string{"subject_id", "hadm_id", "stay_id", "patientunitstayid"}, k.Name) && k.Value != "" {
			who.ids[k.Name] = k.Value
		}
	}
	if lab.derivation.Library.Database != concept.MIMICIV {
		return who, nil
	}
	var query string
	switch {
	case who.ids["stay_id"] != "":
		query = "SELECT subject_id, hadm_id, intime, outtime FROM ehr.mimiciv_icu.icustays WHERE stay_id = " + who.ids["stay_id"]
	case who.ids["hadm_id"] != "":
		query = "SELECT subject_id, hadm_id, admittime, dischtime FROM ehr.mimiciv_hosp.admissions WHERE hadm_id = " + who.ids["hadm_id"]
	default:
		return who, nil
	}
	var patient, admission sql.NullString
	var start, end sql.NullTime
	err := lab.db.Conn().QueryRowContext(ctx, query).Scan(&patient, &admission, &start, &end)
	if errors.Is(err, sql.ErrNoRows) {
		return who, nil
	}
	who.ids["subject_id"], who.ids["hadm_id"] = patient.String, admission.String
	who.start, who.end = start.Time, end.Time
	return who, err
}

// tellingTimes are the times of the rows that the flip changes in the tables
// where it is decided; failing that, the times in the example's key. The
// explanation must be what was built last.
func (lab *Lab) tellingTimes(ctx context.Context, users []*concept.Rendered, who subject, key []Named) ([]time.Time, error) {
	for _, u := range users {
		times, err := lab.mutants.Times(ctx, u.Concept, who.ids)
		if err != nil || len(times) > 0 {
			return times, err
		}
	}
	var times []time.Time
	for _, k := range key {
		if at, err := time.Parse(time.DateTime, k.Value); err == nil {
			times = append(times, at)
		}
	}
	return times, nil
}

// idOf is the id to find a subject's rows of a table by: of what has a time the
// stay or the patient, of the rest the admission.
func idOf(table ehr.Table, who subject, timed bool) string {
	order := []string{"stay_id", "patientunitstayid", "hadm_id", "subject_id"}
	if timed {
		order = []string{"stay_id", "patientunitstayid", "subject_id", "hadm_id"}
	}
	for _, id := range order {
		if _, has := table.Column(id); has && who.ids[id] != "" {
			return id
		}
	}
	return ""
}

// near is the condition for rows close to what is looked at, and their distance.
func (who subject) near(at string, offset bool) (condition, distance string) {
	if offset {
		return at + " BETWEEN -360 AND 1440", "abs(" + at + ")"
	}
	literal := func(t time.Time) string { return "TIMESTAMP " + duck.Literal(t.Format(time.DateTime)) }
	between := func(from, to time.Time) string {
		return fmt.Sprintf("%s BETWEEN %s AND %s", at, literal(from), literal(to))
	}
	if len(who.times) == 0 {
		if who.start.IsZero() || who.end.IsZero() {
			return "", ""
		}
		return between(who.start.Add(-before), who.end), fmt.Sprintf("abs(date_diff('second', %s, %s))", at, literal(who.start))
	}
	var distances []string
	for _, t := range who.times {
		distances = append(distances, fmt.Sprintf("abs(date_diff('second', %s, %s))", at, literal(t)))
	}
	earliest, latest := slices.MinFunc(who.times, time.Time.Compare), slices.MaxFunc(who.times, time.Time.Compare)
	return between(earliest.Add(-around), latest.Add(around)), "least(" + strings.Join(distances, ", ") + ")"
}
