package run

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"m4bench/internal/agent"
	"m4bench/internal/shim"
)

// Variables that name our other programs where they are not found by themselves.
const (
	ShellVariable = "M4BENCH_DUCKDB"
	ShimVariable  = "M4BENCH_SHIM"
)

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
	path, err := beside(own, agent.QueryShell, ShellVariable, getenv)
	if err != nil {
		return Shell{}, err
	}
	if path == "" {
		return Shell{Path: own, Whole: true}, nil
	}
	return Shell{Path: path, Whole: sameFile(own, path)}, nil
}

// FindShim looks for the program that stands between a sandbox and the agent in
// it; "" if there is none.
func FindShim(getenv func(string) string) (string, error) {
	own, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find the shim: %w", err)
	}
	return beside(own, shim.Program, ShimVariable, getenv)
}

// beside finds a program where a variable says, or beside this one.
func beside(own, name, variable string, getenv func(string) string) (string, error) {
	candidates := []string{getenv(variable), filepath.Join(filepath.Dir(own), name+exeSuffix())}
	for i, path := range candidates {
		if path == "" {
			continue
		}
		path, err := filepath.Abs(path)
		if err != nil {
			return "", fmt.Errorf("find %s: %w", name, err)
		}
		info, err := os.Stat(path)
		switch {
		case err == nil && info.Mode().IsRegular():
			return path, nil
		case i == 0:
			return "", &UsageError{fmt.Errorf("%s names %s, which is no program", variable, path)}
		}
	}
	return "", nil
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
