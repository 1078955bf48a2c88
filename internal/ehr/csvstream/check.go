package csvstream

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// checker tests records against the columns of a file.
type checker struct {
	columns []Column
	key     int // column whose value is wanted, or -1
}

// check returns the text of the key column. Most fields are settled by a look
// at their bytes; the unusual ones are taken apart.
func (c *checker) check(record []byte, line int64) (key []byte, err error) {
	if !utf8.Valid(record) {
		return nil, c.notUTF8(record, line)
	}
	start := 0
	for i := range c.columns {
		if start > len(record) {
			return nil, c.wrongCount(i, line)
		}
		end := plainField(record, start, c.columns[i].Kind)
		if end < 0 {
			end, err = c.unusualField(record, start, i, line)
			if err != nil {
				return nil, err
			}
		}
		if i == c.key {
			key = record[start:end]
		}
		start = end + 1
	}
	if start <= len(record) {
		return nil, c.wrongCount(countFields(record), line)
	}
	return key, nil
}

// unusualField tests a field that is quoted or not written plainly.
func (c *checker) unusualField(record []byte, start, i int, line int64) (int, error) {
	end, value, problem := delimit(record, start)
	if problem == "" {
		problem = problemOf(value, c.columns[i].Kind)
	}
	if problem != "" {
		line += int64(bytes.Count(record[:start], newline))
		return 0, &FieldError{Line: line, Column: i + 1, Name: c.columns[i].Name, Problem: problem}
	}
	return end, nil
}

func (c *checker) wrongCount(found int, line int64) error {
	return &FieldError{Line: line, Problem: fmt.Sprintf("%d fields where the header has %d", found, len(c.columns))}
}

func (c *checker) notUTF8(record []byte, line int64) error {
	const problem = "the text is not UTF-8; convert the file, for example with iconv"
	start := 0
	for i := 0; i < len(c.columns) && start <= len(record); i++ {
		end, _, _ := delimit(record, start)
		if !utf8.Valid(record[start:end]) {
			return &FieldError{Line: line, Column: i + 1, Name: c.columns[i].Name, Problem: problem}
		}
		start = end + 1
	}
	return &FieldError{Line: line, Problem: problem}
}

func countFields(record []byte) int {
	n := 0
	for start := 0; start <= len(record); n++ {
		end, _, _ := delimit(record, start)
		start = end + 1
	}
	return n
}

// plainField returns the end of the field that starts at start if it is empty
// or an unquoted value in the usual form of its kind, else -1.
func plainField(record []byte, start int, kind Kind) int {
	end := start
	switch kind {
	case Text:
		return plainText(record, start)
	case Integer, BigInteger:
		end = plainDigits(record, start, maxDigits[kind])
	case Number:
		end = plainNumber(record, start)
	case Time:
		if end = start + len("2006-01-02 15:04:05"); end <= len(record) && plainTime(record[start:end]) {
			break
		}
		end = start
	}
	if end >= 0 && (end == len(record) || record[end] == ',') {
		return end
	}
	return -1
}

// maxDigits is how many digits always fit into the kind.
var maxDigits = [...]int{Integer: 9, BigInteger: 18}

func plainText(record []byte, start int) int {
	for i := start; i < len(record); i++ {
		switch record[i] {
		case ',':
			return i
		case '"', '\r':
			return -1
		}
	}
	return len(record)
}

func plainDigits(record []byte, start, most int) int {
	first := start
	if first < len(record) && record[first] == '-' {
		first++
	}
	i := first
	for i < len(record) && record[i]-'0' <= 9 {
		i++
	}
	if i-first > most || i == first && i > start {
		return -1
	}
	return i
}

func plainNumber(record []byte, start int) int {
	i := start
	if i < len(record) && record[i] == '-' {
		i++
	}
	digits := 0
	for i < len(record) && record[i]-'0' <= 9 {
		i++
		digits++
	}
	if i < len(record) && record[i] == '.' {
		for i++; i < len(record) && record[i]-'0' <= 9; i++ {
			digits++
		}
	}
	if digits == 0 && i > start || digits > 300 {
		return -1
	}
	return i
}

// plainTime tells whether 19 bytes are a valid "2006-01-02 15:04:05".
func plainTime(b []byte) bool {
	_ = b[18]
	if b[4] != '-' || b[7] != '-' || b[10] != ' ' || b[13] != ':' || b[16] != ':' {
		return false
	}
	century, year := twoDigits(b[0], b[1]), twoDigits(b[2], b[3])
	month, day := twoDigits(b[5], b[6]), twoDigits(b[8], b[9])
	return century <= 99 && year <= 99 && month >= 1 && month <= 12 &&
		day >= 1 && (day <= 28 || day <= daysIn(100*century+year, month)) &&
		twoDigits(b[11], b[12]) <= 23 && twoDigits(b[14], b[15]) <= 59 && twoDigits(b[17], b[18]) <= 59
}

func daysIn(year, month uint) uint {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	default:
		return 31
	}
}

// twoDigits is the number that two digits write, or 100 if they are none.
func twoDigits(tens, ones byte) uint {
	t, o := uint(tens-'0'), uint(ones-'0')
	if t > 9 || o > 9 {
		return 100
	}
	return 10*t + o
}
