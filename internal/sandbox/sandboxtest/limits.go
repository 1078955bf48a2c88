package sandboxtest

import (
	"strings"
	"testing"
	"time"

	"m4bench/internal/sandbox"
)

func (s suite) limits(t *testing.T) {
	t.Run("every limit is accounted for", func(t *testing.T) {
		r := s.script(t, `true`)
		evidence := r.box.Evidence()
		said := map[string]bool{}
		for _, l := range evidence.Limits {
			said[l.Limit] = true
			if l.By == "" {
				t.Errorf("limit on %s is held by nobody knows what", l.Limit)
			}
		}
		for _, limit := range []string{"memory", "pids", "cpu", "wall", "work"} {
			if !said[limit] {
				t.Errorf("nothing is said about the limit on %s", limit)
			}
			if !evidence.Holds(limit) && len(evidence.Unpublishable()) == 0 {
				t.Errorf("publishable without the limit on %s", limit)
			}
		}
	})

	t.Run("memory", func(t *testing.T) {
		s.needs(t, "memory")
		r := s.script(t, `tail /dev/zero; echo status $?; echo survived >output.csv`)
		if r.Usage.OOMKills == 0 {
			t.Errorf("no kill was counted: %+v", r.Usage)
		}
		if s.endsWhole("memory") {
			if r.Exit.Code == 0 || r.Exit.Killed {
				t.Errorf("the sandbox ended with %+v", r.Exit)
			}
			return
		}
		if !strings.Contains(r.stdout, "status 137") {
			t.Errorf("the greedy child ended with %q", r.stdout)
		}
		if got, _ := r.collect(t, "output.csv"); got != "survived\n" {
			t.Errorf("the rest of the agent did not go on: %q", got)
		}
	})

	t.Run("processes", func(t *testing.T) {
		s.needs(t, "pids")
		r := s.script(t, `i=0; while [ $i -lt 200 ]; do sleep 100 & i=$((i+1)); done; echo started $i`)
		if strings.Contains(r.stdout, "started 200") {
			t.Errorf("200 processes were started, %d allowed", smallLimits().PIDs)
		}
		if strings.HasPrefix(by(s.caps, "pids"), "cgroup") && r.Usage.PIDRefused == 0 {
			t.Errorf("no refusal was counted: %+v", r.Usage)
		}
	})

	t.Run("one run's processes are not counted against another's", func(t *testing.T) {
		s.needs(t, "pids")
		script := `i=0; while [ $i -lt 40 ]; do sleep 1 & i=$((i+1)); done; echo started $i`
		results := make(chan run, 3)
		for range 3 {
			go func() { results <- s.spec(t, t.Context(), spec(script)) }()
		}
		for range 3 {
			if r := <-results; r.stdout != "started 40\n" {
				t.Errorf("stdout %q, stderr %q", r.stdout, r.stderr)
			}
		}
	})

	t.Run("work folder", func(t *testing.T) {
		s.needs(t, "work")
		r := s.script(t, `head -c 100000000 /dev/zero >big; echo status $?`)
		if !r.Usage.WorkFull || r.Usage.WorkPeak < 15<<20 {
			t.Errorf("the full folder was not seen: %+v", r.Usage)
		}
		if !strings.Contains(r.stdout, "status 1") || !strings.Contains(r.stderr, "No space left on device") {
			t.Errorf("stdout %q, stderr %q", r.stdout, r.stderr)
		}
	})

	t.Run("a work folder that was full for a moment is seen", func(t *testing.T) {
		s.needs(t, "work")
		r := s.script(t, `head -c 100000000 /dev/zero >big; sleep 0.5; rm big`)
		if !r.Usage.WorkFull {
			t.Errorf("usage %+v", r.Usage)
		}
	})

	t.Run("no other place takes more than its size", func(t *testing.T) {
		s.needs(t, "work")
		sp := spec(`for d in /tmp /dev/shm $HOME /dev /run / /usr /usr/local /etc /proc /home /var; do head -c 300000000 /dev/zero >$d/big 2>/dev/null; rm -f $d/big; done; echo tried`)
		sp.Limits.Memory = 1 << 30
		r := s.spec(t, t.Context(), sp)
		if r.err != nil || r.Usage.MemoryPeak > 400<<20 {
			t.Errorf("%d MB of memory were filled, %v", r.Usage.MemoryPeak>>20, r.err)
		}
	})

	t.Run("processors", func(t *testing.T) {
		s.needs(t, "cpu")
		sp := spec(`for i in 1 2 3 4; do timeout 1 sh -c 'while :; do :; done' & done; wait; times`)
		sp.Limits.CPUs = 0.2
		r := s.spec(t, t.Context(), sp)
		if s.ownKernel() {
			t.Skip("left out: gVisor's clock goes on while the host does not let it run (the driver's own test reads the host's quota)")
		}
		if used := childTime(t, r.stdout); used > 700*time.Millisecond {
			t.Errorf("four busy loops got %s of processor time in about a second, at a limit of 0.2 processors", used)
		}
	})
}

// childTime adds up the user and system time in the second line of the shell's
// times command, such as "0m0.120s 0m0.004s".
func childTime(t *testing.T, printed string) time.Duration {
	t.Helper()
	var total time.Duration
	for _, field := range strings.Fields(lines(printed)[1]) {
		d, err := time.ParseDuration(field)
		if err != nil {
			t.Fatalf("times printed %q", printed)
		}
		total += d
	}
	return total
}

func by(caps sandbox.Capabilities, limit string) string {
	for _, l := range caps.Limits {
		if l.Limit == limit {
			return l.By
		}
	}
	return ""
}

// endsWhole says that hitting a limit ends the whole sandbox.
func (s suite) endsWhole(limit string) bool {
	for _, l := range s.caps.Limits {
		if l.Limit == limit {
			return l.Whole
		}
	}
	return false
}
