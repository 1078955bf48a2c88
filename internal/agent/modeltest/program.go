package modeltest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"m4bench/internal/agent"
	"m4bench/internal/testdata"
)

// RequireProgram finds an agent's real program, or skips the test. A machine that
// says CI=true must have it: scripts/agent-clis fetches it. Only pi, of which not
// all can be pinned, may be absent there too.
func RequireProgram(t testing.TB, name string) agent.Program {
	t.Helper()
	p, err := agent.FindProgram(name, Getenv)
	switch {
	case err == nil:
	case os.Getenv("CI") == "true" && name != "pi":
		t.Fatal(err)
	default:
		t.Skip(err)
	}
	return p
}

// Getenv is this process's, with the repository's own folder of programs.
func Getenv(name string) string {
	if value := os.Getenv(name); value != "" || name != agent.ProgramsVariable {
		return value
	}
	return filepath.Join(testdata.Root(), ".tools", "clis")
}

// BuildChat builds the built-in loop as it is built for users: static, alone.
func BuildChat(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), agent.ChatProgram)
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-o", path, "./cmd/m4chat")
	build.Dir, build.Env = testdata.Root(), append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", agent.ChatProgram, err, out)
	}
	return path
}
