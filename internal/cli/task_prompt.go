package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"m4bench/internal/condition"
	"m4bench/internal/task"
)

type taskPromptOptions struct {
	task, condition, schema string
	json                    bool
}

func newTaskPromptCommand(app *App) *cobra.Command {
	var o taskPromptOptions
	cmd := &cobra.Command{
		Use:   "prompt --task T",
		Short: "Print exactly what an agent is given: prompt, skills and their hashes",
		Long: "Prints the prompt and the files of one condition as a run gives them to an agent, each under a line\n" +
			"with its name and SHA-256. docs/conditions.md says what the conditions are.",
		Example: "  m4bench task prompt --task mimic-sofa-24h\n" +
			"  m4bench task prompt --task mimic-sofa-24h --condition operational-spec\n" +
			"  m4bench task prompt --task mimic-sepsis3-raw --condition with-skill --json",
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return runTaskPrompt(app, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.task, "task", "", "task id (m4bench task list)")
	flags.StringVar(&o.condition, "condition", condition.NoSkill, "condition: "+strings.Join(condition.All(), ", "))
	flags.StringVar(&o.schema, "schema", condition.Native, "variant of the database")
	flags.BoolVar(&o.json, "json", false, "print JSON")
	cmd.MarkFlagRequired("task")
	return cmd
}

func runTaskPrompt(app *App, o taskPromptOptions) error {
	tasks, err := task.Embedded()
	if err != nil {
		return err
	}
	t, err := tasks.Get(o.task)
	if err != nil {
		return err
	}
	given, err := condition.Prompt(t, o.condition, o.schema)
	if err != nil {
		return err
	}
	if o.json {
		return printJSON(app.Out, given)
	}
	fmt.Fprintf(app.Out, "=== prompt (sha256 %s)\n%s", given.SHA256, given.Prompt)
	for _, s := range given.Skills {
		if _, err := fmt.Fprintf(app.Out, "=== %s (sha256 %s)\n%s", s.Path, s.SHA256, s.Content); err != nil {
			return err
		}
	}
	return nil
}
