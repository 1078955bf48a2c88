package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"m4bench/internal/atomicfile"
	"m4bench/internal/concept"
	"m4bench/internal/duck"
	"m4bench/internal/ehr"
	"m4bench/internal/ehr/synth"
	"m4bench/internal/ehr/synth/sheet"
	"m4bench/internal/progress"
)

type docsSyntheticOptions struct {
	stays   int
	seed    uint64
	borders bool
	out     string
}

func newDocsSyntheticCommand(app *App) *cobra.Command {
	var o docsSyntheticOptions
	cmd := &cobra.Command{
		Use:   "synthetic",
		Short: "Measure synthetic databases and set their figures beside the real ones",
		Long: "Makes a synthetic MIMIC-IV and a synthetic eICU in a scratch folder, builds the derived tables\n" +
			"that the measures need, and writes synthetic.md and its figures.",
		Example: "  m4bench docs synthetic --out docs",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runDocsSynthetic(cmd.Context(), app, o) },
	}
	cmd.Flags().IntVar(&o.stays, "stays", 8000, "ICU stays of each database")
	cmd.Flags().Uint64Var(&o.seed, "seed", 1, "seed")
	cmd.Flags().BoolVar(&o.borders, "borders", true, "with the patients on the borders of rules")
	cmd.Flags().StringVar(&o.out, "out", "docs", "folder for synthetic.md and figures/")
	return cmd
}

func runDocsSynthetic(ctx context.Context, app *App, o docsSyntheticOptions) error {
	scratch, err := os.MkdirTemp("", "m4bench-synthetic-*")
	if err != nil {
		return fmt.Errorf("make a scratch folder: %w", err)
	}
	defer os.RemoveAll(scratch)
	var databases []*sheet.Database
	for _, d := range []*sheet.Database{
		{Source: ehr.MIMICIV, Title: "MIMIC-IV", Sections: sheet.MIMIC()},
		{Source: ehr.EICU, Title: "eICU", Sections: sheet.EICU()},
	} {
		if err := measureSynthetic(ctx, app, o, d, scratch); err != nil {
			return err
		}
		databases = append(databases, d)
	}
	return writeSheet(app, o.out, databases)
}

// measureSynthetic makes a database, derives what the measures need, and
// measures it.
func measureSynthetic(ctx context.Context, app *App, o docsSyntheticOptions, d *sheet.Database, scratch string) (err error) {
	line := progress.NewLine(app.Err, app.Now)
	defer line.Done("")
	path := filepath.Join(scratch, d.Source+".duckdb")
	manifest, err := synth.Generate(ctx, synth.Options{Source: d.Source, Stays: o.stays, Seed: o.seed, Plain: !o.borders, Path: path, Progress: line})
	if err != nil {
		return err
	}
	d.Generator, d.Stays, d.Seed, d.Contents = manifest.Generator, manifest.Stays, manifest.Seed, manifest.Tables
	db, err := duck.Open(ctx, duck.Options{Path: path})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if needed := sheet.Derived(d.Sections); len(needed) > 0 {
		if err := deriveInto(ctx, app, db, line, needed); err != nil {
			return err
		}
	}
	d.Results, err = sheet.Run(ctx, db, d.Sections, func(string) bool { return true })
	return err
}

func deriveInto(ctx context.Context, app *App, db *duck.DB, line *progress.Line, names []string) error {
	lib, err := concept.Embedded(concept.MIMICIV)
	if err != nil {
		return err
	}
	edition, err := lib.Edition(concept.CurrentEdition)
	if err != nil {
		return err
	}
	build := concept.Build{Library: lib, Edition: edition, DB: db, Progress: line, Now: app.Now, Where: concept.Where{Schema: concept.DerivedSchema}}
	_, err = build.Run(ctx, names...)
	return err
}

func writeSheet(app *App, out string, databases []*sheet.Database) error {
	figures := filepath.Join(out, "figures")
	if err := os.MkdirAll(figures, 0o755); err != nil {
		return fmt.Errorf("create %s: %w", figures, err)
	}
	for _, d := range databases {
		for i := range d.Sections {
			draw := func(w io.Writer) error { return sheet.WriteFigure(w, d.Title+": "+d.Sections[i].Title, d.Results[i]) }
			if err := atomicfile.Write(filepath.Join(figures, d.Figure(i)), 0o644, draw); err != nil {
				return err
			}
		}
	}
	path := filepath.Join(out, "synthetic.md")
	if err := atomicfile.Write(path, 0o644, func(w io.Writer) error { return sheet.WritePage(w, databases) }); err != nil {
		return err
	}
	fmt.Fprintln(app.Out, path)
	return nil
}
