package concept

import (
	"fmt"
	"io"
	"sort"
	"strings"
)

// Description is what a person asks about one concept.
type Description struct {
	Name       string    `json:"name"`
	Group      string    `json:"group"`
	Layer      Layer     `json:"layer"`
	Title      string    `json:"title"`
	Grain      string    `json:"grain"`
	Key        []string  `json:"key"`
	Invariants []string  `json:"invariants"`
	Notes      []string  `json:"notes"`
	Papers     []string  `json:"papers"`
	Reads      []string  `json:"reads"`   // concepts it reads itself
	Sources    []string  `json:"sources"` // tables of the EHR that it and all below it read
	Decisions  []Decided `json:"conventions"`
}

// Decided is a choice point on the way to a concept and what the edition takes.
type Decided struct {
	Choice   string `json:"choice"`
	Question string `json:"question"`
	Option   string `json:"option"`
	Reason   string `json:"reason"`
}

// Describe collects what a concept is for one edition.
func (lib *Library) Describe(name string, e *Edition) (*Description, error) {
	order, err := lib.Order(e, name)
	if err != nil {
		return nil, err
	}
	c := order[len(order)-1]
	d := &Description{
		Name: c.Name, Group: c.Group, Layer: c.Header.Layer, Title: c.Header.Title, Grain: c.Header.Grain,
		Key: c.Header.Key, Invariants: c.Header.Invariants, Notes: c.Header.Notes, Papers: c.Header.Papers,
	}
	var choices []string
	for _, below := range order {
		rendered, err := lib.Render(below.Name, e, plainNames)
		if err != nil {
			return nil, err
		}
		if below == c {
			d.Reads = rendered.Refs
		}
		for _, s := range rendered.Sources {
			d.Sources = once(d.Sources, s)
		}
		for _, id := range rendered.Choices {
			choices = once(choices, id)
		}
	}
	sort.Strings(d.Sources)
	sort.Strings(choices)
	for _, id := range choices {
		choice := lib.choices[id]
		option := e.Chosen(choice)
		d.Decisions = append(d.Decisions, Decided{id, choice.Question, option.ID, option.Reason})
	}
	return d, nil
}

// ChoicesBelow returns the choice points that a concept depends on in an edition.
func (lib *Library) ChoicesBelow(name string, e *Edition) ([]*Choice, error) {
	d, err := lib.Describe(name, e)
	if err != nil {
		return nil, err
	}
	var below []*Choice
	for _, decided := range d.Decisions {
		below = append(below, lib.choices[decided.Choice])
	}
	return below, nil
}

// Users returns the concepts whose own SQL goes through a choice point, in any edition.
func (lib *Library) Users(choice string) []*Concept {
	var users []*Concept
	for _, c := range lib.Concepts() {
		for _, call := range calls(c.body.Root) {
			if (call.function == "choice" || call.function == "is") && call.argument == choice {
				users = append(users, c)
				break
			}
		}
	}
	return users
}

// Print writes a description for a terminal.
func (d *Description) Print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", d.Name, d.Title)
	field := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%-11s %s\n", name, value)
		}
	}
	field("group", d.Group)
	field("layer", string(d.Layer))
	field("grain", d.Grain)
	field("key", strings.Join(d.Key, ", "))
	field("reads", strings.Join(d.Reads, ", "))
	field("sources", strings.Join(d.Sources, ", "))
	lists := []struct {
		title string
		items []string
	}{{"Notes", d.Notes}, {"Invariants", d.Invariants}, {"Papers", d.Papers}}
	for _, list := range lists {
		if len(list.items) > 0 {
			fmt.Fprintf(&b, "\n%s\n", list.title)
		}
		for _, item := range list.items {
			fmt.Fprintf(&b, "  - %s\n", item)
		}
	}
	if len(d.Decisions) > 0 {
		fmt.Fprintf(&b, "\nConventions\n")
	}
	for _, decided := range d.Decisions {
		fmt.Fprintf(&b, "  %s = %s\n      %s\n      %s\n", decided.Choice, decided.Option, decided.Question, decided.Reason)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Print writes a group's choice points for a terminal; the edition's option is marked.
func (g *Group) Print(w io.Writer, e *Edition) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", g.Name, g.Title)
	for i := range g.Choices {
		c := &g.Choices[i]
		fmt.Fprintf(&b, "\n  %s\n  %s\n", c.ID, c.Question)
		for _, o := range c.Options {
			mark := " "
			if o.ID == e.Chosen(c).ID {
				mark = "*"
			}
			fmt.Fprintf(&b, "  %s %-22s %-8s %s", mark, o.ID, o.Kind, o.Reason)
			if o.Source != "" {
				fmt.Fprintf(&b, " (%s)", o.Source)
			}
			b.WriteString("\n")
		}
	}
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}
