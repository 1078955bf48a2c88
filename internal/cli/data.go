package cli

import "github.com/spf13/cobra"

func newDataCommand(app *App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "data",
		Short: "Get EHR data into a database: real, or made up",
	}
	cmd.AddCommand(newDataImportCommand(app), newDataInfoCommand(app), newDataSynthCommand(app))
	return cmd
}
