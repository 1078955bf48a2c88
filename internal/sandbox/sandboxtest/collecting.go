package sandboxtest

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"m4bench/internal/sandbox"
)

// collecting: whatever an agent leaves under the output's name, the host reads
// regular bytes of the work folder or nothing.
func (s suite) collecting(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.csv")
	if err := os.WriteFile(secret, []byte("the reference\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		script string
		file   string
		want   error
	}{
		{"no file", `true`, "output.csv", sandbox.ErrMissing},
		{"a link to a file of the host", `ln -s ` + secret + ` output.csv`, "output.csv", sandbox.ErrNotRegular},
		{"a link to the agent's own file", `echo x >real; ln -s real output.csv`, "output.csv", sandbox.ErrNotRegular},
		{"a link to itself", `ln -s output.csv output.csv`, "output.csv", sandbox.ErrNotRegular},
		{"a link in the path", `mkdir real; echo x >real/output.csv; ln -s real out`, "out/output.csv", sandbox.ErrNotRegular},
		{"a folder", `mkdir output.csv`, "output.csv", sandbox.ErrNotRegular},
		{"a named pipe with nobody at its other end", `mkfifo output.csv`, "output.csv", sandbox.ErrNotRegular},
		{"a link to a device", `ln -s /dev/zero output.csv`, "output.csv", sandbox.ErrNotRegular},
		{"a link to another process's files", `ln -s /proc/self/root/etc/passwd output.csv`, "output.csv", sandbox.ErrNotRegular},
		{"a huge file without content", `truncate -s 1T output.csv`, "output.csv", sandbox.ErrTooLarge},
		{"a way out of the folder", `true`, "../../etc/passwd", sandbox.ErrNotRegular},
		{"an absolute path", `true`, "/etc/passwd", sandbox.ErrNotRegular},
	} {
		t.Run(c.name+" is refused", func(t *testing.T) {
			r := s.script(t, c.script)
			if r.Exit.Code != 0 {
				t.Fatalf("the script failed: %s", r.stderr)
			}
			start := time.Now()
			got, err := r.collect(t, c.file)
			var refusal *sandbox.CollectError
			if !errors.As(err, &refusal) || !errors.Is(err, c.want) && !s.neverMade(c.script, err) {
				t.Errorf("error %v, want %v", err, c.want)
			}
			if got != "" {
				t.Errorf("%d bytes came out: %.40q", len(got), got)
			}
			if took := time.Since(start); took > sandbox.KillGrace {
				t.Errorf("took %s", took)
			}
		})
	}

	t.Run("a socket is refused", func(t *testing.T) {
		r := s.script(t, `python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("output.csv")' || perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Local=>"output.csv",Listen=>1)'`)
		if _, err := r.collect(t, "output.csv"); !errors.Is(err, sandbox.ErrNotRegular) && !s.neverMade("socket", err) {
			t.Errorf("error %v (script said %s)", err, r.stderr)
		}
	})

	t.Run("the work folder itself replaced by a link changes nothing", func(t *testing.T) {
		r := s.script(t, `echo mine >output.csv; cd /; rmdir /work 2>/dev/null; mv "$OLDPWD" "$OLDPWD-moved" 2>/dev/null && ln -s /etc "$OLDPWD"; true`)
		if got, err := r.collect(t, "output.csv"); got != "mine\n" {
			t.Errorf("collected %q, %v", got, err)
		}
		if got, err := r.collect(t, "passwd"); !errors.Is(err, sandbox.ErrMissing) {
			t.Errorf("collected %d bytes of the host's passwd, %v", len(got), err)
		}
	})

	t.Run("a file of any bytes comes out unchanged", func(t *testing.T) {
		r := s.script(t, `printf '\357\273\277a,b\r\n\000\377' >output.csv; chmod 0200 output.csv`)
		if r.Exit.Code != 0 {
			t.Fatal(r.stderr)
		}
		got, err := r.collect(t, "output.csv")
		if want := "\xef\xbb\xbfa,b\r\n\x00\xff"; got != want && !errors.Is(err, sandbox.ErrNotRegular) {
			t.Errorf("collected %q, %v", got, err)
		}
	})

	t.Run("holes within the limit are read as zeros", func(t *testing.T) {
		r := s.script(t, `truncate -s 1M output.csv`)
		if got, err := r.collect(t, "output.csv"); err != nil || len(got) != 1<<20 {
			t.Errorf("%d bytes, %v", len(got), err)
		}
	})

	t.Run("at the limit and one byte above", func(t *testing.T) {
		r := s.script(t, `head -c 1000 /dev/zero >output.csv`)
		for limit, want := range map[int64]error{1000: nil, 999: sandbox.ErrTooLarge} {
			var b bytes.Buffer
			if _, err := r.box.Collect(t.Context(), "output.csv", &b, limit); !errors.Is(err, want) {
				t.Errorf("limit %d: %v, want %v", limit, err, want)
			}
		}
	})
}

// neverMade says that a pipe or socket is missing because a kernel of the
// agent's own keeps such things to itself.
func (s suite) neverMade(script string, err error) bool {
	special := strings.Contains(script, "mkfifo") || strings.Contains(script, "socket")
	return s.ownKernel() && special && errors.Is(err, sandbox.ErrMissing)
}
