package runs

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParseRates(t *testing.T) {
	for _, c := range []struct {
		text string
		want []Rate
	}{
		{"{}", nil},
		{" { } ", nil},
		{"{'sofa': 1.0, 'cns': 0.93123}", []Rate{{"sofa", 1}, {"cns", 0.93123}}},
		{`{"sofa":1,"cns":9.5e-1,}`, []Rate{{"sofa", 1}, {"cns", 0.95}}},
		{`{'it\'s': 0, "say \"x\"": 1, 'back\\slash': .5}`, []Rate{{"it's", 0}, {`say "x"`, 1}, {`back\slash`, 0.5}}},
	} {
		got, err := ParseRates(c.text)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v (%v), want %v", c.text, got, err, c.want)
		}
	}
}

func TestParseRatesKnowsUnknown(t *testing.T) {
	got, err := ParseRates("{'a': None, 'b': nan, 'c': null}")
	if err != nil || len(got) != 3 || !math.IsNaN(got[0].Value) || !math.IsNaN(got[1].Value) || !math.IsNaN(got[2].Value) {
		t.Errorf("%v (%v)", got, err)
	}
}

func TestParseRatesSaysWhatIsWrongAndWhere(t *testing.T) {
	for text, want := range map[string]string{
		"":                         `ends where "{" is due (at character 1)`,
		"[0.5]":                    `"[" where "{" is due (at character 1)`,
		"{'sofa': 1.0":             `ends where "}" is due (at character 13)`,
		"{'sofa' 1.0}":             `"1" where ":" is due (at character 9)`,
		"{sofa: 1.0}":              "a quoted column name is due (at character 2)",
		"{'sofa: 1.0}":             "the quote is never closed",
		"{'sofa': high}":           `"high" is not a number (at character 10)`,
		"{'sofa': 0x1p-2}":         `"0x1p-2" is not a number`,
		"{'sofa': 1.5}":            "a match rate of 1.5 is not in 0 to 1",
		"{'sofa': 1, 'sofa': 0}":   `column "sofa" appears twice`,
		"{'sofa': 1} {'cns': 1}":   "text after the closing brace",
		`{'\x41': 1}`:              `escape \x is not supported`,
		"{'sofa': {'nested': 1.0}": `"{'nested':" is not a number`,
	} {
		_, err := ParseRates(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestParseRatesReadsWhatPythonPrints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z_0-9 '"\\]{1,12}`), 0, 8, rapid.ID[string]).Draw(t, "names")
		var want []Rate
		var entries []string
		for _, name := range names {
			value := rapid.Float64Range(0, 1).Draw(t, "value")
			want = append(want, Rate{name, value})
			quoted := strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(name)
			entries = append(entries, fmt.Sprintf("'%s': %v", quoted, value))
		}
		got, err := ParseRates("{" + strings.Join(entries, ", ") + "}")
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("got %v (%v), want %v", got, err, want)
		}
	})
}

func FuzzParseRates(f *testing.F) {
	f.Add("{'sofa': 1.0, 'cns': 0.93}")
	f.Add(`{"a\\": null}`)
	f.Fuzz(func(t *testing.T, text string) {
		rates, err := ParseRates(text)
		if err == nil && len(rates) > len(text) {
			t.Errorf("%d rates from %d characters", len(rates), len(text))
		}
	})
}
