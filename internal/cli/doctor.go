package cli

import (
	"context"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"m4bench/internal/doctor"
)

func newDoctorCommand(app *App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say what is missing on this machine for running agents, and how to get it",
		Long: "Looks at the kernel, every kind of sandbox, Docker and its image, our own programs and those of the\n" +
			"agents, the providers' keys (whether they are set, never what they are) and the space on disk. It\n" +
			"changes nothing.\n\n" +
			"What is optional is needed for some runs only. Exit codes: 0 agents can run isolated here; 5 something\n" +
			"that they need is lacking.",
		Example: "  m4bench doctor\n  m4bench doctor --json",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runDoctor(cmd.Context(), app, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func runDoctor(ctx context.Context, app *App, asJSON bool) error {
	report := doctor.Machine{Getenv: os.Getenv, Records: "."}.Examine(ctx)
	if err := printDoctor(app, report, asJSON); err != nil {
		return err
	}
	if !report.Ready() {
		return silentError{ExitEnvironment}
	}
	return nil
}

func printDoctor(app *App, report doctor.Report, asJSON bool) error {
	if asJSON {
		return printJSON(app.Out, struct {
			Ready bool `json:"ready"`
			doctor.Report
		}{report.Ready(), report})
	}
	w := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "area\twhat\tstate\tfound, or how to get it")
	for _, f := range report.Findings {
		text := f.Found
		if f.How != "" && text != "" {
			text += "; "
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", f.Area, f.Name, f.State, text+f.How)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	verdict := "\nAgents can run isolated here."
	if !report.Ready() {
		verdict = "\nSomething that every run needs is lacking."
	}
	_, err := fmt.Fprintln(app.Out, verdict)
	return err
}
