// Command duckdb is the query shell that an agent finds in its sandbox. It is a
// program of its own because it must hold nothing of the benchmark's library:
// whoever can run a file can read it.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"m4bench/internal/sqlshell"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := sqlshell.Main(ctx, os.Args[1:], sqlshell.IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	os.Exit(exitCode(err))
}

func exitCode(err error) int {
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, "duckdb:", err)
	var coder interface{ ExitCode() int }
	if errors.As(err, &coder) {
		return coder.ExitCode()
	}
	return 1
}
