package table

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// readHeader finds the header line at the start of a file. It returns the
// layout, where the rows begin, and the line on which they do.
func readHeader(file string, data []byte, columns []Column) (*layout, int, int, error) {
	fault := func(line int, offset int64, reason, remedy string) error {
		return &FileError{File: file, Line: line, Offset: offset, Reason: reason, Remedy: remedy}
	}
	if what := foreignFormat(data); what != "" {
		return nil, 0, 0, fault(0, 0, what, "write comma-separated text in UTF-8")
	}
	at, line := len(bom(data)), 1
	for ; ; line++ {
		if at >= len(data) {
			return nil, 0, 0, fault(0, -1, "the file is empty", "write a header line and one line a row")
		}
		end, next, _ := lineEnd(data, at, true)
		text := data[at:end]
		if len(bytes.TrimSpace(text)) == 0 {
			at = next
			continue
		}
		if offset, what := badByte(text); what != "" {
			return nil, 0, 0, fault(line, int64(at+offset), what, "write the file in UTF-8")
		}
		l, reason, remedy := newLayout(trimReturn(text), columns)
		if reason != "" {
			return nil, 0, 0, fault(line, -1, reason, remedy)
		}
		return l, next, line + 1, nil
	}
}

func newLayout(text []byte, columns []Column) (l *layout, reason, remedy string) {
	if len(text) > maxRecord {
		return nil, fmt.Sprintf("the header is longer than %d KiB", maxRecord>>10), "is this a csv file?"
	}
	if bytes.IndexByte(text, '\r') >= 0 {
		return nil, "lines end with a carriage return alone", "end lines with a line feed"
	}
	l = &layout{columns: columns, field: make([]int, len(columns))}
	place := map[string]int{}
	for at := 0; at <= len(text); {
		field, _, next, ok := nextField(text, at)
		if !ok {
			return nil, "a quote in the header is out of place", "write the column names without quotes"
		}
		name := foldName(string(field))
		if first, twice := place[name]; twice && name != "" {
			return nil, fmt.Sprintf("column %q stands twice in the header, as columns %d and %d", name, first+1, len(l.header)+1),
				"write every column once: names are compared without case and surrounding blanks"
		}
		place[name] = len(l.header)
		l.header = append(l.header, strings.TrimSpace(string(field)))
		at = next
	}
	l.wanted = make([]int, len(l.header))
	for i := range l.wanted {
		l.wanted[i] = -1
	}
	for c, column := range columns {
		field, found := place[foldName(column.Name)]
		if !found {
			field = -1
		} else {
			l.wanted[field] = c
		}
		l.field[c] = field
	}
	return l, "", ""
}

// foldName is a column name as it is compared: case and surrounding blanks do not count.
func foldName(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

var utf8Mark = []byte("\xEF\xBB\xBF")

func bom(data []byte) []byte {
	if bytes.HasPrefix(data, utf8Mark) {
		return utf8Mark
	}
	return nil
}

// foreignFormat names what else a file is, by its first bytes.
func foreignFormat(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("\xFF\xFE")), bytes.HasPrefix(data, []byte("\xFE\xFF")):
		return "the file is UTF-16"
	case bytes.HasPrefix(data, []byte("PAR1")):
		return "the file is Parquet"
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return "the file is a zip archive or a spreadsheet"
	}
	return ""
}

// badByte finds the first byte that text cannot hold.
func badByte(data []byte) (offset int, what string) {
	if n := bytes.IndexByte(data, 0); n >= 0 {
		return n, "byte 0x00, which text never holds (is the file UTF-16?)"
	}
	if utf8.Valid(data) {
		return 0, ""
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i, fmt.Sprintf("byte 0x%02X is not UTF-8 (is the file Latin-1?)", data[i])
		}
		i += size
	}
	return 0, ""
}
