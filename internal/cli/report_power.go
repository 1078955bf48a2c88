package cli

import (
	"github.com/spf13/cobra"

	"m4bench/internal/report"
	"m4bench/internal/report/doc"
	"m4bench/internal/stats/runs"
)

type powerOptions struct {
	budget, models int
	effect         float64
	format, out    string
	json           bool
}

func newReportPowerCommand(app *App) *cobra.Command {
	var o powerOptions
	cmd := &cobra.Command{
		Use:   "power DIR|INDEX…",
		Short: "Say what tasks, trials and models a budget should buy",
		Long: "Estimates from earlier runs how much families, tasks, models and trials vary, and predicts the\n" +
			"interval and the power of campaigns of other sizes. A run is one agent on one task, condition and\n" +
			"trial; a campaign of two conditions needs 2 × tasks × models × trials of them.",
		Example: "  m4bench report power final_codex_runs.csv.gz --budget 300 --effect 0.1",
		Args:    cobra.MinimumNArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return runReportPower(app, o, args) },
	}
	flags := cmd.Flags()
	flags.IntVar(&o.budget, "budget", 560, "runs that can be paid for")
	flags.IntVar(&o.models, "models", 0, "models to run (default: as many as in the runs)")
	flags.Float64Var(&o.effect, "effect", 0.1, "difference in reward that should be found")
	flags.StringVar(&o.format, "format", "text", "as for m4bench report")
	flags.StringVar(&o.out, "out", "", "file to write (default: standard output)")
	flags.BoolVar(&o.json, "json", false, "the same as --format json")
	return cmd
}

func runReportPower(app *App, o powerOptions, args []string) error {
	target := reportOptions{format: o.format, out: o.out, json: o.json, draws: 100, margin: 0.05}
	if err := target.check(args); err != nil {
		return err
	}
	if o.budget < 4 || o.models < 0 || o.effect <= 0 || o.effect >= 1 {
		return usagef("--budget must be 4 or more, --models not negative, --effect between 0 and 1")
	}
	document, err := powerDocument(app, o, args)
	if err != nil {
		return err
	}
	return target.write(app, document)
}

func powerDocument(app *App, o powerOptions, args []string) (*doc.Document, error) {
	catalog, err := runs.EmbeddedCatalog()
	if err != nil {
		return nil, err
	}
	sources, err := readSources(app, args, catalog)
	if err != nil {
		return nil, err
	}
	return report.Power(sources, report.PowerOptions{Budget: o.budget, Models: o.models, Effect: o.effect})
}
