package task

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"m4bench/internal/testdata"
)

func TestFamilyPagesAreUpToDate(t *testing.T) {
	set, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	libs, err := EmbeddedLibraries()
	if err != nil {
		t.Fatal(err)
	}
	families := set.Families()
	if len(families) != 15 {
		t.Errorf("%d families, want 15", len(families))
	}
	for _, family := range families {
		var page strings.Builder
		if err := set.WriteFamilyPage(&page, family, libs); err != nil {
			t.Error(err)
			continue
		}
		kept, err := os.ReadFile(filepath.Join(testdata.Root(), "docs", "families", family+".md"))
		if err != nil {
			t.Error(err)
			continue
		}
		if string(kept) != page.String() {
			t.Errorf("docs/families/%s.md is out of date: run m4bench docs families", family)
		}
		for _, heading := range []string{"### Output", "### Steps", "No clinician has reviewed"} {
			if !strings.Contains(page.String(), heading) {
				t.Errorf("page of %s has no %q", family, heading)
			}
		}
	}
}
