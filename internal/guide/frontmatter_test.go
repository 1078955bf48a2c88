package guide_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"m4bench/internal/guide"
)

func TestParseFrontMatter(t *testing.T) {
	m, rest, err := guide.ParseFrontMatter("---\nname: a-b\ndescription: \"It says: \\\"yes\\\".\"\nlicense: MIT\nmetadata:\n  family: sofa\n  edition: current\n---\n\n# Text\n")
	if err != nil {
		t.Fatal(err)
	}
	want := &guide.FrontMatter{
		Name: "a-b", Description: `It says: "yes".`,
		Other:    map[string]string{"license": "MIT"},
		Metadata: map[string]string{"family": "sofa", "edition": "current"},
	}
	if diff := cmp.Diff(want, m); diff != "" {
		t.Error(diff)
	}
	if rest != "\n# Text\n" {
		t.Errorf("rest %q", rest)
	}
}

// What two readers of YAML could take for two things is refused, with the line.
func TestFrontMatterIsStrict(t *testing.T) {
	for name, c := range map[string]struct{ block, says string }{
		"no value":              {"name:", "line 2: name has no value"},
		"a field twice":         {"name: a\nname: b", "line 3"},
		"an unknown field":      {"tier: 1", `"tier"`},
		"a list":                {"description: [a, b]", "double quotes"},
		"a colon in plain text": {"description: it says: yes", "double quotes"},
		"a comment":             {"description: yes # no", "double quotes"},
		"single quotes":         {"description: 'yes'", "double quotes"},
		"an open quote":         {"description: \"yes", "not closed"},
		"a folded text":         {"description: >-\n  yes", "double quotes"},
		"indented elsewhere":    {"name: a\n  b: c", "only metadata"},
		"no field":              {"name", "key: value"},
		"metadata twice":        {"metadata:\n  a: b\n  a: c", "line 4: a is given twice"},
		"metadata without one":  {"metadata:\n  a:", "a has no value"},
	} {
		_, _, err := guide.ParseFrontMatter("---\n" + c.block + "\n---\n")
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
		}
	}
	for _, text := range []string{"", "# Title\n", "---\nname: a\n"} {
		if _, _, err := guide.ParseFrontMatter(text); err == nil {
			t.Errorf("%q has no front matter, and is read", text)
		}
	}
}

func TestFrontMatterNeverPanics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		guide.ParseFrontMatter(rapid.StringMatching(`(---\n)?([ a-z:"'#\\-]{0,12}\n){0,6}(---\n)?`).Draw(t, "text"))
	})
}
