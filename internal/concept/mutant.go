package concept

import (
	"context"
	"fmt"

	"m4bench/internal/duck"
)

// Mutants rebuilds, beside a finished build, only what changes when options are
// flipped. The base build must have KeepSteps set and hold everything the
// targets need.
type Mutants struct {
	base  *Build
	sql   map[string]string // base SQL of every concept that was built, by name
	built []string          // temporary tables of the mutant at hand
}

// NewMutants prepares for mutants of a base build that has run.
func NewMutants(base *Build, built []Built) (*Mutants, error) {
	m := &Mutants{base: base, sql: map[string]string{}}
	for _, b := range built {
		rendered, err := base.Library.Render(b.Concept, base.Edition, plainNames)
		if err != nil {
			return nil, err
		}
		m.sql[b.Concept] = rendered.SQL
	}
	return m, nil
}

// Build builds the targets under another edition and returns the table of every
// target that its options can change. The tables live until the next Build.
func (m *Mutants) Build(ctx context.Context, e *Edition, targets ...string) (map[string]string, error) {
	if err := m.drop(ctx); err != nil {
		return nil, err
	}
	order, err := m.base.Library.Order(e, targets...)
	if err != nil {
		return nil, err
	}
	changed := map[string]bool{}
	names := Names{
		Source: m.base.Where.Names().Source,
		Ref: func(c *Concept) string {
			if changed[c.Name] {
				return mutantTable(c)
			}
			return m.base.Where.Table(c)
		},
	}
	for _, c := range order {
		differs, err := m.differs(c, e, changed)
		if err != nil {
			return nil, err
		}
		if !differs {
			continue
		}
		rendered, err := m.base.Library.Render(c.Name, e, names)
		if err != nil {
			return nil, err
		}
		changed[c.Name] = true
		m.built = append(m.built, mutantTable(c))
		if err := m.base.DB.Exec(ctx, "CREATE TEMP TABLE mutant_"+c.Name+" AS\n"+rendered.SQL); err != nil {
			return nil, fmt.Errorf("build %s under %s: %w", c.Name, e.ID, err)
		}
	}
	tables := map[string]string{}
	for _, target := range targets {
		if c, err := m.base.Library.Get(target); err == nil && changed[target] {
			tables[target] = mutantTable(c)
		}
	}
	return tables, nil
}

func mutantTable(c *Concept) string { return "temp.main.mutant_" + c.Name }

// differs says whether a concept has to be built again: its own SQL is another
// one, or something it reads is.
func (m *Mutants) differs(c *Concept, e *Edition, changed map[string]bool) (bool, error) {
	rendered, err := m.base.Library.Render(c.Name, e, plainNames)
	if err != nil {
		return false, err
	}
	if base, built := m.sql[c.Name]; !built || base != rendered.SQL {
		return true, nil
	}
	for _, ref := range rendered.Refs {
		if changed[ref] {
			return true, nil
		}
	}
	return false, nil
}

func (m *Mutants) drop(ctx context.Context) error {
	for _, table := range m.built {
		if err := m.base.DB.Exec(ctx, "DROP TABLE IF EXISTS "+table); err != nil && duck.KindOf(err) != duck.NotFound {
			return fmt.Errorf("drop %s: %w", table, err)
		}
	}
	m.built = nil
	return nil
}
