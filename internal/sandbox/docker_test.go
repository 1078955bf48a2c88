//go:build linux

package sandbox_test

import (
	"testing"

	"m4bench/internal/sandbox"
	"m4bench/internal/sandbox/sandboxtest"
)

func TestDocker(t *testing.T) {
	sandboxtest.Run(t, sandboxtest.RequireDocker(t, sandbox.DockerName))
}

// What the agent's own clock cannot show with gVisor.
func TestDockersProcessorsAreLimitedByTheHost(t *testing.T) {
	for _, name := range []string{sandbox.DockerName, sandbox.DockerRunscName} {
		limits := sandbox.DefaultLimits()
		limits.CPUs = 0.2
		box, err := sandboxtest.RequireDocker(t, name).Prepare(t.Context(), sandbox.Spec{ID: "cpu", Argv: []string{"true"}, Limits: limits})
		if err != nil {
			t.Fatal(err)
		}
		if got := sandbox.ProcessorShare(box); got != 0.2 {
			t.Errorf("%s: the control group has %g processors", name, got)
		}
		if err := box.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestDockerRunsc(t *testing.T) {
	sandboxtest.Run(t, sandboxtest.RequireDocker(t, sandbox.DockerRunscName))
}
