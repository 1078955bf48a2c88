package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"m4bench/internal/atomicfile"
	"m4bench/internal/demo"
	"m4bench/internal/progress"
	"m4bench/internal/run"
	"m4bench/internal/sandbox"
)

type demoOptions struct {
	dir     string
	stays   int
	seed    uint64
	sandbox string
	json    bool
}

func newDemoCommand(app *App) *cobra.Command {
	var o demoOptions
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Run the whole benchmark on synthetic patients: no credentials, no downloads",
		Long: "Invents patients, builds the references, lets three scripted agents derive every raw task in the\n" +
			"best sandbox this machine has, and scores them: one agent follows the reference, one knows the\n" +
			"papers but not the database's conventions, one returns the wrong grain. Everything is kept below\n" +
			"--dir, with a report to open in a browser.",
		Example: "  m4bench demo\n  m4bench demo --stays 200 --dir /tmp/demo",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runDemo(cmd.Context(), app, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.dir, "dir", "m4bench-demo", "folder for data, benches, records and report; an earlier demo in it is replaced")
	flags.IntVar(&o.stays, "stays", 1000, "ICU stays of each database")
	flags.Uint64Var(&o.seed, "seed", 1, "seed of the synthetic patients")
	flags.StringVar(&o.sandbox, "sandbox", sandbox.Auto, "isolation: "+strings.Join(append(sandbox.Names(), sandbox.Auto), ", "))
	flags.BoolVar(&o.json, "json", false, "print JSON")
	return cmd
}

func runDemo(ctx context.Context, app *App, o demoOptions) error {
	box, err := sandbox.Choose(ctx, o.sandbox)
	if err != nil {
		return err
	}
	if !box.Capabilities.Isolated {
		fmt.Fprintf(app.Err, "m4bench: warning: the agents of this demo are NOT isolated (%s)\n", strings.Join(box.Passed, "; "))
	}
	shell, err := run.FindShell(os.Getenv)
	if err != nil {
		return err
	}
	between, err := run.FindShim(os.Getenv)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.dir, 0o755); err != nil {
		return fmt.Errorf("create %s: %w", o.dir, err)
	}
	if err := demo.Clear(o.dir); err != nil {
		return err
	}
	line := progress.NewLine(app.Err, app.Now)
	outcome, err := demo.Run(ctx, demo.Options{
		Dir: o.dir, Stays: o.stays, Seed: o.seed, Sandbox: box, Shell: shell, Shim: between,
		Version: Version, Now: app.Now, Progress: line,
		Say: func(text string) { line.Done("· " + text) },
	})
	line.Done("")
	if err != nil {
		return err
	}
	report := filepath.Join(o.dir, "report.html")
	if err := atomicfile.Write(report, 0o644, outcome.WritePage); err != nil {
		return err
	}
	if o.json {
		return printDemoJSON(app, outcome, report)
	}
	return printDemo(app, outcome, report)
}

func printDemo(app *App, outcome *demo.Outcome, report string) error {
	table := tabwriter.NewWriter(app.Out, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "reward (0 to 1), * strict pass")
	for _, p := range outcome.Players {
		fmt.Fprint(table, "\t", p.Title)
	}
	fmt.Fprintln(table, "\t")
	for _, row := range outcome.Tasks {
		fmt.Fprint(table, row.Task.ID)
		for _, r := range row.Results {
			mark := " "
			if r.Score != nil && r.Score.Strict.Passed {
				mark = "*"
			}
			fmt.Fprintf(table, "\t%.3f %s", r.Reward(), mark)
		}
		fmt.Fprintln(table, "\t")
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(app.Out, "\n%d runs in %.0f s, sandbox %s. Report: %s\n",
		len(outcome.Tasks)*len(outcome.Players), outcome.Took.Seconds(), outcome.Driver, report)
	return err
}

func printDemoJSON(app *App, outcome *demo.Outcome, report string) error {
	type taskRewards struct {
		Task    string             `json:"task"`
		Rewards map[string]float64 `json:"rewards"`
		Strict  map[string]bool    `json:"strict"`
	}
	var tasks []taskRewards
	for _, row := range outcome.Tasks {
		t := taskRewards{row.Task.ID, map[string]float64{}, map[string]bool{}}
		for i, r := range row.Results {
			t.Rewards[outcome.Players[i].Name] = r.Reward()
			t.Strict[outcome.Players[i].Name] = r.Score != nil && r.Score.Strict.Passed
		}
		tasks = append(tasks, t)
	}
	return printJSON(app.Out, map[string]any{
		"stays": outcome.Stays, "seed": outcome.Seed, "sandbox": outcome.Driver, "isolated": outcome.Sealed,
		"seconds": outcome.Took.Seconds(), "tasks": tasks, "report": report,
	})
}
