package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"m4bench/internal/atomicfile"
	"m4bench/internal/report"
	"m4bench/internal/report/doc"
	"m4bench/internal/report/published"
	"m4bench/internal/stats"
	"m4bench/internal/stats/runs"
)

type reportOptions struct {
	format, out, figures string
	title                string
	draws                int
	seed                 uint64
	margin               float64
	reproduce, index     string
	json                 bool
}

func newReportCommand(app *App) *cobra.Command {
	var o reportOptions
	cmd := &cobra.Command{
		Use:   "report [DIR|INDEX…]",
		Short: "Report on a campaign: integrity, effects with intervals, controls, failures, cost",
		Long: "Reads run records (a folder with result.json files) or indexes of runs (csv, csv.gz; the published\n" +
			"ones too) and writes one document. Indexes that complete each other, such as a primary and a\n" +
			"follow-up index, are joined; others are reported one after the other. Published indexes are\n" +
			"recognised and compared with the publication.\n\n" +
			"With --reproduce DIR only that comparison is printed: published, ours, equal or why not. The exit\n" +
			"status is 3 if a number differs without a stated reason.",
		Example: "  m4bench report runs/\n" +
			"  m4bench report final_codex_runs.csv.gz followup_canonical_runs.csv.gz --format html --out report.html\n" +
			"  m4bench report runs/ --format latex --out paper/report.tex\n" +
			"  m4bench report runs/ --figures figures --index runs.csv\n" +
			"  m4bench report --reproduce ../shared/data/published",
		RunE: func(_ *cobra.Command, args []string) error { return runReport(app, o, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.format, "format", "text", strings.Join(doc.Formats(), ", "))
	flags.StringVar(&o.out, "out", "", "file to write (default: standard output)")
	flags.StringVar(&o.figures, "figures", "", "folder for the figures as svg and pdf (default with --format latex: figures beside --out)")
	flags.StringVar(&o.title, "title", "", "title of the report")
	flags.IntVar(&o.draws, "draws", stats.DefaultResampling.Draws, "draws of a bootstrap")
	flags.Uint64Var(&o.seed, "seed", stats.DefaultResampling.Seed, "seed of the task bootstrap")
	flags.Float64Var(&o.margin, "margin", 0.05, "differences in reward within ± this count as equivalent")
	flags.StringVar(&o.reproduce, "reproduce", "", "folder of published indexes: print published, ours, equal for every number")
	flags.StringVar(&o.index, "index", "", "also write the runs that were read as an index of runs (csv)")
	flags.BoolVar(&o.json, "json", false, "the same as --format json")
	cmd.AddCommand(newReportPowerCommand(app))
	return cmd
}

func (o *reportOptions) check(args []string) error {
	if o.json {
		o.format = "json"
	}
	switch {
	case !doc.KnownFormat(o.format):
		return usagef("no format %q; there are %s", o.format, strings.Join(doc.Formats(), ", "))
	case o.reproduce == "" && len(args) == 0:
		return usagef("name a folder of run records or an index of runs; m4bench report --help has examples")
	case o.reproduce != "" && len(args) > 0:
		return usagef("--reproduce takes its folder alone, without further indexes")
	case o.draws < 100 || o.draws > 1_000_000:
		return usagef("--draws must be 100 to 1,000,000, not %d", o.draws)
	case o.margin <= 0 || o.margin >= 1:
		return usagef("--margin must be above 0 and below 1, not %g", o.margin)
	}
	if o.format == "latex" && o.out != "" && o.figures == "" {
		o.figures = filepath.Join(filepath.Dir(o.out), "figures")
	}
	return nil
}

func runReport(app *App, o reportOptions, args []string) error {
	if err := o.check(args); err != nil {
		return err
	}
	if o.reproduce != "" {
		return runReproduce(app, o)
	}
	catalog, err := runs.EmbeddedCatalog()
	if err != nil {
		return err
	}
	sources, err := readSources(app, args, catalog)
	if err != nil {
		return err
	}
	if err := o.writeIndex(sources); err != nil {
		return err
	}
	document := report.Build(sources, report.Options{
		Title: o.title, Margin: o.margin, Catalog: catalog, Resampling: stats.Resampling{Draws: o.draws, Seed: o.seed},
	})
	return o.write(app, document)
}

func (o reportOptions) writeIndex(sources [][]runs.Run) error {
	if o.index == "" {
		return nil
	}
	return atomicfile.Write(o.index, 0o644, func(w io.Writer) error { return runs.WriteIndex(w, slices.Concat(sources...)) })
}

func readSources(app *App, paths []string, catalog *runs.Catalog) ([][]runs.Run, error) {
	var sources [][]runs.Run
	for _, path := range paths {
		read, err := runs.ReadSource(path, catalog, func(message string) { fmt.Fprintf(app.Err, "m4bench: warning: %s\n", message) })
		if err != nil {
			return nil, err
		}
		sources = append(sources, read...)
	}
	return sources, nil
}

func runReproduce(app *App, o reportOptions) error {
	catalog, err := runs.EmbeddedCatalog()
	if err != nil {
		return err
	}
	sources, err := readSources(app, []string{o.reproduce}, catalog)
	if err != nil {
		return err
	}
	in := published.Recognise(sources)
	if !in.Any() {
		return usagef("%s holds no published index of runs", o.reproduce)
	}
	document, results := in.Document()
	if err := o.writeWith(app, document, published.Generated); err != nil {
		return err
	}
	if n := published.Unexplained(results); n > 0 {
		fmt.Fprintf(app.Err, "m4bench: %d published numbers are not equal and no reason is known\n", n)
		return silentError{ExitNegative}
	}
	return nil
}

// write puts the document and its figures where they are wanted.
func (o reportOptions) write(app *App, d *doc.Document) error {
	return o.writeWith(app, d, "Written by m4bench "+Version+".")
}

func (o reportOptions) writeWith(app *App, d *doc.Document, generated string) error {
	options := doc.Options{Generated: generated}
	if o.figures != "" {
		if err := d.WriteFigures(o.figures); err != nil {
			return err
		}
		options.FigureDir = o.figureDir()
	}
	fill := func(w io.Writer) error { return d.Write(w, o.format, options) }
	if o.out == "" {
		return fill(app.Out)
	}
	if err := atomicfile.Write(o.out, 0o644, fill); err != nil {
		return err
	}
	info, err := os.Stat(o.out)
	if err != nil {
		return fmt.Errorf("look at what was written: %w", err)
	}
	fmt.Fprintf(app.Err, "%s: %d kB\n", o.out, (info.Size()+1023)/1024)
	return nil
}

// figureDir is the folder of figures as seen from the document.
func (o reportOptions) figureDir() string {
	relative, err := filepath.Rel(filepath.Dir(o.out), o.figures)
	if o.out == "" || err != nil {
		return filepath.ToSlash(o.figures)
	}
	return filepath.ToSlash(relative)
}
