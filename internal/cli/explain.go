package cli

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"m4bench"
	"m4bench/internal/bench"
	"m4bench/internal/checklist"
	"m4bench/internal/concept"
	"m4bench/internal/explain"
	"m4bench/internal/progress"
	"m4bench/internal/task"
)

type explainOptions struct {
	db, task, output, edition string
	memory                    string
	threads, top              int
	json                      bool
}

func newExplainCommand(app *App) *cobra.Command {
	var o explainOptions
	cmd := &cobra.Command{
		Use:   "explain --db FILE --task T --output FILE",
		Short: "Which convention explains the difference between a file and the reference?",
		Long: "Builds the reference of a task with each rule flipped in turn, alone and in likely pairs, and ranks the\n" +
			"flips by how well they account for the cells that the file has wrong.",
		Example: "  m4bench explain --db mimic.duckdb --task mimic-kdigo-48h --output my_kdigo.csv",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runExplain(cmd.Context(), app, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.db, "db", "", "EHR database file; it is only read")
	flags.StringVar(&o.task, "task", "", "task id")
	flags.StringVar(&o.output, "output", "", "csv file to explain")
	flags.StringVar(&o.edition, "edition", concept.CurrentEdition, "reference edition")
	flags.StringVar(&o.memory, "memory", "", "DuckDB's memory limit, such as 2GB")
	flags.IntVar(&o.threads, "threads", 0, "threads to use (default: all)")
	flags.IntVar(&o.top, "top", 5, "explanations to show")
	flags.BoolVar(&o.json, "json", false, "print JSON")
	for _, name := range []string{"db", "task", "output"} {
		cmd.MarkFlagRequired(name)
	}
	return cmd
}

func runExplain(ctx context.Context, app *App, o explainOptions) error {
	if o.top < 1 {
		return usagef("--top counts from 1")
	}
	tasks, err := task.Embedded()
	if err != nil {
		return err
	}
	t, err := tasks.Get(o.task)
	if err != nil {
		return err
	}
	if _, err := os.Stat(o.output); err != nil {
		return usagef("no output: %w", err)
	}
	scratch, err := os.MkdirTemp("", "m4bench-explain-")
	if err != nil {
		return fmt.Errorf("make a scratch folder: %w", err)
	}
	defer os.RemoveAll(scratch)
	w, err := bench.OpenWorkshop(ctx, o.db, scratch, bench.Resources{Memory: o.memory, Threads: o.threads})
	if err != nil {
		return err
	}
	defer w.Close()
	if !w.Has(t.Database) {
		return usagef("%s has no %s data, which task %s needs", o.db, t.Database, t.ID)
	}
	line := progress.NewLine(app.Err, app.Now)
	defer line.Done("")
	lab, err := explain.OpenLab(ctx, w, o.edition, []*task.Task{t}, line, app.Now)
	if err != nil {
		return err
	}
	unused, err := checklist.ReadUnused(m4bench.Library)
	if err != nil {
		return err
	}
	lab.Skip(unused.Has)
	report, err := lab.Explain(ctx, o.output)
	if err != nil {
		return err
	}
	report.Keep(o.top)
	if err := lab.AddExamples(ctx, report); err != nil {
		return err
	}
	line.Done("")
	if o.json {
		return printJSON(app.Out, report)
	}
	return report.Print(app.Out)
}
