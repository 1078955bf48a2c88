package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"m4bench/internal/concept"
	"m4bench/internal/duck"
	"m4bench/internal/progress"
)

type conceptBuildOptions struct {
	library libraryFlags
	db      string
	only    []string
	out     string
	memory  string
	threads int
	json    bool
}

func newConceptBuildCommand(app *App) *cobra.Command {
	var o conceptBuildOptions
	cmd := &cobra.Command{
		Use:   "build --db FILE",
		Short: "Build the derived tables into the database",
		Long: "Builds the derived tables of an edition into schema " + concept.DerivedSchema + " and replaces what was\n" +
			"built before. Declared invariants are checked; if a table breaks one, the tables are built all\n" +
			"the same, the breach is printed, and the exit code is 3. Item ids that the installed dictionaries name\n" +
			"otherwise, or lack, are warned of (m4bench audit items lists them all).",
		Example: "  m4bench concept build --db mimic.duckdb\n" +
			"  m4bench concept build --db mimic.duckdb --only kdigo_stages --out csv/",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runConceptBuild(cmd.Context(), app, o) },
	}
	o.library.register(cmd)
	flags := cmd.Flags()
	flags.StringVar(&o.db, "db", "", "EHR database file made by data import or data synth")
	flags.StringSliceVar(&o.only, "only", nil, "build these concepts and what they need")
	flags.StringVar(&o.out, "out", "", "also write DIR/<concept>.csv")
	flags.StringVar(&o.memory, "memory", "", "DuckDB's memory limit, such as 2GB")
	flags.IntVar(&o.threads, "threads", 0, "threads to use (default: all)")
	flags.BoolVar(&o.json, "json", false, "print JSON")
	cmd.MarkFlagRequired("db")
	return cmd
}

func runConceptBuild(ctx context.Context, app *App, o conceptBuildOptions) error {
	lib, edition, err := o.library.load()
	if err != nil {
		return err
	}
	if _, err := os.Stat(o.db); err != nil {
		return usagef("no database: %w", err)
	}
	wanted := o.only
	if len(wanted) == 0 {
		wanted = lib.Names(edition, concept.Derived)
	}
	if len(wanted) == 0 {
		return usagef("library %s has no derived tables; m4bench reference writes the rows of its tasks", o.library.database)
	}
	if _, err := lib.Order(edition, wanted...); err != nil {
		return err
	}
	db, err := duck.Open(ctx, duck.Options{Path: o.db, Memory: o.memory, Threads: o.threads})
	if err != nil {
		return err
	}
	defer db.Close()
	if err := holdsSource(ctx, db, o.db, o.library.database); err != nil {
		return err
	}
	line := progress.NewLine(app.Err, app.Now)
	build := concept.Build{
		Library: lib, Edition: edition, DB: db, Progress: line, Now: app.Now, Check: true,
		Where: concept.Where{Schema: concept.DerivedSchema},
	}
	built, err := build.Run(ctx, wanted...)
	line.Done("")
	if err != nil {
		return err
	}
	if err := writeConceptFiles(ctx, db, o.out, wanted, built); err != nil {
		return err
	}
	return reportBuilt(app, o.json, built)
}

// holdsSource makes sure that the file is a database of the library's source.
func holdsSource(ctx context.Context, db *duck.DB, path, library string) error {
	schema := map[string]string{concept.MIMICIV: "mimiciv_icu", concept.EICU: "eicu_crd"}[library]
	n, err := db.QueryInt(ctx, "SELECT count(*) FROM duckdb_tables() WHERE schema_name = ?", schema)
	if err != nil {
		return err
	}
	if n == 0 {
		return usagef("%s has no tables in schema %s, which library %s reads; make a database with m4bench data import or data synth, or name another library with --database",
			path, schema, library)
	}
	return nil
}

func writeConceptFiles(ctx context.Context, db *duck.DB, dir string, wanted []string, built []concept.Built) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("create %s: %w", dir, err)
	}
	named := map[string]bool{}
	for _, name := range wanted {
		named[name] = true
	}
	for _, b := range built {
		if !named[b.Concept] {
			continue
		}
		if err := concept.WriteCSV(ctx, db, b.Qualified, filepath.Join(dir, b.Concept+".csv")); err != nil {
			return err
		}
	}
	return nil
}

func reportBuilt(app *App, asJSON bool, built []concept.Built) error {
	for _, drift := range concept.DriftWarnings(built) {
		fmt.Fprintf(app.Err, "m4bench: warning: %s\n", drift)
	}
	broken := 0
	for _, b := range built {
		broken += len(b.Broken)
	}
	if asJSON {
		if err := printJSON(app.Out, built); err != nil {
			return err
		}
	} else {
		table := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(table, "rows\ttime (s)\t  concept")
		for _, b := range built {
			if b.Layer != concept.Step {
				fmt.Fprintf(table, "%d\t%.2f\t  %s\n", b.Rows, b.Took.Seconds(), b.Concept)
			}
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	if broken == 0 {
		return nil
	}
	for _, b := range built {
		for _, v := range b.Broken {
			fmt.Fprintf(app.Err, "m4bench: %s: %s\n", b.Concept, v)
		}
	}
	return silentError{ExitNegative}
}
