package schema

import (
	"fmt"
	"strings"

	"m4bench/internal/duck"
)

// Rebuild is the SELECT that gives a native table's rows, names and types from
// the variant's table that holds it.
func (v *Variant) Rebuild(t Table, made Made, from From) string {
	return v.rebuild(t, made, from, duck.Ident)
}

func (v *Variant) rebuild(t Table, made Made, from From, called func(column string) string) string {
	part := -1
	if made.merge != nil {
		part = made.merge.part(t)
	}
	var list []string
	for _, c := range t.Columns {
		name := c.Name
		if part >= 0 {
			name = made.merge.fieldName(part, c.Name)
		}
		list = append(list, v.decode(t, c.Name, v.column(name))+" AS "+called(c.Name))
	}
	columns, relation := strings.Join(list, ", "), from(made.Table)
	if part < 0 {
		return fmt.Sprintf("SELECT %s FROM %s", columns, relation)
	}
	m := made.merge
	tag, value := v.column(m.Tag.Name), duck.Literal(m.Parts[part].Tag)
	if m.Kind == union {
		return fmt.Sprintf("SELECT %s FROM %s WHERE %s = %s", columns, relation, tag, value)
	}
	// All parts of a join but the last one were checked to have no row twice.
	distinct := "DISTINCT "
	if part == len(m.Parts)-1 {
		distinct = ""
	}
	return fmt.Sprintf("SELECT %s%s FROM %s WHERE list_contains(string_split(%s, %s), %s)", distinct, columns, relation, tag, duck.Literal(between), value)
}

// namesTables is the schema whose tables a column's values name, if they do.
func (v *Variant) namesTables(t Table, column string) string {
	text, _ := v.dictionary.text(t.Qualified(), column)
	return text.Tables
}

// encode is a native column as the variant shows it: where its values are names
// of tables, they become codes.
func (v *Variant) encode(t Table, column string) string {
	return v.swap(t, column, duck.Ident(column), func(native, code string) (string, string) { return native, code })
}

// decode is the way back.
func (v *Variant) decode(t Table, column, coded string) string {
	return v.swap(t, column, coded, func(native, code string) (string, string) { return code, native })
}

func (v *Variant) swap(t Table, column, value string, direction func(native, code string) (old, new string)) string {
	schema := v.namesTables(t, column)
	if schema == "" {
		return value
	}
	var whens strings.Builder
	for _, name := range sortedKeys(v.dictionary.tables) {
		native, ok := strings.CutPrefix(name, schema+".")
		if !ok {
			continue
		}
		old, new := direction(native, v.valueCode(name))
		fmt.Fprintf(&whens, " WHEN %s THEN %s", duck.Literal(old), duck.Literal(new))
	}
	return fmt.Sprintf("CASE %s%s ELSE %s END", value, whens.String(), value)
}

// valueCode is what stands for a native table's name among values: the code of
// the table that holds it, and of which part where it holds several.
func (v *Variant) valueCode(name string) string {
	schema, table, _ := strings.Cut(name, ".")
	native := Table{Schema: schema, Name: table}
	m, merged := v.mergeOf(native)
	if !merged {
		return v.codes.Tables[name]
	}
	return v.codes.Tables[m.Name] + "/" + m.Parts[m.part(native)].Tag
}
