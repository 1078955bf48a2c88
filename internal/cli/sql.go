package cli

import (
	"github.com/spf13/cobra"

	"m4bench/internal/sqlshell"
)

// newSQLCommand takes its arguments as DuckDB's own shell does, with one dash
// or two, and reads them itself.
func newSQLCommand(app *App) *cobra.Command {
	return &cobra.Command{
		Use:                "sql [options] [DATABASE [SQL]...]",
		Short:              "Query a DuckDB database, read-only",
		Long:               sqlshell.Usage,
		DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return sqlshell.Main(cmd.Context(), args, sqlshell.IO{In: app.In, Out: app.Out, Err: app.Err})
		},
	}
}
