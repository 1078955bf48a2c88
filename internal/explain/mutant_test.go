package explain

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A mutant for which only the touched stays are derived again is the mutant that
// is derived as a whole.
func TestMutantsOfTouchedStaysAreWhole(t *testing.T) {
	ctx := context.Background()
	lab := openLab(t, "mimic-sepsis3-raw")
	flips := []Flip{
		flip(t, lab, "neuro.carry_hours", "0"),
		flip(t, lab, "ventilation.gap", "24-hours-elapsed"),
		flip(t, lab, "urine.irrigant", "added"),
		flip(t, lab, "vitals.pressure_range", "any"),
		flip(t, lab, "labs.limit", "kept"),
	}
	c, err := lab.derivation.Library.Get("sofa")
	if err != nil {
		t.Fatal(err)
	}
	sofa := lab.workshop.Place().Table(c)
	partial := 0
	for _, f := range flips {
		t.Run(f.String(), func(t *testing.T) {
			edition := lab.derivation.Edition.With(f.Choice, f.Option)
			whole, err := lab.derivation.Library.Standalone("sofa", edition, lab.workshop.Place().Names().Source)
			if err != nil {
				t.Fatal(err)
			}
			tables, err := lab.mutants.Build(ctx, edition, "sofa")
			if err != nil {
				t.Fatal(err)
			}
			table, changed := tables["sofa"]
			if !changed {
				table = sofa
			} else {
				partial++
			}
			query := fmt.Sprintf(`WITH whole AS MATERIALIZED (%s)
				SELECT (SELECT count(*) FROM (SELECT * FROM whole EXCEPT ALL SELECT * FROM %[2]s))
					+ (SELECT count(*) FROM (SELECT * FROM %[2]s EXCEPT ALL SELECT * FROM whole))`, whole, table)
			n, err := lab.workshop.DB().QueryInt(ctx, query)
			if err != nil || n != 0 {
				t.Errorf("%d rows differ, %v", n, err)
			}
		})
	}
	if partial == 0 {
		t.Error("none of the flips changes the hourly score of these patients")
	}
}

// Labs that follow each other in a workshop do not meet what an earlier one left.
func TestLabsFollowEachOther(t *testing.T) {
	w := openWorkshop(t, filepath.Join(t.TempDir(), "workshop"))
	defer w.Close()
	var first []Flip
	for i, id := range []string{"mimic-sepsis3-raw", "mimic-kdigo-48h", "mimic-meld-24h", "mimic-sepsis3-raw"} {
		told, err := labIn(t, w, id).Telling(t.Context())
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		switch i {
		case 0:
			first = told
		case 3:
			if diff := cmp.Diff(first, told); diff != "" {
				t.Error("the same lab again tells other rules", diff)
			}
		}
	}
}
