// Package e2e tests the program from outside: scripts that run it as a person
// or a shell would, and look at what it prints, writes and returns.
package e2e

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"m4bench/internal/cli"
	"m4bench/internal/shim"
	"m4bench/internal/testdata"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"m4bench": program, "duckdb": program,
		"m4shim": func() { os.Exit(shim.Main(os.Args[1:], os.Stderr)) },
	})
}

func program() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(cli.Main(ctx, os.Args))
}

// TestScripts runs testdata/script/*.txtar. A script finds in $ROOT this
// repository, in $EDGE the invented patients, in $GOLDEN their reference rows,
// and in $SHARED the open demo data, which only scripts that say "[!shared] skip"
// may lack. "exits CODE PROGRAM ARGS…" runs a program and checks its exit code.
func TestScripts(t *testing.T) {
	shared := sharedFolder(t)
	root := testdata.Root()
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			env.Setenv("ROOT", root)
			env.Setenv("EDGE", filepath.Join(root, "internal", "testdata", "edge"))
			env.Setenv("GOLDEN", filepath.Join(root, "internal", "testdata", "golden"))
			env.Setenv("SHARED", shared)
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name == "shared" {
				return shared != "", nil
			}
			return false, errors.New("unknown condition " + name)
		},
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// sharedFolder is the folder with the open demo data, or empty where there is
// none; CI must have it.
func sharedFolder(t *testing.T) string {
	dir := os.Getenv("M4BENCH_SHARED")
	if dir == "" {
		dir = filepath.Join(testdata.Root(), "..", "shared")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "data")); err == nil {
		return dir
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("the open demo data are required in CI, and %s has none", dir)
	}
	return ""
}

func exits(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARGS...]")
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		ts.Fatalf("exit code %q is not a number", args[0])
	}
	got := 0
	var failed *exec.ExitError
	err = ts.Exec(args[1], args[2:]...)
	switch {
	case errors.As(err, &failed):
		got = failed.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}
