package run_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"m4bench/internal/agent"
	"m4bench/internal/condition"
	"m4bench/internal/record"
	"m4bench/internal/run"
	"m4bench/internal/sandbox"
)

// What an agent reads in its sandbox, what the record keeps and what task prompt
// prints are the same bytes, in every condition.
func TestAnAgentGetsWhatItsConditionGives(t *testing.T) {
	a, err := agent.ParseCommand(`sh -c 'cat; find skills -type f 2>/dev/null | sort | while read f; do echo "== $f"; cat "$f"; done'`)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range condition.All() {
		t.Run(name, func(t *testing.T) {
			o := order(t, sandbox.BwrapName, sirs, a)
			o.Condition = name
			given, err := condition.Prompt(o.Task, name, condition.Native)
			if err != nil {
				t.Fatal(err)
			}
			done := one(t, o)
			trace, err := os.ReadFile(filepath.Join(done.Dir, record.TraceFile))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(seen(given), string(trace)); diff != "" {
				t.Errorf("the agent saw something else than it was given:\n%s", diff)
			}
			if done.Condition != name || done.Inputs.Prompt != given.SHA256 {
				t.Errorf("condition %s, prompt %s", done.Condition, done.Inputs.Prompt)
			}
			if diff := cmp.Diff(given.Hashes(), done.Inputs.Skills); diff != "" {
				t.Errorf("hashes of skills:\n%s", diff)
			}
			for _, s := range given.Skills {
				kept, err := os.ReadFile(filepath.Join(done.Dir, record.PromptDir, s.Path))
				if err != nil || string(kept) != s.Content {
					t.Errorf("the record keeps another %s (%v)", s.Path, err)
				}
			}
		})
	}
}

// seen is what a program prints that shows its prompt and every skill by name.
func seen(given *condition.Given) string {
	var b strings.Builder
	b.WriteString(given.Prompt)
	for _, s := range given.Skills {
		b.WriteString("== " + s.Path + "\n" + s.Content)
	}
	return b.String()
}

func TestAnUnknownConditionIsRefused(t *testing.T) {
	o := order(t, sandbox.NoneName, sirs, builtin(t, "nothing"))
	o.Condition = "with-skills"
	_, err := run.One(t.Context(), o)
	if err == nil || !strings.Contains(err.Error(), "with-skill,") {
		t.Errorf("error %v does not list the conditions", err)
	}
	if left, _ := os.ReadDir(o.Records); len(left) > 0 {
		t.Error("a refused run left a record")
	}
}
