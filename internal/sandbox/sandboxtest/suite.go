// Package sandboxtest is the suite that every sandbox driver must pass. What a
// driver says it does not do (Capabilities) is not asked of it; everything else
// is, with agents that misbehave.
package sandboxtest

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"m4bench/internal/sandbox"
)

// Run puts the driver through all cases.
func Run(t *testing.T, driver sandbox.Driver) {
	caps, err := driver.Check(t.Context())
	if err != nil {
		t.Fatalf("driver %s: %v", driver.Name(), err)
	}
	s := suite{driver: driver, caps: caps}
	for _, group := range []struct {
		name string
		test func(*testing.T)
	}{
		{"running", s.running},
		{"streams", s.streams},
		{"killing", s.killing},
		{"limits", s.limits},
		{"collecting", s.collecting},
		{"isolation", s.isolation},
		{"leftovers", s.leftovers},
	} {
		t.Run(group.name, group.test)
	}
}

// RequireBwrap leaves a test out, with a plain word, where bubblewrap is not
// installed; in CI that is a failure.
func RequireBwrap(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("bwrap"); err == nil {
		return
	}
	const advice = "bubblewrap is not installed (apt-get install bubblewrap)"
	if os.Getenv("CI") == "true" {
		t.Fatal("required in CI: " + advice)
	}
	t.Skip("left out: " + advice)
}

type suite struct {
	driver sandbox.Driver
	caps   sandbox.Capabilities
}

// run is one finished run of a shell script.
type run struct {
	sandbox.Outcome
	box            sandbox.Box
	stdout, stderr string
	err            error
	took           time.Duration
}

// limits are small, so that hitting them is quick.
func smallLimits() sandbox.Limits {
	return sandbox.Limits{
		Memory: 128 << 20,
		PIDs:   64,
		CPUs:   1,
		Wall:   30 * time.Second,
		Work:   16 << 20,
		Trace:  8 << 20,
		Stderr: 1 << 20,
	}
}

// spec runs a script of the shell that every base system has.
func spec(script string) sandbox.Spec {
	return sandbox.Spec{ID: "suite", Argv: []string{"/bin/sh", "-c", script}, Limits: smallLimits()}
}

// script runs a script with small limits and fails the test if the sandbox broke.
func (s suite) script(t *testing.T, script string) run {
	t.Helper()
	r := s.spec(t, t.Context(), spec(script))
	if r.err != nil {
		t.Fatalf("the sandbox failed: %v", r.err)
	}
	return r
}

// spec runs to the end; the box is closed with the test.
func (s suite) spec(t *testing.T, ctx context.Context, spec sandbox.Spec) run {
	t.Helper()
	box, err := s.driver.Prepare(t.Context(), spec)
	if err != nil {
		t.Fatalf("prepare: %v", err)
	}
	t.Cleanup(func() {
		if err := box.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	var stdout, stderr bytes.Buffer
	start := time.Now()
	outcome, err := sandbox.Supervise(ctx, box, spec.Limits, &stdout, &stderr)
	return run{outcome, box, stdout.String(), stderr.String(), err, time.Since(start)}
}

// collect reads a file the agent left, with the limit of the work folder.
func (r run) collect(t *testing.T, name string) (string, error) {
	t.Helper()
	var content bytes.Buffer
	_, err := r.box.Collect(t.Context(), name, &content, smallLimits().Work)
	return content.String(), err
}

// needs leaves a case out where the driver says that it does not hold a limit.
func (s suite) needs(t *testing.T, limit string) {
	t.Helper()
	if !s.caps.Holds(limit) {
		t.Skipf("left out: driver %s says that it does not hold the limit on %s here", s.driver.Name(), limit)
	}
}

// ownKernel says that the agent's system calls reach another kernel than the
// host's, so that some of what it makes never exists for the host.
func (s suite) ownKernel() bool { return strings.HasSuffix(s.caps.System, "gVisor") }

func lines(text string) []string { return strings.Split(strings.TrimSpace(text), "\n") }
