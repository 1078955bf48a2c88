package gateway

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"m4bench/internal/testdata"
)

const table = `
[[price]]
model = "m-1"
since = "2026-01-01"
input = 2.0
cached_input = 0.5
cache_write = 2.5
output = 10.0
source = "https://example.com/prices, seen 2026-01-02"

[[price]]
model = "m-1"
since = "2026-06-01"
input = 1.0
output = 5.0
source = "https://example.com/prices, seen 2026-06-02"
`

func TestDollarsAreThoseOfTheDay(t *testing.T) {
	p, err := ParsePrices("prices.toml", []byte(table))
	if err != nil {
		t.Fatal(err)
	}
	million := Tokens{Input: 1e6, CachedInput: 1e6, CacheWrite: 1e6, Output: 1e6, Reasoning: 1e6}
	day := func(text string) time.Time { d, _ := time.Parse(time.DateOnly, text); return d }
	for _, c := range []struct {
		model  string
		tokens Tokens
		day    string
		want   float64 // below 0 for unknown
	}{
		{"m-1", million, "2026-03-01", 15},
		{"m-1", Tokens{Input: 1e6, Output: 1e6}, "2026-06-01", 6},
		{"m-1", million, "2026-06-01", -1}, // the newer row says nothing of the cache
		{"m-1", million, "2025-12-31", -1},
		{"m-10", million, "2026-03-01", -1},
		{"m-1", Tokens{}, "2026-03-01", 0},
	} {
		got, ok := p.Dollars(c.model, c.tokens, day(c.day))
		if ok != (c.want >= 0) || ok && math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s on %s: %v %v, want %v", c.model, c.day, got, ok, c.want)
		}
	}
	if _, ok := (*Prices)(nil).Dollars("m-1", million, day("2026-03-01")); ok {
		t.Error("a price without a table")
	}
}

func TestPriceTablesThatCannotBeUsed(t *testing.T) {
	for text, want := range map[string]string{
		"price = 5":                "price",
		"[[price]]\nmodle = \"x\"": "modle",
		"[[price]]\nmodel = \"x\"": "source",
		strings.Replace(table, "2026-01-01", "1 January", 1):             "no date",
		strings.Replace(table, "input = 2.0", "", 1):                     "input and output",
		strings.Replace(table, "input = 2.0", "input = -2.0", 1):         "no price",
		strings.Replace(table, "input = 2.0", "input = \"2 dollar\"", 1): "",
	} {
		_, err := ParsePrices("my.toml", []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "my.toml") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// The table that is shipped knows no price, and its example is right.
func TestTheShippedTable(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(testdata.Root(), "prices.toml"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := ParsePrices("prices.toml", text)
	if err != nil || len(p.rows) != 0 {
		t.Fatalf("%v, %v", p, err)
	}
	var example strings.Builder
	for _, line := range strings.Split(string(text), "\n") {
		if code, ok := strings.CutPrefix(line, "#     "); ok {
			example.WriteString(code + "\n")
		}
	}
	if p, err = ParsePrices("the example", []byte(example.String())); err != nil || len(p.rows) != 1 {
		t.Errorf("%v, %v in\n%s", p, err, example.String())
	}
}
