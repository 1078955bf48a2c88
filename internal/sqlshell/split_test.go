package sqlshell

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func split(source string) []statement {
	p := newSplitter()
	var all []statement
	for _, line := range strings.SplitAfter(source, "\n") {
		if line != "" {
			all = append(all, p.feed(line)...)
		}
	}
	return append(all, p.rest()...)
}

// A semicolon ends a statement unless it stands in a text, a quoted name or a
// comment.
func TestStatementsEndAtSemicolonsOfTheLanguage(t *testing.T) {
	for _, c := range []struct {
		source string
		want   []statement
	}{
		{"", nil},
		{" ;; ; ", nil},
		{"-- only a comment;\n/* and ; another */ ;", nil},
		{"SELECT 1", []statement{{"SELECT 1", 1, 1}}},
		{"SELECT 1;\n\n  SELECT\n2 ; ", []statement{{"SELECT 1", 1, 1}, {"SELECT\n2", 3, 3}}},
		{"a; b", []statement{{"a", 1, 1}, {"b", 1, 4}}},
		{"SELECT ';', 'it''s;'; b", []statement{{"SELECT ';', 'it''s;'", 1, 1}, {"b", 1, 23}}},
		{`SELECT "a;""b;"; b`, []statement{{`SELECT "a;""b;"`, 1, 1}, {"b", 1, 18}}},
		{`SELECT e'\';'; b`, []statement{{`SELECT e'\';'`, 1, 1}, {"b", 1, 16}}},
		{`SELECT '\'; b`, []statement{{`SELECT '\'`, 1, 1}, {"b", 1, 13}}},
		{`SELECT name'\'; b`, []statement{{`SELECT name'\'`, 1, 1}, {"b", 1, 17}}},
		{"SELECT 1 -- ; no\n; b", []statement{{"SELECT 1 -- ; no", 1, 1}, {"b", 2, 3}}},
		{"SELECT /* ; /* ; */ ; */ 1; b", []statement{{"SELECT /* ; /* ; */ ; */ 1", 1, 1}, {"b", 1, 29}}},
		{"SELECT $$a;'b$$, $t$;$$;$t$; b", []statement{{"SELECT $$a;'b$$, $t$;$$;$t$", 1, 1}, {"b", 1, 30}}},
		{"SELECT $1; b", []statement{{"SELECT $1", 1, 1}, {"b", 1, 12}}},
		{"-- about it\nSELECT 1;", []statement{{"-- about it\nSELECT 1", 1, 1}}},
		{"SELECT 'open; ", []statement{{"SELECT 'open;", 1, 1}}},
	} {
		got := split(c.source)
		if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(statement{})); diff != "" {
			t.Errorf("%q:\n%s", c.source, diff)
		}
	}
}

// However a source is put together, nothing of it is lost but semicolons and
// blanks, and every statement is where it says.
func TestNothingOfASourceIsLost(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "'", "''", `"`, ";", "\n", " ", "--", "/*", "*/", "$$", "$t$", "e'", `\`, "é", "1", ".", "\r\n"})
	rapid.Check(t, func(t *rapid.T) {
		source := strings.Join(rapid.SliceOfN(piece, 0, 40).Draw(t, "pieces"), "")
		lines := strings.SplitAfter(source, "\n")
		for _, st := range split(source) {
			from := strings.Join(append([]string{lines[st.line-1][st.col-1:]}, lines[st.line:]...), "")
			if !strings.HasPrefix(from, st.text) {
				t.Fatalf("%q: statement %q is not at %d:%d", source, st.text, st.line, st.col)
			}
			if strings.TrimSpace(st.text) == "" {
				t.Fatalf("%q: an empty statement", source)
			}
		}
	})
}
