package table

import (
	"fmt"
	"io"
)

// Each hands the rows of a source to take, in order. A line that makes no row
// ends it.
func Each(source Source, take func(row []Cell) error) error {
	for {
		block, err := source.Next()
		if err == io.EOF {
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

// Load reads a source to its end. Every line must make a row.
func Load(source Source, texts *Dictionary) (*Table, error) {
	t := New(source.Columns(), texts)
	err := Each(source, func(row []Cell) error {
		t.Append(row)
		return nil
	})
	return t, err
}
