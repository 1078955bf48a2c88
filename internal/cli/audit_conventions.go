package cli

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"m4bench/internal/atomicfile"
	"m4bench/internal/report"
)

type conventionsOptions struct {
	auditOptions
	out string
}

func newAuditConventionsCommand(app *App) *cobra.Command {
	var o conventionsOptions
	cmd := &cobra.Command{
		Use:   "conventions --db FILE",
		Short: "How much does each convention decide on this database?",
		Long: "Takes every other option of every choice point in turn and counts the rows and patients whose scored\n" +
			"cells change, and what it does to the headline numbers of a study: the sensitivity table. With --out\n" +
			"it is written as one HTML page with figures.",
		Example: "  m4bench audit conventions --db mimic.duckdb --out sensitivity.html\n" +
			"  m4bench audit conventions --db mimic.duckdb --task mimic-kdigo-48h",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runAuditConventions(cmd.Context(), app, o) },
	}
	o.register(cmd)
	cmd.Flags().StringVar(&o.out, "out", "", "HTML file to write")
	return cmd
}

func runAuditConventions(ctx context.Context, app *App, o conventionsOptions) error {
	audits, err := auditMutants(ctx, app, o.auditOptions)
	if err != nil {
		return err
	}
	sensitivity := report.NewSensitivity(audits)
	sensitivity.Source = filepath.Base(o.db)
	if o.out != "" {
		write := func(w io.Writer) error { return sensitivity.WriteHTML(w) }
		if err := atomicfile.Write(o.out, 0o644, write); err != nil {
			return err
		}
		fmt.Fprintln(app.Err, o.out)
	}
	if o.json {
		return printJSON(app.Out, sensitivity)
	}
	if o.out != "" {
		return nil
	}
	return printSensitivity(app, sensitivity)
}

func printSensitivity(app *App, s *report.Sensitivity) error {
	if err := printRanges(app, s.Ranges()); err != nil {
		return err
	}
	table := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
	for _, r := range s.References {
		fmt.Fprintf(table, "%s (%d rows, %d patients)\n", r.Name, r.Rows, r.Patients)
		fmt.Fprintln(table, "  CONVENTION\tKIND\tROWS\tROWS (%)\tPATIENTS\tPATIENTS (%)\tHEADLINE")
		for _, e := range r.Effects {
			fmt.Fprintf(table, "  %s\t%s\t%d\t%.2f\t%d\t%.2f\t%s\n", e.Flip, e.Kind, e.Rows, e.RowShare, e.Patients, e.PatientShare, e.Shift())
		}
		fmt.Fprintln(table)
	}
	return table.Flush()
}

// printRanges sums up: each headline number, and how far one convention moves it.
func printRanges(app *App, ranges []report.Range) error {
	table := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "HEADLINE NUMBER\tREFERENCE\tLOWEST LAWFUL\tHIGHEST LAWFUL\tWITH MISTAKES")
	for _, r := range ranges {
		fmt.Fprintf(table, "%s\t%.2f\t%s\t%s\t%.2f to %.2f\n", r.Name, r.Value, r.Lowest, r.Highest, r.Least.Value, r.Most.Value)
	}
	fmt.Fprintln(table)
	return table.Flush()
}
