package sqlshell

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// What is written with every value quoted and NULL not is read back the same.
func TestQuotedRowsRoundTrip(t *testing.T) {
	value := rapid.Custom(func(t *rapid.T) cell {
		if rapid.Bool().Draw(t, "null") {
			return cell{null: true}
		}
		return cell{text: rapid.StringOf(rapid.SampledFrom([]rune{'a', '"', ',', '\n', '\r', 'N', ' ', 'é'})).Draw(t, "text")}
	})
	rapid.Check(t, func(t *rapid.T) {
		columns := rapid.IntRange(1, 4).Draw(t, "columns")
		rows := rapid.SliceOfN(rapid.SliceOfN(value, columns, columns), 0, 5).Draw(t, "rows")
		var text strings.Builder
		for _, row := range rows {
			for i, c := range row {
				if i > 0 {
					text.WriteByte(',')
				}
				if c.null {
					text.WriteString(nullMark)
				} else {
					text.WriteString(`"` + strings.ReplaceAll(c.text, `"`, `""`) + `"`)
				}
			}
			text.WriteByte('\n')
		}
		var got [][]cell
		err := readQuoted(strings.NewReader(text.String()), columns, func(row []cell) error {
			got = append(got, row)
			return nil
		})
		if err != nil {
			t.Fatalf("%q: %v", text.String(), err)
		}
		if diff := cmp.Diff(rows, got, cmp.AllowUnexported(cell{}), cmp.Transformer("empty", func(r [][]cell) [][]cell {
			if len(r) == 0 {
				return nil
			}
			return r
		})); diff != "" {
			t.Fatalf("%q: %s", text.String(), diff)
		}
	})
}

func TestBrokenRowsAreErrors(t *testing.T) {
	for _, text := range []string{`"a"`, `"a`, `"a",`, `x` + "\n", `"a"x` + "\n", `"a","b"` + "\n" + `"c"` + "\n"} {
		err := readQuoted(strings.NewReader(text), 2, func([]cell) error { return nil })
		if err == nil {
			t.Errorf("%q was read", text)
		}
	}
}
