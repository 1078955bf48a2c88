package bench

import (
	"context"
	"time"

	"m4bench/internal/concept"
	"m4bench/internal/duck"
	"m4bench/internal/progress"
)

// DB is the workshop's session, for queries over what it built.
func (w *Workshop) DB() *duck.DB { return w.db }

// Databases names the EHR databases that the source holds.
func (w *Workshop) Databases() []string {
	var names []string
	for _, s := range w.sources {
		names = append(names, s.Name)
	}
	return names
}

// Place is where the workshop's concepts read from and are built.
func (w *Workshop) Place() concept.Where { return where() }

// Mutants builds the wanted concepts with everything below them, and keeps the
// shared intermediates, so that mutants can be built beside them.
func (w *Workshop) Mutants(ctx context.Context, d Derivation, report progress.Reporter, now func() time.Time, wanted ...string) (*concept.Mutants, error) {
	build := &concept.Build{
		Library: d.Library, Edition: d.Edition, DB: w.db, Where: where(),
		Progress: report, Now: now, KeepSteps: true,
	}
	built, err := build.Run(ctx, wanted...)
	if err != nil {
		return nil, explain(err)
	}
	return concept.NewMutants(build, built)
}
