package guide_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"m4bench"
	"m4bench/internal/guide"
)

func files(texts map[string]string) fstest.MapFS {
	library := fstest.MapFS{}
	for name, text := range texts {
		library[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return library
}

func TestReadPutsPartsTogether(t *testing.T) {
	text, err := guide.Read(files(map[string]string{
		"a.md":      "# Title\n\nFirst. <!-- rule: stay.age, sirs.gases -->\n<!-- include: p/part.md -->\n\n<!-- rule: labs.limit -->\nLast.\n",
		"p/part.md": "\n| x | y <!-- rule: stay.age --> |\n<!-- include: p/deep.md -->\n\n",
		"p/deep.md": "Mid <!--rule:gases.gas--> sentence.   \n",
	}), "a.md")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("# Title\n\nFirst.\n\n| x | y |\nMid sentence.\n\nLast.\n", text.Content); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"gases.gas", "labs.limit", "sirs.gases", "stay.age"}, text.Rules); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"a.md", "p/part.md", "p/deep.md"}, text.Files); diff != "" {
		t.Error(diff)
	}
	if !text.States("gases.gas") || text.States("gases") {
		t.Error("States disagrees with the list of rules")
	}
}

func TestReadNamesTheFaultyLine(t *testing.T) {
	for name, c := range map[string]struct{ text, says string }{
		"a part that is not there":     {"x\n<!-- include: no.md -->\n", "a.md:2: read no.md"},
		"a circle":                     {"<!-- include: a.md -->\n", "a.md → a.md"},
		"an include inside a sentence": {"x <!-- include: a.md -->\n", "line of its own"},
		"an unknown comment":           {"x <!-- note: y -->\n", "neither"},
		"a comment over two lines":     {"x <!-- rule:\nstay.age -->\n", "a.md:1: a comment must begin and end on one line"},
		"an id that cannot be":         {"x <!-- rule: stay -->\n", `rule "stay"`},
		"an empty rule":                {"x <!-- rule: -->\n", `rule ""`},
	} {
		_, err := guide.Read(files(map[string]string{"a.md": c.text}), "a.md")
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
		}
	}
}

// Anchors leave no trace in what is read, wherever they stand, and none is lost.
func TestAnchorsAreInvisible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-z.|]{1,8}`), 1, 30).Draw(t, "words")
		var plain, anchored strings.Builder
		var rules []string
		for _, w := range words {
			plain.WriteString(w)
			anchored.WriteString(w)
			if rapid.Bool().Draw(t, "anchor") {
				id := rapid.StringMatching(`[a-z]{1,5}\.[a-z_]{1,5}`).Draw(t, "id")
				rules = append(rules, id)
				anchored.WriteString(" <!-- rule: " + id + " -->")
			}
			space := rapid.SampledFrom([]string{" ", "\n", "\n\n"}).Draw(t, "space")
			plain.WriteString(space)
			anchored.WriteString(space)
		}
		want, err := guide.Read(files(map[string]string{"a.md": plain.String()}), "a.md")
		if err != nil {
			t.Fatal(err)
		}
		got, err := guide.Read(files(map[string]string{"a.md": anchored.String()}), "a.md")
		if err != nil {
			t.Fatal(err)
		}
		if got.Content != want.Content {
			t.Fatalf("%q became %q", want.Content, got.Content)
		}
		slices.Sort(rules)
		if diff := cmp.Diff(slices.Compact(rules), got.Rules); len(rules) > 0 && diff != "" {
			t.Fatal(diff)
		}
	})
}

// Nothing that is meant for us is left in what agents and clinicians read.
func TestShippedSkillsAreComplete(t *testing.T) {
	skills, err := guide.ReadSkills(m4bench.Library)
	if err != nil {
		t.Fatal(err)
	}
	if len(skills) != 15 {
		t.Errorf("%d skills, and there are 15 families", len(skills))
	}
	for _, s := range skills {
		if strings.Contains(s.Content, "<!--") || strings.Contains(s.Content, "rule:") || strings.Contains(s.Content, "include:") {
			t.Errorf("%s: an anchor can be seen", s.Name)
		}
		if len(s.Rules) == 0 || len(s.Files) < 2 {
			t.Errorf("%s states %d rules from %d files", s.Name, len(s.Rules), len(s.Files))
		}
		if _, _, err := guide.ParseFrontMatter(s.Content); err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
}

func TestUnknownSkill(t *testing.T) {
	for _, name := range []string{"sofa", "", "../tasks", "_shared"} {
		_, err := guide.ReadSkill(m4bench.Library, name)
		if err == nil || !strings.Contains(err.Error(), "sofa-score") {
			t.Errorf("%q: error %v does not list the skills", name, err)
		}
	}
}
