// Command m4shim is the first program of ours in a sandbox: it looks whether the
// sandbox is one, and stands between the agent and the gateway. It is a program
// of its own because it must hold nothing of the benchmark's library: whoever
// can run a file can read it.
package main

import (
	"os"

	"m4bench/internal/shim"
)

func main() { os.Exit(shim.Main(os.Args[1:], os.Stderr)) }
