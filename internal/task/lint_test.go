package task_test

import (
	"compress/gzip"
	"encoding/csv"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"m4bench"
	"m4bench/internal/ehr"
	"m4bench/internal/naming"
	"m4bench/internal/task"
	"m4bench/internal/testdata"
)

func embedded(t *testing.T) *task.Set {
	t.Helper()
	tasks, err := task.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return tasks
}

func TestEmbeddedTasksHaveNoFault(t *testing.T) {
	tasks := embedded(t)
	for _, tk := range tasks.All() {
		for _, f := range tasks.Lint(tk, m4bench.Library) {
			t.Error(f)
		}
	}
}

// The reference rows that came with the data say in which order their columns
// are; an output is asked for in the same order.
func TestColumnsAreThoseOfTheReferenceFiles(t *testing.T) {
	for _, tk := range embedded(t).All() {
		set := "mimic-edge-1/current"
		if tk.Database == task.EICU {
			set = "eicu-edge-1"
		}
		file := filepath.Join(testdata.Root(), "internal/testdata/golden", set, "task", tk.GoldenName()+".csv.gz")
		var columns []task.ReferenceColumn
		for _, name := range header(t, file) {
			columns = append(columns, task.ReferenceColumn{Name: name})
		}
		for _, f := range tk.CompareColumns(columns) {
			t.Error(f)
		}
	}
}

func header(t *testing.T, file string) []string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	gz, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	columns, err := csv.NewReader(gz).Read()
	if err != nil {
		t.Fatal(err)
	}
	return columns
}

func TestCompareColumns(t *testing.T) {
	tk := &task.Task{ID: "x", Columns: []task.Column{{Name: "stay_id", Type: task.Integer}, {Name: "at", Type: task.Timestamp}}}
	columns := func(types ...string) []task.ReferenceColumn {
		return []task.ReferenceColumn{{Name: "stay_id", Type: types[0]}, {Name: "at", Type: types[1]}}
	}
	for _, c := range []struct {
		name   string
		given  []task.ReferenceColumn
		faults int
	}{
		{"equal", columns("BIGINT", "TIMESTAMP"), 0},
		{"a whole number charted as a double", columns("DOUBLE", "TIMESTAMP"), 0},
		{"a decimal", columns("DECIMAL(18,3)", "TIMESTAMP"), 0},
		{"text instead of time", columns("BIGINT", "VARCHAR"), 1},
		{"both wrong", columns("VARCHAR", "DATE"), 2},
		{"other order", []task.ReferenceColumn{{Name: "at"}, {Name: "stay_id"}}, 1},
		{"a column missing", []task.ReferenceColumn{{Name: "stay_id"}}, 1},
	} {
		if got := tk.CompareColumns(c.given); len(got) != c.faults {
			t.Errorf("%s: %v, want %d faults", c.name, got, c.faults)
		}
	}
}

// Each change to a good task must be found, and named.
func TestLintFinds(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*task.Task)
		says   string
	}{
		"unknown mode":             {func(t *task.Task) { t.Mode = "open" }, "mode"},
		"coverage in per cent":     {func(t *task.Task) { t.Strict.Coverage = 95 }, "share"},
		"nothing removed":          {func(t *task.Task) { t.Removed = nil }, "removed is empty"},
		"misspelled removed table": {func(t *task.Task) { t.Removed = []string{"sofas"} }, "no concept"},
		"raw with removed":         {func(t *task.Task) { t.Mode = task.Raw }, "raw task"},
		"another reference":        {func(t *task.Task) { t.Reference = "sofa" }, "target_sofa_24h"},
		"no key":                   {func(t *task.Task) { t.Columns[2].Role = task.ID }, "role key"},
		"duplicate column":         {func(t *task.Task) { t.Columns[4].Name = "sofa" }, "declared twice"},
		"tolerance on a key":       {func(t *task.Task) { t.Columns[2].Tolerance = 1 }, "only scored columns"},
		"tolerance on text":        {func(t *task.Task) { t.Columns[3].Type, t.Columns[3].Tolerance = task.Text, 1 }, "only numbers"},
		"negative tolerance":       {func(t *task.Task) { t.Columns[3].Tolerance = -1 }, "negative"},
		"unordered value":          {func(t *task.Task) { t.Columns[3].Ordered = false }, "ordered"},
		"unknown role":             {func(t *task.Task) { t.Columns[3].Role = "score" }, "role"},
		"natural key is no column": {func(t *task.Task) { t.NaturalKey = []string{"drug"} }, "natural_key"},
		"own skill as decoy":       {func(t *task.Task) { t.Decoy = "sofa-score" }, "decoy"},
		"no description":           {func(t *task.Task) { t.Columns[3].Description = "" }, "description"},
		"column left out of the instruction": {func(t *task.Task) {
			t.Instruction = strings.Replace(t.Instruction, "| `renal` |", "| `kidneys` |", 1)
		}, "table of columns"},
		"other output file": {func(t *task.Task) {
			t.Instruction = strings.ReplaceAll(t.Instruction, "./output.csv", "out.csv")
		}, "./output.csv"},
	} {
		t.Run(name, func(t *testing.T) {
			tasks := embedded(t)
			tk, _ := tasks.Get("mimic-sofa-24h")
			c.change(tk)
			for _, f := range tasks.Lint(tk, m4bench.Library) {
				if strings.Contains(f.String(), c.says) {
					return
				}
			}
			t.Errorf("no fault speaks of %q", c.says)
		})
	}
}

