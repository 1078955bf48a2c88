package condition_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"m4bench/internal/condition"
	"m4bench/internal/guide"
)

// An agent that looks for skills in a folder of its own finds the same files
// there, and is told so; nothing else of what it is told changes.
func TestSkillsLieWhereTheAgentLooks(t *testing.T) {
	for _, tk := range tasks(t).All() {
		for _, name := range condition.All() {
			usual := given(t, tk, name)
			moved := usual.In(".codex/skills")
			if len(usual.Skills) == 0 {
				if moved != usual {
					t.Errorf("%s, %s: something changes without a skill", tk.ID, name)
				}
				continue
			}
			back := strings.ReplaceAll(moved.Prompt, "./.codex/skills", "./skills")
			if diff := cmp.Diff(usual.Prompt, back); diff != "" || moved.Prompt == usual.Prompt {
				t.Errorf("%s, %s: the prompt changes by more than the folder: %s", tk.ID, name, diff)
			}
			if moved.SHA256 != guide.Hash(moved.Prompt) || usual.In("skills") != usual || usual.In("") != usual {
				t.Errorf("%s, %s: hash %s", tk.ID, name, moved.SHA256)
			}
			for i, s := range moved.Skills {
				if !strings.Contains(moved.Prompt, "`./"+s.Path+"`") {
					t.Errorf("%s, %s: the prompt does not name %s", tk.ID, name, s.Path)
				}
				if s.Path = usual.Skills[i].Path; s != usual.Skills[i] {
					t.Errorf("%s, %s: another skill %s", tk.ID, name, s.Name)
				}
			}
		}
	}
}
