// Package published repeats the numbers of the benchmark's publication from its
// own run indexes, with its own procedures: same generator, seeds, numbers of
// draws and rules of reading an interval off them.
package published

import (
	"slices"
	"strings"

	"m4bench/internal/stats/estimand"
	"m4bench/internal/stats/runs"
)

// Role of an index in the publication.
type Role string

// The five published indexes.
const (
	Primary     Role = "primary Codex index"
	Followup    Role = "follow-up Codex index"
	Sentinel    Role = "Claude sentinel index"
	Replication Role = "Claude replication index"
	OSS         Role = "exploratory open-model index"
)

// rows of each published index.
var rows = map[Role]int{Primary: 760, Followup: 340, Sentinel: 190, Replication: 560, OSS: 110}

// Roles in the order of the publication.
var Roles = []Role{Primary, Followup, Sentinel, Replication, OSS}

// Indexes are the published indexes that were found.
type Indexes struct {
	selected map[Role][]runs.Run
	read     map[Role]int
	sources  map[Role]string
	effects  map[string]estimand.Effect
	tables   map[string]*estimand.Table
}

// Recognise finds out by their content which of the sources are published
// indexes; others are left alone.
func Recognise(sources [][]runs.Run) *Indexes {
	in := &Indexes{
		selected: map[Role][]runs.Run{}, read: map[Role]int{}, sources: map[Role]string{},
		effects: map[string]estimand.Effect{}, tables: map[string]*estimand.Table{},
	}
	for _, source := range sources {
		role, known := roleOf(source)
		if !known || in.Has(role) {
			continue
		}
		in.selected[role] = runs.Select(source).Runs
		in.read[role], in.sources[role] = len(source), source[0].Source
	}
	return in
}

func roleOf(source []runs.Run) (Role, bool) {
	if len(source) == 0 {
		return "", false
	}
	has := func(condition string) bool {
		return slices.ContainsFunc(source, func(r runs.Run) bool { return r.Condition == condition })
	}
	tasks := len(runs.Distinct(source, func(r *runs.Run) string { return r.Task }))
	role := Role("")
	switch {
	case every(source, isClaude) && tasks < 15:
		role = Sentinel
	case every(source, isClaude):
		role = Replication
	case every(source, func(r *runs.Run) bool { return r.Agent == "pi-ollama" }):
		role = OSS
	case has(runs.Spec) && !has(runs.NoSkill):
		role = Followup
	case has(runs.NoSkill) && has(runs.RawSQL) && has(runs.Decoy):
		role = Primary
	}
	return role, role != "" && len(source) == rows[role]
}

func every(source []runs.Run, is func(*runs.Run) bool) bool {
	for i := range source {
		if !is(&source[i]) {
			return false
		}
	}
	return true
}

func isClaude(r *runs.Run) bool {
	if r.Agent != "" {
		return strings.HasPrefix(r.Agent, "claude")
	}
	return modelNamed(r.Model, "opus") || modelNamed(r.Model, "sonnet")
}

func modelNamed(model, part string) bool { return strings.Contains(strings.ToLower(model), part) }

// Has says whether the index was found.
func (in *Indexes) Has(role Role) bool { return in.selected[role] != nil }

// Any says whether one of the indexes was found.
func (in *Indexes) Any() bool { return len(in.selected) > 0 }

// Source is the file an index was found in.
func (in *Indexes) Source(role Role) string { return in.sources[role] }

// runsOf returns the runs of one or more indexes together.
func (in *Indexes) runsOf(roles ...Role) []runs.Run {
	var out []runs.Run
	for _, role := range roles {
		out = append(out, in.selected[role]...)
	}
	return out
}

// table files the runs of one or more indexes by cell.
func (in *Indexes) table(roles ...Role) *estimand.Table {
	key := ""
	for _, role := range roles {
		key += string(role) + ";"
	}
	if in.tables[key] == nil {
		in.tables[key] = estimand.NewTable(in.runsOf(roles...))
	}
	return in.tables[key]
}
