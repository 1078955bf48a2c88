package score

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Columns is the scored columns in order; in JSON an object by name.
type Columns []Column

// MarshalJSON keeps the order of the columns.
func (cs Columns) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, c := range cs {
		if i > 0 {
			out = append(out, ',')
		}
		name, err := json.Marshal(c.Name)
		if err != nil {
			return nil, err
		}
		body, err := json.Marshal(c)
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, name...), ':'), body...)
	}
	return append(out, '}'), nil
}

// UnmarshalJSON reads the columns back in the order in which they stand.
func (cs *Columns) UnmarshalJSON(text []byte) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	*cs = nil
	switch open, err := dec.Token(); {
	case err != nil:
		return err
	case open != json.Delim('{'):
		return fmt.Errorf("columns: %v where an object is expected", open)
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return err
		}
		c := Column{Name: fmt.Sprint(name)}
		if err := dec.Decode(&c); err != nil {
			return fmt.Errorf("column %s: %w", c.Name, err)
		}
		*cs = append(*cs, c)
	}
	return nil
}
