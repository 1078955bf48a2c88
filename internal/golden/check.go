package golden

import (
	"context"
	"fmt"
	"time"

	"m4bench/internal/concept"
	"m4bench/internal/duck"
	"m4bench/internal/progress"
)

// Outcome is one reference file compared with what the library builds.
type Outcome struct {
	Case       Case
	Absent     bool // the library has no such concept
	Difference Difference
	Violations []concept.Violation // invariants that the built table breaks
}

// Equal says that the table exists, has the reference rows and keeps its invariants.
func (o Outcome) Equal() bool {
	return !o.Absent && o.Difference.Equal() && len(o.Violations) == 0
}

func (o Outcome) String() string {
	switch {
	case o.Absent:
		return "not in the library"
	case len(o.Violations) > 0:
		return fmt.Sprint(o.Difference, "; ", o.Violations)
	default:
		return o.Difference.String()
	}
}

// Check builds, in a session that holds the set's source tables, the concepts of
// the wanted cases of one edition and compares each with its reference rows.
func Check(ctx context.Context, db *duck.DB, s Set, lib *concept.Library, edition string, wanted func(Case) bool) ([]Outcome, error) {
	e, err := lib.Edition(edition)
	if err != nil {
		return nil, err
	}
	cases, err := s.Cases(edition)
	if err != nil {
		return nil, err
	}
	var outcomes []Outcome
	var names []string
	for _, c := range cases {
		if !wanted(c) {
			continue
		}
		absent := !lib.Has(e, c.Concept)
		outcomes = append(outcomes, Outcome{Case: c, Absent: absent})
		if !absent {
			names = append(names, c.Concept)
		}
	}
	where := concept.Where{Schema: concept.DerivedSchema}
	// Few stays at once, so that small data sets go through several chunks.
	build := concept.Build{Library: lib, Edition: e, DB: db, Where: where, Progress: progress.Silent{}, Now: time.Now, Check: true, ChunkStays: 300}
	built, err := build.Run(ctx, names...)
	if err != nil {
		return nil, err
	}
	violations := map[string][]concept.Violation{}
	for _, b := range built {
		violations[b.Concept] = b.Broken
	}
	for i := range outcomes {
		o := &outcomes[i]
		if o.Absent {
			continue
		}
		o.Violations = violations[o.Case.Concept]
		definition, err := lib.Get(o.Case.Concept)
		if err != nil {
			return nil, err
		}
		o.Difference, err = Compare(ctx, db, s, o.Case, definition.Header.Key, where.Table(definition))
		if err != nil {
			return nil, fmt.Errorf("compare %s, edition %s: %w", o.Case.Concept, edition, err)
		}
	}
	return outcomes, nil
}
