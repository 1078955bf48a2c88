package concept

import (
	"context"
	"testing"
)

func TestMutantRebuildsOnlyWhatChanges(t *testing.T) {
	ctx := context.Background()
	db := labDatabase(t)
	base := buildOf(load(t, small()), "current", db)
	base.KeepSteps = true
	built, err := base.Run(ctx, "highest")
	if err != nil {
		t.Fatal(err)
	}
	mutants, err := NewMutants(base, built)
	if err != nil {
		t.Fatal(err)
	}

	tables, err := mutants.Build(ctx, base.Edition.With("lab.limit", "loose"), "highest")
	if err != nil {
		t.Fatal(err)
	}
	// Without the limit 200 counts, and without the WHERE that goes with it item 0 does.
	sum, err := db.QueryInt(ctx, "SELECT sum(highest)::BIGINT FROM "+tables["highest"])
	if err != nil || sum != 225 {
		t.Errorf("mutant sums to %d, %v; want 20 + 200 + 5", sum, err)
	}

	tables, err = mutants.Build(ctx, base.Edition, "highest")
	if err != nil || len(tables) != 0 {
		t.Errorf("nothing was flipped, but %v was rebuilt (%v)", tables, err)
	}
	sum, err = db.QueryInt(ctx, "SELECT sum(highest)::BIGINT FROM mimiciv_derived.highest")
	if err != nil || sum != 50 {
		t.Errorf("the base table sums to %d, %v after building a mutant; want 50", sum, err)
	}
}
