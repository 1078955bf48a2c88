package cli

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"m4bench/internal/concept"
	"m4bench/internal/duck"
)

type auditItemsOptions struct {
	db, edition string
	json        bool
}

func newAuditItemsCommand(app *App) *cobra.Command {
	var o auditItemsOptions
	cmd := &cobra.Command{
		Use:   "items --db FILE",
		Short: "Do the installed dictionaries still name every item id as the derivations expect?",
		Long: "Compares each item id that the MIMIC-IV derivations read with the labels in d_items and d_labitems of a\n" +
			"database. The expected labels are those of the open demo 2.2 (concepts/mimiciv/items.csv), which also\n" +
			"declares the known exceptions. The exit code is 3 if another difference is found: a derivation then\n" +
			"reads something else than it was written for, or nothing.",
		Example: "  m4bench audit items --db mimic.duckdb\n  m4bench audit items --db mimic.duckdb --json",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runAuditItems(cmd.Context(), app, o) },
	}
	cmd.Flags().StringVar(&o.db, "db", "", "MIMIC-IV database file; it is only read")
	cmd.Flags().StringVar(&o.edition, "edition", concept.CurrentEdition, "reference edition")
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON")
	requireFlags(cmd, "db")
	return cmd
}

// itemsReport is what the audit prints as JSON.
type itemsReport struct {
	Edition string              `json:"edition"`
	Checked int                 `json:"items"`
	Without int                 `json:"items_without_dictionary"`
	Drift   []concept.ItemDrift `json:"differences"`
}

func runAuditItems(ctx context.Context, app *App, o auditItemsOptions) error {
	lib, err := concept.Embedded(concept.MIMICIV)
	if err != nil {
		return err
	}
	edition, err := lib.Edition(o.edition)
	if err != nil {
		return err
	}
	db, err := openSource(ctx, o.db, concept.MIMICIV)
	if err != nil {
		return err
	}
	defer db.Close()
	r := itemsReport{Edition: edition.ID, Drift: []concept.ItemDrift{}}
	drift, checked, without, err := lib.AuditItems(ctx, db, concept.Where{}, edition)
	if err != nil {
		return err
	}
	r.Drift, r.Checked, r.Without = append(r.Drift, drift...), checked, without
	if o.json {
		err = printJSON(app.Out, r)
	} else {
		err = r.print(app)
	}
	if err == nil && r.undeclared() > 0 {
		err = silentError{ExitNegative}
	}
	return err
}

func (r itemsReport) undeclared() int {
	n := 0
	for _, d := range r.Drift {
		if d.Exception == "" {
			n++
		}
	}
	return n
}

func (r itemsReport) print(app *App) error {
	fmt.Fprintf(app.Out, "%d item ids of edition %s compared: %d differ, of which %d are declared exceptions\n",
		r.Checked-r.Without, r.Edition, len(r.Drift), len(r.Drift)-r.undeclared())
	if r.Without > 0 {
		fmt.Fprintf(app.Out, "%d item ids could not be compared: the database has no dictionary for them\n", r.Without)
	}
	if len(r.Drift) == 0 {
		return nil
	}
	table := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "dictionary\titemid\texpected label\tinstalled label\texception")
	for _, d := range r.Drift {
		found := d.Found
		if d.Missing {
			found = "(not there)"
		}
		fmt.Fprintf(table, "%s\t%d\t%s\t%s\t%s\n", d.Dictionary, d.ID, d.Expected, found, d.Exception)
	}
	return table.Flush()
}

// openSource opens a database file for reading and makes sure that it holds the
// tables that a library reads.
func openSource(ctx context.Context, path, library string) (*duck.DB, error) {
	db, err := duck.Open(ctx, duck.Options{Path: path, ReadOnly: true})
	if err != nil {
		return nil, err
	}
	if err := holdsSource(ctx, db, path, library); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}
