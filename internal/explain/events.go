package explain

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"m4bench/internal/concept"
	"m4bench/internal/duck"
	"m4bench/internal/ehr"
)

// Event is a row of a source table that the derivation reads.
type Event struct {
	Table  string  `json:"table"`
	Time   string  `json:"time,omitempty"`  // or minutes since the unit's admission (eICU)
	Item   string  `json:"item,omitempty"`  // an item's number, or its name where it has no number
	Label  string  `json:"label,omitempty"` // what the dictionary calls the item
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
		share := len(shown) + eventsShown/len(flips)
		for _, e := range found {
			if len(shown) < share && !slices.ContainsFunc(shown, e.same) {
				shown = append(shown, e)
			}
		}
	}
	return shown, nil
}

func (e Event) same(o Event) bool {
	return e.Table == o.Table && e.Time == o.Time && e.Item == o.Item && slices.Equal(e.Values, o.Values)
}

func (lab *Lab) eventsOf(ctx context.Context, concepts []*concept.Rendered, who subject) ([]Event, error) {
	scans, err := lab.scans(concepts)
	if err != nil {
		return nil, err
	}
	var byTable [][]Event
	for _, s := range scans {
		events, err := lab.sourceRows(ctx, s, who)
		if err != nil {
			return nil, err
		}
		byTable = append(byTable, events)
	}
	var found []Event
	for i, n := range shares(byTable, eventsShown) {
		events := byTable[i][:n]
		slices.SortStableFunc(events, byTime)
		found = append(found, events...)
	}
	return found, nil
}

// shares says how many of each list are shown, one of each in turn until there
// are enough.
func shares(lists [][]Event, enough int) []int {
	counts := make([]int, len(lists))
	for more := true; more && enough > 0; {
		more = false
		for i, list := range lists {
			if counts[i] < len(list) && enough > 0 {
				counts[i]++
				enough--
				more = true
			}
		}
	}
	return counts
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
	if column, _ := itemOf(s.table); column != "" {
		item = column
		if label, err = lab.labelOf(ctx, s.table); err != nil {
			return nil, err
		}
		if len(s.items) > 0 {
			conditions = append(conditions, item+" IN ("+strings.Join(s.items, ", ")+")")
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
	rows, err := lab.db.Query(ctx, query)
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
		e.Time, e.Item, e.Label = at.String, item.String, label.String
		for i, v := range values {
			if text, ok := v.(string); ok && i < len(names) {
				e.Values = append(e.Values, Named{names[i], text})
			}
		}
		found = append(found, e)
	}
	return found, rows.Err()
}

// byTime orders times by their text, and minutes by their number.
func byTime(a, b Event) int {
	x, err := strconv.Atoi(a.Time)
	y, err2 := strconv.Atoi(b.Time)
	if err == nil && err2 == nil {
		return cmp.Compare(x, y)
	}
	return strings.Compare(a.Time, b.Time)
}

// shownColumns picks what to show of a source row: what references read, with
// units, but no ids and no time that is shown already.
func shownColumns(table ehr.Table, has map[string]bool, at string) (names, values []string) {
	item, _ := itemOf(table)
	for _, c := range table.Columns {
		unit := strings.HasSuffix(c.Name, "uom")
		switch {
		case !has[c.Name] || !c.Required && !unit || c.Name == at || c.Name == "storetime":
		case strings.HasSuffix(c.Name, "_id") || strings.HasSuffix(c.Name, "itemid") || strings.HasSuffix(c.Name, "orderid") || strings.HasSuffix(c.Name, "stayid"):
		case c.Name == "valuenum" && has["value"]: // value says the same
		case c.Name == item:
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
	rows, err := lab.db.Query(ctx, "SELECT column_name FROM duckdb_columns() WHERE database_name = 'ehr' AND schema_name = ? AND table_name = ?", table.Schema, table.Name)
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
	if table.Group() != "icu" && table.Group() != "hosp" {
		return "NULL", nil
	}
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
