package schema

import (
	"fmt"
	"slices"
	"strings"

	"m4bench/internal/duck"
	"m4bench/internal/ehr"
)

// Merge is one table of the restructured variant, made of several native ones.
type Merge struct {
	Name    string          `toml:"name"` // schema.name, for the dictionary alone: agents see a code
	Kind    string          `toml:"kind"` // union or join
	Title   string          `toml:"title"`
	Row     string          `toml:"row"`
	Tag     Tag             `toml:"tag"`
	Parts   []Part          `toml:"parts"`
	Unify   []Unified       `toml:"unify"`
	Columns map[string]Text `toml:"column"` // those that mean something else here
}

// The kinds of merge. A union stacks its parts. A join puts them side by side by
// the columns that they share, and keeps rows without a partner.
const (
	union = "union"
	join  = "join"
)

// Tag is the column that says which part, or parts, a row is from.
type Tag struct {
	Name  string `toml:"name"`
	About string `toml:"about"`
}

// Part is a native table that is merged.
type Part struct {
	Table string   `toml:"table"`
	Tag   string   `toml:"tag"` // its value of the tag column
	Key   []string `toml:"key"` // columns that name a row of it; joins need them
}

// Unified is one column that has another name in each part.
type Unified struct {
	Name  string   `toml:"name"`
	About string   `toml:"about"`
	Unit  string   `toml:"unit"`
	From  []string `toml:"from"` // in the order of the parts
}

func (d *Dictionary) addMerges(merges []Merge, source ehr.Database) error {
	for _, m := range merges {
		for i := range m.Parts {
			var err error
			if m.Parts[i].Table, err = qualified(source, m.Parts[i].Table); err != nil {
				return fmt.Errorf("merge %s: %w", m.Name, err)
			}
		}
		if m.Kind != union && m.Kind != join {
			return fmt.Errorf("merge %s: kind is %q, not union or join", m.Name, m.Kind)
		}
		for _, u := range m.Unify {
			if len(u.From) != len(m.Parts) {
				return fmt.Errorf("merge %s: %s must name a column of every part", m.Name, u.Name)
			}
		}
		d.merges = append(d.merges, m)
	}
	return nil
}

// present returns the merge with those parts alone that a database has, and
// their tables.
func (m Merge) present(native []Table) (Merge, []Table) {
	here := m
	here.Parts, here.Unify = nil, nil
	for _, u := range m.Unify {
		here.Unify = append(here.Unify, Unified{Name: u.Name, About: u.About, Unit: u.Unit})
	}
	var tables []Table
	for i, p := range m.Parts {
		at := slices.IndexFunc(native, func(t Table) bool { return t.Qualified() == p.Table })
		if at < 0 {
			continue
		}
		here.Parts = append(here.Parts, p)
		tables = append(tables, native[at])
		for j := range here.Unify {
			here.Unify[j].From = append(here.Unify[j].From, m.Unify[j].From[i])
		}
	}
	return here, tables
}

// field is one column of a merged table and the column of each part that it
// holds, empty where a part has none.
type field struct {
	Column
	of []string
}

// fields lays out the merged table: each part's columns in their order, those
// that are there already left out.
func (m Merge) fields(parts []Table) ([]field, error) {
	var all []field
	for i, p := range parts {
		for _, c := range p.Columns {
			name := m.fieldName(i, c.Name)
			at := slices.IndexFunc(all, func(f field) bool { return f.Name == name })
			if at < 0 {
				at = len(all)
				all = append(all, field{Column{name, c.Type}, make([]string, len(parts))})
			}
			if all[at].Type != c.Type {
				return nil, fmt.Errorf("%s: column %s has type %s in one part and %s in another, so %s cannot be made", p.Qualified(), c.Name, all[at].Type, c.Type, m.Title)
			}
			all[at].of[i] = c.Name
		}
	}
	return all, nil
}

// fieldName is the merged table's column that holds a column of part i.
func (m Merge) fieldName(i int, column string) string {
	for _, u := range m.Unify {
		if u.From[i] == column {
			return u.Name
		}
	}
	return column
}

// unionSQL stacks the parts. Rows stay in the parts' order.
func (v *Variant) unionSQL(m Merge, parts []Table, fields []field, from From) string {
	var selects []string
	for i, p := range parts {
		list := []string{duck.Literal(m.Parts[i].Tag) + " AS " + v.column(m.Tag.Name)}
		for _, f := range fields {
			value := "NULL::" + f.Type
			if f.of[i] != "" {
				value = v.encode(p, f.of[i])
			}
			list = append(list, value+" AS "+v.column(f.Name))
		}
		selects = append(selects, "SELECT "+strings.Join(list, ", ")+" FROM "+from(p))
	}
	return strings.Join(selects, "\nUNION ALL\n")
}

// stacked says where a union's columns come from; nil if values become codes on
// the way.
func (v *Variant) stacked(m Merge, parts []Table, fields []field) []Stacked {
	tag := Stacked{}
	for _, p := range m.Parts {
		tag.Text = append(tag.Text, p.Tag)
	}
	all := []Stacked{tag}
	for _, f := range fields {
		column := Stacked{}
		for i, p := range parts {
			if f.of[i] != "" && v.namesTables(p, f.of[i]) != "" {
				return nil
			}
			column.From = append(column.From, slices.IndexFunc(p.Columns, func(c Column) bool { return c.Name == f.of[i] }))
		}
		all = append(all, column)
	}
	return all
}

// joinSQL puts the parts side by side. The tag lists the parts that a row has.
func (v *Variant) joinSQL(m Merge, parts []Table, fields []field, from From) string {
	var tags, order, list []string
	joined := ""
	for i, p := range parts {
		mark := fmt.Sprintf("has_%d", i)
		tags = append(tags, fmt.Sprintf("CASE WHEN %s THEN %s END", mark, duck.Literal(m.Parts[i].Tag)))
		relation := fmt.Sprintf("(SELECT *, true AS %s FROM %s)", mark, from(p))
		if i == 0 {
			joined = relation
		} else {
			joined = fmt.Sprintf("(SELECT * FROM %s\nFULL JOIN %s USING (%s))", joined, relation, identList(shared(fields, i)))
		}
		order = append(order, m.Parts[i].Key...)
	}
	for _, f := range fields {
		list = append(list, duck.Ident(f.Name)+" AS "+v.column(f.Name))
	}
	return fmt.Sprintf("SELECT concat_ws(%s, %s) AS %s, %s\nFROM %s\nORDER BY %s",
		duck.Literal(between), strings.Join(tags, ", "), v.column(m.Tag.Name), strings.Join(list, ", "), joined, identList(slices.Compact(order)))
}

// between stands between the parts in the tag of a join.
const between = ", "

// shared lists the columns that part i has in common with the parts before it.
func shared(fields []field, i int) []string {
	var names []string
	for _, f := range fields {
		if f.of[i] != "" && slices.ContainsFunc(f.of[:i], func(of string) bool { return of != "" }) {
			names = append(names, f.Name)
		}
	}
	return names
}

func identList(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = duck.Ident(name)
	}
	return strings.Join(quoted, ", ")
}
