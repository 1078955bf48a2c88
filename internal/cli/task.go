package cli

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"m4bench"
	"m4bench/internal/bench"
	"m4bench/internal/task"
)

func newTaskCommand(app *App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "task",
		Short: "List, show and check the benchmark's tasks",
	}
	cmd.AddCommand(newTaskListCommand(app), newTaskShowCommand(app), newTaskCheckCommand(app), newTaskPromptCommand(app))
	return cmd
}

func newTaskListCommand(app *App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the tasks",
		Example: "  m4bench task list\n  m4bench task list --json",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return runTaskList(app, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func runTaskList(app *App, asJSON bool) error {
	tasks, err := task.Embedded()
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(app.Out, tasks.All())
	}
	table := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "task\tfamily\tmode\tdifficulty\tkey\tscored\ttitle")
	for _, t := range tasks.All() {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%d\t%s\n",
			t.ID, t.Family, t.Mode, t.Difficulty, names(t.Keys()), len(t.Scored()), t.Title)
	}
	return table.Flush()
}

func names(columns []task.Column) string {
	list := make([]string, len(columns))
	for i, c := range columns {
		list[i] = c.Name
	}
	return strings.Join(list, ", ")
}

func newTaskShowCommand(app *App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "show TASK",
		Short:   "Show a task: what is asked, how it is scored, what its agent may not see",
		Example: "  m4bench task show mimic-sofa-24h",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return runTaskShow(app, args[0], asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func runTaskShow(app *App, id string, asJSON bool) error {
	tasks, err := task.Embedded()
	if err != nil {
		return err
	}
	t, err := tasks.Get(id)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(app.Out, t)
	}
	sees := "the source tables"
	if t.Mode == task.Standard {
		sees += " and the derived tables except " + strings.Join(t.Removed, ", ")
	}
	table := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
	for _, line := range [][2]string{
		{"task", t.ID}, {"family", t.Family}, {"database", t.Database}, {"mode", t.Mode}, {"difficulty", t.Difficulty},
		{"agent sees", sees}, {"reference", t.Reference},
		{"passes with", fmt.Sprintf("%v of the keys, %v of the cells of every scored column", t.Strict.Coverage, t.Strict.Accuracy)},
		{"skills", strings.Join(t.Skills, ", ")}, {"decoy skill", t.Decoy},
	} {
		fmt.Fprintf(table, "%s\t%s\n", line[0], line[1])
	}
	fmt.Fprintln(table, "\ncolumn\trole\ttype\ttolerance\tunit\tmeaning")
	for _, c := range t.Columns {
		fmt.Fprintf(table, "%s\t%s\t%s\t%v\t%s\t%s\n", c.Name, c.Role, c.Type, c.Tolerance, c.Unit, c.Description)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(app.Out, "\n--- instruction ---\n%s", t.Instruction)
	return err
}

type taskCheckOptions struct {
	bench string
	json  bool
}

func newTaskCheckCommand(app *App) *cobra.Command {
	var o taskCheckOptions
	cmd := &cobra.Command{
		Use:   "check [TASK…]",
		Short: "Check the tasks' definitions and instructions; exit code 3 if one has a fault",
		Long: "Checks that fields are known and make sense, that instructions give nothing away and ask for the\n" +
			"declared columns, and that every skill exists. With --bench the columns are also compared with\n" +
			"those of the reference rows.",
		Example: "  m4bench task check\n  m4bench task check mimic-sofa-24h --bench bench/",
		RunE:    func(_ *cobra.Command, args []string) error { return runTaskCheck(app, args, o) },
	}
	cmd.Flags().StringVar(&o.bench, "bench", "", "prepared bench whose references the columns are compared with")
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON")
	return cmd
}

func runTaskCheck(app *App, ids []string, o taskCheckOptions) error {
	tasks, err := task.Embedded()
	if err != nil {
		return err
	}
	chosen, err := chooseTasks(tasks, ids)
	if err != nil {
		return err
	}
	faults := []task.Fault{}
	for _, t := range chosen {
		faults = append(faults, tasks.Lint(t, m4bench.Library)...)
	}
	if o.bench != "" {
		mismatches, err := compareWithReferences(o.bench, chosen)
		if err != nil {
			return err
		}
		faults = append(faults, mismatches...)
	}
	return reportFaults(app, o.json, len(chosen), faults)
}

// chooseTasks returns the named tasks, or all.
func chooseTasks(tasks *task.Set, ids []string) ([]*task.Task, error) {
	if len(ids) == 0 {
		return tasks.All(), nil
	}
	var chosen []*task.Task
	for _, id := range ids {
		t, err := tasks.Get(id)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, t)
	}
	return chosen, nil
}

// compareWithReferences compares the columns of the tasks that a bench has.
func compareWithReferences(dir string, tasks []*task.Task) ([]task.Fault, error) {
	prepared, err := bench.Open(dir)
	if err != nil {
		return nil, err
	}
	var faults []task.Fault
	for _, t := range tasks {
		if !prepared.Has(t.ID) {
			continue
		}
		reference, err := prepared.Reference(t)
		if err != nil {
			return nil, err
		}
		faults = append(faults, t.CompareColumns(reference.Columns)...)
	}
	return faults, nil
}

func reportFaults(app *App, asJSON bool, checked int, faults []task.Fault) error {
	if asJSON {
		if err := printJSON(app.Out, faults); err != nil {
			return err
		}
	} else {
		for _, f := range faults {
			fmt.Fprintln(app.Out, f)
		}
		fmt.Fprintf(app.Out, "%d tasks checked, %d faults\n", checked, len(faults))
	}
	if len(faults) > 0 {
		return silentError{ExitNegative}
	}
	return nil
}
