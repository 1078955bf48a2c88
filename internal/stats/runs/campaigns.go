package runs

import (
	"slices"
	"strings"
)

// Campaign is the runs that are reported together: those of one source, and of
// others that complete it, under one reference edition.
type Campaign struct {
	Name    string
	Sources []string
	Selection
}

// Campaigns joins sources (index files or record folders) that complete each
// other, such as a primary and a follow-up index of the same models, and keeps
// apart those that do not: other agents, or other runs of the same trials. The
// runs that count are then selected within each.
func Campaigns(sources [][]Run) []Campaign {
	var groups []*gathering
	for _, source := range sources {
		for _, rows := range parts(source) {
			g := fitting(groups, rows)
			if g == nil {
				g = &gathering{models: map[string]bool{}, agents: map[string]bool{}, editions: map[string]bool{}, trials: map[trialKey]string{}}
				groups = append(groups, g)
			}
			g.add(rows)
		}
	}
	out := make([]Campaign, len(groups))
	for i, g := range groups {
		out[i] = Campaign{Name: g.name(), Sources: Distinct(g.rows, func(r *Run) string { return r.Source }), Selection: Select(g.rows)}
	}
	return out
}

type trialKey struct {
	Cell
	trial int
}

type gathering struct {
	rows                     []Run
	models, agents, editions map[string]bool
	trials                   map[trialKey]string // run id
}

// parts splits a source that holds several reference editions; rows that do not
// say stay together.
func parts(source []Run) [][]Run {
	var out [][]Run
	for _, edition := range append(Distinct(source, func(r *Run) string { return r.Edition }), "") {
		if part := Filter(source, func(r *Run) bool { return r.Edition == edition }); len(part) > 0 {
			out = append(out, part)
		}
	}
	return out
}

func fitting(groups []*gathering, rows []Run) *gathering {
	for _, g := range groups {
		if g.fits(rows) {
			return g
		}
	}
	return nil
}

// fits says that rows have a model in common with the campaign, and neither an
// agent, an edition nor another run of a trial that speaks against joining it.
func (g *gathering) fits(rows []Run) bool {
	if contradict(g.agents, Distinct(rows, func(r *Run) string { return r.Agent })) ||
		contradict(g.editions, Distinct(rows, func(r *Run) string { return r.Edition })) {
		return false
	}
	shared := false
	for i := range rows {
		r := &rows[i]
		if other, taken := g.trials[trialKey{r.Cell(), r.Trial}]; taken && other != r.ID {
			return false
		}
		shared = shared || g.models[r.Model]
	}
	return shared
}

// contradict says that both sides name values and have none in common.
func contradict(set map[string]bool, values []string) bool {
	for _, v := range values {
		if set[v] {
			return false
		}
	}
	return len(set) > 0 && len(values) > 0
}

func (g *gathering) add(rows []Run) {
	g.rows = append(g.rows, rows...)
	for i := range rows {
		r := &rows[i]
		g.models[r.Model] = true
		if r.Agent != "" {
			g.agents[r.Agent] = true
		}
		if r.Edition != "" {
			g.editions[r.Edition] = true
		}
		g.trials[trialKey{r.Cell(), r.Trial}] = r.ID
	}
}

func (g *gathering) name() string {
	name := strings.Join(sortedKeys(g.models), ", ")
	if agents := sortedKeys(g.agents); len(agents) > 0 && strings.Join(agents, ", ") != name {
		name = strings.Join(agents, ", ") + ": " + name
	}
	if editions := sortedKeys(g.editions); len(editions) > 0 {
		name += " (" + strings.Join(editions, ", ") + ")"
	}
	return name
}

func sortedKeys(set map[string]bool) []string {
	keys := make([]string, 0, len(set))
	for k := range set {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
