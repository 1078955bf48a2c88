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
func (lab *Lab) loadOutput(ctx context.Context, t target, path string) (File, error) {
	file := File{NoColumns: []string{}, Ignored: []string{}, Notes: []string{}}
	columns, declared, err := wanted(t)
	if err != nil {
		return file, err
	}
	texts := table.NewDictionary()
	source, err := table.Open(ctx, path, columns, texts, table.Limits{Bytes: 16 << 30, Rows: 1 << 31}, nil)
	if err != nil {
		return file, &OutputError{err}
	}
	defer source.Close()
	if err := lab.matchHeader(t, path, source, declared, &file); err != nil {
		return file, err
	}
	if err := lab.createOutput(ctx, declared); err != nil {
		return file, err
	}
	err = lab.db.Conn().Raw(func(conn any) error {
		appender, err := duckdb.NewAppender(conn.(driver.Conn), "temp", "main", "explained_output")
		if err != nil {
			return fmt.Errorf("load %s: %w", path, err)
		}
		err = appendAll(appender, source, columns, declared, texts, &file)
		return errors.Join(err, appender.Close())
	})
	var unreadable *table.FileError
	switch {
	case errors.As(err, &unreadable):
		return file, &OutputError{err}
	case err != nil:
		return file, err
	case file.Rows == 0 && file.Unusable > 0:
		return file, &OutputError{fmt.Errorf("%s: none of the %d lines below the header is a row that can be compared: %s", path, file.Unusable, file.firstFault)}
	case file.Rows == 0:
		return file, &OutputError{fmt.Errorf("%s has a header but no rows; there is nothing to explain", path)}
	}
	return file, nil
}

func (lab *Lab) createOutput(ctx context.Context, declared []task.Column) error {
	var columns []string
	for _, c := range declared {
		columns = append(columns, fmt.Sprintf("%q %s", c.Name, sqlType(c)))
	}
	return lab.db.Exec(ctx, fmt.Sprintf("CREATE OR REPLACE TEMP TABLE explained_output (%s)", strings.Join(columns, ", ")))
}

func appendAll(appender *duckdb.Appender, source table.Source, columns []table.Column, declared []task.Column, texts *table.Dictionary, file *File) error {
	values := make([]driver.Value, len(columns))
	for {
		block, err := source.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		file.Unusable += int64(block.InvalidRows)
		if len(block.Invalid) > 0 {
			file.fault(fmt.Sprintf("line %d: %s", block.Invalid[0].Line, block.Invalid[0].Reason))
		}
		for i := range block.Rows {
			row := block.Row(i)
			if at := emptyKey(row, declared); at >= 0 {
				file.Unusable++
				file.fault(fmt.Sprintf("line %d: no usable %s, which is part of the key", block.Line(i), declared[at].Name))
				continue
			}
			for c, cell := range row {
				values[c] = value(cell, columns[c].Kind, texts)
				if cell == table.Unreadable {
					file.unreadable(declared[c], block.Line(i), block.Raw(i, c))
				}
			}
			file.Rows++
			if err := appender.AppendRow(values...); err != nil {
				return err
			}
		}
	}
}

func emptyKey(row []table.Cell, declared []task.Column) int {
	for i, c := range declared {
		if c.Role == task.Key && row[i].Empty() {
			return i
		}
	}
	return -1
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
