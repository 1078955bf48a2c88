package agent

import (
	"fmt"
	"sort"
	"strings"

	"m4bench/internal/task"
)

// builtin is a script that needs to know no answer.
type builtin struct {
	about string
	write func(*task.Task) (Script, error)
}

var builtins = map[string]builtin{
	"empty":   {"writes the header line and no row", empty},
	"hang":    {"does nothing until it is killed", fixed("hang", "trap '' TERM INT; echo waiting; while :; do sleep 3600; done")},
	"loud":    {"prints a hundred million bytes and writes nothing", fixed("loud", "head -c 100000000 /dev/zero | tr '\\0' 'a' | fold -w 100")},
	"nothing": {"ends without an output file", fixed("nothing", "echo 'I have nothing to say.'")},
	"zeros":   {"writes zero for every stay or admission", zeros},
}

// ScriptHelp lists the built-in scripts, one a line.
func ScriptHelp() string {
	var b strings.Builder
	for _, name := range scriptNames() {
		fmt.Fprintf(&b, "  %-8s %s\n", name, builtins[name].about)
	}
	return b.String()
}

func scriptNames() []string {
	names := make([]string, 0, len(builtins))
	for name := range builtins {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Builtin returns the scripted agent of one of the built-in scripts.
func Builtin(name string) (Agent, error) {
	b, ok := builtins[name]
	if !ok {
		return nil, &UsageError{fmt.Errorf("no script %q; there are %s, and any file that ends in .sql", name, strings.Join(scriptNames(), ", "))}
	}
	return scripted{name: name, write: func(job Job) (Script, error) { return b.write(job.Task) }}, nil
}

func fixed(name, script string) func(*task.Task) (Script, error) {
	return func(*task.Task) (Script, error) {
		return Script{Name: name, Argv: []string{"/bin/sh", "-c", script}}, nil
	}
}

func empty(t *task.Task) (Script, error) {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	return Script{
		Name:  "empty",
		Argv:  []string{"/bin/sh", "-c", "cat header.csv >" + OutputFile},
		Files: map[string][]byte{"header.csv": []byte(strings.Join(names, ",") + "\n")},
	}, nil
}

// grains are the tables that hold one row for each value of a key, and what
// else a task may want to see of them.
var grains = []struct {
	database, key, table string
	also                 []string
}{
	{task.MIMICIV, "stay_id", "mimiciv_icu.icustays", []string{"subject_id", "hadm_id"}},
	{task.MIMICIV, "hadm_id", "mimiciv_hosp.admissions", []string{"subject_id"}},
	{task.EICU, "patientunitstayid", "eicu_crd.patient", nil},
}

func zeros(t *task.Task) (Script, error) {
	keys := t.Keys()
	for _, g := range grains {
		if len(keys) == 1 && keys[0].Name == g.key && t.Database == g.database {
			return QueryScript("zeros", zerosQuery(t, g.table, append(g.also, g.key))), nil
		}
	}
	return Script{}, &UsageError{fmt.Errorf("script zeros works for tasks with one row a stay or an admission, which %s is not", t.ID)}
}

func zerosQuery(t *task.Task, table string, known []string) string {
	var columns []string
	for _, c := range t.Columns {
		value := zeroOf(c.Type)
		for _, name := range known {
			if c.Name == name {
				value = quoted(name)
			}
		}
		columns = append(columns, value+" AS "+quoted(c.Name))
	}
	return "SELECT " + strings.Join(columns, ", ") + "\nFROM " + table + "\n"
}

func zeroOf(t task.Type) string {
	switch t {
	case task.Integer, task.Number:
		return "0"
	case task.Boolean:
		return "false"
	default:
		return "NULL"
	}
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
