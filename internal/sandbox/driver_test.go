//go:build linux

package sandbox_test

import (
	"testing"

	"m4bench/internal/sandbox"
	"m4bench/internal/sandbox/sandboxtest"
)

func TestBwrap(t *testing.T) {
	sandboxtest.RequireBwrap(t)
	sandboxtest.Run(t, sandbox.NewBwrap())
}

// As on a machine where no control group can be written.
func TestBwrapWithoutControlGroups(t *testing.T) {
	sandboxtest.RequireBwrap(t)
	sandboxtest.Run(t, sandbox.NewBwrapWithoutGroups())
}

func TestNone(t *testing.T) {
	sandboxtest.Run(t, sandbox.NewNone())
}
