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

// sharedCatalog is a database in memory that all sessions of a workshop see, once Mutants
// has been called.
const sharedCatalog = "shared"

// Shared is the prefix of tables that all sessions share.
const Shared = sharedCatalog + ".main."

// Bounds of what is done at once.
const (
	smallSource  = 1 << 30 // bytes: some 10,000 stays
	mostSessions = 4
)

// Place is where the base of a workshop's mutants reads from and is built: in
// memory if the source is small, for its tables are read over and over.
func (w *Workshop) Place() concept.Where {
	place := where()
	place.Steps = Shared
	if w.bytes <= smallSource {
		place.Catalog = sharedCatalog + "."
	}
	return place
}

// Sessions is how many mutants are best built at once. DuckDB spreads the tables of
// a large database over all threads by itself; those of a small one it does not,
// and of these several fit into memory.
func (w *Workshop) Sessions(ctx context.Context) (int, error) {
	threads, err := w.db.QueryInt(ctx, "SELECT current_setting('threads')")
	if err != nil || w.bytes > smallSource {
		return 1, err
	}
	return min(int(threads), mostSessions), nil
}

// Mutants builds the wanted concepts with everything below them, and keeps the
// shared intermediates, so that mutants can be built beside them.
func (w *Workshop) Mutants(ctx context.Context, d Derivation, report progress.Reporter, now func() time.Time, wanted ...string) (*concept.Mutants, error) {
	if err := w.db.Exec(ctx, "ATTACH IF NOT EXISTS ':memory:' AS "+sharedCatalog); err != nil {
		return nil, explain(err)
	}
	build := &concept.Build{
		Library: d.Library, Edition: d.Edition, DB: w.db, Where: w.Place(),
		Progress: report, Now: now, KeepSteps: true,
	}
	built, err := build.Run(ctx, wanted...)
	if err != nil {
		return nil, explain(err)
	}
	return concept.NewMutants(build, built)
}
