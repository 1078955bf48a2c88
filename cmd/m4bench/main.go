// Command m4bench derives clinical variables from EHR databases, runs coding
// agents on the same derivations in isolation, and scores what they wrote.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"m4bench/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	os.Exit(cli.Main(ctx, os.Args))
}
