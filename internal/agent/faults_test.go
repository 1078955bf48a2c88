package agent_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"m4bench/internal/agent"
	"m4bench/internal/agent/modeltest"
)

// faulty are the agents that are tried with models that fail: our own, and the two
// that must be there.
func faulty(r realAgent) bool { return r.agent == "codex" || r.agent == "claude" || r.agent == "chat" }

// Faults that pass are tried again, and the run goes on: the output is there and
// the trace tells of the fault. A stream that breaks off is the exception: Claude
// Code has shown half an answer by then and ends, saying so.
func TestFaultsOfTheModelThatPass(t *testing.T) {
	for name, c := range map[string]struct {
		fault  modeltest.Fault
		claude string // how it ends
	}{
		"busy":      {modeltest.Fault{Status: 429, RetryAfter: time.Second}, agent.StatusOK},
		"broken":    {modeltest.Fault{Status: 500}, agent.StatusOK},
		"cut":       {modeltest.Fault{Cut: true}, agent.StatusFailed},
		"malformed": {modeltest.Fault{Malformed: true}, agent.StatusFailed},
		"slow":      {modeltest.Fault{Pause: 200 * time.Millisecond}, agent.StatusOK},
	} {
		fault := c.fault
		fault.Times = 1
		for _, r := range realAgents {
			if !faulty(r) || r.agent == "chat" && (fault.Cut || fault.Malformed || fault.Pause > 0) {
				continue // chat does not stream
			}
			t.Run(r.agent+" "+r.model+"/"+name, func(t *testing.T) {
				t.Parallel()
				server := modeltest.Start(t,
					modeltest.Step{Say: "One moment.", Run: "echo fine >output.csv", Fault: &fault},
					modeltest.Step{Say: "Done."})
				o := play(t, r.agent, r.model, server.URL)
				want := agent.StatusOK
				if r.agent == "claude" {
					want = c.claude
				}
				if o.summary.End != want || (o.exit == 0) != (want == agent.StatusOK) {
					t.Fatalf("end %q, exit %d, want %q\n%s\n%s", o.summary.End, o.exit, want, o.trace, o.stderr)
				}
				output, _ := os.ReadFile(filepath.Join(o.dir, agent.OutputFile))
				if want == agent.StatusOK && string(output) != "fine\n" {
					t.Errorf("output %q", output)
				}
				if r.agent == "claude" && fault.Pause == 0 && o.summary.Errors == 0 {
					t.Error("the trace tells of no fault")
				}
			})
		}
	}
}

// A provider that answers nothing but faults, as the gateway reports one that is
// gone, ends the run in bounded time, as a failure that says so. (Were the
// connection itself refused, Codex would wait for a network until it is killed.)
func TestAModelThatIsGone(t *testing.T) {
	for _, r := range realAgents {
		if !faulty(r) {
			continue
		}
		t.Run(r.agent+" "+r.model, func(t *testing.T) {
			t.Parallel()
			server := modeltest.Start(t, modeltest.Step{Fault: &modeltest.Fault{Status: 502}})
			o := play(t, r.agent, r.model, server.URL)
			t.Logf("%s gave up after %.1f s: %s", r.agent, o.took.Seconds(), o.summary.LastError)
			if o.exit == 0 || o.summary.End != agent.StatusFailed || o.summary.LastError == "" {
				t.Errorf("exit %d, summary %+v\n%s", o.exit, o.summary, o.trace)
			}
		})
	}
}
