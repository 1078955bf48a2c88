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

func TestDockerRunsc(t *testing.T) {
	sandboxtest.Run(t, sandboxtest.RequireDocker(t, sandbox.DockerRunscName))
}
