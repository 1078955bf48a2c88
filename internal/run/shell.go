package run

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"m4bench/internal/agent"
)

// ShellVariable names the query shell's program where it is not found by itself.
const ShellVariable = "M4BENCH_DUCKDB"

// Shell is the program that an agent finds as duckdb.
type Shell struct {
	Path string
	// Whole means that it is m4bench itself, which can answer queries but also
	// holds the derivations' SQL for whoever reads the file.
	Whole bool
}

// FindShell looks for the query shell: where the environment says, beside this
// program, or else this program itself.
func FindShell(getenv func(string) string) (Shell, error) {
	own, err := os.Executable()
	if err != nil {
		return Shell{}, fmt.Errorf("find the query shell: %w", err)
	}
	candidates := []string{getenv(ShellVariable), filepath.Join(filepath.Dir(own), agent.QueryShell+exeSuffix())}
	for i, path := range candidates {
		if path == "" {
			continue
		}
		path, err := filepath.Abs(path)
		if err != nil {
			return Shell{}, fmt.Errorf("find the query shell: %w", err)
		}
		info, err := os.Stat(path)
		switch {
		case err == nil && info.Mode().IsRegular():
			return Shell{Path: path, Whole: sameFile(own, path)}, nil
		case i == 0:
			return Shell{}, &UsageError{fmt.Errorf("%s names %s, which is no program", ShellVariable, path)}
		}
	}
	return Shell{Path: own, Whole: true}, nil
}

func exeSuffix() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

func sameFile(a, b string) bool {
	ia, errA := os.Stat(a)
	ib, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(ia, ib)
}

const wholeShell = "the query shell in the sandbox is m4bench itself, in which the derivations can be read (build cmd/duckdb beside it)"
