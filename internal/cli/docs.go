package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"m4bench/internal/atomicfile"
	"m4bench/internal/task"
)

func newDocsCommand(app *App) *cobra.Command {
	cmd := &cobra.Command{Use: "docs", Short: "Write the parts of the documentation that are computed"}
	cmd.AddCommand(newDocsFamiliesCommand(app), newDocsSyntheticCommand(app))
	return cmd
}

func newDocsFamiliesCommand(app *App) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:     "families",
		Short:   "Write one page a family: what is derived, from what, rule by rule",
		Example: "  m4bench docs families --out docs/families",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return runDocsFamilies(app, out) },
	}
	cmd.Flags().StringVar(&out, "out", "docs/families", "folder for <family>.md")
	return cmd
}

func runDocsFamilies(app *App, out string) error {
	tasks, err := task.Embedded()
	if err != nil {
		return err
	}
	libs, err := task.EmbeddedLibraries()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return fmt.Errorf("create %s: %w", out, err)
	}
	for _, family := range tasks.Families() {
		path := filepath.Join(out, family+".md")
		write := func(w io.Writer) error { return tasks.WriteFamilyPage(w, family, libs) }
		if err := atomicfile.Write(path, 0o644, write); err != nil {
			return err
		}
		fmt.Fprintln(app.Out, path)
	}
	return nil
}
