package schema

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"m4bench/internal/naming"
)

// Seen is what an agent sees of a database, and how texts speak of it. Nil stands
// for the native variant, in which every text stays as it is.
type Seen struct {
	v      *Variant
	native []Table
}

// See is a variant of the tables that an agent may see.
func See(v *Variant, native []Table) *Seen { return &Seen{v, native} }

// Kind is the variant.
func (s *Seen) Kind() string {
	if s == nil {
		return Native
	}
	return s.v.Kind
}

// Instruction is a task's instruction without the name of the database. Columns of
// the output keep their names: the output is scored under them.
func (s *Seen) Instruction(text string) string {
	if s == nil {
		return text
	}
	for _, r := range s.v.dictionary.renames {
		text = strings.ReplaceAll(text, r.From, r.To)
	}
	return text
}

var codeSpan = regexp.MustCompile("`[^`\n]+`")

// Guide is a skill or specification with codes for names. Names that are written
// as code (in backquotes) become codes, and so do coined names of source columns
// anywhere. The columns of the output keep their names, unless source tables have
// them too: the instruction says what those are called in the output.
func (s *Seen) Guide(text string, output []string) string {
	if s == nil {
		return text
	}
	text = s.unnamed(text)
	var b strings.Builder
	end := 0
	for _, span := range codeSpan.FindAllStringIndex(text, -1) {
		b.WriteString(s.prose(text[end:span[0]]))
		b.WriteString(s.span(text[span[0]+1:span[1]-1], output))
		end = span[1]
	}
	b.WriteString(s.prose(text[end:]))
	return b.String()
}

// unnamed takes the names of the databases out of a text that tells them apart.
func (s *Seen) unnamed(text string) string {
	all, _ := dictionaries() // this variant comes from them
	for _, d := range all {
		called := "another database"
		if d == s.v.dictionary {
			called = "this database"
		}
		for _, r := range d.renames {
			if r.To != "" {
				text = strings.ReplaceAll(text, r.From, called)
			} else {
				text = strings.ReplaceAll(text, r.From, "")
			}
		}
	}
	return text
}

// prose is text outside of code.
func (s *Seen) prose(text string) string {
	return words.ReplaceAllStringFunc(text, func(word string) string {
		if naming.Coined(word) && s.inSource(word) {
			return s.v.codes.Columns[word]
		}
		return word
	})
}

var words = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)

// span is one name written as code, alone or behind its table; anything else stays.
func (s *Seen) span(text string, output []string) string {
	table, column, dotted := strings.Cut(text, ".")
	switch {
	case s.v.dictionary.columns[text].Word, s.kept(text, output):
	case dotted && s.tableCode(table) != "" && s.v.codes.Columns[column] != "":
		return "`" + s.tableCode(table) + "." + s.columnCode(column) + "`" + s.where(table)
	case s.tableCode(text) != "":
		return "`" + s.tableCode(text) + "`" + s.where(text)
	case s.columnCode(text) != "":
		return "`" + s.columnCode(text) + "`"
	case s.v.codes.Schemas[text] != "":
		return "`" + s.v.codes.Schemas[text] + "`"
	}
	return "`" + text + "`"
}

// kept says whether a name stays: it is a column of the output that no source
// table has.
func (s *Seen) kept(name string, output []string) bool {
	return slices.Contains(output, name) && !s.inSource(name)
}

// inSource says whether a source table has a column of that name.
func (s *Seen) inSource(column string) bool {
	all, _ := dictionaries()
	return slices.ContainsFunc(all, func(d *Dictionary) bool { return d.sourceColumns[column] })
}

// qualifiedName finds the table of a name without a schema, first in this database.
func (s *Seen) qualifiedName(table string) string {
	all, _ := dictionaries()
	for _, d := range append([]*Dictionary{s.v.dictionary}, all...) {
		for name := range d.tables {
			if _, found, _ := strings.Cut(name, "."); found == table || name == table {
				return name
			}
		}
	}
	return ""
}

// tableCode is the code of the table that holds a native one.
func (s *Seen) tableCode(table string) string {
	name := s.qualifiedName(table)
	if name == "" {
		return ""
	}
	if m, merged := s.merge(name); merged {
		name = m.Name
	}
	schema, _, _ := strings.Cut(name, ".")
	return s.v.codes.Schemas[schema] + "." + s.v.codes.Tables[name]
}

func (s *Seen) merge(qualified string) (Merge, bool) {
	schema, name, _ := strings.Cut(qualified, ".")
	return s.v.mergeOf(Table{Schema: schema, Name: name})
}

// where says which rows of a merged table are those of a native one.
func (s *Seen) where(table string) string {
	name := s.qualifiedName(table)
	m, merged := s.merge(name)
	if !merged {
		return ""
	}
	tag, part := s.v.codes.Columns[m.Tag.Name], ""
	for _, p := range m.Parts {
		if p.Table == name {
			part = p.Tag
		}
	}
	if m.Kind == union {
		return fmt.Sprintf(" (where `%s` is %s)", tag, part)
	}
	return fmt.Sprintf(" (where `%s` lists %s)", tag, part)
}

// columnCode is the code of the column that holds a native one.
func (s *Seen) columnCode(column string) string {
	if s.v.Kind == Restructured {
		for _, m := range s.v.dictionary.merges {
			for _, u := range m.Unify {
				if slices.Contains(u.From, column) {
					return s.v.codes.Columns[u.Name]
				}
			}
		}
	}
	return s.v.codes.Columns[column]
}
