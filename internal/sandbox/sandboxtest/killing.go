package sandboxtest

import (
	"bytes"
	"testing"
	"time"

	"m4bench/internal/sandbox"
)

// Wall limit of the cases below.
const shortWall = 300 * time.Millisecond

// killing: at the wall limit every process is gone within the grace, whatever
// it does about it.
func (s suite) killing(t *testing.T) {
	for name, script := range map[string]string{
		"an agent that says nothing":         `sleep 100000`,
		"an agent that never stops talking":  `while true; do echo noise; done`,
		"an agent that ignores signals":      `trap '' TERM INT HUP; while true; do sleep 1; done`,
		"an agent that waits for its child":  `sh -c 'trap "" TERM; sleep 100000' & wait`,
		"a child in a session of its own":    `setsid sh -c 'trap "" TERM; sleep 100000' & sleep 100000`,
		"a stopped agent":                    `kill -STOP $$`,
		"an agent that closed its streams":   `exec >/dev/null 2>&1 </dev/null; sleep 100000`,
		"a reader of a pipe without writers": `mkfifo p; cat p`,
	} {
		t.Run(name+" is killed at the limit", func(t *testing.T) {
			sp := spec(script)
			sp.Limits.Wall = shortWall
			r := s.spec(t, t.Context(), sp)
			if r.err != nil {
				t.Fatal(r.err)
			}
			if r.Cause != sandbox.TimedOut || !r.Exit.Killed {
				t.Errorf("%s, %+v", r.Cause, r.Exit)
			}
			if r.took > shortWall+sandbox.KillGrace {
				t.Errorf("took %s, limit %s", r.took, shortWall)
			}
		})
	}

	t.Run("what was written before the limit is kept", func(t *testing.T) {
		sp := spec(`echo answer >output.csv; echo working; sleep 100000`)
		sp.Limits.Wall = shortWall
		r := s.spec(t, t.Context(), sp)
		got, err := r.collect(t, "output.csv")
		if r.Cause != sandbox.TimedOut || got != "answer\n" || r.stdout != "working\n" {
			t.Errorf("%s, output %q (%v), stdout %q", r.Cause, got, err, r.stdout)
		}
	})

	t.Run("a child left in the background ends with the agent", func(t *testing.T) {
		r := s.script(t, `(trap '' TERM HUP; while true; do echo rewritten >output.csv; sleep 0.02; done) & setsid sleep 100000 & echo right >output.csv; sleep 0.1; exit 0`)
		if r.Cause != sandbox.Exited || r.Exit.Code != 0 || r.Exit.Killed {
			t.Errorf("%s, %+v", r.Cause, r.Exit)
		}
		if r.took > sandbox.KillGrace {
			t.Errorf("took %s", r.took)
		}
		first, _ := r.collect(t, "output.csv")
		time.Sleep(100 * time.Millisecond)
		if second, _ := r.collect(t, "output.csv"); second != first {
			t.Errorf("output.csv changed after the end from %q to %q", first, second)
		}
	})

	t.Run("a kill before the start and a second kill are harmless", func(t *testing.T) {
		box, err := s.driver.Prepare(t.Context(), spec(`echo ran`))
		if err != nil {
			t.Fatal(err)
		}
		box.Kill()
		box.Kill()
		if err := box.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})

	t.Run("a start after a kill is a run that was killed", func(t *testing.T) {
		box, err := s.driver.Prepare(t.Context(), spec(`echo ran`))
		if err != nil {
			t.Fatal(err)
		}
		box.Kill()
		time.Sleep(50 * time.Millisecond) // the box's processes are gone by now
		var stdout bytes.Buffer
		outcome, err := sandbox.Supervise(t.Context(), box, smallLimits(), &stdout, discard{})
		if err != nil || !outcome.Exit.Killed || stdout.Len() > 0 {
			t.Errorf("%+v, %v; the agent wrote %q", outcome.Exit, err, stdout.String())
		}
		if err := box.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
}
