package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"m4bench/internal/bench"
	"m4bench/internal/concept"
	"m4bench/internal/condition"
	"m4bench/internal/schema"
	"m4bench/internal/task"
)

type taskPromptOptions struct {
	task, condition, schema, bench, edition string
	diff, json                              bool
}

func newTaskPromptCommand(app *App) *cobra.Command {
	var o taskPromptOptions
	cmd := &cobra.Command{
		Use:   "prompt --task T",
		Short: "Print exactly what an agent is given: prompt, skills and their hashes",
		Long: "Prints the prompt and the files of one condition as a run gives them to an agent, each under a line\n" +
			"with its name and SHA-256. docs/conditions.md says what the conditions are.\n\n" +
			"In the schema variants names are codes, which belong to a bench: with --bench they are its own, without\n" +
			"one they are examples. --diff shows in what the texts differ from those of the native variant.",
		Example: "  m4bench task prompt --task mimic-sofa-24h\n" +
			"  m4bench task prompt --task mimic-sofa-24h --condition operational-spec\n" +
			"  m4bench task prompt --task mimic-sofa-24h --schema restructured --bench bench/\n" +
			"  m4bench task prompt --task mimic-sepsis3-raw --schema obfuscated --condition with-skill --diff",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runTaskPrompt(cmd.Context(), app, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.task, "task", "", "task id (m4bench task list)")
	flags.StringVar(&o.condition, "condition", condition.NoSkill, "condition: "+strings.Join(condition.All(), ", "))
	flags.StringVar(&o.schema, "schema", schema.Native, "variant of the database: "+schemaKinds)
	flags.StringVar(&o.bench, "bench", "", "prepared bench whose codes the variant has")
	flags.StringVar(&o.edition, "edition", concept.CurrentEdition, "edition of the derived tables, without --bench")
	flags.BoolVar(&o.diff, "diff", false, "print the difference to the native variant")
	flags.BoolVar(&o.json, "json", false, "print JSON")
	cmd.MarkFlagRequired("task")
	cmd.MarkFlagsMutuallyExclusive("diff", "json")
	cmd.MarkFlagsMutuallyExclusive("bench", "edition")
	return cmd
}

func runTaskPrompt(ctx context.Context, app *App, o taskPromptOptions) error {
	tasks, err := task.Embedded()
	if err != nil {
		return err
	}
	t, err := tasks.Get(o.task)
	if err != nil {
		return err
	}
	seen, err := o.sees(ctx, app, t)
	if err != nil {
		return err
	}
	given, err := condition.PromptIn(t, o.condition, seen)
	if err != nil {
		return err
	}
	switch {
	case o.json:
		return printJSON(app.Out, given)
	case o.diff:
		native, err := condition.PromptIn(t, o.condition, nil)
		if err != nil {
			return err
		}
		_, err = fmt.Fprint(app.Out, condition.Diff(native, given))
		return err
	default:
		return given.WriteText(app.Out)
	}
}

// sees is what the agent sees of the database: in a bench, or by example.
func (o taskPromptOptions) sees(ctx context.Context, app *App, t *task.Task) (*schema.Seen, error) {
	if err := schema.Check(o.schema); err != nil {
		return nil, err
	}
	if o.bench != "" {
		prepared, err := bench.Open(o.bench)
		if err != nil {
			return nil, err
		}
		return prepared.Sees(o.schema, t)
	}
	if o.schema != schema.Native {
		fmt.Fprintln(app.Err, "m4bench: the codes are examples; --bench DIR shows those of a bench")
	}
	return bench.WouldSee(ctx, o.schema, t, o.edition)
}
