package schema

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"m4bench/internal/duck"
	"m4bench/internal/naming"
)

// sqlToken matches what must not be looked into (texts, comments), tables with
// their schema, and words.
var sqlToken = regexp.MustCompile(`'(?:[^']|'')*'|--[^\n]*|[a-z_]+\.[a-z_0-9]+\b|` + words.String())

// SQL is a query on native source tables with codes for names. It gives the
// columns of the output under their own names.
func (s *Seen) SQL(query string, output []string) string {
	if s == nil {
		return query
	}
	word := func(token string) string { return s.sqlWord(token, output) }
	query = sqlToken.ReplaceAllStringFunc(query, word)
	var list []string
	for _, name := range output {
		list = append(list, duck.Ident(word(name))+" AS "+duck.Ident(name))
	}
	return fmt.Sprintf("SELECT %s\nFROM (\n%s)\n", strings.Join(list, ", "), query)
}

func (s *Seen) sqlWord(token string, output []string) string {
	schema, table, dotted := strings.Cut(token, ".")
	switch {
	case token[0] == '\'':
		return s.sqlText(token, output)
	case s.kept(token, output):
		return token
	case token[0] == '-':
		return s.prose(s.unnamed(token))
	case dotted && s.v.codes.Schemas[schema] != "":
		return s.relation(token)
	case dotted:
		return s.sqlWord(schema, output) + "." + s.sqlWord(table, output)
	}
	if derived, ok := strings.CutPrefix(token, "derived_"); ok && s.qualifiedName(derived) != "" {
		return "derived_" + s.v.codes.Tables[s.qualifiedName(derived)]
	}
	if code := s.v.codes.Columns[token]; code != "" {
		return code
	}
	return token
}

// sqlText is a quoted text. One that is a column's name and no plain word is used
// as a name in the query.
func (s *Seen) sqlText(quoted string, output []string) string {
	name := quoted[1 : len(quoted)-1]
	if code := s.v.codes.Columns[name]; code != "" && naming.Coined(name) && !s.kept(name, output) {
		return duck.Literal(code)
	}
	return quoted
}

// relation reads a native table's columns, in codes, from the table that holds it.
func (s *Seen) relation(qualified string) string {
	tables, err := s.v.Tables(s.native)
	at := slices.IndexFunc(tables, func(m Made) bool { return m.holds(qualified) })
	if err != nil || at < 0 {
		return s.tableCode(qualified)
	}
	made := tables[at]
	if made.merge == nil {
		return made.Qualified()
	}
	native := made.Of[slices.IndexFunc(made.Of, func(t Table) bool { return t.Qualified() == qualified })]
	return "(" + s.v.rebuild(native, made, Table.Qualified, func(column string) string { return s.v.column(column) }) + ")"
}
