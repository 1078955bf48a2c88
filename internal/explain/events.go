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

// Event is a row of a source table that the derivation reads.
type Event struct {
	Table  string  `json:"table"`
	Time   string  `json:"time,omitempty"`   // or minutes since the unit's admission (eICU)
	ItemID string  `json:"itemid,omitempty"` // of tables that hold items
	Label  string  `json:"label,omitempty"`
	Values []Named `json:"values"`
}

// Bounds of the events behind one example.
const (
	eventsShown   = 12 // in all
	eventsOfItem  = 2  // of one item, or of one table without items
	eventsOfTable = 8
	around        = 24 * time.Hour // before and after the times at which a flip tells
	before        = 6 * time.Hour  // before the start of a stay
)

// subject is whose row an example is, and when.
type subject struct {
	ids        map[string]string // subject_id, hadm_id, stay_id or patientunitstayid
	times      []time.Time       // at which the flips tell; may be empty
	start, end time.Time         // of the stay or admission; zero if unknown
}

// events shows rows of the source tables behind an example: all items that are
// read by the concepts in which a flipped choice point is decided, and by those
// below them, at the times at which the flip tells; if there is none, those of
// the whole derivation.
func (lab *Lab) events(ctx context.Context, t target, flips []Flip, key []Named) ([]Event, error) {
	who, err := lab.subjectOf(ctx, key)
	if err != nil {
		return nil, err
	}
	shown := []Event{}
	for _, f := range flips {
		users, below, rest, err := lab.users(t, f.Choice)
		if err != nil {
			return nil, err
		}
		here := who
		if here.times, err = lab.tellingTimes(ctx, users, who, key); err != nil {
			return nil, err
		}
		found, err := lab.eventsOf(ctx, append(users, below...), here)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			if found, err = lab.eventsOf(ctx, rest, here); err != nil {
				return nil, err
			}
		}
		shown = append(shown, found[:min(len(found), eventsShown/len(flips))]...)
	}
	return shown, nil
}

func (lab *Lab) eventsOf(ctx context.Context, concepts []*concept.Rendered, who subject) ([]Event, error) {
	scans, err := lab.scans(concepts)
	if err != nil {
		return nil, err
	}
	var found []Event
	for _, s := range scans {
		events, err := lab.sourceRows(ctx, s, who)
		if err != nil {
			return nil, err
		}
		found = append(found, events...)
		if len(found) >= eventsShown {
			break
		}
	}
	return found, nil
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
	err := lab.workshop.DB().Conn().QueryRowContext(ctx, query).Scan(&patient, &admission, &start, &end)
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

// sourceRows reads the rows of one scan that lie nearest to what is looked at.
func (lab *Lab) sourceRows(ctx context.Context, s scan, who subject) ([]Event, error) {
	at, offset := timeOf(s.table)
	id := idOf(s.table, who, at != "")
	if id == "" {
		return nil, nil
	}
	has, err := lab.sourceColumns(ctx, s.table)
	if err != nil {
		return nil, err
	}
	conditions := []string{fmt.Sprintf("%s = %s", id, who.ids[id])}
	item, label := "NULL", "NULL"
	if _, held := s.table.Column("itemid"); held {
		item = "itemid"
		if label, err = lab.labelOf(ctx, s.table); err != nil {
			return nil, err
		}
		if len(s.items) > 0 {
			conditions = append(conditions, "itemid IN ("+strings.Join(s.items, ", ")+")")
		}
	}
	when, distance := "NULL", "0"
	if at != "" {
		when = at
		if condition, order := who.near(at, offset); condition != "" {
			conditions, distance = append(conditions, condition), order
		}
	}
	names, values := shownColumns(s.table, has, at)
	query := fmt.Sprintf(`SELECT time, item, label, [%s]::VARCHAR[] FROM (
			SELECT *, %s::VARCHAR AS time, %s::VARCHAR AS item, %s AS label, %s AS distance FROM ehr.%s AS source WHERE %s
			QUALIFY row_number() OVER (PARTITION BY item ORDER BY distance, time, source) <= %d
		) ORDER BY distance, time, item, 4 LIMIT %d`,
		strings.Join(values, ", "), when, item, label, distance, s.table.QualifiedName(), strings.Join(conditions, " AND "), eventsOfItem, eventsOfTable)
	return lab.readEvents(ctx, query, s.table, names)
}

func (lab *Lab) readEvents(ctx context.Context, query string, table ehr.Table, names []string) ([]Event, error) {
	rows, err := lab.workshop.DB().Query(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []Event
	for rows.Next() {
		e := Event{Table: table.ShortName(), Values: []Named{}}
		var at, item, label sql.NullString
		var values []any
		var list any
		if err := rows.Scan(&at, &item, &label, &list); err != nil {
			return nil, err
		}
		values, _ = list.([]any)
		e.Time, e.ItemID, e.Label = at.String, item.String, label.String
		for i, v := range values {
			if text, ok := v.(string); ok && i < len(names) {
				e.Values = append(e.Values, Named{names[i], text})
			}
		}
		found = append(found, e)
	}
	slices.SortStableFunc(found, func(a, b Event) int { return strings.Compare(a.Time, b.Time) })
	return found, rows.Err()
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
		return at + " BETWEEN -360 AND 1440", "0"
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

// shownColumns picks what to show of a source row: what references read, with
// units, but no ids and no time that is shown already.
func shownColumns(table ehr.Table, has map[string]bool, at string) (names, values []string) {
	for _, c := range table.Columns {
		unit := strings.HasSuffix(c.Name, "uom")
		switch {
		case !has[c.Name] || !c.Required && !unit || c.Name == at || c.Name == "storetime":
		case strings.HasSuffix(c.Name, "_id") || strings.HasSuffix(c.Name, "itemid") || strings.HasSuffix(c.Name, "orderid") || strings.HasSuffix(c.Name, "stayid"):
		case c.Name == "valuenum" && has["value"]: // value says the same
		default:
			names, values = append(names, c.Name), append(values, duck.Ident(c.Name)+"::VARCHAR")
		}
	}
	if len(names) == 0 {
		return nil, []string{"NULL"}
	}
	return names, values
}

// sourceColumns are the columns that a table has in the user's database.
func (lab *Lab) sourceColumns(ctx context.Context, table ehr.Table) (map[string]bool, error) {
	rows, err := lab.workshop.DB().Query(ctx, "SELECT column_name FROM duckdb_columns() WHERE database_name = 'ehr' AND schema_name = ? AND table_name = ?", table.Schema, table.Name)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	has := map[string]bool{}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		has[name] = true
	}
	return has, rows.Err()
}

// labelOf is the SQL of an item's label, where the database has the dictionary.
func (lab *Lab) labelOf(ctx context.Context, table ehr.Table) (string, error) {
	dictionary := "mimiciv_icu.d_items"
	if table.Group() == "hosp" {
		dictionary = "mimiciv_hosp.d_labitems"
	}
	schema, name, _ := strings.Cut(dictionary, ".")
	has, err := lab.sourceColumns(ctx, ehr.Table{Schema: schema, Name: name})
	if err != nil || !has["label"] {
		return "NULL", err
	}
	return fmt.Sprintf("(SELECT any_value(label) FROM ehr.%s AS dictionary WHERE dictionary.itemid = source.itemid)", dictionary), nil
}
