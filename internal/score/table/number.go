package table

import (
	"math"
	"strconv"
	"unsafe"
)

// decimal is a number as it is written: mantissa × 10^exponent.
type decimal struct {
	mantissa  uint64
	exponent  int
	negative  bool
	truncated bool // more digits than the mantissa holds
}

// Identifiers stay within ±9.2e18, clear of the bits of Null and Unreadable.
const largestIdentifier = 9_200_000_000_000_000_000

const largestMantissa = (math.MaxUint64 - 9) / 10

// scanDecimal reads [+-] digits [. digits] [e [+-] digits], with at least one
// digit before or after the point. Nothing else is a number: no hexadecimal,
// no separators, no percent sign, no words for infinity.
func scanDecimal(b []byte) (d decimal, ok bool) {
	i := 0
	if i < len(b) && (b[i] == '+' || b[i] == '-') {
		d.negative = b[i] == '-'
		i++
	}
	digits, point := 0, false
	for ; i < len(b); i++ {
		c := b[i] - '0'
		if c > 9 {
			if b[i] != '.' || point {
				break
			}
			point = true
			continue
		}
		digits++
		switch {
		case d.mantissa <= largestMantissa:
			d.mantissa = d.mantissa*10 + uint64(c)
			if point {
				d.exponent--
			}
		default:
			d.truncated = d.truncated || c != 0
			if !point {
				d.exponent++
			}
		}
	}
	if digits == 0 {
		return d, false
	}
	if i == len(b) {
		return d, true
	}
	exponent, ok := scanExponent(b[i:])
	d.exponent += exponent
	return d, ok
}

// scanExponent reads e [+-] digits. Beyond a million it stops counting: such a
// number is zero or too large whatever its digits.
func scanExponent(b []byte) (int, bool) {
	if b[0] != 'e' && b[0] != 'E' {
		return 0, false
	}
	b = b[1:]
	negative := false
	if len(b) > 0 && (b[0] == '+' || b[0] == '-') {
		negative = b[0] == '-'
		b = b[1:]
	}
	if len(b) == 0 {
		return 0, false
	}
	exponent := 0
	for _, c := range b {
		if c -= '0'; c > 9 {
			return 0, false
		}
		exponent = min(exponent*10+int(c), 1_000_000)
	}
	if negative {
		return -exponent, true
	}
	return exponent, true
}

var powersOfTen = [...]float64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// parseNumber returns the double nearest to what is written. Where mantissa and
// power of ten are exact doubles one operation rounds once, which is right;
// all else is left to strconv.
func parseNumber(b []byte) (float64, bool) {
	d, ok := scanDecimal(b)
	if !ok {
		return 0, false
	}
	if d.mantissa == 0 && !d.truncated {
		return 0, true // no negative zero: -0 equals 0
	}
	exact := !d.truncated && d.mantissa < 1<<53 && -22 <= d.exponent && d.exponent <= 22
	if !exact {
		f, err := strconv.ParseFloat(unsafe.String(unsafe.SliceData(b), len(b)), 64)
		return f + 0, err == nil // -0 + 0 is 0
	}
	f := float64(d.mantissa)
	if d.exponent < 0 {
		f /= powersOfTen[-d.exponent]
	} else {
		f *= powersOfTen[d.exponent]
	}
	if d.negative {
		f = -f
	}
	return f, true
}

// plainNumber is a short cut for the fields that most columns are made of: up to
// 15 digits with or without a point, ended by a comma or the end of the row. It
// is not ok for anything else, which may still be a number.
func plainNumber(text []byte, at int) (cell Cell, next int, ok bool) {
	mantissa, digits, decimals := uint64(0), 0, -1
	i := at
	for ; i < len(text) && text[i] != ','; i++ {
		c := text[i] - '0'
		switch {
		case c <= 9:
			mantissa = mantissa*10 + uint64(c)
			digits++
			if decimals >= 0 {
				decimals++
			}
		case text[i] == '.' && decimals < 0:
			decimals = 0
		default:
			return 0, 0, false
		}
	}
	if digits == 0 || digits > 15 {
		return 0, 0, false
	}
	f := float64(mantissa)
	if decimals > 0 {
		f /= powersOfTen[decimals]
	}
	return Cell(math.Float64bits(f)), i + 1, true
}

// parseIdentifier reads a number whose value is whole: 123, 123.0, +123, 0123
// and 1.23e2 are one identifier.
func parseIdentifier(b []byte) (int64, bool) {
	d, ok := scanDecimal(b)
	if !ok || d.truncated {
		return 0, false
	}
	for d.mantissa != 0 && d.exponent < 0 {
		if d.mantissa%10 != 0 {
			return 0, false
		}
		d.mantissa /= 10
		d.exponent++
	}
	for d.mantissa != 0 && d.exponent > 0 {
		if d.mantissa > largestIdentifier/10 {
			return 0, false
		}
		d.mantissa *= 10
		d.exponent--
	}
	if d.mantissa > largestIdentifier {
		return 0, false
	}
	if d.negative {
		return -int64(d.mantissa), true
	}
	return int64(d.mantissa), true
}
