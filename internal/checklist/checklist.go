// Package checklist measures how complete texts are: the choice points behind a
// task's reference are the list, and a specification or a skill has to state every
// one that can change a scored cell.
package checklist

import (
	"io/fs"
	"slices"

	"m4bench/internal/concept"
	"m4bench/internal/explain"
	"m4bench/internal/guide"
	"m4bench/internal/task"
)

// Result is what the texts of one task state.
type Result struct {
	Task      string   `json:"task"`
	Reference string   `json:"reference"`
	Rules     int      `json:"load_bearing"` // choice points that the texts must state
	Spec      Coverage `json:"spec"`
	Skill     Coverage `json:"skill"`
	// Contradicted are choice points declared to be of no use that change the reference.
	Contradicted []string `json:"contradicted"`
}

// Coverage is how many of the load-bearing choice points a text states.
type Coverage struct {
	Stated  int      `json:"stated"`
	Missing []string `json:"missing"`
}

// Complete says that both texts state everything.
func (r *Result) Complete() bool {
	return len(r.Spec.Missing) == 0 && len(r.Skill.Missing) == 0 && len(r.Contradicted) == 0
}

// Checker compares texts with the choice points of a library.
type Checker struct {
	library  fs.FS
	concepts task.Libraries
	unused   *Unused
}

// New reads what the comparison needs.
func New(library fs.FS, concepts task.Libraries) (*Checker, error) {
	unused, err := ReadUnused(library)
	if err != nil {
		return nil, err
	}
	return &Checker{library, concepts, unused}, nil
}

// Check takes every choice point below the task's reference as load-bearing, but
// for those that are declared to be of no use there, or whose every option is
// proven to be silent.
func (c *Checker) Check(t *task.Task) (*Result, error) {
	below, err := c.below(t)
	if err != nil {
		return nil, err
	}
	var rules []string
	for _, choice := range below {
		if !c.unused.Has(t.Reference, choice.ID) && !proven(choice) {
			rules = append(rules, choice.ID)
		}
	}
	return c.result(t, rules, nil)
}

// CheckOn takes those choice points as load-bearing that change the reference on
// the audited database when one of their options is flipped.
func (c *Checker) CheckOn(t *task.Task, audit *explain.Audit) (*Result, error) {
	var rules, contradicted []string
	for _, e := range audit.Effects {
		if e.Target != t.Reference || !e.Told() {
			continue
		}
		rules = append(rules, e.Choice)
		if c.unused.Because(t.Reference, e.Choice, e.Option) != "" {
			contradicted = append(contradicted, e.Choice)
		}
	}
	slices.Sort(rules)
	slices.Sort(contradicted)
	return c.result(t, slices.Compact(rules), slices.Compact(contradicted))
}

func (c *Checker) below(t *task.Task) ([]*concept.Choice, error) {
	lib := c.concepts[t.Database]
	current, err := lib.Edition(concept.CurrentEdition)
	if err != nil {
		return nil, err
	}
	return lib.ChoicesBelow(t.Reference, current)
}

// proven says that no option of a choice point can be told from its default.
func proven(choice *concept.Choice) bool {
	for _, o := range choice.Options {
		if o.ID != choice.Default && o.Silent == "" {
			return false
		}
	}
	return true
}

func (c *Checker) result(t *task.Task, rules, contradicted []string) (*Result, error) {
	var skill []string
	for _, name := range t.Skills {
		s, err := guide.ReadSkill(c.library, name)
		if err != nil {
			return nil, err
		}
		skill = append(skill, s.Rules...)
	}
	return &Result{
		Task: t.ID, Reference: t.Reference, Rules: len(rules),
		Spec: cover(rules, t.SpecRules), Skill: cover(rules, skill),
		Contradicted: append([]string{}, contradicted...),
	}, nil
}

func cover(rules, stated []string) Coverage {
	c := Coverage{Missing: []string{}}
	for _, id := range rules {
		if slices.Contains(stated, id) {
			c.Stated++
		} else {
			c.Missing = append(c.Missing, id)
		}
	}
	return c
}
