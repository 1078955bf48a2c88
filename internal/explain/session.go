package explain

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"m4bench/internal/concept"
	"m4bench/internal/duck"
)

// session builds mutants, one after the other, in temporary tables of its own.
type session struct {
	lab     *Lab
	db      *duck.DB
	mutants *concept.Mutants
}

// build builds the mutant with these flips for the targets that depend on one of
// them, and returns the tables of those that it can change.
func (s session) build(ctx context.Context, flips ...Flip) (map[string]string, error) {
	edition := s.lab.derivation.Edition
	var names []string
	for _, t := range s.lab.targets {
		for _, f := range flips {
			if t.choices[f.Choice] {
				names = append(names, t.concept)
				break
			}
		}
	}
	for _, f := range flips {
		edition = edition.With(f.Choice, f.Option)
	}
	tables, err := s.mutants.Build(ctx, edition, names...)
	if err != nil {
		return nil, fmt.Errorf("mutant %v: %w", flips, err)
	}
	return tables, nil
}

// each does something for every number below n, in their order, in several sessions
// at once. What it finds must go into the database or to a place of the number's own.
func (lab *Lab) each(ctx context.Context, n int, do func(context.Context, session, int) error) error {
	var next atomic.Int64
	work := func(ctx context.Context, s session) error {
		for {
			i := int(next.Add(1)) - 1
			if i >= n {
				return nil
			}
			if err := do(ctx, s, i); err != nil {
				return err
			}
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return work(ctx, lab.session) })
	for range min(lab.sessions, n) - 1 {
		group.Go(func() error { return lab.beside(ctx, work) })
	}
	return group.Wait()
}

// beside does work in a session that is closed after it.
func (lab *Lab) beside(ctx context.Context, work func(context.Context, session) error) error {
	db, err := lab.db.Beside(ctx)
	if err != nil {
		return err
	}
	err = work(ctx, session{lab, db, lab.mutants.In(db)})
	return errors.Join(err, db.Close())
}
