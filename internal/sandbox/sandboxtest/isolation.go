package sandboxtest

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"m4bench/internal/sandbox"
	"m4bench/internal/testdata"
)

// isolation: what a driver that claims it must keep from an agent.
func (s suite) isolation(t *testing.T) {
	t.Run("mounts are shown read-only", func(t *testing.T) {
		s.mounts(t)
	})
	if !s.caps.Isolated {
		t.Run("a driver that does not isolate is never publishable", func(t *testing.T) {
			if r := s.script(t, `true`); len(r.box.Evidence().Unpublishable()) == 0 {
				t.Error("it is")
			}
		})
		return
	}
	t.Run("a socket that is shown is the one way out", s.socket)
	t.Run("no network", s.network)
	t.Run("no file of the host", s.hostFiles)
	t.Run("no process of the host", func(t *testing.T) {
		r := s.script(t, `ls -d /proc/[0-9]* | wc -l; kill -0 `+fmt.Sprint(os.Getpid())+` && echo reached; cat /proc/1/environ | tr '\0' '\n' | grep -c .`)
		got := lines(r.stdout)
		if len(got[0]) > 1 {
			t.Errorf("%s processes are visible", got[0])
		}
		if strings.Contains(r.stdout, "reached") {
			t.Error("the harness's process can be signalled")
		}
	})
	t.Run("no capability and no way to get one", func(t *testing.T) {
		r := s.script(t, `grep -E '^(Cap(Inh|Prm|Eff|Bnd|Amb)|NoNewPrivs)' /proc/self/status; id -u; unshare -U true && echo namespace; mount -t tmpfs x /tmp && echo mounted; true`)
		for _, line := range lines(r.stdout) {
			name, value, isField := strings.Cut(line, ":")
			switch {
			case isField && name == "NoNewPrivs" && strings.TrimSpace(value) != "1":
				t.Error("new privileges can be had")
			case isField && strings.HasPrefix(name, "Cap") && strings.Trim(value, "\t 0") != "":
				t.Errorf("capabilities %s", line)
			case line == "0":
				t.Error("the agent is root")
			case line == "namespace" && s.ownKernel(): // of the agent's own kernel, which ends with it
			case line == "namespace", line == "mounted":
				t.Errorf("the agent could get a %s", line)
			}
		}
	})
	t.Run("no open file of the harness", func(t *testing.T) {
		r := s.script(t, `ls -l /proc/self/fd | grep -v -E ' [012] -> ' | grep -c -- '->'`)
		if strings.TrimSpace(r.stdout) != "1" { // the listing's own folder
			t.Errorf("descriptors beyond the streams: %s", r.stdout)
		}
	})
	t.Run("nothing of the kernel can be set", func(t *testing.T) {
		r := s.script(t, `for f in /proc/sys/kernel/core_pattern /proc/sys/vm/drop_caches /proc/sysrq-trigger /proc/sys/kernel/hostname /sys/kernel/mm; do [ -w $f ] && echo writable $f; done; true`)
		if r.stdout != "" {
			t.Error(r.stdout)
		}
	})
}

func (s suite) mounts(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "database.duckdb"), []byte("rows\n"), 0o444); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "data"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "data", "a.parquet"), []byte("more rows\n"), 0o444); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o700); err != nil { // a folder that only its owner can walk into
		t.Fatal(err)
	}
	sp := spec(`cat database.duckdb data/a.parquet; for f in database.duckdb data/a.parquet data/new; do (echo x >$f) 2>/dev/null && echo wrote $f; done; rm -f database.duckdb 2>/dev/null; cat /work/database.duckdb 2>/dev/null || cat database.duckdb`)
	sp.Mounts = []sandbox.Mount{
		{Host: filepath.Join(dir, "database.duckdb"), Inside: "/work/database.duckdb"},
		{Host: filepath.Join(dir, "data"), Inside: "/work/data"},
	}
	r := s.spec(t, t.Context(), sp)
	if !strings.HasPrefix(r.stdout, "rows\nmore rows\n") {
		t.Errorf("stdout %q, stderr %q, error %v", r.stdout, r.stderr, r.err)
	}
	if s.caps.Isolated && r.stdout != "rows\nmore rows\nrows\n" {
		t.Errorf("the agent changed what it was shown: %q", r.stdout)
	}
}

