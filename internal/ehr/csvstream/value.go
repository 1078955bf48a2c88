package csvstream

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// delimit finds the end of the field that starts at start, and its value without
// quotes. problem says why it is no csv field; end is then the best guess.
func delimit(record []byte, start int) (end int, value []byte, problem string) {
	if start < len(record) && record[start] == '"' {
		return delimitQuoted(record, start)
	}
	end = len(record)
	if i := bytes.IndexByte(record[start:], ','); i >= 0 {
		end = start + i
	}
	value = record[start:end]
	if bytes.IndexByte(value, '\r') >= 0 {
		problem = "a carriage return stands alone outside of quotes"
	}
	return end, value, problem
}

func delimitQuoted(record []byte, start int) (end int, value []byte, problem string) {
	doubled := false
	for i := start + 1; ; {
		found := bytes.IndexByte(record[i:], '"')
		if found < 0 {
			return len(record), record[start+1:], "the quote that opens this field is not closed"
		}
		i += found + 1
		value = record[start+1 : i-1]
		switch {
		case i == len(record) || record[i] == ',':
			if doubled {
				value = bytes.ReplaceAll(value, []byte(`""`), []byte(`"`))
			}
			return i, value, ""
		case record[i] != '"':
			return len(record), value, "text follows the closing quote; a quote inside a quoted field must be doubled"
		}
		doubled = true
		i++
	}
}

// set parses a text that is not written plainly into row n, and says what is
// wrong with it, or nothing.
func (v *Values) set(n int, kind Kind, text []byte) (problem string) {
	if len(text) == 0 {
		v.setMissing(n)
		return ""
	}
	switch kind {
	case Text:
		if !utf8.Valid(text) {
			return "the text is not UTF-8; convert the file, for example with iconv"
		}
		v.Texts[n] = text
	case Integer:
		v.Ints[n], problem = integer(string(text), math.MinInt32, math.MaxInt32)
	case BigInteger:
		v.Ints[n], problem = integer(string(text), MissingInt+1, math.MaxInt64)
	case Number:
		var ok bool
		if v.Floats[n], ok = finite(string(text)); !ok {
			problem = shown(string(text)) + " is not a number"
		}
	case Time:
		v.Ints[n], problem = timeOf(string(text))
	}
	return problem
}

func integer(text string, lowest, highest int64) (n int64, problem string) {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err == nil {
		if n < lowest || n > highest {
			return 0, shown(text) + " is too large for this column"
		}
		return n, ""
	}
	const exact = 1 << 53
	f, ok := finite(text)
	switch {
	case !ok:
		return 0, shown(text) + " is not a whole number"
	case math.Abs(f) > exact || f < float64(lowest) || f > float64(highest):
		return 0, shown(text) + " is too large for this column"
	case f != math.Trunc(f):
		return 0, shown(text) + " is not a whole number"
	default:
		return int64(f), ""
	}
}

// finite reads a decimal number, which may have spaces around it.
func finite(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	if strings.Trim(text, "0123456789.+-eE") != "" { // ParseFloat also takes inf, 0x1p4 and 1_000
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil
}

var timeLayouts = []string{
	"2006-01-02", "2006-01-02 15:04", "2006-01-02 15:04:05", "2006-01-02T15:04:05",
	"2006-01-02 15:04:05Z07:00", "2006-01-02T15:04:05Z07:00", "2006-01-02 15:04:05Z07", "2006-01-02 15:04:05 UTC",
}

// timeOf parses times without a zone, and those that say UTC, which is how some
// tools write times without a zone, into microseconds since 1970.
func timeOf(text string) (microseconds int64, problem string) {
	for _, layout := range timeLayouts {
		t, err := time.Parse(layout, text)
		if err != nil {
			continue
		}
		if _, offset := t.Zone(); offset != 0 {
			return 0, shown(text) + " has a time zone; the times of these databases have none"
		}
		return t.UnixMicro(), ""
	}
	return 0, shown(text) + " is not a date or time (expected 2150-01-31 or 2150-01-31 23:59:00)"
}

// shown quotes a value for a message, cut short where it is long.
func shown(text string) string {
	const most = 40
	if len(text) <= most {
		return strconv.Quote(text)
	}
	return fmt.Sprintf("%s… (%d bytes)", strconv.Quote(strings.ToValidUTF8(text[:most], "")), len(text))
}
