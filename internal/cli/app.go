// Package cli is the command line: one file a verb, which parses, calls and
// prints. Nothing is decided here that a package below could decide.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

// App is what a command may touch of the world outside its arguments.
type App struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
	Now func() time.Time
}

// Exit codes that are the same for every command.
const (
	ExitOK          = 0
	ExitFailure     = 1   // something broke that is not the user's doing
	ExitUsage       = 2   // wrong arguments, or an input file or definition that cannot be used
	ExitNegative    = 3   // the check ran and its answer is no (worse, leaked, not equal)
	ExitBadData     = 4   // source data are damaged or incomplete
	ExitEnvironment = 5   // disk full, target not writable, a needed program is missing
	ExitInterrupted = 130 // stopped by the user
)

// ExitCoder is implemented by errors that decide the exit code.
type ExitCoder interface{ ExitCode() int }

// UsageError is a mistake in the arguments; exit code 2.
type UsageError struct{ Err error }

func (e UsageError) Error() string { return e.Err.Error() }
func (e UsageError) Unwrap() error { return e.Err }

// ExitCode says that the arguments were wrong.
func (e UsageError) ExitCode() int { return ExitUsage }

func usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// Main runs the program with the real world attached and returns its exit code.
// Called under the name duckdb it is the query shell alone.
func Main(ctx context.Context, argv []string) int {
	app := &App{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Now: time.Now}
	args := argv[1:]
	if filepath.Base(argv[0]) == "duckdb" {
		args = append([]string{"sql"}, args...)
	}
	return app.Run(ctx, args)
}

// Run executes one command line and returns its exit code.
func (app *App) Run(ctx context.Context, args []string) int {
	root := newRootCommand(app)
	root.SetArgs(args)
	running := false
	noteStart(root, &running)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return ExitOK
	}
	if !running {
		err = UsageError{fmt.Errorf("%w\nm4bench: see %q", err, "m4bench --help")}
	}
	var silent silentError
	if !errors.As(err, &silent) {
		fmt.Fprintf(app.Err, "m4bench: %v\n", err)
	}
	return exitCode(ctx, err)
}

// noteStart lets every command say that it has begun: an error before that is a
// mistake in the arguments.
func noteStart(cmd *cobra.Command, running *bool) {
	if run := cmd.RunE; run != nil {
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			*running = true
			return run(cmd, args)
		}
	}
	for _, sub := range cmd.Commands() {
		noteStart(sub, running)
	}
}

func exitCode(ctx context.Context, err error) int {
	var coder ExitCoder
	switch {
	case errors.As(err, &coder):
		return coder.ExitCode()
	case ctx.Err() != nil || errors.Is(err, context.Canceled):
		return ExitInterrupted
	case unwritable(err):
		return ExitEnvironment
	default:
		return ExitFailure
	}
}

// unwritable says that the machine refused a file: no right, no room, no such
// place, or a disk that is read-only.
func unwritable(err error) bool {
	for _, refusal := range []error{fs.ErrPermission, syscall.ENOSPC, syscall.EROFS, syscall.ENOTDIR, syscall.EDQUOT} {
		if errors.Is(err, refusal) {
			return true
		}
	}
	var path *fs.PathError
	return errors.As(err, &path) && path.Op == "mkdir"
}

// silentError ends the program with a code after the command has already said why.
type silentError struct{ code int }

func (e silentError) Error() string { return fmt.Sprintf("exit %d", e.code) }
func (e silentError) ExitCode() int { return e.code }

func newRootCommand(app *App) *cobra.Command {
	root := &cobra.Command{
		Use:           "m4bench",
		Short:         "Derive clinical variables from EHR databases, and score agents that try to",
		Version:       Version,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetIn(app.In)
	root.SetOut(app.Out)
	root.SetErr(app.Err)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return UsageError{err} })
	root.AddCommand(
		newBenchCommand(app),
		newAuditCommand(app),
		newCompareCommand(app),
		newConceptCommand(app),
		newDataCommand(app),
		newDemoCommand(app),
		newDocsCommand(app),
		newDoctorCommand(app),
		newExplainCommand(app),
		newEvalCommand(app),
		newImageCommand(app),
		newReferenceCommand(app),
		newReportCommand(app),
		newRunCommand(app),
		newTaskCommand(app),
		newSkillsCommand(app),
		newReviewCommand(app),
		newSQLCommand(app),
		newVersionCommand(app),
	)
	return root
}
