//go:build linux

package sandbox_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"m4bench/internal/sandbox"
	"m4bench/internal/sandbox/sandboxtest"
)

const crashVariable = "M4BENCH_TEST_HARNESS"

// A harness that is killed leaves no agent running, and what else it leaves
// goes when the next one starts.
func TestAKilledHarnessLeavesNothing(t *testing.T) {
	for _, name := range sandbox.Names() {
		t.Run(name, func(t *testing.T) {
			switch name {
			case sandbox.BwrapName:
				sandboxtest.RequireBwrap(t)
			case sandbox.DockerName, sandbox.DockerRunscName:
				sandboxtest.RequireDocker(t, name)
				t.Setenv(sandbox.ImageVariable, os.Getenv(sandboxtest.ImageVariable))
			}
			t.Setenv("TMPDIR", t.TempDir())
			harness := exec.Command(os.Args[0], "-test.run=^TestHarnessForCrash$")
			harness.Env = append(os.Environ(), crashVariable+"="+name)
			out, err := harness.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := harness.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = harness.Process.Kill(); _ = harness.Wait() }()
			line, err := bufio.NewReader(out).ReadString('\n')
			if err != nil || line != "running\n" {
				t.Fatalf("the harness said %q, %v", line, err)
			}
			// gVisor's kernel keeps the agent's processes to itself.
			for start := time.Now(); name != sandbox.DockerRunscName && len(sleepers()) < 3; time.Sleep(10 * time.Millisecond) {
				if time.Since(start) > 10*time.Second {
					t.Fatalf("the agent's three processes do not run: %v", sleepers())
				}
			}
			_ = harness.Process.Kill()
			_ = harness.Wait()

			var left []string
			for start := time.Now(); time.Since(start) < 2*sandbox.KillGrace; time.Sleep(10 * time.Millisecond) {
				nextHarness(t, name)
				if left = leftBy(t, harness.Process.Pid); len(left) == 0 {
					return
				}
			}
			t.Errorf("left behind: %v", left)
		})
	}
}

// sleepTime is an argument that only the processes of one test have.
func sleepTime(harnessOf int) string { return fmt.Sprintf("98765.%d", harnessOf) }

func sleepers() []string {
	var found []string
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, f := range files {
		if text, _ := os.ReadFile(f); strings.HasPrefix(string(text), "sleep\x00"+sleepTime(os.Getpid())) {
			found = append(found, f)
		}
	}
	return found
}

// leftBy lists processes, control groups and temporary files of a dead harness.
func leftBy(t *testing.T, pid int) []string {
	t.Helper()
	left := append(sleepers(), sandboxtest.InDaemon(t, pid)...)
	prefix := fmt.Sprintf("m4bench-%d-", pid)
	_ = filepath.WalkDir("/sys/fs/cgroup", func(path string, entry os.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(entry.Name(), prefix) {
			left = append(left, path)
		}
		return nil
	})
	temporary, _ := filepath.Glob(filepath.Join(os.TempDir(), "*"))
	return append(left, temporary...)
}

func nextHarness(t *testing.T, name string) {
	t.Helper()
	choice, err := sandbox.Choose(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	box, err := choice.Driver.Prepare(t.Context(), sandbox.Spec{ID: "next", Argv: []string{"true"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := box.Close(); err != nil {
		t.Error(err)
	}
}

// TestHarnessForCrash is the harness that the test above kills.
func TestHarnessForCrash(t *testing.T) {
	name := os.Getenv(crashVariable)
	if name == "" {
		return
	}
	choice, err := sandbox.Choose(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	sleep := "sleep " + sleepTime(os.Getppid())
	script := "setsid " + sleep + " & " + sleep + " & echo running; " + sleep
	spec := sandbox.Spec{ID: "crash", Argv: []string{"/bin/sh", "-c", script}, Limits: sandbox.DefaultLimits()}
	box, err := choice.Driver.Prepare(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = sandbox.Supervise(t.Context(), box, spec.Limits, os.Stdout, io.Discard)
}

// BenchmarkRun is what a run costs beyond its agent.
func BenchmarkRun(b *testing.B) {
	for _, name := range sandbox.Names() {
		b.Run(name, func(b *testing.B) {
			if image := os.Getenv(sandboxtest.ImageVariable); image != "" {
				b.Setenv(sandbox.ImageVariable, image)
			}
			choice, err := sandbox.Choose(b.Context(), name)
			var unavailable *sandbox.UnavailableError
			if errors.As(err, &unavailable) {
				b.Skip(err)
			}
			if err != nil {
				b.Fatal(err)
			}
			spec := sandbox.Spec{ID: "bench", Argv: []string{"true"}, Limits: sandbox.DefaultLimits()}
			for b.Loop() {
				box, err := choice.Driver.Prepare(b.Context(), spec)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := sandbox.Supervise(b.Context(), box, spec.Limits, io.Discard, io.Discard); err != nil {
					b.Fatal(err)
				}
				if err := box.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
