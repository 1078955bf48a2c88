package condition_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"m4bench/internal/condition"
	"m4bench/internal/guide"
	"m4bench/internal/task"
)

var update = flag.Bool("update", false, "write the golden files anew")

func tasks(t *testing.T) *task.Set {
	t.Helper()
	set, err := task.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func given(t *testing.T, tk *task.Task, name string) *condition.Given {
	t.Helper()
	g, err := condition.Prompt(tk, name, condition.Native)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The prompt of one task in each condition, letter by letter. Whoever changes a
// text sees here what agents will be told from now on.
func TestPromptsOfOneTask(t *testing.T) {
	tk, err := tasks(t).Get("mimic-sirs-24h-raw")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range condition.All() {
		file := filepath.Join("testdata", name+".md")
		got := given(t, tk, name).Prompt
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (write it anew with -update):\n%s", name, diff)
		}
	}
}

// All six conditions exist for all tasks, and each gives what its name says.
func TestEveryConditionForEveryTask(t *testing.T) {
	names, err := guide.SkillNames(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, tk := range tasks(t).All() {
		for name, want := range map[string][]string{
			condition.NoSkill:         {},
			condition.WithSkill:       tk.Skills,
			condition.AllSkills:       names,
			condition.DecoySkill:      {tk.Decoy},
			condition.RawSQL:          {tk.GoldenName() + "-sql"},
			condition.OperationalSpec: {},
		} {
			t.Run(tk.ID+"/"+name, func(t *testing.T) {
				g := given(t, tk, name)
				var got []string
				for _, s := range g.Skills {
					got = append(got, s.Name)
					checkSkill(t, g, s)
				}
				if !slices.Equal(got, want) {
					t.Errorf("skills %v, want %v", got, want)
				}
				if !strings.HasPrefix(g.Prompt, tk.Instruction) {
					t.Error("the prompt does not begin with the instruction")
				}
				if hasSpec := strings.Contains(g.Prompt, tk.Spec); hasSpec != (name == condition.OperationalSpec) {
					t.Errorf("specification in the prompt: %v", hasSpec)
				}
				if mentions := strings.Contains(g.Prompt, "./skills"); mentions != (len(want) > 0) {
					t.Errorf("skills in the prompt: %v", mentions)
				}
				if g.SHA256 != guide.Hash(g.Prompt) {
					t.Error("the prompt's hash is that of something else")
				}
			})
		}
	}
}

// checkSkill makes sure that an agent's reader of skills finds this one.
func checkSkill(t *testing.T, g *condition.Given, s condition.SkillFile) {
	t.Helper()
	matter, _, err := guide.ParseFrontMatter(s.Content)
	if err != nil {
		t.Fatalf("%s: %v", s.Name, err)
	}
	if matter.Name != s.Name || matter.Description != s.Description || s.Path != "skills/"+s.Name+"/SKILL.md" {
		t.Errorf("%s lies in %s and calls itself %s", s.Name, s.Path, matter.Name)
	}
	if s.SHA256 != guide.Hash(s.Content) || g.Hashes()[s.Name] != s.SHA256 {
		t.Errorf("%s: the hash is that of something else", s.Name)
	}
	if !strings.Contains(g.Prompt, s.Path) || !strings.Contains(g.Prompt, s.Description) {
		t.Errorf("the prompt does not say where %s is", s.Name)
	}
}

// The decoy and the SQL are announced in the words in which a task's own skill is.
func TestSkillsAreAnnouncedAlike(t *testing.T) {
	tk, _ := tasks(t).Get("mimic-meld-24h")
	announced := func(name string) string {
		g := given(t, tk, name)
		text := strings.TrimPrefix(g.Prompt, tk.Instruction)
		for _, s := range g.Skills {
			text = strings.ReplaceAll(text, fmt.Sprintf("- `./%s`: %s\n", s.Path, s.Description), "")
		}
		return text
	}
	for _, name := range []string{condition.AllSkills, condition.DecoySkill, condition.RawSQL} {
		if diff := cmp.Diff(announced(condition.WithSkill), announced(name)); diff != "" {
			t.Errorf("%s is announced otherwise:\n%s", name, diff)
		}
	}
}

func TestUnknownConditionsAndSchemas(t *testing.T) {
	tk, _ := tasks(t).Get("mimic-meld-24h")
	if _, err := condition.Prompt(tk, "with-skills", condition.Native); err == nil || !strings.Contains(err.Error(), "operational-spec") {
		t.Errorf("error %v does not list the conditions", err)
	}
	if _, err := condition.Prompt(tk, condition.NoSkill, "natural"); err == nil || !strings.Contains(err.Error(), "native") {
		t.Errorf("error %v does not list the schema variants", err)
	}
}
