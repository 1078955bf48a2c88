//go:build linux

package sandbox_test

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/moby/moby/client"
	"golang.org/x/sys/unix"

	"m4bench/internal/sandbox"
	"m4bench/internal/sandbox/sandboxtest"
)

// A daemon that goes away takes the run with it: that is the machine's fault and
// not the agent's, and when the daemon is back nothing is left.
func TestADaemonThatRestartsIsNoFaultOfTheAgent(t *testing.T) {
	sandboxtest.RequireDocker(t, sandbox.DockerName)
	if _, err := exec.LookPath("dockerd"); err != nil || os.Geteuid() != 0 {
		if os.Getenv("CI") == "true" {
			t.Fatal("required in CI: dockerd and root, for a daemon of the test's own")
		}
		t.Skip("left out: no dockerd, or no root, for a daemon of the test's own")
	}
	for name, signal := range map[string]syscall.Signal{"killed": syscall.SIGKILL, "stopped": syscall.SIGTERM} {
		t.Run(name, func(t *testing.T) {
			d := newDaemon(t)
			d.start(t)
			d.importHostPrograms(t, "small", "sh", "sleep", "stat")
			driver := sandbox.NewDocker("small")
			spec := sandbox.Spec{ID: "restart", Argv: []string{"sleep", "100"}, Limits: sandbox.DefaultLimits()}
			box, err := driver.Prepare(t.Context(), spec)
			if err != nil {
				t.Fatal(err)
			}
			time.AfterFunc(300*time.Millisecond, func() { _ = d.process.Process.Signal(signal) })
			_, err = sandbox.Supervise(t.Context(), box, spec.Limits, io.Discard, io.Discard)
			if err == nil {
				t.Error("the run ended as if nothing had happened")
			}
			var out bytes.Buffer
			var refusal *sandbox.CollectError
			if _, err := box.Collect(t.Context(), "output.csv", &out, 1); err == nil || errors.As(err, &refusal) {
				t.Errorf("collecting said %v, as if the agent had left nothing", err)
			}
			d.restart(t)
			if err := box.Close(); err != nil {
				t.Errorf("close: %v", err)
			}
			if left := sandboxtest.InDaemon(t, os.Getpid()); len(left) > 0 {
				t.Errorf("left in the daemon: %v", left)
			}
		})
	}
}

// daemon is a dockerd of the test's own.
type daemon struct {
	dir     string
	process *exec.Cmd
}

func newDaemon(t *testing.T) *daemon {
	t.Helper()
	dir, err := os.MkdirTemp("", "m4bench-daemon-") // short: a socket's path has a limit
	if err != nil {
		t.Fatal(err)
	}
	d := &daemon{dir: dir}
	t.Setenv("DOCKER_HOST", "unix://"+filepath.Join(dir, "docker.sock"))
	t.Cleanup(func() {
		if d.process != nil {
			_ = d.process.Process.Signal(syscall.SIGTERM)
			_ = d.process.Wait()
		}
		_ = unix.Unmount(filepath.Join(dir, "data"), unix.MNT_DETACH) // a killed dockerd leaves it
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return d
}

func (d *daemon) start(t *testing.T) {
	t.Helper()
	log, err := os.OpenFile(filepath.Join(d.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	d.process = exec.Command("dockerd", "--data-root", filepath.Join(d.dir, "data"),
		"--exec-root", filepath.Join(d.dir, "exec"), "--pidfile", filepath.Join(d.dir, "pid"),
		"--host", os.Getenv("DOCKER_HOST"), "--bridge", "none", "--iptables=false", "--ip6tables=false")
	d.process.Stdout, d.process.Stderr = log, log
	if err := d.process.Start(); err != nil {
		t.Fatal(err)
	}
	c := d.client(t)
	defer c.Close()
	for start := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		_, err := c.Ping(t.Context(), client.PingOptions{})
		if err == nil {
			return
		}
		if time.Since(start) > 60*time.Second {
			text, _ := os.ReadFile(log.Name())
			t.Fatalf("dockerd does not answer: %v\n%s", err, text)
		}
	}
}

func (d *daemon) restart(t *testing.T) {
	t.Helper()
	_ = d.process.Wait()
	// Their numbers may belong to dead processes that nobody has buried yet.
	_ = os.Remove(filepath.Join(d.dir, "pid"))
	_ = os.Remove(filepath.Join(d.dir, "exec", "containerd", "containerd.pid"))
	d.start(t)
}

func (d *daemon) client(t *testing.T) *client.Client {
	t.Helper()
	c, err := client.New(client.FromEnv)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var libraryPath = regexp.MustCompile(`(/\S+) \(0x`)

// importHostPrograms makes an image of this machine's programs and the libraries
// that they need.
func (d *daemon) importHostPrograms(t *testing.T, tag string, programs ...string) {
	t.Helper()
	var archive bytes.Buffer
	w := tar.NewWriter(&archive)
	seen := map[string]bool{}
	add := func(inside, host string) {
		if seen[inside] {
			return
		}
		seen[inside] = true
		content, err := os.ReadFile(host)
		if err != nil {
			t.Fatal(err)
		}
		err = w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: inside, Mode: 0o755, Size: int64(len(content))})
		if err == nil {
			_, err = w.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, program := range programs {
		host, err := exec.LookPath(program)
		if err != nil {
			t.Fatal(err)
		}
		add("bin/"+program, host)
		libraries, err := exec.Command("ldd", host).Output()
		if err != nil {
			t.Fatalf("ldd %s: %v", host, err)
		}
		for _, found := range libraryPath.FindAllStringSubmatch(string(libraries), -1) {
			add(strings.TrimPrefix(found[1], "/"), found[1])
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	c := d.client(t)
	defer c.Close()
	answer, err := c.ImageImport(context.WithoutCancel(t.Context()), client.ImageImportSource{Source: &archive, SourceName: "-"}, tag, client.ImageImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Close()
	if text, err := io.ReadAll(answer); err != nil || strings.Contains(string(text), "error") {
		t.Fatalf("import: %v %s", err, text)
	}
}
