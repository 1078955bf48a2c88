package store

import (
	"fmt"
	"slices"
)

// Rows are rows at the end of a block that are filled column by column, which is
// several times faster than cell by cell. Every cell of every column must be
// filled, an empty one with zero. They must be closed before others are added.
type Rows struct {
	b *Block
	n int
}

// Open adds n rows to the block.
func (b *Block) Open(n int) Rows {
	if b.next != 0 {
		panic(fmt.Sprintf("store: a row of %s is not closed", b.table))
	}
	return Rows{b, n}
}

// Longs are the cells of a BIGINT or TIMESTAMP column, times in microseconds.
func (r Rows) Longs(column int) []int64 { return tail(&r.b.columns[column].longs, r.n) }

// Ints are the cells of an INTEGER column.
func (r Rows) Ints(column int) []int32 { return tail(&r.b.columns[column].ints, r.n) }

// Reals are the cells of a DOUBLE column.
func (r Rows) Reals(column int) []float64 { return tail(&r.b.columns[column].reals, r.n) }

// Texts are the cells of a VARCHAR column.
func (r Rows) Texts(column int) []Text { return tail(&r.b.columns[column].texts, r.n) }

// Null leaves a cell empty.
func (r Rows) Null(column, row int) {
	at := r.b.rows + row
	r.b.columns[column].nullsTo(at + 1)[at] = true
}

// Nulls leaves a column's cells empty; they are filled with zero.
func (r Rows) Nulls(column int) {
	nulls := r.b.columns[column].nullsTo(r.b.rows + r.n)
	for i := r.b.rows; i < len(nulls); i++ {
		nulls[i] = true
	}
}

// nullsTo are the column's marks, at least so many.
func (c *blockColumn) nullsTo(n int) []bool {
	if from := len(c.nulls); n > from {
		c.nulls = slices.Grow(c.nulls, n-from)[:n]
		clear(c.nulls[from:])
	}
	return c.nulls
}

// Close ends the rows.
func (r Rows) Close() {
	r.b.rows += r.n
	for i := range r.b.columns {
		c := &r.b.columns[i]
		if len(c.longs)+len(c.ints)+len(c.reals)+len(c.texts) != r.b.rows {
			panic(fmt.Sprintf("store: column %d of %s is not filled", i, r.b.table))
		}
	}
}

// tail makes a list longer by n and gives what is new.
func tail[T any](list *[]T, n int) []T {
	from := len(*list)
	*list = slices.Grow(*list, n)[:from+n]
	return (*list)[from:]
}
