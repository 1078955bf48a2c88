// Package concept is the SQL library: it loads the derivations, resolves their
// refs into a graph, renders them for an edition and builds their tables.
//
// A concept is one SELECT in a file concepts/<database>/<group>/<name>.sql,
// written as a template with four functions:
//
//	{{ref "bg"}}                   another concept
//	{{source "icu.chartevents"}}   a table of the EHR database
//	{{choice "bg.window" …}}       the text of the option that holds for a choice point
//	{{if is "bg.window" "4h"}}     whether an option holds, for structural alternatives
//
// Choice points are declared in the group's conventions.toml, editions in
// editions/*.toml.
package concept

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"
	"text/template"

	"m4bench"
)

// Layer says what a concept is for.
type Layer string

// The layers. Only derived tables are part of the public derived schema.
const (
	Derived Layer = "derived" // a table of the derived schema
	Target  Layer = "target"  // the reference rows of a task
	Step    Layer = "step"    // an intermediate that several concepts share; not kept
)

// Concept is one derivation.
type Concept struct {
	Name   string
	Group  string // folder: the family of clinical rules it belongs to
	Header Header
	Source string // the file's text as written
	File   string // path inside the library

	body *template.Template
}

// Library is all concepts and choice points of one database.
type Library struct {
	Database string // mimiciv or eicu
	concepts map[string]*Concept
	choices  map[string]*Choice
	groups   map[string]*Group
	editions map[string]*Edition
	items    map[int64]Item
}

// Databases that have a library.
const (
	MIMICIV = "mimiciv"
	EICU    = "eicu"
)

// Embedded loads the library that this program was built with.
func Embedded(database string) (*Library, error) { return Load(m4bench.Library, database) }

// Load reads one database's library and checks that it is consistent: every ref
// and choice resolves, every choice point is used, the graph has no cycle.
func Load(library fs.FS, database string) (*Library, error) {
	lib := &Library{
		Database: database,
		concepts: map[string]*Concept{},
		choices:  map[string]*Choice{},
		groups:   map[string]*Group{},
		editions: map[string]*Edition{},
		items:    map[int64]Item{},
	}
	load := []func(fs.FS) error{lib.loadConventions, lib.loadConcepts, lib.loadEditions, lib.loadItems}
	for _, f := range load {
		if err := f(library); err != nil {
			return nil, err
		}
	}
	return lib, lib.check()
}

func (lib *Library) loadConcepts(library fs.FS) error {
	files, err := fs.Glob(library, path.Join("concepts", lib.Database, "*", "*.sql"))
	if err != nil {
		return fmt.Errorf("list concepts: %w", err)
	}
	for _, file := range files {
		text, err := fs.ReadFile(library, file)
		if err != nil {
			return fmt.Errorf("read %s: %w", file, err)
		}
		c, err := parseConcept(file, string(text))
		if err != nil {
			return err
		}
		if other, ok := lib.concepts[c.Name]; ok {
			return fmt.Errorf("%s: concept %s is already defined in %s", file, c.Name, other.File)
		}
		lib.concepts[c.Name] = c
	}
	return nil
}

func parseConcept(file, text string) (*Concept, error) {
	header, body, err := parseHeader(file, text)
	if err != nil {
		return nil, err
	}
	tmpl, err := template.New(file).Funcs(parseFuncs).Parse(body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return &Concept{
		Name:   strings.TrimSuffix(path.Base(file), ".sql"),
		Group:  path.Base(path.Dir(file)),
		Header: header,
		Source: text,
		File:   file,
		body:   tmpl,
	}, nil
}

// check reports everything that is inconsistent, not only the first fault.
func (lib *Library) check() error {
	var faults []error
	used := map[string]bool{}
	inspect := func(file string, body *template.Template) {
		for _, call := range calls(body.Root) {
			faults = append(faults, lib.checkCall(file, call))
			if call.function == "choice" || call.function == "is" {
				used[call.argument] = true
			}
		}
	}
	for _, c := range lib.Concepts() {
		inspect(c.File, c.body)
	}
	for _, choice := range lib.Choices() {
		for _, o := range choice.Options {
			body, err := template.New(choice.ID).Funcs(parseFuncs).Parse(o.Value)
			if err != nil {
				faults = append(faults, fmt.Errorf("%s: choice %s, option %s: %w", choice.File, choice.ID, o.ID, err))
				continue
			}
			inspect(choice.File, body)
		}
	}
	for _, choice := range lib.Choices() {
		if !used[choice.ID] {
			faults = append(faults, fmt.Errorf("%s: no concept uses choice %s", choice.File, choice.ID))
		}
	}
	for _, e := range lib.editions {
		faults = append(faults, lib.checkEdition(e))
		if _, err := lib.order(e, lib.names()); err != nil {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

func (lib *Library) checkCall(file string, call call) error {
	switch call.function {
	case "ref":
		if _, ok := lib.concepts[call.argument]; !ok {
			return fmt.Errorf("%s: ref %q names no concept", file, call.argument)
		}
	case "choice", "is":
		choice, ok := lib.choices[call.argument]
		if !ok {
			return fmt.Errorf("%s: choice %q is not declared in a conventions.toml", file, call.argument)
		}
		if call.function == "is" {
			if _, ok := choice.Option(call.option); !ok {
				return fmt.Errorf("%s: choice %s has no option %q", file, call.argument, call.option)
			}
		}
	}
	return nil
}

// Concepts returns all concepts by group and name.
func (lib *Library) Concepts() []*Concept {
	all := make([]*Concept, 0, len(lib.concepts))
	for _, c := range lib.concepts {
		all = append(all, c)
	}
	sort.Slice(all, func(i, j int) bool {
		if all[i].Group != all[j].Group {
			return all[i].Group < all[j].Group
		}
		return all[i].Name < all[j].Name
	})
	return all
}

func (lib *Library) names() []string {
	var names []string
	for _, c := range lib.Concepts() {
		names = append(names, c.Name)
	}
	return names
}

// Names returns the concepts of a layer that exist in an edition, sorted.
func (lib *Library) Names(e *Edition, layer Layer) []string {
	var names []string
	for _, c := range lib.Concepts() {
		if c.Header.Layer == layer && !e.lacks(c.Name) {
			names = append(names, c.Name)
		}
	}
	sort.Strings(names)
	return names
}

// Has says whether an edition has the concept.
func (lib *Library) Has(e *Edition, name string) bool {
	_, ok := lib.concepts[name]
	return ok && !e.lacks(name)
}

// Get returns a concept, or an UnknownError.
func (lib *Library) Get(name string) (*Concept, error) {
	if c, ok := lib.concepts[name]; ok {
		return c, nil
	}
	return nil, &UnknownError{What: "concept", Name: name, Known: lib.names()}
}

// UnknownError names a concept, edition or choice that does not exist; exit code 2.
type UnknownError struct {
	What, Name string
	Known      []string
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("no %s %q; there are %s", e.What, e.Name, strings.Join(e.near(), ", "))
}

// near keeps, of a long list, the names that begin like the unknown one.
func (e *UnknownError) near() []string {
	const many = 80
	if len(e.Known) <= many {
		return e.Known
	}
	group, _, _ := strings.Cut(e.Name, ".")
	var near []string
	for _, name := range e.Known {
		if strings.HasPrefix(name, group) {
			near = append(near, name)
		}
	}
	if len(near) == 0 {
		near = append(near, e.Known[:many]...)
	}
	return append(near, fmt.Sprintf("%d others", len(e.Known)-len(near)))
}

// ExitCode says that the arguments were wrong.
func (e *UnknownError) ExitCode() int { return 2 }
