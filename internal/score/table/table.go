// Package table reads csv and parquet files into typed columns. The type of a
// cell is what the task declares, never what the file looks like, so that one
// bad cell is one bad cell.
//
// A file is a Source of Blocks. Rows are kept in a Table, in which an Index finds
// them by the values of some columns.
package table

import (
	"fmt"

	"m4bench/internal/task"
)

// Cell is one value in 64 bits. What the bits mean is said by the column's
// Kind. Within a column two cells are the same value exactly if they are equal.
type Cell uint64

// Cells without a value. As a float both are NaN; identifiers, instants and
// text ids never reach these bits.
const (
	Null       Cell = 0x7FF8_0000_0000_0001 // the field is empty
	Unreadable Cell = 0x7FF8_0000_0000_0002 // the field holds something that its type does not allow
)

// Kind of a column.
type Kind uint8

// The kinds, and what the bits of their cells are.
const (
	Identifier Kind = iota // int64: keys and ids, exact over the whole range
	Number                 // float64
	Integer                // float64; also reads true and false as 1 and 0
	Boolean                // float64, 1 or 0
	Text                   // id in the Dictionary, or a hash of a text it does not have
	Instant                // int64: microseconds since 1970-01-01
)

// Column is one column that is wanted from a file.
type Column struct {
	Name string
	Kind Kind
}

// ColumnOf gives the column that a task declares. Integers that name rows are
// read exactly, integers that are values as numbers: 14.5 where 14 is right is
// wrong by a half, not unreadable.
func ColumnOf(c task.Column) (Column, error) {
	kinds := map[task.Type]Kind{
		task.Integer: Integer, task.Number: Number, task.Boolean: Boolean,
		task.Text: Text, task.Timestamp: Instant, task.Date: Instant,
	}
	kind, known := kinds[c.Type]
	if !known {
		return Column{}, fmt.Errorf("column %s has the unknown type %q", c.Name, c.Type)
	}
	if kind == Integer && (c.Role == task.Key || c.Role == task.ID) {
		kind = Identifier
	}
	return Column{Name: c.Name, Kind: kind}, nil
}

// Invalid is a line that does not make a row.
type Invalid struct {
	Line   int
	Reason string
}

// Block is a run of rows as they stand in the file.
type Block struct {
	Rows        int
	InvalidRows int       // lines of this stretch that make no row
	Invalid     []Invalid // the first of them

	width int
	cells []Cell // Rows × width
	lines []int
	raw   func(row, column int) string
}

// Row returns the cells of a row, in the order of the wanted columns.
func (b *Block) Row(i int) []Cell { return b.cells[i*b.width : (i+1)*b.width] }

// Line is the line of the file on which a row starts; 0 where files have no lines.
func (b *Block) Line(i int) int {
	if len(b.lines) == 0 {
		return 0
	}
	return b.lines[i]
}

// Raw is what the file holds in a cell, before it was read as a value.
func (b *Block) Raw(row, column int) string { return b.raw(row, column) }

// Source gives the rows of a file, block by block.
type Source interface {
	// Next returns the following rows, valid until the next call; io.EOF after the last.
	Next() (*Block, error)
	// Columns are the wanted columns.
	Columns() []Column
	// Header is the names of the file's columns, as the file writes them.
	Header() []string
	// Has says whether the file has the wanted column.
	Has(column int) bool
	Close() error
}

const chunkRows = 1 << 13

// Table is all rows of a file, 8 bytes a cell.
type Table struct {
	Columns []Column
	Texts   *Dictionary
	Rows    int
	chunks  [][]Cell
}

// New returns an empty table.
func New(columns []Column, texts *Dictionary) *Table {
	return &Table{Columns: columns, Texts: texts}
}

// Row returns the cells of a row.
func (t *Table) Row(i int) []Cell {
	at := i % chunkRows * len(t.Columns)
	return t.chunks[i/chunkRows][at : at+len(t.Columns)]
}

// Append adds a row and returns its number.
func (t *Table) Append(row []Cell) int {
	if t.Rows%chunkRows == 0 {
		t.chunks = append(t.chunks, make([]Cell, 0, chunkRows*len(t.Columns)))
	}
	last := len(t.chunks) - 1
	t.chunks[last] = append(t.chunks[last], row[:len(t.Columns)]...)
	t.Rows++
	return t.Rows - 1
}

// Format writes a cell of the table as text.
func (t *Table) Format(c Cell, column int) string {
	return Format(c, t.Columns[column].Kind, t.Texts)
}
