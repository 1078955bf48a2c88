package task

import (
	"fmt"
	"slices"
	"strings"
)

// ColumnTable is the markdown table by which an instruction asks for the output
// columns. It comes from the declared columns, never from reference rows.
func (t *Task) ColumnTable() string {
	var b strings.Builder
	b.WriteString("| column | type | unit | meaning |\n|---|---|---|---|\n")
	for _, c := range t.Columns {
		unit := " "
		if c.Unit != "" {
			unit = " " + c.Unit + " "
		}
		fmt.Fprintf(&b, "| `%s` | %s |%s| %s |\n", c.Name, c.Type.asked(), unit, c.Description)
	}
	return b.String()
}

// asked is how an instruction asks for a type.
func (t Type) asked() string {
	switch t {
	case Timestamp:
		return "`YYYY-MM-DD HH:MM:SS`"
	case Date:
		return "`YYYY-MM-DD`"
	case Boolean:
		return "true or false"
	default:
		return string(t)
	}
}

// ReferenceColumn is a column of a task's reference rows. The type is DuckDB's,
// and empty where only the name is known.
type ReferenceColumn struct {
	Name string `json:"name"`
	Type string `json:"type,omitempty"`
}

// CompareColumns says how the declared columns differ from those of the
// reference rows: names, order and kinds of type.
func (t *Task) CompareColumns(reference []ReferenceColumn) []Fault {
	fault := func(format string, args ...any) []Fault {
		return []Fault{{t.ID, "task.toml", fmt.Sprintf(format, args...)}}
	}
	declared, given := columnNames(t.Columns, func(c Column) string { return c.Name }),
		columnNames(reference, func(c ReferenceColumn) string { return c.Name })
	if !slices.Equal(declared, given) {
		return fault("columns are %s, but the reference has %s", strings.Join(declared, ", "), strings.Join(given, ", "))
	}
	var faults []Fault
	for i, c := range t.Columns {
		if got := reference[i].Type; got != "" && !c.Type.accepts(got) {
			faults = append(faults, fault("column %s is declared %s, but the reference has %s", c.Name, c.Type, got)...)
		}
	}
	return faults
}

func columnNames[C any](columns []C, name func(C) string) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = name(c)
	}
	return names
}

// accepts says whether a DuckDB type can carry values of the declared type.
// Whole numbers come as doubles where the source charts them so.
func (t Type) accepts(duckdb string) bool {
	base, _, _ := strings.Cut(duckdb, "(")
	kinds := map[Type][]string{
		Integer:   {"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "DOUBLE", "DECIMAL"},
		Number:    {"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "DOUBLE", "DECIMAL", "FLOAT"},
		Text:      {"VARCHAR"},
		Timestamp: {"TIMESTAMP"},
		Date:      {"DATE", "TIMESTAMP"},
		Boolean:   {"BOOLEAN"},
	}
	return slices.Contains(kinds[t], base)
}