// socket: the agent talks to a listener of the host whose socket it is shown, and
// cannot put another in its place.
func (s suite) socket(t *testing.T) {
	dir, err := os.MkdirTemp("", "m4bench-socket-") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	name := filepath.Join(dir, "gw.sock")
	listener, err := net.Listen("unix", name)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if err := errors.Join(os.Chmod(name, 0o666), os.Chmod(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			word := make([]byte, 5)
			_, _ = io.ReadFull(conn, word)
			_, _ = conn.Write(append([]byte("heard "), word...))
			conn.Close()
		}
	}()
	sp := spec(`python3 - <<'END'
import os, socket
s = socket.socket(socket.AF_UNIX)
s.connect("/run/gw/gw.sock")
s.sendall(b"hello")
print(s.recv(100).decode())
try:
    os.remove("/run/gw/gw.sock")
    print("removed")
except OSError:
    print("kept")
END`)
	sp.Mounts = []sandbox.Mount{{Host: dir, Inside: "/run/gw"}}
	r := s.spec(t, t.Context(), sp)
	if r.stdout != "heard hello\nkept\n" {
		t.Errorf("stdout %q, stderr %q, error %v", r.stdout, r.stderr, r.err)
	}
}

// network: a listener on the host's loopback hears nothing, and every family of
// socket that could lead out is refused.
func (s suite) network(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	var heard atomic.Int64
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			heard.Add(1)
			conn.Close()
		}
	}()
	port := listener.Addr().(*net.TCPAddr).Port
	r := s.script(t, fmt.Sprintf(`
for host in 127.0.0.1 localhost 10.0.0.1 169.254.169.254 8.8.8.8; do
  timeout 2 bash -c "exec 3<>/dev/tcp/$host/%d" 2>/dev/null && echo connected to $host
done
timeout 2 bash -c 'exec 3<>/dev/udp/8.8.8.8/53 && echo x >&3' 2>/dev/null && echo sent a datagram
getent hosts example.com && echo resolved a name
ls /sys/class/net 2>/dev/null | grep -v '^lo$'
tail -n +3 /proc/net/dev | grep -v ' *lo:'
true`, port))
	if r.stdout != "" || heard.Load() > 0 {
		t.Errorf("the agent got out (%d connections heard): %s", heard.Load(), r.stdout)
	}
	if s.caps.Filter == "" {
		return
	}
	r = s.script(t, `command -v python3 >/dev/null || exit 0
python3 - <<'END'
import socket
for family in (40, 17, 31, 38):  # vsock, packet, bluetooth, kernel crypto
    try:
        socket.socket(family, socket.SOCK_STREAM)
        print("socket of family", family)
    except OSError as e:
        if e.errno not in (1, 97): print("family", family, "refused with", e)
a, b = socket.socketpair()
a.send(b"x"); assert b.recv(1) == b"x"
socket.socket(socket.AF_INET).close()
END`)
	if r.stdout != "" || r.stderr != "" {
		t.Errorf("sockets: %s%s", r.stdout, r.stderr)
	}
}

func (s suite) hostFiles(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "reference.csv")
	if err := os.WriteFile(secret, []byte("the reference"), 0o644); err != nil {
		t.Fatal(err)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	paths := []string{secret, filepath.Dir(secret), testdata.Root(), home, "/root", "/etc/shadow", "/etc/ssh",
		"/boot", "/opt", "/srv", "/mnt", "/media", "/dev/mem", "/dev/sda", "/dev/kmsg"}
	if s.caps.Image == "" { // an image has these, with nothing of the host in them
		paths = append(paths, "/etc/hostname", "/etc/machine-id", "/var", "/run")
	}
	if !s.ownKernel() {
		paths = append(paths, "/sys")
	}
	r := s.script(t, `for p in '`+strings.Join(paths, "' '")+`'; do
  if [ -d "$p" ]; then [ -n "$(ls -A "$p" 2>/dev/null)" ] && echo "lists $p"
  elif head -c 1 "$p" >/dev/null 2>&1; then echo "reads $p"; fi
done
ls -A /home /home/agent /tmp
cat /proc/sys/kernel/hostname`)
	if want := "/home:\nagent\n\n/home/agent:\n\n/tmp:\nagent\n"; r.stdout != want {
		t.Errorf("the agent sees of the host:\n%s%s", r.stdout, r.stderr)
	}
	if s.caps.Image != "" {
		return
	}
	r = s.script(t, `grep -c . /etc/passwd; ls /usr/local/bin`)
	if r.stdout != "1\n" {
		t.Errorf("the agent sees of the host's users and programs:\n%s%s", r.stdout, r.stderr)
	}
}
