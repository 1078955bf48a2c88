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
// Code, which may have shown half an answer by then, either asks once more without
// a stream, and says nothing of it, or ends and says so.
func TestFaultsOfTheModelThatPass(t *testing.T) {
	for name, fault := range map[string]modeltest.Fault{
		"busy":      {Status: 429, RetryAfter: time.Second},
		"broken":    {Status: 500},
		"cut":       {Cut: true},
		"malformed": {Malformed: true},
		"slow":      {Pause: 200 * time.Millisecond},
	} {
		fault.Times = 1
		halfway := fault.Cut || fault.Malformed
		for _, r := range realAgents {
			if !faulty(r) || r.agent == "chat" && (halfway || fault.Pause > 0) {
				continue // chat does not stream
			}
			t.Run(r.agent+" "+r.model+"/"+name, func(t *testing.T) {
				t.Parallel()
				server := modeltest.Start(t,
					modeltest.Step{Say: "One moment.", Run: "echo fine >output.csv", Fault: &fault},
					modeltest.Step{Say: "Done."})
				o := play(t, r.agent, r.model, server.URL)
				want := agent.StatusOK
				if r.agent == "claude" && halfway && !server.WentOn() {
					want = agent.StatusFailed
				}
				if o.summary.End != want || (o.exit == 0) != (want == agent.StatusOK) {
					t.Fatalf("end %q, exit %d, want %q\n%s\n%s", o.summary.End, o.exit, want, o.trace, o.stderr)
				}
				output, _ := os.ReadFile(filepath.Join(o.dir, agent.OutputFile))
				if want == agent.StatusOK && string(output) != "fine\n" {
					t.Errorf("output %q", output)
				}
				told := fault.Status != 0 || want == agent.StatusFailed
				if r.agent == "claude" && told && o.summary.Errors == 0 {
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
