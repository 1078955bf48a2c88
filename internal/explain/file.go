package explain

import (
	"fmt"
	"slices"
	"strings"

	"m4bench/internal/score/table"
	"m4bench/internal/task"
)

// File says what was found in a user's file before any value is compared.
type File struct {
	Rows            int64    `json:"rows"`             // that could be read and have a key
	Unusable        int64    `json:"unusable_rows"`    // lines that make no row, and rows without a usable key
	Repeated        int64    `json:"repeated_rows"`    // further rows of a key that came before
	Unknown         int64    `json:"unknown_rows"`     // whose key the reference does not have
	Missing         int64    `json:"missing_rows"`     // of the reference whose key the file does not have
	NoColumns       []string `json:"missing_columns"`  // scored columns that are left out of the comparison
	Ignored         []string `json:"ignored_columns"`  // that the task does not have
	Notes           []string `json:"notes"`            // what to know or do, in words
	Unreadable      int64    `json:"unreadable_cells"` // whose text is no value of the column's type
	firstUnreadable string
	firstFault      string // the first unusable line
}

// wanted lists the columns to read: the target's key and what is scored.
func wanted(t target) (columns []table.Column, declared []task.Column, err error) {
	seen := map[string]bool{}
	for _, c := range slices.Concat(t.cells.task.Keys(), t.cells.natural, t.cells.scored) {
		if seen[c.Name] {
			continue
		}
		seen[c.Name] = true
		column, err := table.ColumnOf(c)
		if err != nil {
			return nil, nil, err
		}
		columns, declared = append(columns, column), append(declared, c)
	}
	return columns, declared, nil
}

// matchHeader notes which of the wanted columns the file has. Without the whole
// key, or without any scored column, there is nothing to compare.
func (lab *Lab) matchHeader(t target, path string, source table.Source, declared []task.Column, file *File) error {
	has := map[string]bool{}
	for i, c := range declared {
		has[c.Name] = source.Has(i)
	}
	var keys []string
	for _, k := range t.cells.task.Keys() {
		keys = append(keys, k.Name)
	}
	for _, k := range keys {
		if !has[k] {
			return &OutputError{fmt.Errorf("%s has no column %s, and rows are found by %s; its header has %s",
				path, k, strings.Join(keys, ", "), quoted(source.Header()))}
		}
	}
	lab.columns, lab.header = nil, nil
	for name, present := range has {
		if present {
			lab.header = append(lab.header, name)
		}
	}
	for i, s := range t.cells.scored {
		if has[s.Name] {
			lab.columns = append(lab.columns, i)
		} else {
			file.NoColumns = append(file.NoColumns, s.Name)
		}
	}
	if len(lab.columns) == 0 {
		return &OutputError{fmt.Errorf("%s has none of the columns that %s is compared by (%s); its header has %s",
			path, t.tasks[0], strings.Join(file.NoColumns, ", "), quoted(source.Header()))}
	}
	for _, name := range source.Header() {
		if !slices.ContainsFunc(t.cells.task.Columns, func(c task.Column) bool { return strings.EqualFold(c.Name, strings.TrimSpace(name)) }) {
			file.Ignored = append(file.Ignored, name)
		}
	}
	return nil
}

// OutputError is a file that cannot be explained; exit code 2.
type OutputError struct{ Err error }

func (e *OutputError) Error() string { return e.Err.Error() }
func (e *OutputError) Unwrap() error { return e.Err }

// ExitCode says that an input file cannot be used.
func (e *OutputError) ExitCode() int { return 2 }

func (lab *Lab) outputHas(name string) bool { return slices.Contains(lab.header, name) }

func (f *File) fault(reason string) {
	if f.firstFault == "" {
		f.firstFault = reason
	}
}

// unreadable counts a cell whose text is no value of its column's type.
func (f *File) unreadable(c task.Column, line int, text string) {
	f.Unreadable++
	if f.firstUnreadable == "" {
		f.firstUnreadable = fmt.Sprintf("line %d, column %s: %.40q is no %s", line, c.Name, text, c.Type)
	}
}

func quoted(names []string) string {
	const shown = 30
	var parts []string
	for i, name := range names {
		if i == shown {
			return strings.Join(parts, ", ") + fmt.Sprintf(" and %d more", len(names)-shown)
		}
		parts = append(parts, fmt.Sprintf("%.60q", name))
	}
	return strings.Join(parts, ", ")
}
