package sandboxtest

import (
	"errors"
	"io"
	"strings"
	"testing"

	"m4bench/internal/sandbox"
)

func (s suite) streams(t *testing.T) {
	t.Run("standard error stays apart from the trace", func(t *testing.T) {
		r := s.script(t, `for i in 1 2 3; do echo out$i; echo err$i >&2; done; echo reopened >/dev/stderr; echo again >/dev/stdout`)
		if r.stdout != "out1\nout2\nout3\nagain\n" || r.stderr != "err1\nerr2\nerr3\nreopened\n" {
			t.Errorf("stdout %q, stderr %q", r.stdout, r.stderr)
		}
	})

	t.Run("bytes arrive as they are", func(t *testing.T) {
		r := s.script(t, `printf '\000\377\376\r\n\033[31m\n'`)
		if want := "\x00\xff\xfe\r\n\x1b[31m\n"; r.stdout != want {
			t.Errorf("got %q, want %q", r.stdout, want)
		}
	})

	t.Run("more than the limit is counted and dropped, and the agent is not stopped", func(t *testing.T) {
		sp := spec(`head -c 50000000 /dev/zero; head -c 3000000 /dev/zero >&2; echo finished >output.csv`)
		r := s.spec(t, t.Context(), sp)
		if r.err != nil || r.Exit.Code != 0 {
			t.Fatalf("%+v, %v", r.Exit, r.err)
		}
		if r.Stdout != (sandbox.Stream{Bytes: 50_000_000, Kept: sp.Limits.Trace}) || int64(len(r.stdout)) != sp.Limits.Trace {
			t.Errorf("stdout %+v, %d bytes kept", r.Stdout, len(r.stdout))
		}
		if r.Stderr != (sandbox.Stream{Bytes: 3_000_000, Kept: sp.Limits.Stderr}) {
			t.Errorf("stderr %+v", r.Stderr)
		}
		if got, err := r.collect(t, "output.csv"); got != "finished\n" {
			t.Errorf("output %q, %v", got, err)
		}
	})

	t.Run("when the record cannot be written, the run stops and is ours to blame", func(t *testing.T) {
		full := errors.New("no space left on device")
		box, err := s.driver.Prepare(t.Context(), spec(`while true; do echo noise; sleep 0.01; done`))
		if err != nil {
			t.Fatal(err)
		}
		defer box.Close()
		_, err = sandbox.Supervise(t.Context(), box, smallLimits(), failing{full}, io.Discard)
		if !errors.Is(err, full) {
			t.Errorf("error %v, want %v", err, full)
		}
	})

	t.Run("the end of standard error is at hand", func(t *testing.T) {
		r := s.script(t, `head -c 3000000 /dev/zero >&2; echo the last words >&2; exit 1`)
		if !strings.HasSuffix(r.StderrTail, "the last words\n") || len(r.StderrTail) > 8192 {
			t.Errorf("%d bytes, ending in %q", len(r.StderrTail), r.StderrTail[max(0, len(r.StderrTail)-40):])
		}
	})
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
