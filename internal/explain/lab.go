// Package explain finds the conventions behind a difference. Every option of
// every choice point, flipped alone, is a mutant of the references below it:
// what an output looks like when it gets just that rule wrong. Mutants show
// whether data can tell a mistake apart, how much a rule decides, and which
// rules account for the cells that somebody's output has wrong.
package explain

import (
	"context"
	"sort"
	"time"

	"m4bench/internal/bench"
	"m4bench/internal/concept"
	"m4bench/internal/progress"
	"m4bench/internal/task"
)

// Lab holds the references of some tasks of one database, built and ready to
// be compared with mutants.
type Lab struct {
	workshop   *bench.Workshop
	derivation bench.Derivation
	session        // its own
	sessions   int // that mutants are built in at once
	targets    []target
	report     progress.Reporter
	useless    func(reference, choice string) bool

	// Of a lab that explains outputs:
	flips      []Flip   // whose departures from the reference are kept, once surveyed
	surveyed   string   // the key columns by which their rows were found; empty before
	columns    []int    // scored columns that the output at hand has
	by         cells    // how its rows are found
	ownersOnly bool     // only stays or patients that the output has are looked at
	header     []string // the columns that it has
}

// target is one reference with the tasks that share it.
type target struct {
	concept string
	table   string
	cells   cells
	tasks   []string
	choices map[string]bool // choice points that it depends on
}

// OpenLab builds the references of the tasks in a workshop. All tasks must be of
// one database.
func OpenLab(ctx context.Context, w *bench.Workshop, edition string, tasks []*task.Task, report progress.Reporter, now func() time.Time) (*Lab, error) {
	d, err := bench.Derive(tasks[0].Database, edition)
	if err != nil {
		return nil, err
	}
	lab := &Lab{workshop: w, derivation: d, report: report}
	if err := lab.group(tasks); err != nil {
		return nil, err
	}
	var wanted []string
	for _, t := range lab.targets {
		wanted = append(wanted, t.concept)
	}
	mutants, err := w.Mutants(ctx, d, report, now, wanted...)
	if err != nil {
		return nil, err
	}
	lab.session = session{lab, w.DB(), mutants}
	lab.sessions, err = w.Sessions(ctx)
	return lab, err
}

// Skip leaves out of explanations the choice points that are declared to change
// no scored cell of a reference. It holds for the current edition alone, for
// which the declarations are made.
func (lab *Lab) Skip(useless func(reference, choice string) bool) {
	if lab.derivation.Edition.ID == concept.CurrentEdition {
		lab.useless = useless
	}
}

// useful lists the flips that can change a scored cell of a target.
func (lab *Lab) useful(t target) []Flip {
	var flips []Flip
	for _, f := range lab.Flips() {
		if t.choices[f.Choice] && (lab.useless == nil || f.Proof == "" && !lab.useless(t.concept, f.Choice)) {
			flips = append(flips, f)
		}
	}
	return flips
}

func (lab *Lab) group(tasks []*task.Task) error {
	at := map[string]int{}
	for _, t := range tasks {
		i, seen := at[t.Reference]
		if !seen {
			c, err := lab.derivation.Library.Get(t.Reference)
			if err != nil {
				return err
			}
			below, err := lab.derivation.Library.ChoicesBelow(t.Reference, lab.derivation.Edition)
			if err != nil {
				return err
			}
			choices := map[string]bool{}
			for _, choice := range below {
				choices[choice.ID] = true
			}
			i = len(lab.targets)
			at[t.Reference] = i
			lab.targets = append(lab.targets, target{
				concept: t.Reference, table: lab.workshop.Place().Table(c), cells: cellsOf(t), choices: choices,
			})
		}
		lab.targets[i].tasks = append(lab.targets[i].tasks, t.ID)
	}
	return nil
}

// Flip is one option taken instead of the edition's.
type Flip struct {
	Choice   string       `json:"choice"`
	Option   string       `json:"option"`
	Kind     concept.Kind `json:"kind"`
	Question string       `json:"question"`
	Reason   string       `json:"reason"`
	Proof    string       `json:"proof,omitempty"` // why no output can show it
}

func (f Flip) String() string { return f.Choice + " = " + f.Option }

// Flips lists every mutant of the lab's references, sorted.
func (lab *Lab) Flips() []Flip {
	var flips []Flip
	for _, choice := range lab.derivation.Library.Choices() {
		chosen := lab.derivation.Edition.Chosen(choice)
		if !lab.dependsOn(choice.ID) {
			continue
		}
		for _, o := range choice.Options {
			if o.ID != chosen.ID {
				flips = append(flips, Flip{choice.ID, o.ID, o.Kind, choice.Question, o.Reason, o.Silent})
			}
		}
	}
	sort.Slice(flips, func(i, j int) bool {
		if flips[i].Choice != flips[j].Choice {
			return flips[i].Choice < flips[j].Choice
		}
		return flips[i].Option < flips[j].Option
	})
	return flips
}

func (lab *Lab) dependsOn(choice string) bool {
	for _, t := range lab.targets {
		if t.choices[choice] {
			return true
		}
	}
	return false
}
