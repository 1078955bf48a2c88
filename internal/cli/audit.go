package cli

import (
	"context"
	"fmt"
	"os"
	"sort"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"m4bench"
	"m4bench/internal/bench"
	"m4bench/internal/checklist"
	"m4bench/internal/concept"
	"m4bench/internal/explain"
	"m4bench/internal/progress"
	"m4bench/internal/task"
)

func newAuditCommand(app *App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Check what data and texts can and cannot show",
	}
	cmd.AddCommand(newAuditDiscriminatesCommand(app), newAuditConventionsCommand(app), newAuditSpecsCommand(app), newAuditLosslessCommand(app), newAuditItemsCommand(app))
	return cmd
}

type auditOptions struct {
	db      string
	edition string
	tasks   []string
	memory  string
	threads int
	json    bool
}

func (o *auditOptions) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.db, "db", "", "EHR database file; it is only read")
	flags.StringVar(&o.edition, "edition", concept.CurrentEdition, "reference edition")
	flags.StringSliceVar(&o.tasks, "task", nil, "only these tasks (default: all of the database)")
	flags.StringVar(&o.memory, "memory", "", "DuckDB's memory limit, such as 2GB")
	flags.IntVar(&o.threads, "threads", 0, "threads to use (default: all)")
	flags.BoolVar(&o.json, "json", false, "print JSON")
	cmd.MarkFlagRequired("db")
}

func newAuditDiscriminatesCommand(app *App) *cobra.Command {
	var o auditOptions
	cmd := &cobra.Command{
		Use:   "discriminates --db FILE",
		Short: "Can this database tell every one-rule mistake from the reference?",
		Long: "Flips every option of every choice point alone, builds the references again, and counts the mutants\n" +
			"that change at least one scored cell. Silent mutants are named; the exit code is 3 if one has no\n" +
			"written proof that it is equivalent.",
		Example: "  m4bench audit discriminates --db synthetic.duckdb\n  m4bench audit discriminates --db synthetic.duckdb --task mimic-kdigo-48h --json",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runDiscriminates(cmd.Context(), app, o) },
	}
	o.register(cmd)
	return cmd
}

func runDiscriminates(ctx context.Context, app *App, o auditOptions) error {
	audits, err := auditMutants(ctx, app, o)
	if err != nil {
		return err
	}
	unused, err := checklist.ReadUnused(m4bench.Library)
	if err != nil {
		return err
	}
	var results []explain.Discrimination
	for _, a := range audits {
		results = append(results, a.Discrimination(unused.Because)...)
	}
	silent := 0
	for _, r := range results {
		silent += len(r.Silent)
	}
	if o.json {
		if err := printJSON(app.Out, results); err != nil {
			return err
		}
	} else if err := printDiscrimination(app, results); err != nil {
		return err
	}
	if silent > 0 {
		return silentError{ExitNegative}
	}
	return nil
}

func printDiscrimination(app *App, results []explain.Discrimination) error {
	table := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "REFERENCE\tMUTANTS\tTOLD APART\tPROVEN EQUIVALENT\tSILENT")
	for _, r := range results {
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\n", r.Target, r.Mutants, r.Told, len(r.Proven), len(r.Silent))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, r := range results {
		for _, f := range r.Silent {
			fmt.Fprintf(app.Out, "silent in %s: %s (%s)\n", r.Target, f, f.Kind)
		}
	}
	return nil
}

// auditMutants runs the mutants of every database that the file holds.
func auditMutants(ctx context.Context, app *App, o auditOptions) ([]*explain.Audit, error) {
	tasks, err := tasksToAudit(o.tasks)
	if err != nil {
		return nil, err
	}
	scratch, err := os.MkdirTemp("", "m4bench-audit-")
	if err != nil {
		return nil, fmt.Errorf("make a scratch folder: %w", err)
	}
	defer os.RemoveAll(scratch)
	w, err := bench.OpenWorkshop(ctx, o.db, scratch, bench.Resources{Memory: o.memory, Threads: o.threads})
	if err != nil {
		return nil, err
	}
	defer w.Close()
	line := progress.NewLine(app.Err, app.Now)
	defer line.Done("")
	var audits []*explain.Audit
	for _, database := range w.Databases() {
		if len(tasks[database]) == 0 {
			continue
		}
		lab, err := explain.OpenLab(ctx, w, o.edition, tasks[database], line, app.Now)
		if err != nil {
			return nil, err
		}
		audit, err := lab.Audit(ctx)
		if err != nil {
			return nil, err
		}
		audits = append(audits, audit)
	}
	if len(audits) == 0 {
		return nil, usagef("%s holds no database of the tasks asked for", o.db)
	}
	return audits, nil
}

// tasksToAudit returns the wanted tasks by database; all if none is named.
func tasksToAudit(wanted []string) (map[string][]*task.Task, error) {
	set, err := task.Embedded()
	if err != nil {
		return nil, err
	}
	var chosen []*task.Task
	for _, id := range wanted {
		t, err := set.Get(id)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, t)
	}
	if len(wanted) == 0 {
		chosen = set.All()
	}
	byDatabase := map[string][]*task.Task{}
	for _, t := range chosen {
		byDatabase[t.Database] = append(byDatabase[t.Database], t)
	}
	for _, list := range byDatabase {
		sort.Slice(list, func(i, j int) bool { return list[i].ID < list[j].ID })
	}
	return byDatabase, nil
}
