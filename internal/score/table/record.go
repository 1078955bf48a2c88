package table

import (
	"bytes"
	"fmt"
)

// maxRecord is the longest row, in bytes. It also bounds how far a quote that
// was never closed can reach.
const maxRecord = 64 << 10

const tooLong = "the row is longer than 64 KiB"

// layout says how the fields of a csv file map to the wanted columns.
type layout struct {
	columns []Column
	header  []string
	wanted  []int // field → column, or -1
	field   []int // column → field, or -1 if the file lacks it
}

// record finds the first row of data. text is the row without its line end,
// next where the following row begins. It is not ok if more bytes are needed to
// tell; last says that there are none.
//
// A line with an even number of quotes is a row. A line with an odd number may
// go on over line breaks inside a quoted field: it does if the lines up to the
// next odd one make a well-formed row. Otherwise the quote was never closed, and
// costs its own line only.
func (l *layout) record(data []byte, last bool) (text []byte, next int, ok bool) {
	end, next, ok := lineEnd(data, 0, last)
	if !ok {
		return nil, 0, false
	}
	if bytes.Count(data[:end], quote)%2 == 0 {
		return trimReturn(data[:end]), next, true
	}
	for from := next; from < len(data) && from < maxRecord; {
		e, n, ok := lineEnd(data, from, last)
		if !ok {
			break
		}
		if bytes.Count(data[from:e], quote)%2 == 1 {
			if joined := trimReturn(data[:e]); len(joined) <= maxRecord && l.wellFormed(joined) {
				return joined, n, true
			}
			return trimReturn(data[:end]), next, true
		}
		from = n
	}
	if !last && len(data) < maxRecord {
		return nil, 0, false
	}
	return trimReturn(data[:end]), next, true
}

var (
	quote   = []byte{'"'}
	newline = []byte{'\n'}
)

func lineEnd(data []byte, from int, last bool) (end, next int, ok bool) {
	if n := bytes.IndexByte(data[from:], '\n'); n >= 0 {
		return from + n, from + n + 1, true
	}
	return len(data), len(data), last
}

func trimReturn(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\r' {
		return line[:n-1]
	}
	return line
}

// wellFormed says that a text of several lines is one row: as many fields as
// the header, every quote closed, and line breaks only where a text may hold them.
func (l *layout) wellFormed(text []byte) bool {
	fields := 0
	for at := 0; at <= len(text); fields++ {
		field, _, next, ok := nextField(text, at)
		if !ok || fields >= len(l.wanted) {
			return false
		}
		c := l.wanted[fields]
		if c >= 0 && l.columns[c].Kind != Text && bytes.IndexByte(field, '\n') >= 0 {
			return false
		}
		at = next
	}
	return fields == len(l.wanted)
}

// nextField reads the field that begins at a place. escaped says that it holds
// doubled quotes; next is where the following field begins, past the end of the
// text after the last. It is not ok if a quote is out of place.
func nextField(text []byte, at int) (field []byte, escaped bool, next int, ok bool) {
	if at == len(text) || text[at] != '"' {
		end := bytes.IndexByte(text[at:], ',')
		if end < 0 {
			end = len(text) - at
		}
		field = text[at : at+end]
		return field, false, at + end + 1, bytes.IndexByte(field, '"') < 0
	}
	from := at + 1
	for i := from; ; {
		n := bytes.IndexByte(text[i:], '"')
		if n < 0 {
			return nil, false, 0, false
		}
		i += n + 1
		switch {
		case i == len(text) || text[i] == ',':
			return text[from : i-1], escaped, i + 1, true
		case text[i] == '"':
			escaped = true
			i++
		default:
			return nil, false, 0, false
		}
	}
}

func unescape(field []byte) []byte { return bytes.ReplaceAll(field, []byte(`""`), quote) }

// parse reads a row into its cells, and says why if it cannot.
func (l *layout) parse(text []byte, cells []Cell, texts *Dictionary) (reason string) {
	if len(text) > maxRecord {
		return tooLong
	}
	fields := 0
	if bytes.IndexByte(text, '"') < 0 {
		fields = l.parsePlain(text, cells, texts)
	} else {
		var ok bool
		if fields, ok = l.parseQuoted(text, cells, texts); !ok {
			return fmt.Sprintf("a quote is not closed, or stands inside field %d, which does not begin with one", fields+1)
		}
	}
	if fields != len(l.wanted) {
		return fmt.Sprintf("%d fields where the header has %d", fields, len(l.wanted))
	}
	return ""
}

// parsePlain reads a row without quotes.
func (l *layout) parsePlain(text []byte, cells []Cell, texts *Dictionary) (fields int) {
	for at := 0; at <= len(text); fields++ {
		c := -1
		if fields < len(l.wanted) {
			c = l.wanted[fields]
		}
		if c >= 0 && (l.columns[c].Kind == Number || l.columns[c].Kind == Integer) {
			if cell, next, ok := plainNumber(text, at); ok {
				cells[c], at = cell, next
				continue
			}
		}
		end := at
		for end < len(text) && text[end] != ',' {
			end++
		}
		if c >= 0 {
			cells[c] = Parse(text[at:end], l.columns[c].Kind, texts)
		}
		at = end + 1
	}
	return fields
}

func (l *layout) parseQuoted(text []byte, cells []Cell, texts *Dictionary) (fields int, ok bool) {
	for at := 0; at <= len(text); fields++ {
		field, escaped, next, ok := nextField(text, at)
		if !ok {
			return fields, false
		}
		if fields < len(l.wanted) {
			if c := l.wanted[fields]; c >= 0 {
				if escaped {
					field = unescape(field)
				}
				cells[c] = Parse(field, l.columns[c].Kind, texts)
			}
		}
		at = next
	}
	return fields, true
}

// raw returns the field of a column as the row writes it.
func (l *layout) raw(text []byte, column int) string {
	for fields, at := 0, 0; at <= len(text); fields++ {
		field, escaped, next, ok := nextField(text, at)
		if !ok {
			return ""
		}
		if fields == l.field[column] {
			if escaped {
				field = unescape(field)
			}
			return string(field)
		}
		at = next
	}
	return ""
}
