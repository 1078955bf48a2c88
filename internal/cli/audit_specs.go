package cli

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"m4bench"
	"m4bench/internal/checklist"
	"m4bench/internal/concept"
	"m4bench/internal/explain"
	"m4bench/internal/task"
)

func newAuditSpecsCommand(app *App) *cobra.Command {
	o := auditOptions{edition: concept.CurrentEdition}
	cmd := &cobra.Command{
		Use:   "specs",
		Short: "Do specifications and skills state every rule that decides a reference?",
		Long: "Counts, for each task, the choice points that its specification and its skills state, of those that\n" +
			"can change a scored cell of its reference (edition current). Without --db that is every choice point\n" +
			"below the reference but those declared to be of no use there; with --db it is those whose flip does\n" +
			"change the reference on that database, and the declarations are checked against it.\n\n" +
			"Exit code 3 if a rule is not stated, or one declared to be of no use changes the reference.",
		Example: "  m4bench audit specs\n  m4bench audit specs --db synthetic.duckdb --task mimic-kdigo-48h --json",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runAuditSpecs(cmd.Context(), app, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.db, "db", "", "EHR database file on which rules must show; it is only read")
	flags.StringSliceVar(&o.tasks, "task", nil, "only these tasks (default: all, with --db all of the database)")
	flags.StringVar(&o.memory, "memory", "", "DuckDB's memory limit, such as 2GB")
	flags.IntVar(&o.threads, "threads", 0, "threads to use (default: all)")
	flags.BoolVar(&o.json, "json", false, "print JSON")
	return cmd
}

func runAuditSpecs(ctx context.Context, app *App, o auditOptions) error {
	libs, err := task.EmbeddedLibraries()
	if err != nil {
		return err
	}
	checker, err := checklist.New(m4bench.Library, libs)
	if err != nil {
		return err
	}
	set, err := task.Embedded()
	if err != nil {
		return err
	}
	tasks, err := chooseTasks(set, o.tasks)
	if err != nil {
		return err
	}
	results, err := checkTexts(ctx, app, checker, tasks, o)
	if err != nil {
		return err
	}
	if o.json {
		err = printJSON(app.Out, results)
	} else {
		err = printTexts(app, results)
	}
	if err != nil {
		return err
	}
	for _, r := range results {
		if !r.Complete() {
			return silentError{ExitNegative}
		}
	}
	return nil
}

func checkTexts(ctx context.Context, app *App, checker *checklist.Checker, tasks []*task.Task, o auditOptions) ([]*checklist.Result, error) {
	byTarget := map[string]*explain.Audit{}
	if o.db != "" {
		audits, err := auditMutants(ctx, app, o)
		if err != nil {
			return nil, err
		}
		for _, a := range audits {
			for target := range a.Totals {
				byTarget[target] = a
			}
		}
	}
	var results []*checklist.Result
	for _, t := range tasks {
		check := checker.Check
		if o.db != "" {
			audit, audited := byTarget[t.Reference]
			if !audited {
				continue
			}
			check = func(t *task.Task) (*checklist.Result, error) { return checker.CheckOn(t, audit) }
		}
		r, err := check(t)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}

func printTexts(app *App, results []*checklist.Result) error {
	table := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "TASK\tRULES\tIN SPEC\tIN SKILLS")
	for _, r := range results {
		fmt.Fprintf(table, "%s\t%d\t%s\t%s\n", r.Task, r.Rules, share(r.Spec.Stated, r.Rules), share(r.Skill.Stated, r.Rules))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, r := range results {
		for _, list := range []struct {
			what  string
			rules []string
		}{
			{"not in the specification", r.Spec.Missing},
			{"not in the skills", r.Skill.Missing},
			{"declared to be of no use, but it changes the reference", r.Contradicted},
		} {
			if len(list.rules) > 0 {
				fmt.Fprintf(app.Out, "%s: %s: %s\n", r.Task, list.what, strings.Join(list.rules, ", "))
			}
		}
	}
	return nil
}

func share(part, whole int) string {
	if whole == 0 {
		return "0 (–)"
	}
	return fmt.Sprintf("%d (%.0f %%)", part, 100*float64(part)/float64(whole))
}
