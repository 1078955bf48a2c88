package cli

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// Version is the release this source is on the way to.
const Version = "0.1.0-dev"

func newVersionCommand(app *App) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of m4bench and of the Go toolchain that built it",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			goVersion := "unknown"
			if info, ok := debug.ReadBuildInfo(); ok {
				goVersion = info.GoVersion
			}
			_, err := fmt.Fprintf(app.Out, "m4bench %s (%s)\n", Version, goVersion)
			return err
		},
	}
}
