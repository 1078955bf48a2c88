package table

import (
	"errors"
	"fmt"
	"io"
)

// Each hands the rows of a source to take, in order. A line that makes no row
// ends it.
func Each(source Source, take func(row []Cell) error) error {
	for {
		block, err := source.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if block.InvalidRows > 0 {
			return fmt.Errorf("line %d: %s", block.Invalid[0].Line, block.Invalid[0].Reason)
		}
		for i := range block.Rows {
			if err := take(block.Row(i)); err != nil {
				return err
			}
		}
	}
}

// Missing names the wanted columns that the file lacks.
func Missing(source Source) []string {
	var names []string
	for i, c := range source.Columns() {
		if !source.Has(i) {
			names = append(names, c.Name)
		}
	}
	return names
}
