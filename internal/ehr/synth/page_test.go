package synth

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"m4bench/internal/ehr"
	"m4bench/internal/ehr/synth/sheet"
)

// docs/synthetic.md takes minutes to measure, so it is not made again here; but it
// must be about this generator, and about these measures with these targets.
func TestThePageIsAboutThisGenerator(t *testing.T) {
	docs := filepath.Join("..", "..", "..", "docs")
	read, err := os.ReadFile(filepath.Join(docs, "synthetic.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(read)
	stale := func(format string, args ...any) {
		t.Errorf("docs/synthetic.md is stale (m4bench docs synthetic writes it): "+format, args...)
	}
	if n := strings.Count(page, fmt.Sprintf(", generator %d\n", Version)); n != 2 {
		stale("%d databases of generator %d, want 2", n, Version)
	}
	for _, d := range []*sheet.Database{{Source: ehr.MIMICIV, Sections: sheet.MIMIC()}, {Source: ehr.EICU, Sections: sheet.EICU()}} {
		for i, section := range d.Sections {
			figure := "figures/" + d.Figure(i)
			if !strings.Contains(page, "]("+figure+")") {
				stale("no figure %s", figure)
			}
			if _, err := os.Stat(filepath.Join(docs, figure)); err != nil {
				stale("%v", err)
			}
			for _, m := range section.Measures {
				if !hasMeasure(page, &m) {
					stale("no row of %s with published %s, demo %s, allowed %s %%", m.Name, m.Published(), m.OpenDemo(), m.Allowed())
				}
			}
		}
	}
}

// hasMeasure looks for a measure's row with all that does not need measuring.
func hasMeasure(page string, m *sheet.Measure) bool {
	for line := range strings.Lines(page) {
		rest, found := strings.CutPrefix(line, "| "+m.Name)
		if found && strings.Contains(rest, "| "+m.Unit+" | "+m.What()+" |") &&
			strings.Contains(rest, "| "+m.Published()+" | "+m.OpenDemo()+" |") && strings.HasSuffix(rest, "| "+m.Allowed()+" |\n") {
			return true
		}
	}
	return false
}
