package csvstream

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"unicode/utf8"
)

// Rows are parsed records, column by column.
type Rows struct {
	N       int // how many there are
	Columns []Values
	columns []Column
}

// Values are those of one column. Which slice holds them follows from the kind
// of the column.
type Values struct {
	Ints   []int64   // Integer and BigInteger; of Time, microseconds since 1970
	Floats []float64 // Number
	Texts  [][]byte  // Text; valid as long as the rows
}

// MissingInt stands for a missing whole number or time. No field can mean it. A
// missing text is empty, and a missing number is NaN.
const MissingInt = math.MinInt64

func (v *Values) setMissing(n int) {
	switch {
	case v.Ints != nil:
		v.Ints[n] = MissingInt
	case v.Floats != nil:
		v.Floats[n] = math.NaN()
	default:
		v.Texts[n] = nil
	}
}

// NewRows makes room for a number of rows.
func NewRows(columns []Column, most int) *Rows {
	r := &Rows{Columns: make([]Values, len(columns)), columns: columns}
	for i, c := range columns {
		v := &r.Columns[i]
		switch c.Kind {
		case Skipped:
		case Text:
			v.Texts = make([][]byte, most)
		case Number:
			v.Floats = make([]float64, most)
		default:
			v.Ints = make([]int64, most)
		}
	}
	return r
}

// add parses a record into the next row. The error does not know its line; how
// many lines of the record lie before the field is in it instead.
func (r *Rows) add(record []byte) *FieldError {
	start := 0
	for i := range r.columns {
		if start > len(record) {
			return r.wrongCount(i)
		}
		end := r.plain(i, record, start)
		if end < 0 {
			var bad *FieldError
			if end, bad = r.unusual(i, record, start); bad != nil {
				return bad
			}
		}
		start = end + 1
	}
	if start <= len(record) {
		return r.wrongCount(countFields(record))
	}
	r.N++
	return nil
}

// plain parses the field that starts at start, and returns its end, if it is
// empty or an unquoted value in the usual form of its kind. Else it returns -1.
func (r *Rows) plain(i int, record []byte, start int) (end int) {
	v := &r.Columns[i]
	if r.columns[i].Kind == Skipped {
		return plainText(record, start)
	}
	if start == len(record) || record[start] == ',' {
		v.setMissing(r.N)
		return start
	}
	switch r.columns[i].Kind {
	case Text:
		if end = plainText(record, start); end > 0 {
			v.Texts[r.N] = record[start:end]
			if !utf8.Valid(v.Texts[r.N]) {
				return -1
			}
		}
		return end
	case Number:
		v.Floats[r.N], end = plainNumber(record, start)
	case Time:
		v.Ints[r.N], end = plainTime(record, start)
	default:
		v.Ints[r.N], end = plainInteger(record, start, maxDigits[r.columns[i].Kind])
	}
	if end < 0 || end < len(record) && record[end] != ',' {
		return -1
	}
	return end
}

// unusual parses a field that is quoted or not written plainly.
func (r *Rows) unusual(i int, record []byte, start int) (int, *FieldError) {
	end, text, problem := delimit(record, start)
	if problem == "" && r.columns[i].Kind != Skipped {
		problem = r.Columns[i].set(r.N, r.columns[i].Kind, text)
	}
	if problem != "" {
		line := int64(bytes.Count(record[:start], newline))
		return 0, &FieldError{Line: line, Column: i + 1, Name: r.columns[i].Name, Problem: problem}
	}
	return end, nil
}

func (r *Rows) wrongCount(found int) *FieldError {
	return &FieldError{Problem: fmt.Sprintf("%d fields where the header has %d", found, len(r.columns))}
}

func countFields(record []byte) int {
	n := 0
	for start := 0; start <= len(record); n++ {
		end, _, _ := delimit(record, start)
		start = end + 1
	}
	return n
}

// FirstBad looks for the first record that cannot be parsed, among those that s
// has left. It returns nil if all can.
func FirstBad(ctx context.Context, s *Scanner, columns []Column, progress func(records int64)) error {
	rows := NewRows(columns, 1)
	for n := int64(1); ; n++ {
		record, err := s.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		rows.N = 0
		if bad := rows.add(record); bad != nil {
			bad.Line += s.Line()
			return bad
		}
		if n%progressStep == 0 {
			progress(n)
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
}
