package condition_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"m4bench/internal/condition"
	"m4bench/internal/ehr"
	"m4bench/internal/naming"
	"m4bench/internal/schema"
	"m4bench/internal/task"
)

// seen is a variant of what a task's agent sees of a complete database.
func seen(t *testing.T, tk *task.Task, kind string) *schema.Seen {
	t.Helper()
	shapes, err := shapesOf(tk.Database)
	if err != nil {
		t.Fatal(err)
	}
	codes, err := schema.NewCodes([]byte("a salt for tests"))
	if err != nil {
		t.Fatal(err)
	}
	v, err := schema.NewVariant(kind, tk.Database, codes)
	if err != nil {
		t.Fatal(err)
	}
	return schema.See(v, slices.DeleteFunc(slices.Clone(shapes), func(table schema.Table) bool {
		return table.Schema == "mimiciv_derived" && (tk.Mode == task.Raw || slices.Contains(tk.Removed, table.Name))
	}))
}

func shapesOf(database string) ([]schema.Table, error) {
	if database == ehr.EICU {
		return eicuShapes()
	}
	return mimicShapes()
}

var (
	mimicShapes = sync.OnceValues(func() ([]schema.Table, error) {
		return schema.Shapes(context.Background(), ehr.MIMICIV, "current")
	})
	eicuShapes = sync.OnceValues(func() ([]schema.Table, error) {
		return schema.Shapes(context.Background(), ehr.EICU, "current")
	})
)

func givenIn(t *testing.T, tk *task.Task, name, kind string) *condition.Given {
	t.Helper()
	g, err := condition.PromptIn(tk, name, seen(t, tk, kind))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

var variants = []string{schema.Obfuscated, schema.Restructured}

// The arms can be compared: the variants' prompts are the native one with another
// name of the database, and the dictionary behind it.
func TestPromptsOfVariantsDifferInTheDictionaryAlone(t *testing.T) {
	named := strings.NewReplacer("MIMIC-IV", "an EHR database", " (eICU)", "", "the eICU Collaborative Research Database", "an EHR database")
	for _, tk := range tasks(t).All() {
		for _, kind := range variants {
			instruction, dictionary, _ := strings.Cut(givenIn(t, tk, condition.NoSkill, kind).Prompt, "\n## Dictionary")
			if want := named.Replace(given(t, tk, condition.NoSkill).Prompt); instruction != want {
				t.Errorf("%s, %s: the instruction is\n%s\nwant\n%s", tk.ID, kind, instruction, want)
			}
			if !strings.Contains(dictionary, "One row per ICU stay") {
				t.Errorf("%s, %s: no dictionary", tk.ID, kind)
			}
		}
	}
}

// Skills, specifications and SQL speak of tables and columns in codes. What stays
// are the columns of the output, which the evaluator reads, and words that are
// values too.
func TestNoConditionOfAVariantHoldsANativeName(t *testing.T) {
	native := map[string]bool{}
	for _, database := range []string{ehr.MIMICIV, ehr.EICU} {
		d, err := schema.Embedded(database)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range d.NativeNames() {
			native[name] = naming.Coined(name)
		}
	}
	for _, tk := range tasks(t).All() {
		output := map[string]bool{}
		for _, c := range tk.Columns {
			output[c.Name] = true
		}
		for _, kind := range variants {
			for _, name := range condition.All() {
				if name == condition.AllSkills && tk.Family != "gcs" {
					continue // they are the same for all tasks of a database, but for columns of the output
				}
				g := givenIn(t, tk, name, kind)
				texts := []string{strings.Replace(g.Prompt, tk.Instruction, "", 1)}
				for _, s := range g.Skills {
					texts[0] = strings.ReplaceAll(texts[0], s.Path, "")
					texts = append(texts, s.Description, body(s.Content))
				}
				for _, word := range exactWords(strings.Join(texts, "\n")) {
					if native[word] && !output[word] {
						t.Errorf("%s, %s, %s holds %s", tk.ID, kind, name, word)
					}
				}
			}
		}
	}
}

// body is a skill without its front matter, which names families.
func body(skill string) string {
	parts := strings.SplitN(skill, "---\n", 3)
	return parts[len(parts)-1]
}

// exactWords are the words as they are written: SpO2 is clinical language, spo2 a column.
func exactWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r > 127 || !naming.IsWordByte(byte(r)) })
}

func TestDiffShowsTheLinesThatDiffer(t *testing.T) {
	old := &condition.Given{Prompt: "1\n2\n3\n4\n5\n6\n7\n8\n"}
	new := &condition.Given{Prompt: "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"}
	want := "=== prompt\n  ...\n  3\n  4\n- 5\n+ five\n  6\n  7\n  8\n+ 9\n"
	if got := condition.Diff(old, new); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := condition.Diff(old, old); got != "=== prompt\n  ...\n" {
		t.Errorf("of equal texts it shows\n%s", got)
	}
}
