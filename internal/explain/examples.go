package explain

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// ExampleRow is a cell that an explanation accounts for, with source events
// behind it.
type ExampleRow struct {
	Key       []Named `json:"key"`
	Column    string  `json:"column"`
	Output    *string `json:"output"`    // null if the value is missing
	Reference *string `json:"reference"` // null if the value is missing
	Extra     bool    `json:"extra_row,omitempty"`
	Lacking   bool    `json:"lacking_row,omitempty"`
	Events    []Event `json:"events"`
}

// Named is a value with the name of its column.
type Named struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

const exampleRows = 2

// AddExamples finds, for every explanation of the report, rows that it accounts
// for, and the source events behind them.
func (lab *Lab) AddExamples(ctx context.Context, report *Report) error {
	t := lab.targets[0]
	t.cells = lab.by
	for i := range report.Explanations {
		e := &report.Explanations[i]
		lab.report.Step("looking for examples", int64(i), int64(len(report.Explanations)), "explanations")
		tables, err := lab.build(ctx, e.Flips...)
		if err != nil {
			return err
		}
		if e.Examples, err = lab.examples(ctx, t, tables[t.concept]); err != nil {
			return err
		}
		for j := range e.Examples {
			x := &e.Examples[j]
			if x.Events, err = lab.events(ctx, t, e.Flips, x.Key); err != nil {
				return fmt.Errorf("find the source events behind an example: %w", err)
			}
		}
	}
	return nil
}

// examples picks cells in which output and mutant agree against the reference.
func (lab *Lab) examples(ctx context.Context, t target, mutant string) ([]ExampleRow, error) {
	var keys []string
	for _, k := range t.cells.keys {
		keys = append(keys, fmt.Sprintf("residual.%q::VARCHAR", k.Name))
	}
	found := []ExampleRow{}
	for _, i := range lab.columns {
		s := t.cells.scored[i]
		query := fmt.Sprintf(`SELECT %s, residual.present IS NOT NULL, reference.present IS NOT NULL, residual.%q::VARCHAR, reference.%q::VARCHAR
			FROM %s AS residual
			LEFT JOIN %s AS reference ON %s
			LEFT JOIN (%s) AS mutant ON %s
			WHERE residual.wrong_%d AND (residual.present IS NULL AND mutant.present IS NULL
				OR residual.present AND mutant.present AND NOT %s)
			ORDER BY residual.present IS NULL OR reference.present IS NULL, %s LIMIT %d`,
			strings.Join(keys, ", "), s.Name, s.Name, residualTable,
			referenceTable, t.cells.on("residual", "reference"),
			t.cells.read(mutant), t.cells.on("residual", "mutant"),
			i, differs(s, "residual", "mutant"), strings.Join(keys, ", "), exampleRows-len(found))
		rows, err := lab.exampleRows(ctx, query, t, s.Name)
		if err != nil {
			return nil, err
		}
		if found = append(found, rows...); len(found) >= exampleRows {
			break
		}
	}
	return found, nil
}

func (lab *Lab) exampleRows(ctx context.Context, query string, t target, column string) ([]ExampleRow, error) {
	rows, err := lab.db.Query(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []ExampleRow
	keys := make([]sql.NullString, len(t.cells.keys))
	for rows.Next() {
		x := ExampleRow{Column: column}
		var inOutput, inReference bool
		var into []any
		for i := range keys {
			into = append(into, &keys[i])
		}
		if err := rows.Scan(append(into, &inOutput, &inReference, &x.Output, &x.Reference)...); err != nil {
			return nil, err
		}
		x.Output, x.Reference = whole(x.Output), whole(x.Reference)
		x.Extra, x.Lacking = !inReference, !inOutput
		for i, k := range t.cells.keys {
			x.Key = append(x.Key, Named{k.Name, keys[i].String})
		}
		found = append(found, x)
	}
	return found, rows.Err()
}

// whole writes a whole number without its decimal point, as people do.
func whole(value *string) *string {
	if value == nil {
		return nil
	}
	if number, ok := strings.CutSuffix(*value, ".0"); ok {
		return &number
	}
	return value
}
