package golden_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"m4bench/internal/concept"
	"m4bench/internal/duck"
	"m4bench/internal/golden"
	"m4bench/internal/testdata"
)

var editions = []string{concept.CurrentEdition, "m4bench-v1"}

// The library's tables are the reference rows: on every data set, in both
// editions, and for edition current whatever the order of the source rows and
// the number of threads.
func TestBuiltTablesHaveTheReferenceRows(t *testing.T) {
	for _, set := range sets(t, "invented", filepath.Join(testdata.Root(), "internal", "testdata")) {
		t.Run(set.Name, func(t *testing.T) { checkSet(t, set) })
	}
}

func TestBuiltTablesHaveTheReferenceRowsOfTheOpenDemos(t *testing.T) {
	if testing.Short() {
		t.Skip("left out in short mode: the open demos")
	}
	for _, set := range sets(t, "demo", filepath.Join(testdata.Shared(t), "data")) {
		if strings.HasSuffix(set.Name, "-demo") {
			t.Run(set.Name, func(t *testing.T) { checkSet(t, set) })
		}
	}
}

// Every reference file is built by some concept, and every derived table and
// target of the library has a reference file.
func TestEveryGoldenHasAConcept(t *testing.T) {
	for _, set := range sets(t, "invented", filepath.Join(testdata.Root(), "internal", "testdata")) {
		lib := library(t, set)
		for _, edition := range editions {
			e, err := lib.Edition(edition)
			if err != nil {
				t.Fatal(err)
			}
			cases, err := set.Cases(edition)
			if err != nil {
				t.Fatal(err)
			}
			hasFile := map[string]bool{}
			for _, c := range cases {
				hasFile[c.Concept] = true
				if !lib.Has(e, c.Concept) {
					t.Errorf("%s, edition %s: no concept builds %s", set.Name, edition, c.Concept)
				}
			}
			for _, name := range append(lib.Names(e, concept.Derived), lib.Names(e, concept.Target)...) {
				if !hasFile[name] {
					t.Errorf("%s, edition %s: no reference rows for %s", set.Name, edition, name)
				}
			}
		}
	}
}

func sets(t *testing.T, what, dir string) []golden.Set {
	t.Helper()
	all, err := golden.Sets(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatalf("no %s data sets in %s", what, dir)
	}
	if testing.Short() {
		return []golden.Set{all[0], all[len(all)-1]}
	}
	return all
}

func library(t *testing.T, set golden.Set) *concept.Library {
	t.Helper()
	lib, err := concept.Embedded(set.Library())
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

func checkSet(t *testing.T, set golden.Set) {
	ctx := context.Background()
	db, err := duck.Open(ctx, duck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := golden.Load(ctx, db, set); err != nil {
		t.Fatal(err)
	}
	lib := library(t, set)
	for _, edition := range editions {
		t.Run(edition, func(t *testing.T) { checkEdition(t, db, set, lib, edition) })
	}
	if err := golden.LoadShuffled(ctx, db, set.Database(), 7); err != nil {
		t.Fatal(err)
	}
	for _, threads := range []int{1, 2} {
		t.Run(fmt.Sprintf("shuffled, %d threads", threads), func(t *testing.T) {
			if err := db.Exec(ctx, fmt.Sprintf("SET threads = %d", threads)); err != nil {
				t.Fatal(err)
			}
			checkEdition(t, db, set, lib, concept.CurrentEdition)
		})
	}
}

func checkEdition(t *testing.T, db *duck.DB, set golden.Set, lib *concept.Library, edition string) {
	t.Helper()
	outcomes, err := golden.Check(context.Background(), db, set, lib, edition, func(golden.Case) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range outcomes {
		if !o.Absent && !o.Equal() {
			t.Errorf("%s: %s\n    %s", o.Case.Concept, o, strings.Join(o.Difference.Examples, "\n    "))
		}
	}
}