// Whatever gives the way to the answer away must be found anywhere in an
// instruction.
func TestInstructionsAreSparse(t *testing.T) {
	tasks := embedded(t)
	tk, _ := tasks.Get("mimic-sofa-24h")
	good := tk.Instruction
	giveaways := []string{"mimiciv_icu", "MIMICIV_DERIVED", "eicu_crd.patient", "item ids", "itemid 220045", "220045", "mimic-code",
		"```sql\n", "SELECT stay_id", "select", "from icu.stays", "first_day_sofa"}
	for _, database := range ehr.Databases() {
		for _, table := range database.Tables {
			if naming.Coined(table.Name) {
				giveaways = append(giveaways, table.Name)
			}
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		giveaway := rapid.SampledFrom(giveaways).Draw(rt, "giveaway")
		lines := strings.SplitAfter(good, "\n")
		at := rapid.IntRange(0, len(lines)).Draw(rt, "line")
		tk.Instruction = strings.Join(lines[:at], "") + giveaway + "\n" + strings.Join(lines[at:], "")
		for _, f := range tasks.Lint(tk, m4bench.Library) {
			if f.File == "instruction.md" && !strings.Contains(f.Message, "table of columns") {
				return
			}
		}
		rt.Errorf("%q was not found", giveaway)
	})
}

// library is the embedded one with some files changed.
func library(changes map[string]string) fs.FS {
	changed := fstest.MapFS{}
	for name, text := range changes {
		changed[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return overlay{changed}
}

type overlay struct{ changed fstest.MapFS }

func (o overlay) Open(name string) (fs.File, error) {
	if f, err := o.changed.Open(name); err == nil && o.changed[name] != nil {
		return f, nil
	}
	return m4bench.Library.Open(name)
}

// Each change to a skill of the task, or to its decoy, must be found.
func TestLintSkills(t *testing.T) {
	const good = "---\nname: sofa-score\ndescription: How to derive the SOFA score.\n---\n\n# SOFA\n\nRead `chartevents`.\n"
	tasks := embedded(t)
	tk, _ := tasks.Get("mimic-sofa-24h")
	if faults := tasks.Lint(tk, library(map[string]string{"skills/sofa-score/SKILL.md": good})); len(faults) != 0 {
		t.Fatalf("a good skill has faults: %v", faults)
	}
	for name, c := range map[string]struct{ from, to, says string }{
		"no front matter":     {"---\nname", "name", "front matter"},
		"another name":        {"name: sofa-score", "name: sofa", `"sofa"`},
		"capitals":            {"name: sofa-score", "name: SOFA", "lower case"},
		"no description":      {"description: How to derive the SOFA score.\n", "", "description"},
		"endless description": {"How to derive", strings.Repeat("x", 1025), "characters"},
		"an unknown field":    {"description:", "category: x\ndescription:", "category"},
		"a SQL block":         {"Read", "```SQL\nx\n```", "SQL block"},
		"a query":             {"Read", "SELECT stay_id, 1\nFROM icustays", "holds SQL"},
		"a table of a schema": {"Read", "read from mimiciv_derived.bg", "holds SQL"},
		"the reference":       {"Read", "as target_sofa_24h", "names a reference"},
		"the answer's table":  {"Read", "take first_day_sofa", "first_day_sofa"},
		"where it comes from": {"Read", "as in mimic-code", "repository"},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(good, c.from, c.to, 1)
			for _, f := range tasks.Lint(tk, library(map[string]string{"skills/sofa-score/SKILL.md": text})) {
				if f.File == "task.toml" && strings.Contains(f.Message, c.says) {
					return
				}
			}
			t.Errorf("no fault speaks of %q", c.says)
		})
	}
	tk.Decoy = "no-such-skill"
	if faults := tasks.Lint(tk, m4bench.Library); len(faults) != 1 || !strings.Contains(faults[0].Message, "no-such-skill") {
		t.Errorf("a missing decoy gives %v", faults)
	}
}

// A specification says the rules, in clinical words, and not where the data are.
func TestSpecificationsGiveNoWayToTheData(t *testing.T) {
	tasks := embedded(t)
	tk, _ := tasks.Get("mimic-sofa-24h")
	good := tk.Spec
	for _, giveaway := range []string{"chartevents", "`icustays`", "mimiciv_icu", "itemid", "220045", "first_day_sofa", "oxygen_delivery",
		"target_sofa_24h", "```sql", "SELECT 1", "mimic-code"} {
		tk.Spec = good + "\n" + giveaway + "\n"
		found := false
		for _, f := range tasks.Lint(tk, m4bench.Library) {
			found = found || f.File == "spec.md"
		}
		if !found {
			t.Errorf("%q was not found", giveaway)
		}
	}
	tk.Spec = ""
	if faults := tasks.Lint(tk, m4bench.Library); len(faults) != 1 {
		t.Errorf("a missing specification gives %v", faults)
	}
}
