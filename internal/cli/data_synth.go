package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"m4bench/internal/ehr"
	"m4bench/internal/ehr/synth"
	"m4bench/internal/progress"
)

type dataSynthOptions struct {
	db      string
	stays   int
	seed    uint64
	memory  string
	threads int
	replace bool
	borders bool
	json    bool
}

func newDataSynthCommand(app *App) *cobra.Command {
	var o dataSynthOptions
	cmd := &cobra.Command{
		Use:   "synth " + ehr.MIMICIV + "|" + ehr.EICU + " --db FILE",
		Short: "Make a synthetic database: invented patients in the real tables",
		Long: "Invents patients with plausible courses and records them in the tables of MIMIC-IV or eICU,\n" +
			"with the gaps, units, ties and slips of real charting. Nothing in it comes from a real patient.\n\n" +
			"The same size and seed give the same rows on every machine and with any number of threads;\n" +
			"a hash of each table's content is printed and kept in schema m4bench_meta of the database.\n" +
			"Besides DuckDB's limit (--memory) the program needs about 300 MB; rows that wait for their\n" +
			"place take about 90 kB a stay of disk beside FILE until it is complete.",
		Example: "  m4bench data synth mimic-iv --stays 1000 --seed 1 --db mimic.duckdb\n" +
			"  m4bench data synth eicu --stays 500 --seed 7 --db eicu.duckdb --json",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("name one source: %s or %s", ehr.MIMICIV, ehr.EICU)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runDataSynth(cmd.Context(), app, args[0], o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.db, "db", "", "database file to make")
	flags.IntVar(&o.stays, "stays", 1000, fmt.Sprintf("ICU stays, from %d to %d", synth.MinStays, synth.MaxStays))
	flags.Uint64Var(&o.seed, "seed", 1, "seed: another one gives other patients")
	flags.StringVar(&o.memory, "memory", "1GB", "DuckDB's memory limit")
	flags.IntVar(&o.threads, "threads", 0, "threads to use (default: all)")
	flags.BoolVar(&o.borders, "borders", true, "put some patients on the borders of rules; without them shares are realistic at any size")
	flags.BoolVar(&o.replace, "replace", false, "replace FILE if it exists")
	flags.BoolVar(&o.json, "json", false, "print JSON")
	cmd.MarkFlagRequired("db")
	return cmd
}

func runDataSynth(ctx context.Context, app *App, source string, o dataSynthOptions) error {
	line := progress.NewLine(app.Err, app.Now)
	manifest, err := synth.Generate(ctx, synth.Options{
		Source: source, Stays: o.stays, Seed: o.seed, Path: o.db,
		Memory: o.memory, Threads: o.threads, Replace: o.replace, Plain: !o.borders, Progress: line,
	})
	line.Done("")
	if err != nil {
		return err
	}
	if o.json {
		encoder := json.NewEncoder(app.Out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(manifest)
	}
	return printSynthetic(app, o.db, manifest)
}

func printSynthetic(app *App, path string, m synth.Manifest) error {
	fmt.Fprintf(app.Out, "%s: synthetic %s, %d ICU stays, seed %d, %s rows\n\n", path, m.Source, m.Stays, m.Seed, progress.Count(m.Rows))
	w := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "table\trows\tcontent hash")
	for _, t := range m.Tables {
		if t.Rows > 0 {
			fmt.Fprintf(w, "%s.%s\t%d\t%s\n", t.Schema, t.Table, t.Rows, t.Hash)
		}
	}
	return w.Flush()
}
