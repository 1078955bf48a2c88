package concept

import (
	"context"
	"fmt"
	"slices"

	"m4bench/internal/duck"
)

// Mutants rebuilds, beside a finished build, only what changes when options are
// flipped: concepts whose own SQL is another one, and concepts above a table that
// came out different. Of a partitioned concept above such a table only the stays
// that it touches are derived again. The base build must have KeepSteps set and
// hold everything the targets need.
type Mutants struct {
	base   *Build
	sql    map[string]string // base SQL of every concept that was built, by name
	prints map[string]string // id column of the base tables whose prints are kept, by concept
	tables map[string]string // of the mutant at hand, by concept, where it is not as the base
	drops  []string          // its temporary tables and views, as DROP names them
	stays  int64
}

// NewMutants prepares for mutants of a base build that has run.
func NewMutants(base *Build, built []Built) (*Mutants, error) {
	m := &Mutants{base: base, sql: map[string]string{}, prints: map[string]string{}}
	for _, b := range built {
		rendered, err := base.Library.Render(b.Concept, base.Edition, plainNames)
		if err != nil {
			return nil, err
		}
		m.sql[b.Concept] = rendered.SQL
	}
	return m, nil
}

// In makes mutants of the same base in another session of its database, so that
// several can be built at once. The base's Where.Steps must be where that session
// sees them.
func (m *Mutants) In(session *duck.DB) *Mutants {
	base := *m.base
	base.DB = session
	return &Mutants{base: &base, sql: m.sql, prints: map[string]string{}}
}

// Build builds the targets under another edition and returns the table of every
// target that its options change. The tables live until the next Build.
func (m *Mutants) Build(ctx context.Context, e *Edition, targets ...string) (map[string]string, error) {
	if err := m.drop(ctx); err != nil {
		return nil, err
	}
	order, err := m.base.Library.Order(e, targets...)
	if err != nil {
		return nil, err
	}
	for _, c := range order {
		own, below, err := m.differs(c, e)
		if err != nil {
			return nil, err
		}
		if !own && len(below) == 0 {
			continue
		}
		table, err := m.rebuild(ctx, c, e, own, below)
		if err != nil {
			return nil, fmt.Errorf("build %s under %s: %w", c.Name, e.ID, err)
		}
		changed, err := m.touches(ctx, c, table)
		if err != nil {
			return nil, fmt.Errorf("compare %s under %s: %w", c.Name, e.ID, err)
		}
		if changed {
			m.tables[c.Name] = table
		}
	}
	tables := map[string]string{}
	for _, target := range targets {
		if table, changed := m.tables[target]; changed {
			tables[target] = table
		}
	}
	return tables, nil
}

// names spells refs as the mutant's tables where they differ from the base's.
func (m *Mutants) names() Names {
	return Names{
		Source: m.base.Where.Names().Source,
		Ref: func(c *Concept) string {
			if table, changed := m.tables[c.Name]; changed {
				return table
			}
			return m.base.Where.Table(c)
		},
	}
}

// rebuild derives a concept again, for some stays if that is enough, and names the
// table or view that holds it.
func (m *Mutants) rebuild(ctx context.Context, c *Concept, e *Edition, own bool, below []string) (table string, err error) {
	if !own {
		if few, err := m.fewTouched(ctx, c, below); err != nil {
			return "", err
		} else if few {
			return mixed(c), m.rebuildStays(ctx, c, e)
		}
	}
	rendered, err := m.base.Library.Render(c.Name, e, m.names())
	if err != nil {
		return "", err
	}
	return whole(c), m.create(ctx, "TABLE", whole(c), rendered.SQL)
}

// whole is a mutant's table that was derived again for all stays.
func whole(c *Concept) string { return temporary + "whole_" + c.Name }

// create makes a table or view that lives until the next Build.
func (m *Mutants) create(ctx context.Context, kind, name, sql string) error {
	m.drops = append(m.drops, kind+" IF EXISTS "+name)
	return m.base.DB.Exec(ctx, "CREATE OR REPLACE TEMP "+kind+" "+name+" AS\n"+sql)
}

// differs says whether a concept's own SQL is another one, and which of the
// tables that it reads are.
func (m *Mutants) differs(c *Concept, e *Edition) (own bool, below []string, err error) {
	rendered, err := m.base.Library.Render(c.Name, e, plainNames)
	if err != nil {
		return false, nil, err
	}
	for _, ref := range rendered.Refs {
		if _, changed := m.tables[ref]; changed {
			below = append(below, ref)
		}
	}
	return m.sql[c.Name] != rendered.SQL, below, nil
}

func (m *Mutants) drop(ctx context.Context) error {
	for _, made := range slices.Backward(m.drops) {
		if err := m.base.DB.Exec(ctx, "DROP "+made); err != nil && duck.KindOf(err) != duck.NotFound {
			return fmt.Errorf("drop %s: %w", made, err)
		}
	}
	m.drops, m.tables = nil, map[string]string{}
	return nil
}
