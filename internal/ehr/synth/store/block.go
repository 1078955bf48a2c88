package store

import (
	"encoding/binary"
	"fmt"
)

// Block holds rows of one table in memory, column by column. A row is filled by
// one call a column, in the table's order, and closed by End. A call that does
// not fit the column's type is a mistake of the program and panics.
type Block struct {
	table   string
	columns []blockColumn
	texts   *Texts
	arena   []byte // long texts that are used once
	next    int    // column that the next call fills
	rows    int
}

type blockColumn struct {
	kind  kind
	nulls []bool // which cells are empty; none of them, where the list ends early
	longs []int64
	ints  []int32
	reals []float64
	texts []Text
}

type kind int

const (
	longKind kind = iota
	intKind
	realKind
	textKind
	timeKind
	dateKind
)

var kinds = map[string]kind{
	"BIGINT": longKind, "INTEGER": intKind, "DOUBLE": realKind,
	"VARCHAR": textKind, "TIMESTAMP": timeKind, "DATE": dateKind,
}

// NewBlock makes an empty block for a table whose columns have the given DuckDB
// types.
func NewBlock(table string, types []string, texts *Texts) *Block {
	b := &Block{table: table, texts: texts}
	for _, name := range types {
		kind, known := kinds[name]
		if !known {
			panic(fmt.Sprintf("store: no way to write type %s of %s", name, table))
		}
		b.columns = append(b.columns, blockColumn{kind: kind})
	}
	return b
}

// Rows is the number of closed rows.
func (b *Block) Rows() int { return b.rows }

// Reset empties the block for further use.
func (b *Block) Reset() {
	for i := range b.columns {
		c := &b.columns[i]
		c.nulls, c.longs, c.ints = c.nulls[:0], c.longs[:0], c.ints[:0]
		c.reals, c.texts = c.reals[:0], c.texts[:0]
	}
	b.arena, b.next, b.rows = b.arena[:0], 0, 0
}

func (b *Block) cell(want kind) *blockColumn {
	c := &b.columns[b.next]
	if c.kind != want {
		panic(fmt.Sprintf("store: column %d of %s gets a value of another type", b.next, b.table))
	}
	b.next++
	return c
}

// null says whether a cell is empty.
func (c *blockColumn) null(row int) bool { return row < len(c.nulls) && c.nulls[row] }

// nullsIn are the marks of cells from one row to another; nil if none is empty.
func (c *blockColumn) nullsIn(from, to int) []bool {
	if from >= len(c.nulls) {
		return nil
	}
	return c.nulls[from:min(to, len(c.nulls))]
}

// Long fills a BIGINT.
func (b *Block) Long(v int64) {
	c := b.cell(longKind)
	c.longs = append(c.longs, v)
}

// Int fills an INTEGER.
func (b *Block) Int(v int) {
	c := b.cell(intKind)
	c.ints = append(c.ints, int32(v))
}

// Real fills a DOUBLE.
func (b *Block) Real(v float64) {
	c := b.cell(realKind)
	c.reals = append(c.reals, v)
}

// Time fills a TIMESTAMP with seconds since 1970.
func (b *Block) Time(seconds int64) {
	c := b.cell(timeKind)
	c.longs = append(c.longs, seconds*1_000_000)
}

// Day fills a TIMESTAMP with the start of the day that holds the second.
func (b *Block) Day(seconds int64) { b.Time(floorDiv(seconds, 86_400) * 86_400) }

// Date fills a DATE with the day that holds the second.
func (b *Block) Date(seconds int64) {
	c := b.cell(dateKind)
	c.ints = append(c.ints, int32(floorDiv(seconds, 86_400)))
}

// Text fills a VARCHAR with a text that many rows use.
func (b *Block) Text(s string) { b.Ready(b.texts.Text(s)) }

// Intern brings a text that many rows use into the form that Ready takes.
func (b *Block) Intern(s string) Text { return b.texts.Text(s) }

// Ready fills a VARCHAR with a text that is in DuckDB's form already.
func (b *Block) Ready(t Text) {
	c := b.cell(textKind)
	c.texts = append(c.texts, t)
}

// Once fills a VARCHAR with a text that few rows use.
func (b *Block) Once(s string) {
	if len(s) <= inlineText {
		b.Ready(ShortText(s))
		return
	}
	var t Text
	binary.NativeEndian.PutUint32(t[:4], uint32(len(s)))
	binary.NativeEndian.PutUint64(t[8:], arenaMark|uint64(len(b.arena)))
	b.arena = append(b.arena, s...)
	b.Ready(t)
}

// OnceBytes is Once for text that is in a buffer.
func (b *Block) OnceBytes(text []byte) {
	if len(text) > inlineText {
		b.Once(string(text))
		return
	}
	b.Ready(ShortText(text))
}

// arenaMark tells an offset in the block's arena from an address.
const arenaMark = 1 << 63

// inArena finds the bytes of a text that Once put into the block's arena.
func (b *Block) inArena(t *Text) ([]byte, bool) {
	n := binary.NativeEndian.Uint32(t[:4])
	offset := binary.NativeEndian.Uint64(t[8:])
	if n <= inlineText || offset&arenaMark == 0 {
		return nil, false
	}
	start := offset &^ arenaMark
	return b.arena[start : start+uint64(n)], true
}

// Null leaves the next n cells empty.
func (b *Block) Null(n int) {
	for range n {
		c := &b.columns[b.next]
		b.next++
		for len(c.nulls) < b.rows {
			c.nulls = append(c.nulls, false)
		}
		c.nulls = append(c.nulls, true)
		switch c.kind {
		case longKind, timeKind:
			c.longs = append(c.longs, 0)
		case intKind, dateKind:
			c.ints = append(c.ints, 0)
		case realKind:
			c.reals = append(c.reals, 0)
		case textKind:
			c.texts = append(c.texts, Text{})
		}
	}
}

// LongOrNull, RealOrNull, TextOrNull and TimeOrNull leave the cell empty for 0,
// and the text for "".
func (b *Block) LongOrNull(v int64) {
	if v == 0 {
		b.Null(1)
		return
	}
	b.Long(v)
}

// RealOrNull fills a DOUBLE unless v is 0.
func (b *Block) RealOrNull(v float64) {
	if v == 0 {
		b.Null(1)
		return
	}
	b.Real(v)
}

// TextOrNull fills a VARCHAR unless s is empty.
func (b *Block) TextOrNull(s string) {
	if s == "" {
		b.Null(1)
		return
	}
	b.Text(s)
}

// TimeOrNull fills a TIMESTAMP unless seconds is 0.
func (b *Block) TimeOrNull(seconds int64) {
	if seconds == 0 {
		b.Null(1)
		return
	}
	b.Time(seconds)
}

// End closes the row.
func (b *Block) End() {
	if b.next != len(b.columns) {
		panic(fmt.Sprintf("store: %s has %d columns, a row fills %d", b.table, len(b.columns), b.next))
	}
	b.next = 0
	b.rows++
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
