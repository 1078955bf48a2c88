package cli

import (
	"context"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"m4bench/internal/bench"
	"m4bench/internal/progress"
	"m4bench/internal/score"
	"m4bench/internal/task"
)

type evalOptions struct {
	task, output, reference, bench string
	json                           bool
}

func newEvalCommand(app *App) *cobra.Command {
	var o evalOptions
	cmd := &cobra.Command{
		Use:   "eval --task T --output FILE (--reference FILE | --bench DIR)",
		Short: "Score an output.csv against the reference rows of a task",
		Long: "Compares an output with the reference cell by cell, with the column types and tolerances of the task.\n" +
			"The output is csv, plain or gzipped; the reference may also be Parquet. An output that cannot be\n" +
			"scored gets reward 0 with the reason and exit code 0; exit code 2 means that a file could not be\n" +
			"read, or that the reference or the task is wrong. docs/evaluation.md states every rule.",
		Example: "  m4bench eval --task mimic-sofa-24h --output output.csv --bench bench/\n" +
			"  m4bench eval --task mimic-sofa-24h --output output.csv --reference sofa.csv.gz --json",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runEval(cmd.Context(), app, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.task, "task", "", "task id; m4bench task list shows them")
	flags.StringVar(&o.output, "output", "", "csv to score")
	flags.StringVar(&o.reference, "reference", "", "reference rows: .csv, .csv.gz or .parquet")
	flags.StringVar(&o.bench, "bench", "", "prepared bench that holds the reference")
	flags.BoolVar(&o.json, "json", false, "print JSON")
	requireFlags(cmd, "task", "output")
	cmd.MarkFlagsOneRequired("reference", "bench")
	cmd.MarkFlagsMutuallyExclusive("reference", "bench")
	return cmd
}

func runEval(ctx context.Context, app *App, o evalOptions) error {
	tasks, err := task.Embedded()
	if err != nil {
		return err
	}
	t, err := tasks.Get(o.task)
	if err != nil {
		return err
	}
	reference := o.reference
	if o.bench != "" {
		if reference, err = referencePath(o.bench, t); err != nil {
			return err
		}
	}
	line := progress.NewLine(app.Err, app.Now)
	result, err := score.Evaluate(ctx, t, o.output, reference, score.Options{Progress: line})
	line.Done("")
	if err != nil {
		return err
	}
	if o.json {
		return printJSON(app.Out, result)
	}
	return result.WriteText(app.Out, isColourTerminal(app))
}

// referencePath finds the reference rows of a task in a prepared bench.
func referencePath(dir string, t *task.Task) (string, error) {
	b, err := bench.Open(dir)
	if err != nil {
		return "", err
	}
	reference, err := b.Reference(t)
	return reference.Path, err
}

// isColourTerminal says whether the output goes to a terminal whose user does
// not refuse colours (no-color.org).
func isColourTerminal(app *App) bool {
	file, ok := app.Out.(*os.File)
	return ok && term.IsTerminal(int(file.Fd())) && os.Getenv("NO_COLOR") == ""
}
