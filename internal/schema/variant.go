package schema

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"m4bench/internal/duck"
)

// Variant is one database in other names.
type Variant struct {
	Kind       string // Obfuscated or Restructured
	dictionary *Dictionary
	codes      Codes
}

// NewVariant gives a database, mimic-iv or eicu, these codes.
func NewVariant(kind, database string, codes Codes) (*Variant, error) {
	if kind != Obfuscated && kind != Restructured {
		return nil, fmt.Errorf("%s is no variant with codes", kind)
	}
	d, err := Embedded(database)
	return &Variant{Kind: kind, dictionary: d, codes: codes}, err
}

// From says how SQL reads a table, such as by a subquery in brackets.
type From func(Table) string

// Made is one table of a variant.
type Made struct {
	Table          // in codes
	Of     []Table // native tables whose rows it holds
	Unique []Key   // what must hold of them, else it cannot be made without loss

	query func(From) string // nil if it has the rows and columns of its one native table as they are
	stack []Stacked
	merge *Merge
}

// Stacked says where a column of a union comes from: for each native table the
// place of its column, below 0 where it has none; or else a text for each.
type Stacked struct {
	From []int
	Text []string
}

// Stack says where the columns come from if the table is made of its native ones
// by putting them on top of each other as they are.
func (m Made) Stack() ([]Stacked, bool) { return m.stack, m.stack != nil }

// Key is columns of a native table that must name its rows.
type Key struct {
	Of      Table
	Columns []string
}

// Same says that the table differs from its native one in nothing but names.
func (m Made) Same() bool { return m.query == nil }

// Query is the SELECT that makes the table from native ones.
func (m Made) Query(from From) string { return m.query(from) }

// Tables lays out the variant of a database that has these native tables, sorted
// by name.
func (v *Variant) Tables(native []Table) ([]Made, error) {
	var all []Made
	for _, t := range native {
		if _, merged := v.mergeOf(t); merged {
			continue
		}
		made, err := v.alone(t)
		if err != nil {
			return nil, err
		}
		all = append(all, made)
	}
	if v.Kind == Restructured {
		for _, m := range v.dictionary.merges {
			made, err := v.merged(m, native)
			if err != nil {
				return nil, err
			}
			all = append(all, made...)
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Qualified() < all[j].Qualified() })
	return all, nil
}

// mergeOf finds the merge that a native table goes into.
func (v *Variant) mergeOf(t Table) (Merge, bool) {
	if v.Kind != Restructured {
		return Merge{}, false
	}
	for _, m := range v.dictionary.merges {
		if m.part(t) >= 0 {
			return m, true
		}
	}
	return Merge{}, false
}

func (m Merge) part(t Table) int {
	return slices.IndexFunc(m.Parts, func(p Part) bool { return p.Table == t.Qualified() })
}

// alone is a table that is not merged.
func (v *Variant) alone(t Table) (Made, error) {
	made := Made{Of: []Table{t}}
	if err := v.rename(&made, t.Qualified(), t.Columns); err != nil {
		return made, err
	}
	if slices.ContainsFunc(t.Columns, func(c Column) bool { return v.namesTables(t, c.Name) != "" }) {
		made.query = func(from From) string {
			var list []string
			for _, c := range t.Columns {
				list = append(list, v.encode(t, c.Name)+" AS "+v.column(c.Name))
			}
			return "SELECT " + strings.Join(list, ", ") + " FROM " + from(t)
		}
	}
	return made, nil
}

// merged is the table of a merge, unless the database has none of its parts.
func (v *Variant) merged(all Merge, native []Table) ([]Made, error) {
	m, parts := all.present(native)
	if len(parts) == 0 {
		return nil, nil
	}
	fields, err := m.fields(parts)
	if err != nil {
		return nil, err
	}
	columns := []Column{{m.Tag.Name, "VARCHAR"}}
	for _, f := range fields {
		columns = append(columns, f.Column)
	}
	made := Made{Of: parts, merge: &m}
	if err := v.rename(&made, m.Name, columns); err != nil {
		return nil, err
	}
	if m.Kind == union {
		made.query = func(from From) string { return v.unionSQL(m, parts, fields, from) }
		made.stack = v.stacked(m, parts, fields)
		return []Made{made}, nil
	}
	for i, p := range parts {
		if err := m.joinable(i, p, fields); err != nil {
			return nil, err
		}
		if i < len(parts)-1 {
			made.Unique = append(made.Unique, Key{p, m.Parts[i].Key})
		}
	}
	made.query = func(from From) string { return v.joinSQL(m, parts, fields, from) }
	return []Made{made}, nil
}

// joinable makes sure that a part has the columns that it is joined by.
func (m Merge) joinable(i int, p Table, fields []field) error {
	for _, key := range m.Parts[i].Key {
		if _, ok := p.column(key); !ok {
			return fmt.Errorf("%s has no column %s, without which %s cannot be made", p.Qualified(), key, m.Title)
		}
	}
	if i > 0 && len(shared(fields, i)) == 0 {
		return fmt.Errorf("%s shares no column with the other parts of %s", p.Qualified(), m.Title)
	}
	return nil
}

// rename gives a table and its columns their codes.
func (v *Variant) rename(made *Made, name string, columns []Column) error {
	schema, _, _ := strings.Cut(name, ".")
	code, ok := v.codes.Tables[name]
	if !ok {
		return fmt.Errorf("the dictionary of %s does not know table %s", v.dictionary.Database, name)
	}
	made.Schema, made.Name = v.codes.Schemas[schema], code
	for _, c := range columns {
		code, ok := v.codes.Columns[c.Name]
		if !ok {
			return fmt.Errorf("the dictionary of %s does not know column %s of %s", v.dictionary.Database, c.Name, name)
		}
		made.Columns = append(made.Columns, Column{code, c.Type})
	}
	return nil
}

// column is the code of a column, quoted.
func (v *Variant) column(native string) string { return duck.Ident(v.codes.Columns[native]) }
