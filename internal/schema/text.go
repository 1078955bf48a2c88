package schema

import (
	"fmt"
	"slices"
	"strings"
)

// Dictionary says in clinical words what every table and column holds that the
// agent sees. The native variant has none.
func (s *Seen) Dictionary() (string, error) {
	if s == nil {
		return "", nil
	}
	tables, err := s.v.Tables(s.native)
	if err != nil {
		return "", err
	}
	w := &writer{v: s.v, native: s.native, tables: tables}
	err = w.dictionary()
	return w.text.String(), err
}

const introduction = `## Dictionary of the database

Schemas, tables and columns have codes for names. This is what they hold. A column's code is the same in every table that
has the column; values are as they were recorded.
`

// writer puts a dictionary into words.
type writer struct {
	v      *Variant
	native []Table
	tables []Made
	text   strings.Builder
}

func (w *writer) printf(format string, args ...any) { fmt.Fprintf(&w.text, format, args...) }

func (w *writer) dictionary() error {
	w.printf("%s\nSchemas:\n\n", introduction)
	w.list(w.v.codes.Schemas, func(name, code string) string {
		if slices.ContainsFunc(w.tables, func(m Made) bool { return m.Schema == code }) {
			return w.v.dictionary.schemas[name]
		}
		return ""
	})
	w.printf("\nColumns that join all tables which have them:\n\n")
	w.list(w.v.codes.Columns, func(name, _ string) string {
		text := w.v.dictionary.columns[name]
		if text.ID && slices.ContainsFunc(w.native, func(t Table) bool { _, ok := t.column(name); return ok }) {
			return text.About
		}
		return ""
	})
	for _, m := range w.tables {
		if err := w.table(m); err != nil {
			return err
		}
	}
	return nil
}

// list writes a line for each name that there is something to say of, in the
// order of the codes: the order of the names would give them away.
func (w *writer) list(codes map[string]string, about func(name, code string) string) {
	var lines []string
	for name, code := range codes {
		if text := about(name, code); text != "" {
			lines = append(lines, fmt.Sprintf("- `%s`: %s\n", code, text))
		}
	}
	slices.Sort(lines)
	w.printf("%s", strings.Join(lines, ""))
}

func (w *writer) table(m Made) error {
	title, row := w.title(m)
	if title == "" || row == "" {
		return fmt.Errorf("the dictionary of %s does not say what %s holds", w.v.dictionary.Database, m.Of[0].Qualified())
	}
	w.printf("\n### `%s`: %s\n\n%s%s.%s\n\n", m.Qualified(), title, strings.ToUpper(row[:1]), row[1:], w.joins(m))
	texts, err := w.columns(m)
	if err != nil {
		return err
	}
	for i, c := range m.Columns {
		unit := ""
		if texts[i].Unit != "" {
			unit = " [" + texts[i].Unit + "]"
		}
		w.printf("- `%s` %s%s: %s\n", c.Name, strings.ToLower(c.Type), unit, texts[i].About)
	}
	return nil
}

func (w *writer) title(m Made) (title, row string) {
	if m.merge != nil {
		return m.merge.Title, m.merge.Row
	}
	if t, ok := w.v.dictionary.tables[m.Of[0].Qualified()]; ok {
		return t.Title, t.Row
	}
	return "", ""
}

// columns finds the texts of a table's columns.
func (w *writer) columns(m Made) ([]Text, error) {
	names, texts := w.names(m)
	for i, text := range texts {
		if text.About == "" {
			return nil, fmt.Errorf("the dictionary of %s does not say what column %s of %s holds", w.v.dictionary.Database, names[i], m.Of[0].Qualified())
		}
	}
	return texts, nil
}

// names are a table's columns by their names in the dictionary, and their texts.
func (w *writer) names(m Made) (names []string, texts []Text) {
	native := map[string]string{} // by code
	for name, code := range w.v.codes.Columns {
		native[code] = name
	}
	for _, c := range m.Columns {
		name := native[c.Name]
		var text Text
		if m.merge != nil {
			text = m.merge.text(w.v.dictionary, name)
		} else {
			text, _ = w.v.dictionary.text(m.Of[0].Qualified(), name)
		}
		names, texts = append(names, name), append(texts, text)
	}
	return names, texts
}

// text is what a column of a merged table holds.
func (m Merge) text(d *Dictionary, column string) Text {
	if column == m.Tag.Name {
		return Text{About: m.Tag.About}
	}
	if text, ok := m.Columns[column]; ok {
		return text
	}
	for _, u := range m.Unify {
		if u.Name == column {
			return Text{About: u.About, Unit: u.Unit}
		}
	}
	return d.columns[column]
}

// joins says how the table's columns lead to other tables that can be seen.
func (w *writer) joins(m Made) string {
	var ways []string
	for _, t := range m.Of {
		known, ok := w.v.dictionary.tables[t.Qualified()]
		if !ok {
			continue
		}
		for _, j := range known.Joins {
			at := slices.IndexFunc(w.tables, func(other Made) bool { return other.holds(j.To) })
			if at < 0 || w.tables[at].Qualified() == m.Qualified() || !w.has(t, j.On) || !w.has(w.nativeTable(j.To), j.theirs()) {
				continue
			}
			way := fmt.Sprintf("`%s` %s", w.tables[at].Qualified(), w.condition(j))
			if !slices.Contains(ways, way) {
				ways = append(ways, way)
			}
		}
	}
	if len(ways) == 0 {
		return ""
	}
	return " Joins " + strings.Join(ways, "; ") + "."
}

func (m Made) holds(native string) bool {
	return slices.ContainsFunc(m.Of, func(t Table) bool { return t.Qualified() == native })
}

func (w *writer) nativeTable(name string) Table {
	at := slices.IndexFunc(w.native, func(t Table) bool { return t.Qualified() == name })
	return w.native[at]
}

func (w *writer) has(t Table, columns []string) bool {
	return !slices.ContainsFunc(columns, func(name string) bool { _, ok := t.column(name); return !ok })
}

func (w *writer) condition(j Join) string {
	var parts []string
	for i, on := range j.On {
		part := "`" + w.v.codes.Columns[on] + "`"
		if their := j.theirs()[i]; their != on {
			part += " = its `" + w.v.codes.Columns[their] + "`"
		}
		parts = append(parts, part)
	}
	return "on " + strings.Join(parts, " and ")
}
