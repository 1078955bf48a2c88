package cli

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"m4bench/internal/bench"
	"m4bench/internal/concept"
	"m4bench/internal/progress"
	"m4bench/internal/schema"
	"m4bench/internal/score"
	"m4bench/internal/task"
)

func newBenchCommand(app *App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Prepare a bench: what each task's agent may see, and the hidden references",
	}
	cmd.AddCommand(newBenchBuildCommand(app), newBenchInfoCommand(app), newBenchCheckCommand(app), newBenchOpenCommand(app))
	return cmd
}

var schemaKinds = strings.Join(schema.Kinds(), ", ")

type benchBuildOptions struct {
	db, out, edition, salt string
	tasks, schemas         []string
	force, json            bool
	resources              bench.Resources
}

func newBenchBuildCommand(app *App) *cobra.Command {
	var o benchBuildOptions
	cmd := &cobra.Command{
		Use:   "build --db FILE --out DIR",
		Short: "Prepare a bench from an EHR database",
		Long: "Writes DIR/visible/<schema>/<task>, which holds only what the task's agent may see, and DIR/hidden\n" +
			"with the reference rows. The database is never written to. DIR appears once everything is done; a\n" +
			"build that was stopped goes on from DIR" + bench.UnfinishedSuffix + " when the same command runs again.\n\n" +
			"In the obfuscated variant schemas, tables and columns have codes for names; in the restructured one,\n" +
			"besides, tables are merged. The codes come from a salt that is drawn anew for each bench.",
		Example: "  m4bench bench build --db mimic.duckdb --out bench/\n" +
			"  m4bench bench build --db mimic.duckdb --out bench/ --task mimic-sofa-24h --task mimic-sofa-24h-raw\n" +
			"  m4bench bench build --db mimic.duckdb --out bench/ --schema native --schema obfuscated --schema restructured\n" +
			"  m4bench bench build --db eicu.duckdb --out eicu-bench/",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runBenchBuild(cmd.Context(), app, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.db, "db", "", "EHR database file made by data import or data synth")
	flags.StringVar(&o.out, "out", "", "folder to make")
	flags.StringArrayVar(&o.tasks, "task", nil, "task to prepare; may be given again (default: all that the database allows)")
	flags.StringVar(&o.edition, "edition", concept.CurrentEdition, "reference edition")
	flags.StringSliceVar(&o.schemas, "schema", []string{bench.Native}, "schema variant that agents see, may be given again: "+schemaKinds)
	flags.StringVar(&o.salt, "salt", "", "take the codes of another bench: its file hidden/names.json")
	flags.BoolVar(&o.force, "force", false, "replace the bench in DIR")
	flags.BoolVar(&o.json, "json", false, "print JSON")
	registerResources(cmd, &o.resources)
	requireFlags(cmd, "db", "out")
	return cmd
}

func runBenchBuild(ctx context.Context, app *App, o benchBuildOptions) error {
	for _, kind := range o.schemas {
		if err := schema.Check(kind); err != nil {
			return err
		}
	}
	var salt []byte
	if o.salt != "" {
		var err error
		if salt, err = bench.ReadSalt(o.salt); err != nil {
			return err
		}
	}
	tasks, err := task.Embedded()
	if err != nil {
		return err
	}
	chosen, err := tasksByID(tasks, o.tasks)
	if err != nil {
		return err
	}
	line := progress.NewLine(app.Err, app.Now)
	build := bench.Build{
		Source: o.db, Out: o.out, Tasks: chosen, Otherwise: tasks.All(), Edition: o.edition, Force: o.force,
		Schemas: o.schemas, Salt: salt,
		Resources: o.resources, Version: Version, Progress: line, Now: app.Now, Verify: scoresInFull,
		Warn: func(message string) { fmt.Fprintf(app.Err, "m4bench: warning: %s\n", message) },
	}
	prepared, err := build.Run(ctx)
	line.Done("")
	if err != nil {
		return err
	}
	return printBench(app, prepared, o.json)
}

// scoresInFull hands the reference rows in as an output.
func scoresInFull(ctx context.Context, t *task.Task, output, reference string) error {
	result, err := score.Evaluate(ctx, t, output, reference, score.Options{})
	if err != nil {
		return err
	}
	if result.Reward != 1 || !result.Strict.Passed {
		return fmt.Errorf("scored against itself it gets %v instead of 1 %s", result.Reward, result.Failure)
	}
	return nil
}

// tasksByID returns the named tasks in the order given, each once.
func tasksByID(tasks *task.Set, ids []string) ([]*task.Task, error) {
	var chosen []*task.Task
	seen := map[string]bool{}
	for _, id := range ids {
		t, err := tasks.Get(id)
		if err != nil {
			return nil, err
		}
		if !seen[id] {
			chosen = append(chosen, t)
		}
		seen[id] = true
	}
	return chosen, nil
}

func newBenchInfoCommand(app *App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "info DIR",
		Short:   "Show what a bench holds",
		Example: "  m4bench bench info bench/",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			prepared, err := bench.Open(args[0])
			if err != nil {
				return err
			}
			return printBench(app, prepared, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func printBench(app *App, b *bench.Bench, asJSON bool) error {
	summary, err := b.Summary()
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(app.Out, summary)
	}
	fmt.Fprintf(app.Out, "%s: edition %s, %.1f MB visible in all, %.1f MB references\n\n",
		summary.Dir, summary.Edition, float64(summary.VisibleBytes)/1e6, float64(summary.ReferenceBytes)/1e6)
	table := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "schema\ttask\ttables seen\treference rows\treference content (SHA-256)")
	for _, t := range summary.Tasks {
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%s\n", t.Schema, t.Task, t.Tables, t.ReferenceRows, t.ReferenceHash[:16])
	}
	return table.Flush()
}

func newBenchCheckCommand(app *App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check DIR",
		Short: "Search what agents see for traces of what is hidden; exit code 3 if there is one",
		Long: "Reads every file of every task's folder: files that do not belong there or have changed, and names\n" +
			"that only hidden tables have, in the catalogs, in the parquet footers and among all bytes.",
		Example: "  m4bench bench check bench/",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runBenchCheck(cmd.Context(), app, args[0], asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func runBenchCheck(ctx context.Context, app *App, dir string, asJSON bool) error {
	prepared, err := bench.Open(dir)
	if err != nil {
		return err
	}
	line := progress.NewLine(app.Err, app.Now)
	findings, err := prepared.Check(ctx, line)
	line.Done("")
	if err != nil {
		return err
	}
	if asJSON {
		if err := printJSON(app.Out, findings); err != nil {
			return err
		}
	} else {
		for _, f := range findings {
			fmt.Fprintln(app.Out, f)
		}
		fmt.Fprintf(app.Out, "%d findings\n", len(findings))
	}
	if len(findings) > 0 {
		return silentError{ExitNegative}
	}
	return nil
}

type benchOpenOptions struct{ bench, schema, task, out string }

func newBenchOpenCommand(app *App) *cobra.Command {
	var o benchOpenOptions
	cmd := &cobra.Command{
		Use:   "open --bench DIR --task T --out FILE",
		Short: "Write a small database that shows a task's tables without a sandbox",
		Long: "The database of a task's folder looks for its data where a sandbox mounts them. This writes one like\n" +
			"it whose views look into the bench in place.",
		Example: "  m4bench bench open --bench bench/ --task mimic-sofa-24h --out sofa.duckdb",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			prepared, err := bench.Open(o.bench)
			if err != nil {
				return err
			}
			return prepared.WriteDatabase(cmd.Context(), o.schema, o.task, o.out)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.bench, "bench", "", "prepared bench")
	flags.StringVar(&o.task, "task", "", "task id")
	flags.StringVar(&o.schema, "schema", bench.Native, "schema variant: "+schemaKinds)
	flags.StringVar(&o.out, "out", "", "database file to write")
	requireFlags(cmd, "bench", "task", "out")
	return cmd
}
