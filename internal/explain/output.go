package explain

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"m4bench/internal/score/table"
	"m4bench/internal/task"
)

// outputTable is where a user's file is loaded, in the types of cells.read.
const outputTable = "temp.main.explained_output"

// File says what was found in a user's file before any value is compared.
type File struct {
	Rows            int64    `json:"rows"`             // that could be read and have a key
	Unusable        int64    `json:"unusable_rows"`    // lines that make no row, and rows without a usable key
	Repeated        int64    `json:"repeated_rows"`    // further rows of a key that came before
	Unknown         int64    `json:"unknown_rows"`     // whose key the reference does not have
	Missing         int64    `json:"missing_rows"`     // of the reference whose key the file does not have
	NoColumns       []string `json:"missing_columns"`  // scored columns that are left out of the comparison
	Ignored         []string `json:"ignored_columns"`  // that the task does not have
	Notes           []string `json:"notes"`            // what to know or do, in words
	Unreadable      int64    `json:"unreadable_cells"` // whose text is no value of the column's type
	firstUnreadable string
	firstFault      string // the first unusable line
}

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
	err = lab.workshop.DB().Conn().Raw(func(conn any) error {
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

// wanted lists the columns to read: the target's key and what is scored.
func wanted(t target) (columns []table.Column, declared []task.Column, err error) {
	seen := map[string]bool{}
	for _, c := range slices.Concat(t.cells.task.Keys(), t.cells.natural, t.cells.scored) {
		if seen[c.Name] {
			continue
		}
		seen[c.Name] = true
		column, err := table.ColumnOf(c)
		if err != nil {
			return nil, nil, err
		}
		columns, declared = append(columns, column), append(declared, c)
	}
	return columns, declared, nil
}

// matchHeader notes which of the wanted columns the file has. Without the whole
// key, or without any scored column, there is nothing to compare.
func (lab *Lab) matchHeader(t target, path string, source table.Source, declared []task.Column, file *File) error {
	has := map[string]bool{}
	for i, c := range declared {
		has[c.Name] = source.Has(i)
	}
	var keys []string
	for _, k := range t.cells.task.Keys() {
		keys = append(keys, k.Name)
	}
	for _, k := range keys {
		if !has[k] {
			return &OutputError{fmt.Errorf("%s has no column %s, and rows are found by %s; its header has %s",
				path, k, strings.Join(keys, ", "), quoted(source.Header()))}
		}
	}
	lab.columns, lab.header = nil, nil
	for name, present := range has {
		if present {
			lab.header = append(lab.header, name)
		}
	}
	for i, s := range t.cells.scored {
		if has[s.Name] {
			lab.columns = append(lab.columns, i)
		} else {
			file.NoColumns = append(file.NoColumns, s.Name)
		}
	}
	if len(lab.columns) == 0 {
		return &OutputError{fmt.Errorf("%s has none of the columns that %s is compared by (%s); its header has %s",
			path, t.tasks[0], strings.Join(file.NoColumns, ", "), quoted(source.Header()))}
	}
	for _, name := range source.Header() {
		if !slices.ContainsFunc(t.cells.task.Columns, func(c task.Column) bool { return strings.EqualFold(c.Name, strings.TrimSpace(name)) }) {
			file.Ignored = append(file.Ignored, name)
		}
	}
	return nil
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

func (lab *Lab) outputHas(name string) bool { return slices.Contains(lab.header, name) }

func emptyKey(row []table.Cell, declared []task.Column) int {
	for i, c := range declared {
		if c.Role == task.Key && row[i].Empty() {
			return i
		}
	}
	return -1
}

func (f *File) fault(reason string) {
	if f.firstFault == "" {
		f.firstFault = reason
	}
}

// unreadable counts a cell whose text is no value of its column's type.
func (f *File) unreadable(c task.Column, line int, text string) {
	f.Unreadable++
	if f.firstUnreadable == "" {
		f.firstUnreadable = fmt.Sprintf("line %d, column %s: %.40q is no %s", line, c.Name, text, c.Type)
	}
}

func quoted(names []string) string {
	const shown = 30
	var parts []string
	for i, name := range names {
		if i == shown {
			return strings.Join(parts, ", ") + fmt.Sprintf(" and %d more", len(names)-shown)
		}
		parts = append(parts, fmt.Sprintf("%.60q", name))
	}
	return strings.Join(parts, ", ")
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
