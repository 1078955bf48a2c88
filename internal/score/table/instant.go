package table

import "time"

const (
	microsecond = 1
	second      = 1_000_000 * microsecond
	day         = 86_400 * second
)

// parseInstant reads YYYY-MM-DD, alone or followed by a blank or T and
// HH:MM[:SS[.fraction]], and a zone only if it says no offset. The result is in
// microseconds since 1970; further digits of the fraction are cut off.
func parseInstant(b []byte) (int64, bool) {
	date, ok := parseDate(b)
	if !ok {
		return 0, false
	}
	if len(b) == 10 {
		return date, true
	}
	if b[10] != ' ' && b[10] != 'T' {
		return 0, false
	}
	clock, rest, ok := parseClock(b[11:])
	return date + clock, ok && noOffset(rest)
}

// parseDate reads the first ten bytes; years 1 to 9999.
func parseDate(b []byte) (int64, bool) {
	if len(b) < 10 || b[4] != '-' || b[7] != '-' {
		return 0, false
	}
	century, ok1 := twoDigits(b[0:])
	rest, ok2 := twoDigits(b[2:])
	month, ok3 := twoDigits(b[5:])
	dayOfMonth, ok4 := twoDigits(b[8:])
	year := century*100 + rest
	if !ok1 || !ok2 || !ok3 || !ok4 || year < 1 || month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > daysIn(year, month) {
		return 0, false
	}
	return daysSince1970(year, month, dayOfMonth) * day, true
}

// parseClock reads HH:MM[:SS[.fraction]] and returns what follows it.
func parseClock(b []byte) (clock int64, rest []byte, ok bool) {
	if len(b) < 5 || b[2] != ':' {
		return 0, nil, false
	}
	hour, ok1 := twoDigits(b)
	minute, ok2 := twoDigits(b[3:])
	if !ok1 || !ok2 || hour > 23 || minute > 59 {
		return 0, nil, false
	}
	clock = int64(hour*3600+minute*60) * second
	b = b[5:]
	if len(b) == 0 || b[0] != ':' {
		return clock, b, true
	}
	if len(b) < 3 {
		return 0, nil, false
	}
	s, ok := twoDigits(b[1:])
	if !ok || s > 59 {
		return 0, nil, false
	}
	fraction, rest, ok := parseFraction(b[3:])
	return clock + int64(s)*second + fraction, rest, ok
}

func parseFraction(b []byte) (fraction int64, rest []byte, ok bool) {
	if len(b) == 0 || b[0] != '.' {
		return 0, b, true
	}
	unit, i := int64(second), 1
	for ; i < len(b) && '0' <= b[i] && b[i] <= '9'; i++ {
		unit /= 10
		fraction += int64(b[i]-'0') * unit
	}
	return fraction, b[i:], i > 1
}

// noOffset accepts the ways to say that a time has no offset. Any other zone
// would silently move the instant.
func noOffset(zone []byte) bool {
	if len(zone) > 1 && zone[0] == ' ' {
		zone = zone[1:]
	}
	switch string(zone) {
	case "", "Z", "UTC", "+00", "+0000", "+00:00":
		return true
	}
	return false
}

func twoDigits(b []byte) (int, bool) {
	tens, ones := b[0]-'0', b[1]-'0'
	return int(tens)*10 + int(ones), tens <= 9 && ones <= 9
}

func daysIn(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// daysSince1970 counts the days of the Gregorian calendar. Years are taken to
// begin in March, so that the leap day is the last of the year.
func daysSince1970(year, month, dayOfMonth int) int64 {
	if month <= 2 {
		year--
		month += 12
	}
	before := year*365 + year/4 - year/100 + year/400
	const from0000March1To1970 = 719_468
	return int64(before + (153*(month-3)+2)/5 + dayOfMonth - 1 - from0000March1To1970)
}

func formatInstant(us int64) string {
	t := time.UnixMicro(us).UTC()
	if us%second != 0 {
		return t.Format("2006-01-02 15:04:05.000000")
	}
	return t.Format("2006-01-02 15:04:05")
}
