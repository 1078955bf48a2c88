package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"m4bench/internal/bench"
	"m4bench/internal/concept"
	"m4bench/internal/progress"
	"m4bench/internal/task"
)

type referenceOptions struct {
	db, task, edition, out string
	resources              bench.Resources
	json                   bool
}

func newReferenceCommand(app *App) *cobra.Command {
	var o referenceOptions
	cmd := &cobra.Command{
		Use:   "reference --db FILE --task T --out FILE",
		Short: "Write the reference rows of a task",
		Long: "Builds a task's reference rows beside the database, which is never written to, and writes them\n" +
			"sorted by the task's key: as csv, csv.gz or parquet, by the file's name. An empty csv field is a\n" +
			"missing value, and times are YYYY-MM-DD HH:MM:SS.",
		Example: "  m4bench reference --db mimic.duckdb --task mimic-sofa-24h --out sofa.csv\n" +
			"  m4bench reference --db mimic.duckdb --task mimic-sofa-24h --edition m4bench-v1 --out sofa.parquet",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runReference(cmd.Context(), app, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.db, "db", "", "EHR database file made by data import or data synth")
	flags.StringVar(&o.task, "task", "", "task id; m4bench task list shows them")
	flags.StringVar(&o.edition, "edition", concept.CurrentEdition, "reference edition")
	flags.StringVar(&o.out, "out", "", "file to write: .csv, .csv.gz or .parquet")
	flags.BoolVar(&o.json, "json", false, "print JSON")
	registerResources(cmd, &o.resources)
	requireFlags(cmd, "db", "task", "out")
	return cmd
}

func registerResources(cmd *cobra.Command, r *bench.Resources) {
	cmd.Flags().StringVar(&r.Memory, "memory", "", "DuckDB's memory limit, such as 2GB; the program takes up to 1.5 times that")
	cmd.Flags().IntVar(&r.Threads, "threads", 0, "threads to use (default: all)")
}

func requireFlags(cmd *cobra.Command, names ...string) {
	for _, name := range names {
		cmd.MarkFlagRequired(name)
	}
}

func runReference(ctx context.Context, app *App, o referenceOptions) error {
	tasks, err := task.Embedded()
	if err != nil {
		return err
	}
	t, err := tasks.Get(o.task)
	if err != nil {
		return err
	}
	line := progress.NewLine(app.Err, app.Now)
	rows, err := bench.WriteReference(ctx, bench.ReferenceRequest{
		Source: o.db, Task: t, Edition: o.edition, Out: o.out, Resources: o.resources,
		Progress: line, Now: app.Now, Warn: func(message string) { fmt.Fprintf(app.Err, "m4bench: warning: %s\n", message) },
	})
	line.Done("")
	if err != nil {
		return err
	}
	if o.json {
		return printJSON(app.Out, map[string]any{"task": t.ID, "edition": o.edition, "rows": rows, "file": o.out})
	}
	_, err = fmt.Fprintf(app.Out, "%s: %d rows of %s, edition %s\n", o.out, rows, t.ID, o.edition)
	return err
}
