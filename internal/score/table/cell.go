package table

import (
	"bytes"
	"math"
	"strconv"
)

// Float is the value of a cell of a numeric kind.
func (c Cell) Float() float64 { return math.Float64frombits(uint64(c)) }

// Int is the value of an identifier, or the microseconds of an instant.
func (c Cell) Int() int64 { return int64(c) }

// Empty says that there is no value to compare: nothing written, or nothing readable.
func (c Cell) Empty() bool { return c == Null || c == Unreadable }

func floatCell(f float64) Cell {
	if f == 0 {
		f = 0 // one zero
	}
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Unreadable
	}
	return Cell(math.Float64bits(f))
}

// Parse reads a field as a value of the kind. Only the empty field is Null.
// Blanks around anything but a text do not count.
func Parse(field []byte, kind Kind, texts *Dictionary) Cell {
	if len(field) == 0 {
		return Null
	}
	if kind == Text {
		return texts.cell(field)
	}
	field = trimBlanks(field)
	switch kind {
	case Identifier:
		if i, ok := parseIdentifier(field); ok {
			return Cell(i)
		}
	case Number:
		if f, ok := parseNumber(field); ok {
			return floatCell(f)
		}
	case Integer:
		if f, ok := parseNumber(field); ok {
			return floatCell(f)
		}
		return parseWord(field)
	case Boolean:
		return parseBoolean(field)
	case Instant:
		if us, ok := parseInstant(field); ok {
			return Cell(us)
		}
	}
	return Unreadable
}

func trimBlanks(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t') {
		b = b[1:]
	}
	for len(b) > 0 && (b[len(b)-1] == ' ' || b[len(b)-1] == '\t') {
		b = b[:len(b)-1]
	}
	return b
}

var (
	yes = floatCell(1)
	no  = floatCell(0)
)

// parseBoolean reads the words, and numbers that are 1 or 0.
func parseBoolean(field []byte) Cell {
	f, ok := parseNumber(field)
	if !ok {
		return parseWord(field)
	}
	if f != 0 && f != 1 {
		return Unreadable
	}
	return floatCell(f)
}

func parseWord(field []byte) Cell {
	switch {
	case bytes.EqualFold(field, []byte("true")), bytes.EqualFold(field, []byte("t")):
		return yes
	case bytes.EqualFold(field, []byte("false")), bytes.EqualFold(field, []byte("f")):
		return no
	}
	return Unreadable
}

// Format writes a cell as a csv field would. Texts that the dictionary never
// learned cannot be given back.
func Format(c Cell, kind Kind, texts *Dictionary) string {
	switch {
	case c == Null:
		return ""
	case c == Unreadable:
		return "(unreadable)"
	case kind == Identifier:
		return strconv.FormatInt(c.Int(), 10)
	case kind == Instant:
		return formatInstant(c.Int())
	case kind == Text && texts.Known(c):
		return texts.Text(c)
	case kind == Text:
		return "(text not in the reference)"
	}
	return strconv.FormatFloat(c.Float(), 'g', -1, 64)
}
