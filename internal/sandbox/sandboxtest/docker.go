package sandboxtest

import (
	"os"
	"testing"

	"m4bench/internal/sandbox"
)

// ImageVariable names the agent image that tests use, in the daemon that
// DOCKER_HOST names. scripts/with-docker sets both.
const ImageVariable = "M4BENCH_TEST_IMAGE"

// RequireDocker returns a working docker driver for tests, without gVisor or
// with it. Where there is none the test is left out with a plain word; in CI that
// is a failure.
func RequireDocker(t testing.TB, name string) *sandbox.Docker {
	t.Helper()
	image := os.Getenv(ImageVariable)
	leave := t.Skipf
	if os.Getenv("CI") == "true" {
		leave = t.Fatalf
	}
	if image == "" {
		leave("left out: %s names no image (scripts/with-docker runs a command with one)", ImageVariable)
	}
	driver := sandbox.NewDocker(image)
	if name == sandbox.DockerRunscName {
		driver = sandbox.NewDockerRunsc(image)
	}
	if _, err := driver.Check(t.Context()); err != nil {
		leave("left out: %v", err)
	}
	return driver
}
