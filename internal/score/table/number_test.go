package table

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// The grammar of numbers is explicit (C014): what spreadsheets and other
// languages also call a number is not one here.
func TestParseNumber(t *testing.T) {
	readable := map[string]float64{
		"0": 0, "-0": 0, "7": 7, "+7": 7, "-7": -7, "007": 7, "15.000": 15, "86.200": 86.2,
		".5": 0.5, "5.": 5, "3E+07": 3e7, "1e-4": 1e-4, "1E2": 100, "-2.5e-1": -0.25,
		"0.1": 0.1, "1.0404987816006217": 1.0404987816006217, "22.313000000000002": 22.313000000000002,
		"0.30000000000000004": math.Nextafter(0.3, 1), "12345678901234567890123": 12345678901234567890123,
		"0.000000000000000000000000000001": 1e-30, "1e-400": 0, "-1e-400": 0, "1e308": 1e308,
		"00000000000000000000000000000000000001.5": 1.5, "1.50000000000000000000000000000000000": 1.5,
		"1e0000000000000000001": 10, "0e999999999999999999": 0,
	}
	for text, want := range readable {
		if got, ok := parseNumber([]byte(text)); !ok || got != want || math.Signbit(got) && got == 0 {
			t.Errorf("parseNumber(%q) = %v, %v, want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{
		"", "+", "-", ".", "e5", "1e", "1e+", "1_000", "0x1p-2", "0x10", "1,5", "12 %", "12%", "1 000", "--1", "1.2.3",
		"Infinity", "inf", "NaN", "nan", "NA", "null", "1e400", "-1e400", "½", "1f", "1d", "1e5.0", "1e9999999999999999999",
	} {
		if got, ok := parseNumber([]byte(text)); ok {
			t.Errorf("parseNumber(%q) = %v, want unreadable", text, got)
		}
	}
}

// One id has many spellings (C036), and none of them loses a digit.
func TestParseIdentifier(t *testing.T) {
	readable := map[string]int64{
		"123": 123, "123.0": 123, "123.": 123, "+123": 123, "0123": 123, "1.23e2": 123, "12300e-2": 123, "-5": -5, "0": 0, "-0": 0, "0.0": 0,
		"30000001": 30000001, "30000001.000": 30000001, "3.0000001E7": 30000001,
		"9007199254740993": 9007199254740993, "9007199254740992": 9007199254740992, // doubles cannot tell these two apart
		"9200000000000000000": 9200000000000000000, "-9200000000000000000": -9200000000000000000, "0e500": 0, "0.000000000000000000000": 0,
	}
	for text, want := range readable {
		if got, ok := parseIdentifier([]byte(text)); !ok || got != want {
			t.Errorf("parseIdentifier(%q) = %v, %v, want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "123.5", "1.234e2", "1e-1", "total", "12 3", "9200000000000000001", "9223372036854775807", "18446744073709551616", "1e19", "1e1000000", "0x7b"} {
		if got, ok := parseIdentifier([]byte(text)); ok {
			t.Errorf("parseIdentifier(%q) = %v, want unreadable", text, got)
		}
	}
}

func TestNumbersRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.Float64().Filter(func(f float64) bool { return !math.IsInf(f, 0) && !math.IsNaN(f) }).Draw(t, "number")
		format := rapid.SampledFrom([]byte{'g', 'f', 'e'}).Draw(t, "format")
		text := strconv.FormatFloat(want, format, -1, 64)
		if got, ok := parseNumber([]byte(text)); !ok || got != want {
			t.Fatalf("parseNumber(%q) = %v, %v", text, got, ok)
		}
	})
}

func TestIdentifiersRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.Int64Range(-largestIdentifier, largestIdentifier).Draw(t, "id")
		text := strconv.FormatInt(want, 10) + rapid.SampledFrom([]string{"", ".", ".0", ".000", "e0", "0e-1"}).Draw(t, "tail")
		if got, ok := parseIdentifier([]byte(text)); !ok || got != want {
			t.Fatalf("parseIdentifier(%q) = %v, %v", text, got, ok)
		}
	})
}

// The short cut reads what parseNumber reads, and leaves the rest to it.
func TestPlainNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		field := rapid.OneOf(rapid.StringMatching(`[0-9]{0,17}(\.[0-9]{0,17})?`), rapid.StringMatching(`[-+. 0-9eE]{0,6}`)).Draw(t, "field")
		tail := rapid.SampledFrom([]string{"", ",", ",12", ",x,"}).Draw(t, "tail")
		cell, next, ok := plainNumber([]byte("7,"+field+tail), 2)
		want, readable := parseNumber([]byte(field))
		if ok && (!readable || cell.Float() != want || next != 2+len(field)+1) {
			t.Fatalf("%q is %v and ends at %d, want %v, %v and %d", field, cell.Float(), next, want, readable, 2+len(field)+1)
		}
	})
	if _, _, ok := plainNumber([]byte("86.200,1"), 0); !ok {
		t.Error("an ordinary number is not taken by the short cut")
	}
}

// What parseNumber accepts, strconv reads as the same double.
func FuzzParseNumber(f *testing.F) {
	for _, text := range []string{"1", "-.5e-3", "0x1p-2", "1_000", "inf", "1e400", "99999999999999999999.5e-10", "1." + "0000000000000000000000001"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := parseNumber([]byte(text))
		want, err := strconv.ParseFloat(text, 64)
		if ok && (err != nil || got != want) {
			t.Errorf("parseNumber(%q) = %v, strconv says %v, %v", text, got, want, err)
		}
		if id, whole := parseIdentifier([]byte(text)); whole && (!ok || math.Abs(float64(id)-got) > math.Abs(got)*1e-15) {
			t.Errorf("parseIdentifier(%q) = %d, but as a number it is %v, %v", text, id, got, ok)
		}
	})
}
