package cli

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"m4bench/internal/image"
	"m4bench/internal/progress"
	"m4bench/internal/run"
	"m4bench/internal/sandbox"
)

func newImageCommand(app *App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "image",
		Short: "Build and list the container images in which agents run",
	}
	cmd.AddCommand(newImageBuildCommand(app), newImageListCommand(app))
	return cmd
}

type imageBuildOptions struct {
	base, tag, library string
	agents             []string
	offline, json      bool
}

func newImageBuildCommand(app *App) *cobra.Command {
	var o imageBuildOptions
	cmd := &cobra.Command{
		Use:   "build",
		Short: "Build an image with Python, pandas, DuckDB and the agents' programs",
		Long: "The image starts from --base and gets Debian's Python and pandas, the query shell duckdb, DuckDB for\n" +
			"Python, the agents' programs at their pinned versions, and a user without rights. The programs are\n" +
			"fetched with npm and checked by their sums, unless scripts/agent-clis has done so.\n\n" +
			"Without a registry, scripts/base-image makes a base, and --offline builds from it without a network:\n" +
			"Python's DuckDB is then a small module over the C library, which scripts/duckdb-library makes.\n\n" +
			"Exit codes: 0 the image is there; 2 wrong arguments; 5 docker or npm failed.",
		Example: "  m4bench image build\n" +
			"  m4bench image build --base registry.example.org/debian:12 --agents codex\n" +
			"  scripts/base-image m4bench-base && m4bench image build --base m4bench-base --offline",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runImageBuild(cmd.Context(), app, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.base, "base", image.DefaultBase, "image to start from, of a Debian system")
	flags.StringVar(&o.tag, "tag", sandbox.DefaultImage, "name of the new image; $"+sandbox.ImageVariable+" makes runs use another one than the default")
	flags.StringSliceVar(&o.agents, "agents", image.Agents(), "programs of agents that it holds")
	flags.BoolVar(&o.offline, "offline", false, "fetch nothing inside: the base has Python and pandas")
	flags.StringVar(&o.library, "library", "", "DuckDB's C library for Python (default libduckdb.so beside this program, else PyPI's package)")
	flags.BoolVar(&o.json, "json", false, "print JSON")
	return cmd
}

func runImageBuild(ctx context.Context, app *App, o imageBuildOptions) error {
	shell, err := run.FindShell(os.Getenv)
	if err != nil {
		return err
	}
	if shell.Whole {
		return usagef("there is no query shell beside this program; make build makes it")
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return fmt.Errorf("find a folder for fetched programs: %w", err)
	}
	library, err := o.findLibrary()
	if err != nil {
		return err
	}
	line := progress.NewLine(app.Err, app.Now)
	built, err := image.Build(ctx, image.Options{
		Base: o.base, Tag: o.tag, Agents: o.agents, Offline: o.offline, Shell: shell.Path, Library: library,
		Getenv: os.Getenv, Cache: filepath.Join(cache, "m4bench", "clis"), Progress: line,
	})
	line.Done("")
	if err != nil {
		return err
	}
	if o.json {
		return printJSON(app.Out, built)
	}
	w := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "image\t%s\n", built.Tag)
	fmt.Fprintf(w, "digest\t%s\n", built.Digest)
	fmt.Fprintf(w, "system\t%s, from %s\n", built.System, built.Base)
	fmt.Fprintf(w, "programs\t%s\n", programsText(built.Programs))
	fmt.Fprintf(w, "duckdb\t%s, for Python by its %s\n", built.DuckDB, built.Python)
	fmt.Fprintf(w, "size\t%d MB\n", built.Size/1e6)
	return w.Flush()
}

// findLibrary is the named C library, or that beside this program if there is one.
func (o imageBuildOptions) findLibrary() (string, error) {
	if o.library != "" {
		if _, err := os.Stat(o.library); err != nil {
			return "", usagef("--library: %w", err)
		}
		return o.library, nil
	}
	own, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find DuckDB's library: %w", err)
	}
	beside := filepath.Join(filepath.Dir(own), "libduckdb.so")
	if _, err := os.Stat(beside); err != nil {
		return "", nil
	}
	return beside, nil
}

func programsText(programs map[string]string) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		parts = append(parts, name+" "+programs[name])
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

func newImageListCommand(app *App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the images that this program built, newest first",
		Example: "  m4bench image list --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			images, err := image.List(cmd.Context())
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(app.Out, images)
			}
			w := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "image\tmade (UTC)\tsize (MB)\tsystem\tprograms\tdigest")
			for _, i := range images {
				fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\n", strings.Join(i.Tags, " "), i.Created.Format("2006-01-02 15:04"),
					i.Size/1e6, i.System, programsText(i.Programs), i.Digest)
			}
			return w.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
