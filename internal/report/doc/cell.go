package doc

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Tone marks a cell as good or bad news.
type Tone int8

// Tones of a cell.
const (
	Plain Tone = iota
	Good
	Bad
	Quiet
)

// Cell is a value with the way it is shown. Number cells keep their value, so
// that JSON and CSV lose nothing to rounding.
type Cell struct {
	Text    string
	Value   float64 // NaN for text
	Lower   float64 // interval; NaN for none
	Upper   float64
	Tone    Tone
	numeric bool
}

const dash = "–"

func cell(text string, value float64) Cell {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return Missing()
	}
	return Cell{Text: text, Value: value, Lower: math.NaN(), Upper: math.NaN(), numeric: true}
}

// Text is a cell of words.
func Text(s string) Cell {
	return Cell{Text: s, Value: math.NaN(), Lower: math.NaN(), Upper: math.NaN()}
}

// Textf is Text with a format.
func Textf(format string, args ...any) Cell { return Text(fmt.Sprintf(format, args...)) }

// Missing is a number that does not exist.
func Missing() Cell {
	c := Text(dash)
	c.numeric, c.Tone = true, Quiet
	return c
}

// Number shows a value with the given decimals.
func Number(v float64, decimals int) Cell { return cell(Fixed(v, decimals), v) }

// Signed shows a difference with its sign.
func Signed(v float64, decimals int) Cell { return cell(signed(v, decimals), v) }

// Count shows a whole number with thin groups of three.
func Count(n int) Cell { return cell(grouped(n), float64(n)) }

// Whole shows a number rounded to a whole one, in groups of three.
func Whole(v float64) Cell {
	if math.IsNaN(v) || math.Abs(v) > 1e15 {
		return Number(v, 0)
	}
	return cell(grouped(int(math.Round(v))), v)
}

// Percent shows a share as per cent.
func Percent(v float64, decimals int) Cell { return cell(Fixed(100*v, decimals)+" %", v) }

// Of shows "26/28"; its value is the share.
func Of(part, whole int) Cell {
	if whole == 0 {
		return Missing()
	}
	return cell(fmt.Sprintf("%d/%d", part, whole), float64(part)/float64(whole))
}

// Interval shows a signed difference with its bounds.
func Interval(v, lower, upper float64, decimals int) Cell {
	return Signed(v, decimals).within(lower, upper, decimals)
}

// Level shows a value with its bounds.
func Level(v, lower, upper float64, decimals int) Cell {
	return Number(v, decimals).within(lower, upper, decimals)
}

func (c Cell) within(lower, upper float64, decimals int) Cell {
	if !math.IsNaN(c.Value) && !math.IsNaN(lower) && !math.IsNaN(upper) {
		c.Lower, c.Upper = lower, upper
		c.Text += fmt.Sprintf(" [%s, %s]", Fixed(lower, decimals), Fixed(upper, decimals))
	}
	return c
}

// Bounds shows an interval alone.
func Bounds(lower, upper float64, decimals int) Cell {
	if math.IsNaN(lower) || math.IsNaN(upper) {
		return Missing()
	}
	c := Text(fmt.Sprintf("[%s, %s]", Fixed(lower, decimals), Fixed(upper, decimals)))
	c.Lower, c.Upper, c.numeric = lower, upper, true
	return c
}

// PValue shows a p value with two significant digits.
func PValue(p float64) Cell {
	switch {
	case math.IsNaN(p):
		return Missing()
	case p == 0:
		return cell("< 1e-15", p)
	case p < 0.001:
		return cell(strconv.FormatFloat(p, 'e', 1, 64), p)
	}
	return cell(strconv.FormatFloat(p, 'f', max(2, 1-int(math.Floor(math.Log10(p)))), 64), p)
}

// Toned returns the cell in a tone.
func (c Cell) Toned(t Tone) Cell {
	c.Tone = t
	return c
}

// ByGain colours a difference by whether it is better or worse; one whose
// interval holds zero stays as it is.
func (c Cell) ByGain(lowerIsBetter bool) Cell {
	if c.Lower <= 0 && c.Upper >= 0 {
		return c
	}
	gain := c.Value
	if lowerIsBetter {
		gain = -gain
	}
	switch {
	case gain > 1e-9:
		c.Tone = Good
	case gain < -1e-9:
		c.Tone = Bad
	}
	return c
}

// IsNumeric says whether the cell lines up to the right.
func (c Cell) IsNumeric() bool { return c.numeric }

// Typeset is the text with real minus signs in numbers.
func (c Cell) Typeset() string {
	if c.numeric {
		return strings.ReplaceAll(c.Text, "-", "−")
	}
	return c.Text
}

// Fixed formats with the given decimals and never as minus zero.
func Fixed(v float64, decimals int) string {
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.HasPrefix(s, "-") && strings.Trim(s, "-0.") == "" {
		return s[1:]
	}
	return s
}

func signed(v float64, decimals int) string {
	s := Fixed(v, decimals)
	if v > 0 && strings.Trim(s, "0.") != "" {
		return "+" + s
	}
	return s
}

func grouped(n int) string {
	s := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}
