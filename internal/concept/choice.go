package concept

import (
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"

	"github.com/BurntSushi/toml"
)

// Kind says why an option exists.
type Kind string

// The kinds of options.
const (
	InEdition Kind = "edition"  // what a published edition does
	Clinical  Kind = "clinical" // a lawful alternative of the clinical definition
	Mistake   Kind = "mistake"  // a known way to get the rule wrong
	Repair    Kind = "repair"   // what the rule should be where today's reference has a fault
)

// Option is one way to answer a choice point.
type Option struct {
	ID     string `toml:"id"`
	Kind   Kind   `toml:"kind"`
	Value  string `toml:"value"`  // SQL text; $1, $2 … are the arguments of the call
	Reason string `toml:"reason"` // why somebody would decide so
	Source string `toml:"source"` // paper, edition or report
	Silent string `toml:"silent"` // proof that no output can tell it from the default; empty if one can
}

// Choice is a point where a derivation has to decide something that the name of
// the variable does not settle.
type Choice struct {
	ID       string   `toml:"id"`       // <group>.<name>
	Question string   `toml:"question"` // in clinical words
	Default  string   `toml:"default"`  // the option of edition current
	Options  []Option `toml:"option"`

	Group string `toml:"-"`
	File  string `toml:"-"`
}

// Option returns one of the options.
func (c *Choice) Option(id string) (*Option, bool) {
	for i := range c.Options {
		if c.Options[i].ID == id {
			return &c.Options[i], true
		}
	}
	return nil, false
}

// Group is a folder of concepts with its choice points.
type Group struct {
	Name    string   `toml:"-"`
	Title   string   `toml:"title"`
	Summary string   `toml:"summary"` // what is derived, from what, for a clinician
	Open    []string `toml:"open"`    // what the rules leave undecided
	Choices []Choice `toml:"choice"`
}

func (lib *Library) loadConventions(library fs.FS) error {
	files, err := fs.Glob(library, path.Join("concepts", lib.Database, "*", "conventions.toml"))
	if err != nil {
		return fmt.Errorf("list conventions: %w", err)
	}
	for _, file := range files {
		group := Group{Name: path.Base(path.Dir(file))}
		meta, err := toml.DecodeFS(library, file, &group)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if extra := meta.Undecoded(); len(extra) > 0 {
			return fmt.Errorf("%s: unknown field %s", file, extra[0])
		}
		lib.groups[group.Name] = &group
		for i := range group.Choices {
			c := &group.Choices[i]
			c.Group, c.File = group.Name, file
			if err := c.check(); err != nil {
				return fmt.Errorf("%s: choice %s: %w", file, c.ID, err)
			}
			if _, twice := lib.choices[c.ID]; twice {
				return fmt.Errorf("%s: choice %s is declared twice", file, c.ID)
			}
			lib.choices[c.ID] = c
		}
	}
	return nil
}

func (c *Choice) check() error {
	if !strings.HasPrefix(c.ID, c.Group+".") {
		return fmt.Errorf("the id must start with %q", c.Group+".")
	}
	if c.Question == "" {
		return fmt.Errorf("the question is missing")
	}
	if _, ok := c.Option(c.Default); !ok {
		return fmt.Errorf("the default %q is not among the options", c.Default)
	}
	if len(c.Options) < 2 {
		return fmt.Errorf("a choice needs at least two options")
	}
	seen := map[string]bool{}
	for _, o := range c.Options {
		switch o.Kind {
		case InEdition, Clinical, Mistake, Repair:
		default:
			return fmt.Errorf("option %s: kind %q is not edition, clinical, mistake or repair", o.ID, o.Kind)
		}
		if o.Reason == "" {
			return fmt.Errorf("option %s has no reason", o.ID)
		}
		if seen[o.ID] {
			return fmt.Errorf("option %s is declared twice", o.ID)
		}
		seen[o.ID] = true
	}
	return nil
}

// Choices returns all choice points by id.
func (lib *Library) Choices() []*Choice {
	all := make([]*Choice, 0, len(lib.choices))
	for _, c := range lib.choices {
		all = append(all, c)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].ID < all[j].ID })
	return all
}

// Groups returns the groups by name.
func (lib *Library) Groups() []*Group {
	all := make([]*Group, 0, len(lib.groups))
	for _, g := range lib.groups {
		all = append(all, g)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
}

// Group returns a group, or an UnknownError.
func (lib *Library) Group(name string) (*Group, error) {
	if g, ok := lib.groups[name]; ok {
		return g, nil
	}
	var known []string
	for _, g := range lib.Groups() {
		known = append(known, g.Name)
	}
	return nil, &UnknownError{What: "group", Name: name, Known: known}
}
