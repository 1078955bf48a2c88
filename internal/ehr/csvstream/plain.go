package csvstream

// Values in their usual form are parsed byte by byte. Each function returns the
// value and its end, or -1 if the text is not in that form, which does not mean
// that it is wrong.

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

// maxDigits is how many digits always fit into the kind.
var maxDigits = [...]int{Integer: 9, BigInteger: 18}

func plainInteger(record []byte, start, most int) (int64, int) {
	i, negative := start, false
	if record[i] == '-' {
		negative = true
		i++
	}
	first := i
	var n int64
	for i < len(record) && record[i]-'0' <= 9 {
		n = 10*n + int64(record[i]-'0')
		i++
	}
	if i == first || i-first > most {
		return 0, -1
	}
	if negative {
		n = -n
	}
	return n, i
}

// powers of ten that a double holds exactly, as far as they are needed.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// plainNumber parses up to 15 digits with a point. They are an exact double, and
// so is the power of ten, so that one division rounds correctly.
func plainNumber(record []byte, start int) (float64, int) {
	i, negative := start, false
	if record[i] == '-' {
		negative = true
		i++
	}
	var n int64
	digits, decimals, point := 0, 0, false
	for ; i < len(record); i++ {
		c := record[i]
		if c == '.' && !point {
			point = true
			continue
		}
		if c-'0' > 9 {
			break
		}
		n = 10*n + int64(c-'0')
		if digits++; digits > 15 {
			return 0, -1
		}
		if point {
			decimals++
		}
	}
	if digits == 0 {
		return 0, -1
	}
	f := float64(n) / powers[decimals]
	if negative {
		f = -f
	}
	return f, i
}

const (
	timeForm = "2006-01-02 15:04:05"
	microsec = 1_000_000
)

// plainTime parses "2006-01-02 15:04:05" into microseconds since 1970.
func plainTime(record []byte, start int) (int64, int) {
	end := start + len(timeForm)
	if end > len(record) {
		return 0, -1
	}
	b := record[start:end:end]
	if b[4] != '-' || b[7] != '-' || b[10] != ' ' || b[13] != ':' || b[16] != ':' {
		return 0, -1
	}
	century, year := twoDigits(b[0], b[1]), twoDigits(b[2], b[3])
	month, day := twoDigits(b[5], b[6]), twoDigits(b[8], b[9])
	hour, minute, second := twoDigits(b[11], b[12]), twoDigits(b[14], b[15]), twoDigits(b[17], b[18])
	if century > 99 || year > 99 || month-1 > 11 || day-1 > 30 || hour > 23 || minute > 59 || second > 59 {
		return 0, -1
	}
	year += 100 * century
	if day > 28 && day > daysIn(year, month) {
		return 0, -1
	}
	seconds := daysSince1970(year, month, day)*86_400 + int64(hour*3_600+minute*60+second)
	return seconds * microsec, end
}

// twoDigits is the number that two digits write, or 100 if they are none.
func twoDigits(tens, ones byte) uint {
	t, o := uint(tens-'0'), uint(ones-'0')
	if t > 9 || o > 9 {
		return 100
	}
	return 10*t + o
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

// daysSince1970 counts days in the Gregorian calendar. Years begin in March here,
// so that the leap day is the last of its year, and the months before any month
// have 153 days in five.
func daysSince1970(year, month, day uint) int64 {
	y, m := int64(year), int64(month)-3
	if m < 0 {
		y, m = y-1, m+12
	}
	leaps := floorDiv(y, 4) - floorDiv(y, 100) + floorDiv(y, 400)
	const before1970 = 719_469 // days from 1 March of year 0 to 1 January 1970, and one
	return 365*y + leaps + (153*m+2)/5 + int64(day) - before1970
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
