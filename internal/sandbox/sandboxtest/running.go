package sandboxtest

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"m4bench/internal/sandbox"
)

func (s suite) running(t *testing.T) {
	t.Run("an ordinary run leaves its output", func(t *testing.T) {
		r := s.script(t, `echo a,b >output.csv; echo 1,2 >>output.csv; sleep 0.5; echo done`)
		if r.Cause != sandbox.Exited || r.Exit.Code != 0 || r.Exit.Killed {
			t.Errorf("ended as %s with %+v", r.Cause, r.Exit)
		}
		if u := r.Usage; u.OOMKills > 0 || u.PIDRefused > 0 || u.WorkFull {
			t.Errorf("limits were hit: %+v", u)
		}
		if r.stdout != "done\n" || r.stderr != "" {
			t.Errorf("stdout %q, stderr %q", r.stdout, r.stderr)
		}
		if got, err := r.collect(t, "output.csv"); err != nil || got != "a,b\n1,2\n" {
			t.Errorf("collected %q, %v", got, err)
		}
	})

	t.Run("exit statuses arrive unchanged", func(t *testing.T) {
		for script, want := range map[string]int{
			"exit 3":     3,
			"exit 255":   255,
			"kill -9 $$": 137, // killed by a signal: 128 and its number
		} {
			if r := s.script(t, script); r.Exit.Code != want || r.Cause != sandbox.Exited {
				t.Errorf("%s: status %d as %s, want %d", script, r.Exit.Code, r.Cause, want)
			}
		}
	})

	t.Run("the files and the prompt are there before the start", func(t *testing.T) {
		sp := spec(`cat; cat skills/sofa/SKILL.md; ./tool; rm -r skills && echo mine`)
		sp.Stdin = []byte("the prompt\n")
		sp.Files = []sandbox.File{
			{Path: "skills/sofa/SKILL.md", Content: []byte("a skill\n")},
			{Path: "tool", Content: []byte("#!/bin/sh\necho a tool\n"), Exec: true},
		}
		r := s.spec(t, t.Context(), sp)
		if want := "the prompt\na skill\na tool\nmine\n"; r.err != nil || r.stdout != want {
			t.Errorf("stdout %q, stderr %q, error %v", r.stdout, r.stderr, r.err)
		}
	})

	t.Run("a prompt that nobody reads holds nothing up", func(t *testing.T) {
		sp := spec(`echo done; sleep 0.2`)
		sp.Stdin = bytes.Repeat([]byte("words "), 2<<20)
		if r := s.spec(t, t.Context(), sp); r.stdout != "done\n" || r.Exit.Code != 0 || r.took > 30*time.Second {
			t.Errorf("stdout %q, %+v after %s, %v", r.stdout, r.Exit, r.took, r.err)
		}
	})

	t.Run("a long prompt arrives whole", func(t *testing.T) {
		sp := spec(`wc -c; sleep 0.1`)
		sp.Stdin = bytes.Repeat([]byte("words "), 2<<20)
		if r := s.spec(t, t.Context(), sp); strings.TrimSpace(r.stdout) != "12582912" {
			t.Errorf("stdout %q, %v", r.stdout, r.err)
		}
	})

	t.Run("the environment is the given one alone", func(t *testing.T) {
		t.Setenv("M4BENCH_TEST_SECRET", "sk-of-the-host")
		sp := spec(`env`)
		sp.Env = map[string]string{"GIVEN": "a value"}
		r := s.spec(t, t.Context(), sp)
		if strings.Contains(r.stdout, "sk-of-the-host") || !strings.Contains(r.stdout, "GIVEN=a value\n") {
			t.Errorf("environment inside:\n%s", r.stdout)
		}
		if !strings.Contains(r.stdout, "TZ=UTC\n") {
			t.Errorf("no TZ=UTC, so times would depend on the machine:\n%s", r.stdout)
		}
	})

	t.Run("a file named in the environment is found", func(t *testing.T) {
		sp := spec(`cat "$PROMPT"`)
		sp.Env = map[string]string{"PROMPT": sandbox.WorkDir + "/prompt.md"}
		sp.Files = []sandbox.File{{Path: "prompt.md", Content: []byte("do it\n")}}
		if r := s.spec(t, t.Context(), sp); r.stdout != "do it\n" {
			t.Errorf("stdout %q, stderr %q", r.stdout, r.stderr)
		}
	})

	t.Run("two runs at once do not meet", func(t *testing.T) {
		results := make(chan run, 2)
		for _, word := range []string{"one", "two"} {
			go func() {
				results <- s.spec(t, t.Context(), spec(`echo `+word+` >output.csv; sleep 0.3; cat output.csv; ls`))
			}()
		}
		got := map[string]bool{}
		for range 2 {
			r := <-results
			got[r.stdout] = true
		}
		if !got["one\noutput.csv\n"] || !got["two\noutput.csv\n"] {
			t.Errorf("outputs %v", got)
		}
	})

	t.Run("a program that does not exist is no agent's fault", func(t *testing.T) {
		for _, program := range []string{"/no/such/program", "no-such-program", "./no-such-program"} {
			sp := spec("")
			sp.Argv = []string{program}
			box, err := s.driver.Prepare(t.Context(), sp)
			if err == nil {
				box.Close()
			}
			if !errors.Is(err, sandbox.ErrNoProgram) {
				t.Errorf("%s: error %v, want %v", program, err, sandbox.ErrNoProgram)
			}
		}
	})

	t.Run("a mistaken order is refused", func(t *testing.T) {
		for name, change := range map[string]func(*sandbox.Spec){
			"no program":           func(s *sandbox.Spec) { s.Argv = nil },
			"file outside":         func(s *sandbox.Spec) { s.Files = []sandbox.File{{Path: "../x"}} },
			"absolute file":        func(s *sandbox.Spec) { s.Files = []sandbox.File{{Path: "/etc/x"}} },
			"mount without a path": func(s *sandbox.Spec) { s.Mounts = []sandbox.Mount{{Host: "/usr"}} },
			"mount over all":       func(s *sandbox.Spec) { s.Mounts = []sandbox.Mount{{Host: "/usr", Inside: "/"}} },
			"variable":             func(s *sandbox.Spec) { s.Env = map[string]string{"A=B": "c"} },
		} {
			sp := spec("true")
			change(&sp)
			if box, err := s.driver.Prepare(t.Context(), sp); err == nil {
				box.Close()
				t.Errorf("%s: accepted", name)
			}
		}
	})

	t.Run("an interrupted caller ends the run", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		r := s.spec(t, ctx, spec(`sleep 100`))
		if r.Cause != sandbox.Interrupted || !r.Exit.Killed || r.err != nil {
			t.Errorf("%s, %+v, %v", r.Cause, r.Exit, r.err)
		}
		if r.took > 200*time.Millisecond+sandbox.KillGrace {
			t.Errorf("took %s", r.took)
		}
	})
}
