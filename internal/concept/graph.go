package concept

import (
	"fmt"
	"strings"
)

// plainNames renders refs and sources as they are called; for looking at the graph.
var plainNames = Names{
	Ref:    func(c *Concept) string { return c.Name },
	Source: func(table string) string { return table },
}

// Order returns the wanted concepts and everything below them, each after what
// it reads. The order is the same for the same library and edition.
func (lib *Library) Order(e *Edition, wanted ...string) ([]*Concept, error) {
	for _, name := range wanted {
		if _, err := lib.Get(name); err != nil {
			return nil, err
		}
		if e.lacks(name) {
			return nil, &UnknownError{What: "concept in edition " + e.ID, Name: name, Known: lib.Names(e, Derived)}
		}
	}
	return lib.order(e, wanted)
}

func (lib *Library) order(e *Edition, wanted []string) ([]*Concept, error) {
	walk := &walk{lib: lib, edition: e, state: map[string]int{}}
	for _, name := range wanted {
		if e.lacks(name) {
			continue
		}
		if err := walk.visit(name, nil); err != nil {
			return nil, err
		}
	}
	return walk.order, nil
}

type walk struct {
	lib     *Library
	edition *Edition
	state   map[string]int // 0 unseen, 1 on the path, 2 done
	order   []*Concept
}

func (w *walk) visit(name string, path []string) error {
	switch w.state[name] {
	case 2:
		return nil
	case 1:
		return fmt.Errorf("concepts read each other in a circle: %s", strings.Join(append(path, name), " → "))
	}
	w.state[name] = 1
	rendered, err := w.lib.Render(name, w.edition, plainNames)
	if err != nil {
		return err
	}
	for _, ref := range rendered.Refs {
		if err := w.visit(ref, append(path, name)); err != nil {
			return err
		}
	}
	w.state[name] = 2
	w.order = append(w.order, rendered.Concept)
	return nil
}

// Standalone renders a concept with everything below it as one statement that
// runs in any DuckDB shell on the EHR database alone.
func (lib *Library) Standalone(name string, e *Edition, source func(string) string) (string, error) {
	order, err := lib.Order(e, name)
	if err != nil {
		return "", err
	}
	names := Names{Ref: func(c *Concept) string { return "derived_" + c.Name }, Source: source}
	var parts []string
	for _, c := range order {
		rendered, err := lib.Render(c.Name, e, names)
		if err != nil {
			return "", err
		}
		parts = append(parts, fmt.Sprintf("-- %s\nderived_%s AS (\n%s\n)", c.Header.Title, c.Name, indent(rendered.SQL)))
	}
	return fmt.Sprintf("WITH\n%s\nSELECT * FROM derived_%s\n", strings.Join(parts, ",\n\n"), name), nil
}

func indent(sql string) string {
	lines := strings.Split(strings.TrimRight(sql, "\n"), "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = "    " + line
		}
	}
	return strings.Join(lines, "\n")
}
