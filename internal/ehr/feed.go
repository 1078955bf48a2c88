package ehr

import (
	"context"
	"fmt"

	"github.com/duckdb/duckdb-go/v2"

	"m4bench/internal/ehr/csvstream"
)

// feedFunction is the table function that hands parsed records to DuckDB.
const feedFunction = "m4bench_feed"

// registerFeed makes the function known to the loader's connection. Each call of
// it reads what the loader is feeding then.
func (l *loader) registerFeed() error {
	return duckdb.RegisterTableUDF(l.db.Conn(), feedFunction, duckdb.ParallelChunkTableFunction{
		BindArguments: func(map[string]any, ...any) (duckdb.ParallelChunkTableSource, error) {
			return l.feeding, nil
		},
	})
}

// feedSource is a feed as a table of DuckDB: column c0 is the file's first, c1
// its second. DuckDB asks for chunks from several threads at once.
type feedSource struct {
	feed    *csvstream.Feed
	columns []csvstream.Column
	threads int
}

// chunkTypes of DuckDB by kind. A time travels as microseconds since 1970.
var chunkTypes = map[csvstream.Kind]duckdb.Type{
	csvstream.Text:       duckdb.TYPE_VARCHAR,
	csvstream.Integer:    duckdb.TYPE_BIGINT,
	csvstream.BigInteger: duckdb.TYPE_BIGINT,
	csvstream.Number:     duckdb.TYPE_DOUBLE,
	csvstream.Time:       duckdb.TYPE_BIGINT,
	csvstream.Skipped:    duckdb.TYPE_BIGINT,
}

// ColumnInfos tells DuckDB the columns.
func (s *feedSource) ColumnInfos() []duckdb.ColumnInfo {
	infos := make([]duckdb.ColumnInfo, len(s.columns))
	for i, c := range s.columns {
		kind, err := duckdb.NewTypeInfo(chunkTypes[c.Kind])
		if err != nil {
			panic(err) // these types need no details
		}
		infos[i] = duckdb.ColumnInfo{Name: fmt.Sprintf("c%d", i), T: kind}
	}
	return infos
}

// Cardinality is not known before the end.
func (s *feedSource) Cardinality() *duckdb.CardinalityInfo { return nil }

// Init tells how many threads may ask for chunks.
func (s *feedSource) Init() duckdb.ParallelTableSourceInfo {
	return duckdb.ParallelTableSourceInfo{MaxThreads: s.threads}
}

// NewLocalState makes the consumer of one thread.
func (s *feedSource) NewLocalState() any {
	return s.feed.NewConsumer(duckdb.GetDataChunkCapacity())
}

// FillChunk parses the next rows into a chunk.
func (s *feedSource) FillChunk(local any, chunk duckdb.DataChunk) error {
	rows, err := local.(*csvstream.Consumer).Next()
	if err != nil {
		return err
	}
	for i := range s.columns {
		if err := fillColumn(chunk, i, &rows.Columns[i], rows.N); err != nil {
			return err
		}
	}
	return chunk.SetSize(rows.N)
}

// fillColumn copies values. Of those that are missing, only texts become NULL
// here; the others do in the query, which is cheaper (see fit.feedList).
func fillColumn(chunk duckdb.DataChunk, column int, v *csvstream.Values, rows int) error {
	switch {
	case v.Ints != nil:
		return fillValues(chunk, column, v.Ints[:rows])
	case v.Floats != nil:
		return fillValues(chunk, column, v.Floats[:rows])
	case v.Texts != nil:
		return fillTexts(chunk, column, v.Texts[:rows])
	default:
		return nil // a column that nobody wants
	}
}

func fillValues[T any](chunk duckdb.DataChunk, column int, values []T) error {
	for row, value := range values {
		if err := duckdb.SetChunkValue(chunk, column, row, value); err != nil {
			return err
		}
	}
	return nil
}

func fillTexts(chunk duckdb.DataChunk, column int, texts [][]byte) error {
	for row, text := range texts {
		var err error
		if len(text) == 0 {
			err = duckdb.SetChunkValue[any](chunk, column, row, nil)
		} else {
			err = duckdb.SetChunkValue(chunk, column, row, text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// firstBad reads a csv file once more, to say where it is bad.
func (l *loader) firstBad(ctx context.Context, c fit, f File, what string) error {
	s, err := openStream(f, false)
	if err != nil {
		return err
	}
	defer s.close()
	if _, err := s.header(); err != nil {
		return err
	}
	err = csvstream.FirstBad(ctx, s.scanner, c.fields(), func(int64) {
		l.progress.Step(what+": looking for the bad line", s.read.Load(), f.Size, "bytes")
	})
	if err == nil {
		return fmt.Errorf("%s changed while it was read", f.Name)
	}
	return s.damage(err)
}
