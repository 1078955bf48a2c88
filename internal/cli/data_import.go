package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"m4bench/internal/ehr"
	"m4bench/internal/progress"
)

type dataImportOptions struct {
	from    string
	db      string
	verify  string
	memory  string
	threads int
	replace bool
	json    bool
}

func newDataImportCommand(app *App) *cobra.Command {
	var o dataImportOptions
	cmd := &cobra.Command{
		Use:   "import " + ehr.MIMICIV + "|" + ehr.EICU + " --from DIR --db FILE",
		Short: "Load a folder of MIMIC-IV or eICU into a database",
		Long: "Loads the folder that PhysioNet gives: csv, csv.gz or parquet files, in hosp/ and icu/ or all in one\n" +
			"place. Columns are matched by the names in the header, and every field is held to its declared type;\n" +
			"only the empty field is a missing value. Tables that a reference needs must be there, others may be\n" +
			"absent and are empty then. If the folder has SHA256SUMS.txt, --verify says what a difference means.\n\n" +
			"FILE appears when it is whole. Until then the tables are in FILE.part; after a stop the same command\n" +
			"goes on with the tables that are not loaded yet. Rows of chartevents and labevents are stored by item;\n" +
			"while they are sorted, they take about as much disk beside FILE as they will in it.\n\n" +
			"Exit codes: 0 loaded; 2 wrong arguments, or FILE holds something else; 3 loaded, but files that belong\n" +
			"to no table were skipped; 4 the source is damaged or incomplete; 5 disk full, no memory, or no place to write.",
		Example: "  m4bench data import mimic-iv --from mimic-iv-3.1 --db mimic.duckdb\n" +
			"  m4bench data import eicu --from eicu-demo --db eicu.duckdb --verify strict\n" +
			"  m4bench data import mimic-iv --from mimic-iv-demo --db demo.duckdb --memory 1GB --json",
		Args: oneSource,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runDataImport(cmd.Context(), app, args[0], o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.from, "from", "", "folder with the source's files")
	flags.StringVar(&o.db, "db", "", "database file to make")
	flags.StringVar(&o.verify, "verify", string(ehr.VerifyWarn), "what to do about SHA256SUMS.txt: off, warn or strict")
	flags.StringVar(&o.memory, "memory", ehr.DefaultMemory, "memory for the whole process, at least 512MB")
	flags.IntVar(&o.threads, "threads", 0, "threads to use (default: all)")
	flags.BoolVar(&o.replace, "replace", false, "replace FILE if it holds something else")
	flags.BoolVar(&o.json, "json", false, "print JSON")
	cmd.MarkFlagRequired("from")
	cmd.MarkFlagRequired("db")
	return cmd
}

// oneSource takes the name of a source as the one argument.
func oneSource(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usagef("name one source: %s or %s", ehr.MIMICIV, ehr.EICU)
	}
	return nil
}

func runDataImport(ctx context.Context, app *App, source string, o dataImportOptions) error {
	memory, err := ehr.ParseMemory(o.memory)
	if err != nil {
		return err
	}
	line := progress.NewLine(app.Err, app.Now)
	result, err := ehr.Import(ctx, ehr.ImportOptions{
		Source: source, From: o.from, To: o.db, Verify: ehr.Verify(o.verify), Memory: memory, Threads: o.threads,
		Replace: o.replace, ToolVersion: Version, Now: app.Now, Progress: line,
	})
	line.Done("")
	if err != nil {
		return err
	}
	if o.json {
		err = printJSON(app.Out, result)
	} else {
		err = printImport(app, o.db, result)
	}
	if err == nil && len(result.Skipped) > 0 {
		fmt.Fprintf(app.Err, "m4bench: %s is whole; skipped, since they belong to no table: %s\n", o.db, strings.Join(result.Skipped, ", "))
		return silentError{ExitNegative}
	}
	return err
}

func printImport(app *App, path string, r ehr.Result) error {
	state := "loaded"
	if r.UpToDate {
		state = "up to date"
	}
	fmt.Fprintf(app.Out, "%s: %s", path, state)
	if r.Resumed > 0 {
		fmt.Fprintf(app.Out, ", %d tables of them by an earlier start", r.Resumed)
	}
	fmt.Fprintln(app.Out)
	return printInfo(app, r.Info, r.Warnings)
}
