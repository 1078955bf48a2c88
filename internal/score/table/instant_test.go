package table

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestParseInstant(t *testing.T) {
	at := func(year, month, day, hour, minute, second, us int) int64 {
		return time.Date(year, time.Month(month), day, hour, minute, second, us*1000, time.UTC).UnixMicro()
	}
	readable := map[string]int64{
		"2150-01-01":                       at(2150, 1, 1, 0, 0, 0, 0),
		"2150-01-01 10:00:00":              at(2150, 1, 1, 10, 0, 0, 0),
		"2150-01-01T10:00":                 at(2150, 1, 1, 10, 0, 0, 0), // C027: one instant, two texts
		"2150-01-01 10:00":                 at(2150, 1, 1, 10, 0, 0, 0),
		"2150-01-01T10:00:00Z":             at(2150, 1, 1, 10, 0, 0, 0),
		"2150-01-01T10:00:00+00:00":        at(2150, 1, 1, 10, 0, 0, 0),
		"2150-01-01 10:00:00+00":           at(2150, 1, 1, 10, 0, 0, 0),
		"2150-01-01 10:00:00 UTC":          at(2150, 1, 1, 10, 0, 0, 0),
		"2150-01-01 10:00:00.5":            at(2150, 1, 1, 10, 0, 0, 500_000),
		"2150-01-01 10:00:00.000000000":    at(2150, 1, 1, 10, 0, 0, 0),
		"2150-01-01 10:00:00.123456789Z":   at(2150, 1, 1, 10, 0, 0, 123_456),
		"2199-12-31 23:59:59":              at(2199, 12, 31, 23, 59, 59, 0), // C026: beyond 2038, near 2262
		"2262-04-12 00:00:00":              at(2262, 4, 12, 0, 0, 0, 0),
		"2300-01-07 23:59:59":              at(2300, 1, 7, 23, 59, 59, 0),
		"0001-01-01":                       at(1, 1, 1, 0, 0, 0, 0),
		"9999-12-31 23:59:59.999999":       at(9999, 12, 31, 23, 59, 59, 999_999),
		"2000-02-29":                       at(2000, 2, 29, 0, 0, 0, 0),
		"2104-02-29":                       at(2104, 2, 29, 0, 0, 0, 0),
		"1969-12-31 23:59:59.999999+00:00": -1,
	}
	for text, want := range readable {
		if got, ok := parseInstant([]byte(text)); !ok || got != want {
			t.Errorf("parseInstant(%q) = %d, %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{
		"", "01/02/2150", "91311.4", "2150-1-2", "02-01-2150", "20150101", "2150/01/01", "Jan 1 2150", "2150-01", // C013
		"0000-01-01", "10000-01-01", "2150-13-01", "2150-00-01", "2150-01-00", "2150-02-30", "2100-02-29", "2150-04-31",
		"2150-01-01 24:00:00", "2150-01-01 10:60:00", "2150-01-01 10:00:60", "2150-01-01 10", "2150-01-01 1:00:00", "2150-01-01 10:00:0",
		"2150-01-01 10:00:00.", "2150-01-01 10:00:00 PM", "2150-01-01  10:00", "2150-01-01x10:00", "2150-01-01Z", "2150-01-01 ",
		"2150-01-01 10:00:00+01:00", "2150-01-01 10:00:00-05:00", "2150-01-01 10:00:00+00:01", "2150-01-01 10:00:00 ", "2150-01-01 10:00:00 EST",
	} {
		if got, ok := parseInstant([]byte(text)); ok {
			t.Errorf("parseInstant(%q) = %s, want unreadable", text, formatInstant(got))
		}
	}
}

func TestInstantsRoundTrip(t *testing.T) {
	first, last := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro(), time.Date(9999, 12, 31, 23, 59, 59, 999_999_000, time.UTC).UnixMicro()
	layouts := []string{"2006-01-02 15:04:05.000000", "2006-01-02T15:04:05.999999", "2006-01-02 15:04:05.000000000Z07:00"}
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.Int64Range(first, last).Draw(t, "microseconds")
		text := time.UnixMicro(want).UTC().Format(rapid.SampledFrom(layouts).Draw(t, "layout"))
		if got, ok := parseInstant([]byte(text)); !ok || got != want {
			t.Fatalf("parseInstant(%q) = %d, %v, want %d", text, got, ok, want)
		}
		if got, ok := parseInstant([]byte(formatInstant(want))); !ok || got != want {
			t.Fatalf("formatInstant(%d) = %q, which reads as %d, %v", want, formatInstant(want), got, ok)
		}
	})
}

// Whatever is accepted is a day of the calendar and prints as the same instant.
func FuzzParseInstant(f *testing.F) {
	for _, text := range []string{"2150-01-01", "2150-01-01T10:00:00.5Z", "2150-02-29 23:59", "0001-01-01", "2150-01-01 10:00:00+00:00"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		us, ok := parseInstant([]byte(text))
		if !ok {
			return
		}
		if written := formatInstant(us); written[:10] != text[:10] {
			t.Errorf("parseInstant(%q) is %s", text, written)
		}
		if again, ok := parseInstant([]byte(formatInstant(us))); !ok || again != us {
			t.Errorf("parseInstant(%q) = %d does not survive printing", text, us)
		}
	})
}
