package task

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"m4bench/internal/ehr"
	"m4bench/internal/guide"
	"m4bench/internal/naming"
)

// Fault is something wrong with a task's definition or its texts.
type Fault struct {
	Task    string `json:"task"`
	File    string `json:"file"` // in the task's folder
	Message string `json:"message"`
}

func (f Fault) String() string { return fmt.Sprintf("%s/%s: %s", f.Task, f.File, f.Message) }

// Lint says what is wrong with a task. The library is where its skills and the
// tables it removes are looked up.
func (s *Set) Lint(t *Task, library fs.FS) []Fault {
	var faults []Fault
	report := func(file string) func(string, ...any) {
		return func(format string, args ...any) {
			faults = append(faults, Fault{t.ID, file, fmt.Sprintf(format, args...)})
		}
	}
	definition := report("task.toml")
	t.lintFields(definition)
	t.lintColumns(definition)
	t.lintRemoved(library, definition)
	t.lintSkills(library, definition)
	t.lintInstruction(report("instruction.md"))
	t.lintSpec(library, report("spec.md"))
	return faults
}

func (t *Task) lintFields(fault func(string, ...any)) {
	oneOf := func(field, value string, allowed ...string) {
		if !slices.Contains(allowed, value) {
			fault("%s is %q: use %s", field, value, strings.Join(allowed, ", "))
		}
	}
	oneOf("database", t.Database, MIMICIV, EICU)
	oneOf("mode", t.Mode, Standard, Raw)
	oneOf("difficulty", t.Difficulty, "medium", "hard", "expert")
	if t.Title == "" {
		fault("title is missing")
	}
	if want := t.ReferenceName(); t.Reference != want {
		fault("reference is %q: the rows of this task are concept %q", t.Reference, want)
	}
	for name, share := range map[string]float64{"coverage": t.Strict.Coverage, "accuracy": t.Strict.Accuracy} {
		if share <= 0 || share > 1 {
			fault("strict.%s is %v: it is a share, above 0 and at most 1", name, share)
		}
	}
	switch standard := t.Mode == Standard; {
	case standard && t.Database == EICU:
		fault("eICU has no derived tables, so mode cannot be standard")
	case standard && len(t.Removed) == 0:
		fault("removed is empty: a standard task hides at least the table that is its answer")
	case !standard && len(t.Removed) > 0:
		fault("removed is set, but a raw task shows no derived table at all")
	}
}

func (t *Task) lintColumns(fault func(string, ...any)) {
	seen := map[string]bool{}
	for _, c := range t.Columns {
		if seen[c.Name] {
			fault("column %s is declared twice", c.Name)
		}
		seen[c.Name] = true
		for _, problem := range c.problems() {
			fault("column %s: %s", c.Name, problem)
		}
	}
	if len(t.Keys()) == 0 {
		fault("no column has role key")
	}
	if len(t.With(Value)) == 0 {
		fault("no column has role value")
	}
	for _, name := range t.NaturalKey {
		if !seen[name] {
			fault("natural_key names %s, which is no column", name)
		}
	}
}

func (c Column) problems() []string {
	var found []string
	numeric := c.Type == Integer || c.Type == Number
	check := func(ok bool, problem string) {
		if !ok {
			found = append(found, problem)
		}
	}
	check(slices.Contains([]Role{Key, ID, Value, Extra}, c.Role), fmt.Sprintf("role %q is not key, id, value or extra", c.Role))
	check(slices.Contains([]Type{Integer, Number, Text, Timestamp, Date, Boolean}, c.Type),
		fmt.Sprintf("type %q is not integer, number, text, timestamp, date or boolean", c.Type))
	check(c.Tolerance >= 0, "tolerance is negative")
	check(c.Tolerance == 0 || numeric || c.Type == Timestamp, "only numbers and timestamps have a tolerance")
	check(c.Tolerance == 0 || c.Role == Value || c.Role == Extra, "only scored columns have a tolerance")
	check(c.Ordered == (c.Role == Value && numeric), "ordered must be set for numeric value columns and for no other")
	check(c.Description != "" && !strings.ContainsAny(c.Description, "\n|"), "the description must be one line without |")
	return found
}

// lintRemoved finds a misspelled table: it would stay where the agent sees it.
func (t *Task) lintRemoved(library fs.FS, fault func(string, ...any)) {
	for _, name := range t.Removed {
		if found, _ := fs.Glob(library, "concepts/*/*/"+name+".sql"); len(found) == 0 {
			fault("removed names %q, which is no concept", name)
		}
	}
}

func (t *Task) lintSkills(library fs.FS, fault func(string, ...any)) {
	if len(t.Skills) == 0 {
		fault("skills is empty")
	}
	if t.Decoy == "" || slices.Contains(t.Skills, t.Decoy) {
		fault("decoy %q must be a skill of another family", t.Decoy)
	}
	for _, name := range append(slices.Clone(t.Skills), t.Decoy) {
		skill, err := guide.ReadSkill(library, name)
		if err != nil {
			fault("skill %q: %v", name, err)
			continue
		}
		t.lintSkill(skill, name, fault)
	}
}

// givesAway finds what an instruction must leave to the agent.
var givesAway = []struct {
	pattern *regexp.Regexp
	what    string
}{
	{regexp.MustCompile(`(?i)mimiciv_|eicu_crd`), "names a database schema"},
	{regexp.MustCompile(`(?i)\bitem[_ ]?ids?\b`), "speaks of item ids"},
	{regexp.MustCompile("(?i)```\\s*sql"), "holds a SQL block"},
	{regexp.MustCompile(`(?i)\bselect\b|\bfrom\s+\w+\.\w+|\bjoin\s+\w+\.\w+`), "holds SQL"},
	{regexp.MustCompile(`\b\d{5,}\b`), "holds a number that looks like an item id"},
	{regexp.MustCompile(`(?i)mimic-code|eicu-code|mit-lcp`), "names a code repository"},
}

func (t *Task) lintInstruction(fault func(string, ...any)) {
	for _, g := range givesAway {
		if found := g.pattern.FindString(t.Instruction); found != "" {
			fault("%s: %q", g.what, found)
		}
	}
	for _, name := range t.named(t.Instruction, nil) {
		fault("names table %s", name)
	}
	for _, path := range []string{"./database.duckdb", "./output.csv"} {
		if !strings.Contains(t.Instruction, "`"+path+"`") {
			fault("does not name `%s`", path)
		}
	}
	if !strings.Contains(t.Instruction, t.ColumnTable()) {
		fault("the table of columns is not the one that task.toml gives; it must read\n%s", t.ColumnTable())
	}
}

// named lists the tables that a text names, derived ones among them, if their name
// is not a plain word or a column that the task asks for.
func (t *Task) named(text string, derived []string) []string {
	tables := map[string]bool{}
	for _, database := range ehr.Databases() {
		for _, table := range database.Tables {
			tables[table.Name] = naming.Coined(table.Name)
		}
	}
	for _, name := range append(slices.Clone(t.Removed), derived...) {
		tables[name] = naming.Coined(name)
	}
	for _, c := range t.Columns {
		delete(tables, c.Name)
	}
	var found []string
	naming.Words(text, func(word string) {
		if tables[word] {
			found = append(found, word)
			delete(tables, word)
		}
	})
	return found
}
