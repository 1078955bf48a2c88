package explain

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"m4bench/internal/score/table"
	"m4bench/internal/task"
)

// outputTable is where a user's file is loaded, in the types of cells.read.
const outputTable = "temp.main.explained_output"

// loadOutput reads a user's file with the evaluator's reader and puts its rows
// into the workshop. Rows without a usable key are left out; the rest of what
// cannot be read becomes a value that equals nothing.
func (lab *Lab) loadOutput(ctx context.Context, t target, path string) (rows int64, err error) {
	var columns []table.Column
	var declared []task.Column
	seen := map[string]bool{}
	for _, c := range append(append([]task.Column{}, t.cells.keys...), t.cells.scored...) {
		if seen[c.Name] {
			continue
		}
		seen[c.Name] = true
		column, err := table.ColumnOf(c)
		if err != nil {
			return 0, err
		}
		columns, declared = append(columns, column), append(declared, c)
	}
	texts := table.NewDictionary()
	source, err := table.Open(ctx, path, columns, texts, table.Limits{Bytes: 16 << 30, Rows: 1 << 31}, nil)
	if err != nil {
		return 0, &OutputError{err}
	}
	defer source.Close()
	for i, c := range declared {
		if !source.Has(i) && c.Role == task.Key {
			return 0, &OutputError{fmt.Errorf("%s has no column %s, which the task's key needs", path, c.Name)}
		}
	}
	if err := lab.createOutput(ctx, declared); err != nil {
		return 0, err
	}
	return rows, lab.workshop.DB().Conn().Raw(func(conn any) error {
		appender, err := duckdb.NewAppender(conn.(driver.Conn), "temp", "main", "explained_output")
		if err != nil {
			return fmt.Errorf("load %s: %w", path, err)
		}
		rows, err = appendAll(appender, source, columns, declared, texts)
		return errors.Join(err, appender.Close())
	})
}

// OutputError is a file that cannot be explained; exit code 2.
type OutputError struct{ Err error }

func (e *OutputError) Error() string { return e.Err.Error() }
func (e *OutputError) Unwrap() error { return e.Err }

// ExitCode says that an input file cannot be used.
func (e *OutputError) ExitCode() int { return 2 }

func (lab *Lab) createOutput(ctx context.Context, declared []task.Column) error {
	var columns []string
	for _, c := range declared {
		columns = append(columns, fmt.Sprintf("%q %s", c.Name, sqlType(c)))
	}
	return lab.workshop.DB().Exec(ctx, fmt.Sprintf("CREATE OR REPLACE TEMP TABLE explained_output (%s)", strings.Join(columns, ", ")))
}

func appendAll(appender *duckdb.Appender, source table.Source, columns []table.Column, declared []task.Column, texts *table.Dictionary) (int64, error) {
	var rows int64
	values := make([]driver.Value, len(columns))
	err := eachRow(source, func(row []table.Cell) error {
		for i, cell := range row {
			if declared[i].Role == task.Key && cell.Empty() {
				return nil
			}
			values[i] = value(cell, columns[i].Kind, texts)
		}
		rows++
		return appender.AppendRow(values...)
	})
	return rows, err
}

// eachRow is table.Each, but lines that make no row are passed over.
func eachRow(source table.Source, take func([]table.Cell) error) error {
	for {
		block, err := source.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		for i := range block.Rows {
			if err := take(block.Row(i)); err != nil {
				return err
			}
		}
	}
}

// Values that equal nothing a reference holds, for cells that cannot be read.
var (
	unreadableTime = time.Date(1, 1, 1, 0, 0, 0, 1000, time.UTC)
	unreadableText = "\x00unreadable"
)

func value(cell table.Cell, kind table.Kind, texts *table.Dictionary) driver.Value {
	switch {
	case cell == table.Null:
		return nil
	case kind == table.Text && texts.Known(cell):
		return texts.Text(cell)
	case kind == table.Text:
		return unreadableText
	case kind == table.Instant && cell == table.Unreadable:
		return unreadableTime
	case kind == table.Instant:
		return time.UnixMicro(cell.Int()).UTC()
	case kind == table.Identifier && cell == table.Unreadable:
		return int64(math.MinInt64)
	case kind == table.Identifier:
		return cell.Int()
	case cell == table.Unreadable:
		return math.NaN()
	default:
		return cell.Float()
	}
}
