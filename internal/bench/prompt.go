package bench

import (
	"fmt"

	"m4bench/internal/schema"
	"m4bench/internal/task"
)

// Prompt is what a task's agent is told in a schema variant: the instruction, and
// where names are codes the dictionary of what the agent can see.
func (b *Bench) Prompt(kind string, t *task.Task) (string, error) {
	_, f, err := b.Visible(kind, t.ID)
	if err != nil || kind == Native {
		return t.Instruction, err
	}
	v, err := b.variant(kind, t.Database)
	if err != nil {
		return "", err
	}
	prompt, err := v.Prompt(t.Instruction, shapes(b.behind(f)))
	if err != nil {
		return "", fmt.Errorf("prompt of %s in schema %s: %w", t.ID, kind, err)
	}
	return prompt, nil
}

// variant reads the codes of this bench.
func (b *Bench) variant(kind, database string) (*schema.Variant, error) {
	var names Names
	if err := readJSON(b.dir.names(), &names); err != nil {
		return nil, failf(unusable, "bench %s lacks the names of schema %s: %w", b.dir, kind, err)
	}
	return variantOf(kind, database, names)
}

// behind lists the native tables whose rows a folder holds.
func (b *Bench) behind(f Folder) []Table {
	var native []Table
	for _, n := range b.Native {
		if f.holds(n.Qualified()) {
			native = append(native, n)
		}
	}
	return native
}
