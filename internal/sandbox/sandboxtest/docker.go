package sandboxtest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/moby/moby/client"

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

// InDaemon lists the containers and volumes that a harness has in the test's
// daemon, if there is one.
func InDaemon(t testing.TB, pid int) []string {
	t.Helper()
	if os.Getenv(ImageVariable) == "" {
		return nil
	}
	c, err := client.New(client.FromEnv)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var found []string
	mine := func(name string) {
		if strings.HasPrefix(strings.TrimPrefix(name, "/"), fmt.Sprintf("m4bench-%d-", pid)) {
			found = append(found, name)
		}
	}
	containers, err := c.ContainerList(t.Context(), client.ContainerListOptions{All: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range containers.Items {
		mine(strings.Join(one.Names, " "))
	}
	volumes, err := c.VolumeList(t.Context(), client.VolumeListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range volumes.Items {
		mine(one.Name)
	}
	return found
}
