package store

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/duckdb/duckdb-go/v2/mapping"
)

// chunkRows is the number of rows DuckDB takes at once.
const chunkRows = 2048

// Appender adds blocks of rows to one table.
type Appender struct {
	table    string
	appender mapping.Appender
	chunk    mapping.DataChunk
	kinds    []kind
	filled   int // rows in the chunk
	digests  []digest
	rows     int64
}

var duckTypes = map[kind]mapping.Type{
	longKind: mapping.TypeBigInt, intKind: mapping.TypeInteger, realKind: mapping.TypeDouble,
	textKind: mapping.TypeVarchar, timeKind: mapping.TypeTimestamp, dateKind: mapping.TypeDate,
}

// Appender starts adding rows to a table whose columns have the given DuckDB
// types. It must be closed.
func (f *File) Appender(schema, table string, types []string) (*Appender, error) {
	a := &Appender{table: schema + "." + table, digests: make([]digest, len(types))}
	logical := make([]mapping.LogicalType, len(types))
	for i, name := range types {
		a.kinds = append(a.kinds, kinds[name])
		logical[i] = mapping.CreateLogicalType(duckTypes[kinds[name]])
	}
	a.chunk = mapping.CreateDataChunk(logical)
	for i := range logical {
		mapping.DestroyLogicalType(&logical[i])
	}
	if mapping.AppenderCreate(f.conn, schema, table, &a.appender) == mapping.StateError {
		err := a.failure()
		a.destroy()
		return nil, err
	}
	return a, nil
}

// Add appends all rows of a block.
func (a *Appender) Add(b *Block) error {
	for from := 0; from < b.rows; {
		n := min(chunkRows-a.filled, b.rows-from)
		for i := range b.columns {
			a.copyColumn(i, b, from, n)
			a.digests[i].add(b, i, from, n)
		}
		a.filled += n
		from += n
		if a.filled == chunkRows {
			if err := a.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// copyColumn puts n cells of the block's column behind those in the chunk.
func (a *Appender) copyColumn(i int, b *Block, from, n int) {
	vector := mapping.DataChunkGetVector(a.chunk, mapping.IdxT(i))
	data := mapping.VectorGetData(vector)
	c, at, to := &b.columns[i], a.filled, from+n
	switch c.kind {
	case longKind, timeKind:
		copy(unsafe.Slice((*int64)(data), chunkRows)[at:], c.longs[from:to])
	case intKind, dateKind:
		copy(unsafe.Slice((*int32)(data), chunkRows)[at:], c.ints[from:to])
	case realKind:
		copy(unsafe.Slice((*float64)(data), chunkRows)[at:], c.reals[from:to])
	case textKind:
		copy(unsafe.Slice((*Text)(data), chunkRows)[at:], c.texts[from:to])
		a.copyArenaTexts(vector, b, c.texts[from:to])
	}
	setNulls(vector, c.nullsIn(from, to), at)
}

func (a *Appender) copyArenaTexts(vector mapping.Vector, b *Block, texts []Text) {
	if len(b.arena) == 0 {
		return
	}
	for row := range texts {
		if bytes, ok := b.inArena(&texts[row]); ok {
			mapping.VectorAssignStringElementLen(vector, mapping.IdxT(a.filled+row), bytes)
		}
	}
}

// setNulls marks cells of the vector as empty. A vector without an empty cell
// never gets a mask, which DuckDB works through faster.
func setNulls(vector mapping.Vector, nulls []bool, at int) {
	if !slices.Contains(nulls, true) {
		return
	}
	mapping.VectorEnsureValidityWritable(vector)
	mask := unsafe.Slice((*uint64)(mapping.VectorGetValidity(vector)), chunkRows/64)
	for i, empty := range nulls {
		if empty {
			row := at + i
			mask[row>>6] &^= 1 << (row & 63)
		}
	}
}

func (a *Appender) flush() error {
	mapping.DataChunkSetSize(a.chunk, mapping.IdxT(a.filled))
	if mapping.AppendDataChunk(a.appender, a.chunk) == mapping.StateError {
		return a.failure()
	}
	a.rows += int64(a.filled)
	a.filled = 0
	mapping.DataChunkReset(a.chunk)
	return nil
}

// Rows is the number of rows added so far.
func (a *Appender) Rows() int64 { return a.rows + int64(a.filled) }

// Close writes what is left and gives the content hash of all rows.
func (a *Appender) Close() (hash string, err error) {
	defer a.destroy()
	if a.filled > 0 {
		if err := a.flush(); err != nil {
			return "", err
		}
	}
	if mapping.AppenderClose(a.appender) == mapping.StateError {
		return "", a.failure()
	}
	return joined(a.digests), nil
}

// Abandon gives up what was not written yet.
func (a *Appender) Abandon() { a.destroy() }

func (a *Appender) failure() error {
	return fmt.Errorf("append to %s: %s", a.table, mapping.AppenderError(a.appender))
}

func (a *Appender) destroy() {
	mapping.AppenderDestroy(&a.appender)
	mapping.DestroyDataChunk(&a.chunk)
}
