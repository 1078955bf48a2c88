package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"m4bench/internal/duck"
	"m4bench/internal/ehr"
)

type dataInfoOptions struct {
	db     string
	memory string
	json   bool
}

func newDataInfoCommand(app *App) *cobra.Command {
	var o dataInfoOptions
	cmd := &cobra.Command{
		Use:   "info --db FILE",
		Short: "Show what a database holds: tables, rows, release, and what is wrong with it",
		Long: "Shows the tables and rows of an EHR database, a guess at the release it was loaded from, and warnings:\n" +
			"required tables without rows, and columns that references filter by and that are NULL everywhere.",
		Example: "  m4bench data info --db mimic.duckdb\n" +
			"  m4bench data info --db mimic.duckdb --json",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runDataInfo(cmd.Context(), app, o) },
	}
	cmd.Flags().StringVar(&o.db, "db", "", "EHR database file made by data import or data synth")
	cmd.Flags().StringVar(&o.memory, "memory", "1GB", "DuckDB's memory limit")
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON")
	cmd.MarkFlagRequired("db")
	return cmd
}

func runDataInfo(ctx context.Context, app *App, o dataInfoOptions) (err error) {
	db, err := duck.Open(ctx, duck.Options{Path: o.db, ReadOnly: true, Memory: o.memory})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	info, err := ehr.ReadInfo(ctx, db)
	if err != nil {
		return err
	}
	found, err := ehr.Inspect(ctx, db, info)
	if err != nil {
		return err
	}
	warnings := append(info.Warnings(), found...)
	if o.json {
		return printJSON(app.Out, struct {
			ehr.Info
			Warnings []string `json:"warnings"`
		}{info, warnings})
	}
	return printInfo(app, info, warnings)
}

// printInfo shows the tables that have rows, and names the others.
func printInfo(app *App, info ehr.Info, warnings []string) error {
	fmt.Fprintf(app.Out, "%s %s (by %s), %d rows", info.Title, info.Version.Name, info.Version.Basis, info.Rows)
	if info.Folder != "" {
		fmt.Fprintf(app.Out, ", from folder %s on %s", info.Folder, info.ImportedAt.Format("2006-01-02"))
	}
	fmt.Fprint(app.Out, "\n\n")
	w := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "table\trows\tfile\tchecksum")
	var empty []string
	for _, t := range info.Tables {
		name := t.Schema + "." + t.Table
		if t.Rows == 0 {
			empty = append(empty, name)
			continue
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", name, strconv.FormatInt(t.Rows, 10), dash(t.File), dash(t.Checksum))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if empty != nil {
		fmt.Fprintf(app.Out, "\nwithout rows: %s\n", strings.Join(empty, ", "))
	}
	for i, warning := range warnings {
		if i == 0 {
			fmt.Fprintln(app.Out, "\nwarnings:")
		}
		fmt.Fprintf(app.Out, "  %s\n", warning)
	}
	return nil
}

func dash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}
