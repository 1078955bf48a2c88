package checklist

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"m4bench/internal/concept"
	"m4bench/internal/task"
)

// Unused are the choice points that lie below a reference and can change none of
// its scored cells: the reference reads a table for some columns, and the choice
// decides others. tasks/<family>/unused.toml lists them with the reason. An entry
// such as "neuro.with_tube = unknown" is about one option of a choice point alone.
type Unused struct {
	entries []entry
}

type entry struct {
	Reference   string   `toml:"reference"`
	Because     string   `toml:"because"`
	Conventions []string `toml:"conventions"`
	file        string
}

// ReadUnused reads the lists of all families.
func ReadUnused(library fs.FS) (*Unused, error) {
	files, err := fs.Glob(library, "tasks/*/unused.toml")
	if err != nil {
		return nil, fmt.Errorf("list unused conventions: %w", err)
	}
	u := &Unused{}
	for _, file := range files {
		var list struct {
			Unused []entry `toml:"unused"`
		}
		meta, err := toml.DecodeFS(library, file, &list)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if extra := meta.Undecoded(); len(extra) > 0 {
			return nil, fmt.Errorf("%s: unknown field %s", file, extra[0])
		}
		for _, e := range list.Unused {
			if e.Because == "" || len(e.Conventions) == 0 {
				return nil, fmt.Errorf("%s: an entry for %s lacks conventions, or the reason why they are of no use", file, e.Reference)
			}
			e.file = file
			u.entries = append(u.entries, e)
		}
	}
	return u, nil
}

// Has says whether a choice point is declared to be of no use for a reference.
func (u *Unused) Has(reference, choice string) bool {
	return u.because(reference, choice) != ""
}

// Because is the written reason why an option of a choice point can change no
// scored cell of a reference; empty if none is declared.
func (u *Unused) Because(reference, choice, option string) string {
	if reason := u.because(reference, choice); reason != "" {
		return reason
	}
	return u.because(reference, choice+optionMark+option)
}

func (u *Unused) because(reference, convention string) string {
	for _, e := range u.entries {
		if e.Reference == reference && slices.Contains(e.Conventions, convention) {
			return e.Because
		}
	}
	return ""
}

// optionMark stands between a choice point and the one option that is meant.
const optionMark = " = "

// Faults names the entries that no longer fit the concepts: an entry must lie below
// its reference, or nobody would notice when it is needed.
func (c *Checker) Faults(tasks *task.Set) ([]string, error) {
	below := map[string][]*concept.Choice{}
	for _, t := range tasks.All() {
		choices, err := c.below(t)
		if err != nil {
			return nil, err
		}
		below[t.Reference] = choices
	}
	var faults []string
	for _, e := range c.unused.entries {
		choices, known := below[e.Reference]
		if !known {
			faults = append(faults, fmt.Sprintf("%s: %s is no task's reference", e.file, e.Reference))
			continue
		}
		for _, id := range e.Conventions {
			if !names(choices, id) {
				faults = append(faults, fmt.Sprintf("%s: %s is no choice point below %s, and no option of one", e.file, id, e.Reference))
			}
		}
	}
	return faults, nil
}

// names says whether a convention is one of the choice points, or an option of one.
func names(choices []*concept.Choice, convention string) bool {
	id, option, single := strings.Cut(convention, optionMark)
	return slices.ContainsFunc(choices, func(choice *concept.Choice) bool {
		if choice.ID != id {
			return false
		}
		_, known := choice.Option(option)
		return !single || known
	})
}
