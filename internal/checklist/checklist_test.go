package checklist_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"m4bench"
	"m4bench/internal/checklist"
	"m4bench/internal/concept"
	"m4bench/internal/explain"
	"m4bench/internal/guide"
	"m4bench/internal/task"
)

func embedded(t *testing.T) (*checklist.Checker, *task.Set, task.Libraries) {
	t.Helper()
	libs, err := task.EmbeddedLibraries()
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := task.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	checker, err := checklist.New(m4bench.Library, libs)
	if err != nil {
		t.Fatal(err)
	}
	return checker, tasks, libs
}

// Every choice point that can change a scored cell is stated, in the specification
// and in the skills, of every task. Whoever declares a new choice point states its
// rule in the family's rules.md (docs/conditions.md), or says in unused.toml why it
// cannot matter there.
func TestEveryRuleIsStated(t *testing.T) {
	checker, tasks, _ := embedded(t)
	for _, tk := range tasks.All() {
		r, err := checker.Check(tk)
		if err != nil {
			t.Fatal(err)
		}
		if r.Rules == 0 {
			t.Errorf("%s: no choice point lies below %s", tk.ID, tk.Reference)
		}
		if !r.Complete() {
			t.Errorf("%s: not stated in the specification: %v; in the skills: %v", tk.ID, r.Spec.Missing, r.Skill.Missing)
		}
	}
}

// An anchor without its choice point would count for nothing and look like much.
func TestAnchorsNameChoicePoints(t *testing.T) {
	_, tasks, libs := embedded(t)
	known := map[string]bool{}
	for _, lib := range libs {
		for _, c := range lib.Choices() {
			known[c.ID] = true
		}
	}
	check := func(text string, rules []string) {
		for _, id := range rules {
			if !known[id] {
				t.Errorf("%s states %s, which is no choice point", text, id)
			}
		}
	}
	for _, tk := range tasks.All() {
		check(tk.ID+"/spec.md", tk.SpecRules)
	}
	skills, err := guide.ReadSkills(m4bench.Library)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range skills {
		check(s.Name, s.Rules)
	}
}

func TestUnusedListsFitTheConcepts(t *testing.T) {
	checker, tasks, _ := embedded(t)
	faults, err := checker.Faults(tasks)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		t.Error(f)
	}
}

func TestUnusedEntriesNeedAReason(t *testing.T) {
	for name, text := range map[string]string{
		"no reason":     "[[unused]]\nreference = \"target_sofa_24h\"\nconventions = [\"stay.age\"]\n",
		"no convention": "[[unused]]\nreference = \"target_sofa_24h\"\nbecause = \"x\"\n",
		"unknown field": "[[unused]]\nreference = \"r\"\nbecause = \"x\"\nconventions = [\"a.b\"]\nwhy = \"y\"\n",
	} {
		library := fstest.MapFS{"tasks/sofa/unused.toml": &fstest.MapFile{Data: []byte(text)}}
		if _, err := checklist.ReadUnused(library); err == nil || !strings.Contains(err.Error(), "tasks/sofa/unused.toml") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// An entry can be about one option; the others of its choice point still count.
func TestUnusedOptions(t *testing.T) {
	text := "[[unused]]\nreference = \"target_sofa_24h\"\nbecause = \"x\"\nconventions = [\"neuro.with_tube = unknown\", \"gases.gas\"]\n"
	unused, err := checklist.ReadUnused(fstest.MapFS{"tasks/sofa/unused.toml": &fstest.MapFile{Data: []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		choice, option string
		whole, proven  bool
	}{
		{"neuro.with_tube", "unknown", false, true},
		{"neuro.with_tube", "speech-as-1", false, false},
		{"gases.gas", "any", true, true},
	} {
		if got := unused.Has("target_sofa_24h", c.choice); got != c.whole {
			t.Errorf("%s as a whole is declared: %v", c.choice, got)
		}
		if got := unused.Because("target_sofa_24h", c.choice, c.option) != ""; got != c.proven {
			t.Errorf("%s = %s is declared: %v", c.choice, c.option, got)
		}
	}
}

// On a database only what changes the reference there has to be stated; a rule that
// is declared to be of no use and changes it all the same is a fault of its own.
func TestCheckOnADatabase(t *testing.T) {
	checker, tasks, _ := embedded(t)
	tk, _ := tasks.Get("mimic-sirs-24h-raw")
	effect := func(choice string, rows int64) explain.Effect {
		return explain.Effect{Flip: explain.Flip{Choice: choice, Option: "x", Kind: concept.Mistake}, Target: tk.Reference, Rows: rows}
	}
	audit := &explain.Audit{Effects: []explain.Effect{
		effect("sirs.heart_rate", 3), effect("sirs.heart_rate", 5), // two options of one choice point
		effect("sirs.temperature", 0),     // silent on this database
		effect("vitals.glucose_range", 1), // unused.toml says that it cannot be
		effect("drugs.aspirin", 1),        // stated nowhere
		{Flip: explain.Flip{Choice: "meld.floor"}, Target: "target_meld_24h", Rows: 1},
	}}
	r, err := checker.CheckOn(tk, audit)
	if err != nil {
		t.Fatal(err)
	}
	if r.Rules != 3 || r.Spec.Stated != 1 || !slices.Contains(r.Spec.Missing, "drugs.aspirin") || slices.Contains(r.Skill.Missing, "sirs.heart_rate") {
		t.Errorf("%+v", r)
	}
	if !slices.Equal(r.Contradicted, []string{"vitals.glucose_range"}) || r.Complete() {
		t.Errorf("contradicted %v, complete %v", r.Contradicted, r.Complete())
	}
}
