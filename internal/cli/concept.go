package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"m4bench/internal/concept"
)

func newConceptCommand(app *App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "concept",
		Short: "Look at and build the derived tables",
		Long:  "Concepts are the derivations: SQL with named choice points, from which reference editions are rendered and built.",
	}
	cmd.AddCommand(
		newConceptListCommand(app),
		newConceptShowCommand(app),
		newConceptRenderCommand(app),
		newConceptBuildCommand(app),
		newConceptGraphCommand(app),
		newConceptConventionsCommand(app),
	)
	return cmd
}

// libraryFlags are shared by everything that reads the concept library.
type libraryFlags struct {
	database string
	edition  string
	sets     []string
}

func (f *libraryFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.database, "database", concept.MIMICIV, "library: mimiciv or eicu")
	cmd.Flags().StringVar(&f.edition, "edition", concept.CurrentEdition, "reference edition")
	cmd.Flags().StringSliceVar(&f.sets, "set", nil, "take this option instead of the edition's: choice=option")
}

func (f *libraryFlags) load() (*concept.Library, *concept.Edition, error) {
	if f.database != concept.MIMICIV && f.database != concept.EICU {
		return nil, nil, usagef("--database %q is neither mimiciv nor eicu", f.database)
	}
	lib, err := concept.Embedded(f.database)
	if err != nil {
		return nil, nil, err
	}
	edition, err := lib.Edition(f.edition)
	if err != nil {
		return nil, nil, err
	}
	for _, set := range f.sets {
		choice, option, ok := strings.Cut(set, "=")
		if !ok {
			return nil, nil, usagef("--set %q is not choice=option", set)
		}
		if edition, err = lib.Flip(edition, choice, option); err != nil {
			return nil, nil, err
		}
	}
	return lib, edition, nil
}

func printJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

type conceptRow struct {
	Name  string        `json:"name"`
	Group string        `json:"group"`
	Layer concept.Layer `json:"layer"`
	Grain string        `json:"grain"`
	Title string        `json:"title"`
}

func newConceptListCommand(app *App) *cobra.Command {
	var flags libraryFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the concepts of an edition",
		Example: "  m4bench concept list\n  m4bench concept list --database eicu --json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			lib, edition, err := flags.load()
			if err != nil {
				return err
			}
			var rows []conceptRow
			for _, c := range lib.Concepts() {
				if lib.Has(edition, c.Name) {
					rows = append(rows, conceptRow{c.Name, c.Group, c.Header.Layer, c.Header.Grain, c.Header.Title})
				}
			}
			if asJSON {
				return printJSON(app.Out, rows)
			}
			table := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(table, "GROUP\tCONCEPT\tLAYER\tGRAIN")
			for _, r := range rows {
				fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", r.Group, r.Name, r.Layer, r.Grain)
			}
			return table.Flush()
		},
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func newConceptShowCommand(app *App) *cobra.Command {
	var flags libraryFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "show NAME",
		Short:   "Show what a concept is, what it reads and which conventions decide it",
		Example: "  m4bench concept show kdigo_stages",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			lib, edition, err := flags.load()
			if err != nil {
				return err
			}
			described, err := lib.Describe(args[0], edition)
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(app.Out, described)
			}
			return described.Print(app.Out)
		},
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func newConceptRenderCommand(app *App) *cobra.Command {
	var flags libraryFlags
	var alone bool
	cmd := &cobra.Command{
		Use:   "render NAME",
		Short: "Print a concept's SQL for an edition",
		Long: "Prints one statement that runs by itself in any DuckDB shell on the EHR database: everything\n" +
			"the concept reads is included. With --alone only the concept's own SELECT is printed, which\n" +
			"reads the derived tables.",
		Example: "  m4bench concept render vitalsign --edition m4bench-v1\n" +
			"  m4bench concept render kdigo_stages --alone\n" +
			"  m4bench concept render target_sirs_24h --set sirs.heart_rate=from-90",
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			lib, edition, err := flags.load()
			if err != nil {
				return err
			}
			sql, err := renderConcept(lib, edition, args[0], alone)
			if err != nil {
				return err
			}
			_, err = io.WriteString(app.Out, sql)
			return err
		},
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&alone, "alone", false, "only the concept's own SELECT, reading derived tables")
	return cmd
}

func renderConcept(lib *concept.Library, edition *concept.Edition, name string, alone bool) (string, error) {
	if !alone {
		return lib.Standalone(name, edition, concept.SourceName)
	}
	rendered, err := lib.Render(name, edition, concept.Where{Schema: concept.DerivedSchema}.Names())
	if err != nil {
		return "", err
	}
	return rendered.SQL, nil
}

func newConceptGraphCommand(app *App) *cobra.Command {
	var flags libraryFlags
	var format string
	cmd := &cobra.Command{
		Use:     "graph [NAME…]",
		Short:   "Show which concept reads which, as text or SVG",
		Example: "  m4bench concept graph kdigo_stages\n  m4bench concept graph --format svg > concepts.svg",
		RunE: func(_ *cobra.Command, args []string) error {
			lib, edition, err := flags.load()
			if err != nil {
				return err
			}
			graph, err := lib.Graph(edition, args...)
			if err != nil {
				return err
			}
			switch format {
			case "text":
				return graph.WriteText(app.Out)
			case "svg":
				return graph.WriteSVG(app.Out)
			case "json":
				return printJSON(app.Out, graph)
			}
			return usagef("--format %q is not text, svg or json", format)
		},
	}
	flags.register(cmd)
	cmd.Flags().StringVar(&format, "format", "text", "text, svg or json")
	return cmd
}

func newConceptConventionsCommand(app *App) *cobra.Command {
	var flags libraryFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "conventions [GROUP]",
		Short:   "Print the choice points: questions, options, reasons and sources",
		Example: "  m4bench concept conventions renal",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runConventions(cmd.Context(), app, flags, asJSON, args)
		},
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func runConventions(_ context.Context, app *App, flags libraryFlags, asJSON bool, args []string) error {
	lib, edition, err := flags.load()
	if err != nil {
		return err
	}
	groups := lib.Groups()
	if len(args) == 1 {
		group, err := lib.Group(args[0])
		if err != nil {
			return err
		}
		groups = []*concept.Group{group}
	}
	if asJSON {
		return printJSON(app.Out, groups)
	}
	for _, g := range groups {
		if err := g.Print(app.Out, edition); err != nil {
			return err
		}
	}
	return nil
}
