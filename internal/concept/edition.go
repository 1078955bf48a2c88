package concept

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"sort"
	"strings"

	"github.com/BurntSushi/toml"
)

// Setting is one difference of an edition from the defaults.
type Setting struct {
	Choice string `toml:"choice"`
	Option string `toml:"option"`
	Reason string `toml:"reason"`
}

// Edition is a named set of options. Choices it does not name keep their default.
type Edition struct {
	ID       string    `toml:"id"`
	Title    string    `toml:"title"`
	Summary  string    `toml:"summary"`
	Absent   []string  `toml:"absent"` // derived tables the edition does not have
	Settings []Setting `toml:"set"`

	chosen map[string]string
}

// CurrentEdition is the default edition.
const CurrentEdition = "current"

func (e *Edition) lacks(concept string) bool {
	for _, name := range e.Absent {
		if name == concept {
			return true
		}
	}
	return false
}

// With returns the edition with one option flipped. Its id says so.
func (e *Edition) With(choice, option string) *Edition {
	flipped := *e
	flipped.ID = e.ID + "+" + choice + "=" + option
	flipped.chosen = maps.Clone(e.chosen)
	flipped.chosen[choice] = option
	return &flipped
}

// Flip is With for names from outside: both must exist.
func (lib *Library) Flip(e *Edition, choice, option string) (*Edition, error) {
	c, ok := lib.choices[choice]
	if !ok {
		var known []string
		for _, c := range lib.Choices() {
			known = append(known, c.ID)
		}
		return nil, &UnknownError{What: "choice", Name: choice, Known: known}
	}
	if _, ok := c.Option(option); !ok {
		var known []string
		for _, o := range c.Options {
			known = append(known, o.ID)
		}
		return nil, &UnknownError{What: "option of " + choice, Name: option, Known: known}
	}
	return e.With(choice, option), nil
}

// Chosen returns the option that the edition takes at a choice point.
func (e *Edition) Chosen(c *Choice) *Option {
	id, ok := e.chosen[c.ID]
	if !ok {
		id = c.Default
	}
	option, _ := c.Option(id)
	return option
}

func (lib *Library) loadEditions(library fs.FS) error {
	files, err := fs.Glob(library, path.Join("editions", "*.toml"))
	if err != nil {
		return fmt.Errorf("list editions: %w", err)
	}
	for _, file := range files {
		var e Edition
		meta, err := toml.DecodeFS(library, file, &e)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if extra := meta.Undecoded(); len(extra) > 0 {
			return fmt.Errorf("%s: unknown field %s", file, extra[0])
		}
		if e.ID != strings.TrimSuffix(path.Base(file), ".toml") {
			return fmt.Errorf("%s: id %q does not match the file name", file, e.ID)
		}
		e.chosen = map[string]string{}
		for _, s := range e.Settings {
			if _, ours := lib.choices[s.Choice]; ours {
				e.chosen[s.Choice] = s.Option
			}
		}
		lib.editions[e.ID] = &e
	}
	if _, ok := lib.editions[CurrentEdition]; !ok {
		return fmt.Errorf("editions/%s.toml is missing", CurrentEdition)
	}
	return nil
}

// checkEdition makes sure that the settings which concern this library name
// existing options. Choices of the other database are not ours to judge.
func (lib *Library) checkEdition(e *Edition) error {
	var faults []error
	for _, s := range e.Settings {
		choice, ours := lib.choices[s.Choice]
		if !ours {
			continue
		}
		if _, ok := choice.Option(s.Option); !ok {
			faults = append(faults, fmt.Errorf("edition %s: choice %s has no option %q", e.ID, s.Choice, s.Option))
		}
		if s.Reason == "" {
			faults = append(faults, fmt.Errorf("edition %s: setting %s has no reason", e.ID, s.Choice))
		}
	}
	return errors.Join(faults...)
}

// Edition returns an edition, or an UnknownError.
func (lib *Library) Edition(id string) (*Edition, error) {
	if e, ok := lib.editions[id]; ok {
		return e, nil
	}
	return nil, &UnknownError{What: "edition", Name: id, Known: lib.editionIDs()}
}

// Editions returns all editions by id.
func (lib *Library) Editions() []*Edition {
	all := make([]*Edition, 0, len(lib.editions))
	for _, e := range lib.editions {
		all = append(all, e)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].ID < all[j].ID })
	return all
}

func (lib *Library) editionIDs() []string {
	var ids []string
	for _, e := range lib.Editions() {
		ids = append(ids, e.ID)
	}
	return ids
}
