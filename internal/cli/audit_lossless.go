package cli

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"m4bench/internal/bench"
	"m4bench/internal/progress"
)

type auditLosslessOptions struct {
	bench     string
	resources bench.Resources
	json      bool
}

func newAuditLosslessCommand(app *App) *cobra.Command {
	var o auditLosslessOptions
	cmd := &cobra.Command{
		Use:   "lossless --bench DIR",
		Short: "Do the schema variants of a bench hold all that the native tables hold?",
		Long: "Rebuilds every native table from the folders of every schema variant, compares types and all rows with\n" +
			"those that the bench was built from (their number and the sum of their hashes, so that order does not\n" +
			"matter), and derives all references from the rebuilt tables. The exit code is 3 if anything differs.",
		Example: "  m4bench audit lossless --bench bench/\n  m4bench audit lossless --bench bench/ --json",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runAuditLossless(cmd.Context(), app, o) },
	}
	cmd.Flags().StringVar(&o.bench, "bench", "", "prepared bench")
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON")
	registerResources(cmd, &o.resources)
	requireFlags(cmd, "bench")
	return cmd
}

func runAuditLossless(ctx context.Context, app *App, o auditLosslessOptions) error {
	prepared, err := bench.Open(o.bench)
	if err != nil {
		return err
	}
	line := progress.NewLine(app.Err, app.Now)
	results, err := prepared.Lossless(ctx, bench.Rebuild{Resources: o.resources, Progress: line, Now: app.Now})
	line.Done("")
	if err != nil {
		return err
	}
	if o.json {
		err = printJSON(app.Out, results)
	} else {
		err = printRebuilt(app, results)
	}
	if err != nil {
		return err
	}
	for _, r := range results {
		if len(r.Differences) > 0 {
			return silentError{ExitNegative}
		}
	}
	return nil
}

func printRebuilt(app *App, results []bench.Rebuilt) error {
	table := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "schema\tdatabase\ttables rebuilt\trows\treferences derived\tdifferences")
	for _, r := range results {
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%d\t%d\n", r.Schema, r.Database, r.Tables, r.Rows, r.References, len(r.Differences))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, r := range results {
		for _, d := range r.Differences {
			fmt.Fprintf(app.Out, "%s: %s: %s\n", r.Schema, d.Name, d.Problem)
		}
	}
	return nil
}
