package explain

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"strings"

	"m4bench/internal/concept"
	"m4bench/internal/duck"
	"m4bench/internal/ehr"
)

// ExampleRow is a cell that an explanation accounts for, with source events
// behind it.
type ExampleRow struct {
	Key       []Named  `json:"key"`
	Column    string   `json:"column"`
	Output    string   `json:"output"`
	Reference string   `json:"reference"`
	Events    []string `json:"events"`
}

// Named is one part of a key.
type Named struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

const (
	exampleRows   = 2
	exampleEvents = 4
)

// AddExamples finds, for every explanation of the report, rows that it accounts
// for, and source events of the items that the rule is about.
func (lab *Lab) AddExamples(ctx context.Context, report *Report) error {
	t := lab.targets[0]
	for i := range report.Explanations {
		e := &report.Explanations[i]
		tables, err := lab.build(ctx, e.Flips...)
		if err != nil {
			return err
		}
		if e.Examples, err = lab.examples(ctx, t, tables[t.concept]); err != nil {
			return err
		}
		for j := range e.Examples {
			if e.Examples[j].Events, err = lab.events(ctx, e.Flips[0], e.Examples[j].Key); err != nil {
				return err
			}
		}
	}
	return nil
}

// examples picks rows in which output and mutant agree against the reference.
func (lab *Lab) examples(ctx context.Context, t target, mutant string) ([]ExampleRow, error) {
	var found []ExampleRow
	for i, s := range t.cells.scored {
		var keys []string
		for _, k := range t.cells.keys {
			keys = append(keys, fmt.Sprintf("residual.%q::VARCHAR", k.Name))
		}
		query := fmt.Sprintf(`SELECT %s, residual.%q::VARCHAR, reference.%q::VARCHAR
			FROM temp.main.residual AS residual
			JOIN (%s) AS reference ON %s
			JOIN (%s) AS mutant ON %s
			WHERE residual.wrong_%d AND residual.present AND NOT %s ORDER BY ALL LIMIT %d`,
			strings.Join(keys, ", "), s.Name, s.Name,
			t.cells.read(t.table), t.cells.on("residual", "reference"),
			t.cells.read(mutant), t.cells.on("residual", "mutant"),
			i, differs(s, "residual", "mutant"), exampleRows-len(found))
		rows, err := lab.exampleRows(ctx, query, t, s.Name)
		if err != nil {
			return nil, err
		}
		found = append(found, rows...)
		if len(found) >= exampleRows {
			break
		}
	}
	return found, nil
}

func (lab *Lab) exampleRows(ctx context.Context, query string, t target, column string) ([]ExampleRow, error) {
	rows, err := lab.workshop.DB().Query(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []ExampleRow
	values := make([]sql.NullString, len(t.cells.keys)+2)
	into := make([]any, len(values))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		x := ExampleRow{Column: column, Output: values[len(values)-2].String, Reference: values[len(values)-1].String}
		for i, k := range t.cells.keys {
			x.Key = append(x.Key, Named{k.Name, values[i].String})
		}
		found = append(found, x)
	}
	return found, rows.Err()
}

var itemID = regexp.MustCompile(`\b[0-9]{5,6}\b`)

// events shows source rows of the example's stay, admission or patient from the
// tables, and of the items, that the SQL around the choice point reads.
func (lab *Lab) events(ctx context.Context, f Flip, key []Named) ([]string, error) {
	var events []string
	for _, c := range lab.derivation.Library.Users(f.Choice) {
		rendered, err := lab.derivation.Library.Render(c.Name, lab.derivation.Edition, lab.workshop.Place().Names())
		if err != nil {
			continue // not in this edition
		}
		items := itemID.FindAllString(rendered.SQL, -1)
		for _, source := range rendered.Sources {
			found, err := lab.sourceRows(ctx, source, items, key)
			if err != nil {
				return nil, err
			}
			events = append(events, found...)
			if len(events) >= exampleEvents {
				return events[:exampleEvents], nil
			}
		}
	}
	return events, nil
}

func (lab *Lab) sourceRows(ctx context.Context, source string, items []string, key []Named) ([]string, error) {
	database := ehr.MIMICIV
	if lab.derivation.Library.Database == concept.EICU {
		database = ehr.EICU
	}
	declared, err := ehr.Lookup(database)
	if err != nil {
		return nil, err
	}
	table, known := declared.Table(source)
	if !known {
		return nil, nil
	}
	var conditions []string
	for _, k := range key {
		if _, has := table.Column(k.Name); has && strings.HasSuffix(k.Name, "id") && k.Value != "" {
			conditions = append(conditions, fmt.Sprintf("%s = %s", duck.Ident(k.Name), duck.Literal(k.Value)))
		}
	}
	if len(conditions) == 0 {
		return nil, nil
	}
	if _, has := table.Column("itemid"); has && len(items) > 0 {
		conditions = append(conditions, "itemid IN ("+strings.Join(items, ", ")+")")
	}
	var shown []string
	for _, c := range table.Columns {
		if c.Required {
			shown = append(shown, fmt.Sprintf("'%s=' || %s::VARCHAR", c.Name, duck.Ident(c.Name)))
		}
	}
	query := fmt.Sprintf("SELECT concat_ws(' ', %s) FROM ehr.%s WHERE %s ORDER BY ALL LIMIT %d",
		strings.Join(shown, ", "), table.QualifiedName(), strings.Join(conditions, " AND "), exampleEvents)
	rows, err := lab.workshop.DB().Query(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		found = append(found, table.ShortName()+" "+text)
	}
	return found, rows.Err()
}
