package concept

import (
	"os"
	"regexp"
	"testing"
)

// The errata send readers to choice points; a renamed one must not strand them.
func TestErrataNameChoicePointsThatExist(t *testing.T) {
	text, err := os.ReadFile("../../docs/errata.md")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, database := range []string{MIMICIV, EICU} {
		lib, err := Embedded(database)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range lib.Choices() {
			known[c.ID] = true
		}
	}
	mentioned := regexp.MustCompile("`([a-z]+\\.[a-z0-9_]+)`").FindAllStringSubmatch(string(text), -1)
	if len(mentioned) == 0 {
		t.Fatal("the errata name no choice point")
	}
	for _, m := range mentioned {
		if !known[m[1]] {
			t.Errorf("docs/errata.md names choice point %s, which does not exist", m[1])
		}
	}
}
