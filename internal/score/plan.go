package score

import (
	"fmt"
	"slices"

	"m4bench/internal/score/table"
	"m4bench/internal/task"
)

// plan says which columns are read, in which places, and what each is for. The
// key columns come first.
type plan struct {
	task    *task.Task
	columns []table.Column
	keys    int            // how many columns are keys
	scored  []scoredColumn // in the order of the reward
	natural []int          // places of the natural key; empty if the task has none
}

func newPlan(t *task.Task) (*plan, error) {
	p := &plan{task: t}
	for _, c := range t.Keys() {
		if _, err := p.add(c); err != nil {
			return nil, err
		}
	}
	p.keys = len(p.columns)
	for _, c := range t.Scored() {
		place, err := p.add(c)
		if err != nil {
			return nil, err
		}
		kind := p.columns[place].Kind
		if c.Ordered && kind == table.Text {
			return nil, fmt.Errorf("task %s: column %s is a text and cannot be ordered", t.ID, c.Name)
		}
		p.scored = append(p.scored, scoredColumn{Column: c, place: place, kind: kind, nmae: c.Ordered && c.Role == task.Value})
	}
	if p.keys == 0 || len(p.scored) == 0 {
		return nil, fmt.Errorf("task %s needs at least one key column and one scored column", t.ID)
	}
	return p, p.addNaturalKey()
}

// add reads a column, unless it is read already, and returns its place.
func (p *plan) add(c task.Column) (int, error) {
	if at := slices.IndexFunc(p.columns, func(have table.Column) bool { return have.Name == c.Name }); at >= 0 {
		return at, nil
	}
	column, err := table.ColumnOf(c)
	if err != nil {
		return 0, fmt.Errorf("task %s: %w", p.task.ID, err)
	}
	p.columns = append(p.columns, column)
	return len(p.columns) - 1, nil
}

func (p *plan) addNaturalKey() error {
	for _, name := range p.task.NaturalKey {
		at := slices.IndexFunc(p.task.Columns, func(c task.Column) bool { return c.Name == name })
		if at < 0 {
			return fmt.Errorf("task %s: natural_key names %q, which is no column", p.task.ID, name)
		}
		place, err := p.add(p.task.Columns[at])
		if err != nil {
			return err
		}
		p.natural = append(p.natural, place)
	}
	return nil
}

func (p *plan) keyPlaces() []int {
	places := make([]int, p.keys)
	for i := range places {
		places[i] = i
	}
	return places
}

// usableKey says that every key column of a row has a value, or which one has none.
func (p *plan) usableKey(row []table.Cell) (reason string, ok bool) {
	for i, cell := range row[:p.keys] {
		switch cell {
		case table.Null:
			return fmt.Sprintf("the key column %s is empty", p.columns[i].Name), false
		case table.Unreadable:
			return fmt.Sprintf("the key column %s cannot be read as %s", p.columns[i].Name, wanted(p.columns[i].Kind)), false
		}
	}
	return "", true
}

// wanted describes what a field must look like to be read.
func wanted(kind table.Kind) string {
	switch kind {
	case table.Identifier:
		return "a whole number such as 12"
	case table.Number:
		return "a number such as 12.5"
	case table.Integer:
		return "a whole number such as 3"
	case table.Boolean:
		return "true or false, or 1 or 0"
	case table.Instant:
		return "a time such as 2150-01-31 14:05:00"
	}
	return "a text"
}
