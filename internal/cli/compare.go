package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"m4bench/internal/report"
	"m4bench/internal/report/doc"
	"m4bench/internal/stats"
	"m4bench/internal/stats/runs"
)

type compareOptions struct {
	in          []string
	where       string
	measure     string
	failIfWorse float64
	gate        bool
	format, out string
	figures     string
	json        bool
	draws       int
	seed        uint64
}

func newCompareCommand(app *App) *cobra.Command {
	var o compareOptions
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "Compare two campaigns, models, conditions, editions or skill versions, paired by cell",
		Long: "A and B are folders of run records or indexes of runs, or filters (field=value,field=value) on the\n" +
			"sources given with --in. Where each side has values of its own in a dimension (condition, schema,\n" +
			"model), that is what is compared; in the others, cells are paired by equal values. The difference\n" +
			"is B minus A: trials are averaged within a cell, cells within a task, tasks with equal weight.\n\n" +
			"Exit status 3 with --fail-if-worse M if B is worse than A by more than M.",
		Example: "  m4bench compare old-runs/ new-runs/ --fail-if-worse 0.02\n" +
			"  m4bench compare condition=no-skill condition=with-skill --in final_codex_runs.csv.gz\n" +
			"  m4bench compare model=gpt-5.4-mini model=gpt-5.5 --in runs/ --where condition=with-skill,schema=native\n" +
			"  m4bench compare skill=3fa9 skill=77b0 --in runs/ --json",
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.gate = cmd.Flags().Changed("fail-if-worse")
			return runCompare(app, o, args)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&o.in, "in", nil, "folder or index that the filters A and B choose from (repeatable)")
	flags.StringVar(&o.where, "where", "", "filter for both sides")
	flags.StringVar(&o.measure, "measure", "reward", "measure to compare and to judge by")
	flags.Float64Var(&o.failIfWorse, "fail-if-worse", 0.02, "exit with status 3 if B is worse than A by more than this; also the margin of the tests")
	flags.StringVar(&o.format, "format", "text", strings.Join(doc.Formats(), ", "))
	flags.StringVar(&o.out, "out", "", "file to write (default: standard output)")
	flags.StringVar(&o.figures, "figures", "", "folder for the figures as svg and pdf")
	flags.IntVar(&o.draws, "draws", stats.DefaultResampling.Draws, "draws of a bootstrap")
	flags.Uint64Var(&o.seed, "seed", stats.DefaultResampling.Seed, "seed of the task bootstrap")
	flags.BoolVar(&o.json, "json", false, "the same as --format json")
	return cmd
}

func runCompare(app *App, o compareOptions, args []string) error {
	target := reportOptions{format: o.format, out: o.out, figures: o.figures, json: o.json, draws: o.draws, margin: 0.05}
	if err := target.check(args); err != nil {
		return err
	}
	if o.failIfWorse <= 0 || o.failIfWorse >= 1 {
		return usagef("--fail-if-worse must be above 0 and below 1, not %g", o.failIfWorse)
	}
	measure, err := report.MeasureNamed(o.measure)
	if err != nil {
		return err
	}
	sides, err := o.sides(app, args)
	if err != nil {
		return err
	}
	comparison, err := report.Compare(sides[0], sides[1], report.CompareOptions{
		Measure: measure, Margin: o.failIfWorse, Resampling: stats.Resampling{Draws: o.draws, Seed: o.seed},
	})
	if err != nil {
		return err
	}
	if err := target.write(app, comparison.Document); err != nil {
		return err
	}
	if o.gate && comparison.Worse > o.failIfWorse {
		fmt.Fprintf(app.Err, "m4bench: B is worse than A by %.4f in %s, more than %.4g\n", comparison.Worse, o.measure, o.failIfWorse)
		return silentError{ExitNegative}
	}
	return nil
}

// sides reads the runs of A and B.
func (o compareOptions) sides(app *App, args []string) ([2]report.Side, error) {
	var sides [2]report.Side
	catalog, err := runs.EmbeddedCatalog()
	if err != nil {
		return sides, err
	}
	pool, err := readSources(app, o.in, catalog)
	if err != nil {
		return sides, err
	}
	for i, arg := range args {
		rows, err := o.side(app, arg, pool, catalog)
		if err != nil {
			return sides, err
		}
		sides[i] = report.Side{Name: filepath.Base(arg), Rows: rows}
	}
	return sides, nil
}

func (o compareOptions) side(app *App, arg string, pool [][]runs.Run, catalog *runs.Catalog) ([]runs.Run, error) {
	filter := o.where
	_, statErr := os.Stat(arg)
	if strings.Contains(arg, "=") && statErr != nil {
		if len(pool) == 0 {
			return nil, usagef("%q is a filter: name with --in what it chooses from", arg)
		}
		filter = strings.Trim(arg+","+o.where, ",")
	} else {
		read, err := readSources(app, []string{arg}, catalog)
		if err != nil {
			return nil, err
		}
		pool = read
	}
	var rows []runs.Run
	for _, source := range pool {
		rows = append(rows, source...)
	}
	if filter == "" {
		return rows, nil
	}
	keep, err := runs.ParseFilter(filter)
	if err != nil {
		return nil, err
	}
	rows = runs.Filter(rows, keep)
	if len(rows) == 0 {
		return nil, usagef("no run passes the filter %q", filter)
	}
	return rows, nil
}
