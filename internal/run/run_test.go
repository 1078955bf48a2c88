package run_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"m4bench/internal/agent"
	"m4bench/internal/condition"
	"m4bench/internal/record"
	"m4bench/internal/run"
	"m4bench/internal/sandbox"
	"m4bench/internal/score"
)

// The reference's own SQL, run in a sandbox on what the agent sees, is scored
// as fully right: the whole path from bench to record loses nothing.
func TestTheReferenceItselfGetsFullReward(t *testing.T) {
	for _, driver := range sandbox.Names() {
		for _, taskID := range []string{sirs, urine} {
			t.Run(driver+"/"+taskID, func(t *testing.T) {
				done := one(t, order(t, driver, taskID, solution(t, taskID)))
				if done.Status != record.OK || done.Score == nil || done.Score.Reward != 1 || !done.Score.Strict.Passed {
					stderr, _ := os.ReadFile(filepath.Join(done.Dir, record.StderrFile))
					t.Fatalf("status %s (%s), score error %q, reward %v; the agent said %s", done.Status, done.Reason, done.ScoreError, done.Reward(), stderr)
				}
				if isolated := driver != sandbox.NoneName; done.Sandbox.Isolated != isolated || done.Publishable && !isolated {
					t.Errorf("isolated %v, publishable %v because of %q", done.Sandbox.Isolated, done.Publishable, done.Unpublishable)
				}
			})
		}
	}
}

func TestARecordSaysWhatWasRun(t *testing.T) {
	a, err := agent.ParseCommand(`sh -c 'cat; cat $M4BENCH_PROMPT >&2; echo "stay_id,sirs" >output.csv'`)
	if err != nil {
		t.Fatal(err)
	}
	o := order(t, sandbox.BwrapName, sirs, a)
	o.Trial = 3
	done := one(t, o)

	for name, want := range map[string]string{
		"prompt/prompt.md":          o.Task.Instruction,
		record.TraceFile:            o.Task.Instruction,
		record.StderrFile:           o.Task.Instruction,
		record.OutputFile:           "stay_id,sirs\n",
		record.OutputFile + ".part": "",
	} {
		got, _ := os.ReadFile(filepath.Join(done.Dir, name))
		if string(got) != want {
			t.Errorf("%s holds %q, want %q", name, got, want)
		}
	}
	events, _ := os.ReadFile(filepath.Join(done.Dir, record.EventsFile))
	if n := strings.Count(string(events), "\n"); n != strings.Count(o.Task.Instruction, "\n") {
		t.Errorf("%d events for %d lines", n, strings.Count(o.Task.Instruction, "\n"))
	}
	sum := sha256.Sum256([]byte(o.Task.Instruction))
	if done.Inputs.Prompt != hex.EncodeToString(sum[:]) {
		t.Errorf("prompt hash %s", done.Inputs.Prompt)
	}
	if done.Inputs.Bench.Visible == "" || done.Inputs.Bench.Reference == "" || done.Inputs.Bench.Edition == "" {
		t.Errorf("bench inputs %+v", done.Inputs.Bench)
	}
	if done.Trial != 3 || done.Attempt != 1 || done.Condition != condition.NoSkill || done.Schema != "native" || done.Agent.String() != "command:sh" {
		t.Errorf("identity %+v", done.Identity)
	}
	if done.Seconds <= 0 || done.Ended.Before(done.Started) {
		t.Errorf("times %s, %s, %v s", done.Started, done.Ended, done.Seconds)
	}
	loaded, err := record.Load(done.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(done.Result, loaded); diff != "" {
		t.Errorf("what is read back differs:\n%s", diff)
	}
}

// What ended a run is in its status, whatever the agent's program says of itself.
func TestStatuses(t *testing.T) {
	for _, c := range []struct {
		name, script string
		want         record.Status
		reason       string
	}{
		{"nothing written", "echo done", record.NoOutput, "the agent wrote no output.csv"},
		{"failure", "echo stay_id >output.csv; exit 7", record.AgentError, "status 7"},
		{"failure without output", "exit 1", record.AgentError, "status 1"},
		{"memory", "tail /dev/zero; exit 1", record.OutOfMemory, "512 MB of memory"},
		{"memory, with a clean exit and no output", "tail /dev/zero; exit 0", record.OutOfMemory, "no output.csv"},
		{"memory, survived", "tail /dev/zero; echo stay_id >output.csv", record.OK, ""},
		{"processes", "i=0; while [ $i -lt 600 ]; do sleep 60 & i=$((i+1)); done; exit 1", record.TooManyProcesses, "limit of 512"},
		{"disk", "head -c 100000000 /dev/zero >big || exit 1", record.DiskFull, "64 MB were full"},
		{"a program that does not exist", "/no/such/program", record.AgentError, "status 127"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := order(t, sandbox.BwrapName, sirs, shellAgent(c.script))
			if c.want != record.OK && !o.Sandbox.Capabilities.Holds("memory") {
				t.Skip("left out: this machine lets nobody hold the limit on memory")
			}
			done := one(t, o)
			if done.Status != c.want || !strings.Contains(done.Reason, c.reason) || (c.reason == "") != (done.Reason == "") {
				t.Errorf("status %s: %q, want %s: …%s…", done.Status, done.Reason, c.want, c.reason)
			}
		})
	}
}

// A valid output beside a time-out: both are reported.
func TestATimeoutKeepsAndScoresTheOutput(t *testing.T) {
	o := order(t, sandbox.BwrapName, sirs, shellAgent("duckdb -csv database.duckdb -c 'SELECT stay_id, 0 AS sirs FROM mimiciv_icu.icustays' >output.csv; sleep 1000"))
	o.Limits.Wall = 5 * time.Second
	done := one(t, o)
	if done.Status != record.Timeout || !done.Killed || done.Score == nil || done.Score.Keys.Recall != 1 {
		t.Errorf("status %s, killed %v, score %+v", done.Status, done.Killed, done.Score)
	}
}

func TestAnInterruptedRunIsRecordedAndNotScored(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	done, err := run.One(ctx, order(t, sandbox.BwrapName, sirs, shellAgent("echo stay_id >output.csv; echo said; sleep 1000")))
	if err != nil {
		t.Fatal(err)
	}
	if done.Status != record.Interrupted || done.Score != nil || done.Output.State != record.Collected {
		t.Errorf("status %s, score %v, output %+v", done.Status, done.Score, done.Output)
	}
	if trace, _ := os.ReadFile(filepath.Join(done.Dir, record.TraceFile)); string(trace) != "said\n" {
		t.Errorf("trace %q", trace)
	}
}

// Agents that try to be scored on what is not theirs, or to change the record.
func TestHostileAgents(t *testing.T) {
	b, err := prepared()
	if err != nil {
		t.Fatal(err)
	}
	o := order(t, sandbox.BwrapName, sirs, nil)
	reference, err := b.Reference(o.Task)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, script string
		want         record.Status
		state        record.OutputState
	}{
		{"the output is a link to the reference", "ln -s " + reference.Path + " output.csv", record.NoOutput, record.Refused},
		{"the output is a link to the agent's input", "ln -s database.duckdb output.csv", record.NoOutput, record.Refused},
		{"the output is a named pipe whose writer waits", "mkfifo output.csv; (echo stay_id >output.csv) & exit 0", record.NoOutput, record.Refused},
		{"the output is endless and empty", "truncate -s 100T output.csv", record.NoOutput, record.Refused},
		{"the output is a folder of outputs", "mkdir output.csv; echo stay_id >output.csv/output.csv", record.NoOutput, record.Refused},
		{"a result of its own", `echo '{"status":"ok","score":{"reward":1}}' >result.json; mkdir -p prompt; echo x >prompt/prompt.md; echo '{"type":"result","is_error":false}'`, record.NoOutput, record.Missing},
		{"a claim of success", `echo '{"type":"result","subtype":"success"}'; exit 0`, record.NoOutput, record.Missing},
		{"a rewriter in the background", `echo stay_id,sirs >output.csv; (trap '' TERM HUP; while :; do ln -sf /etc/passwd output.csv; done) & sleep 0.2; exit 0`, record.NoOutput, record.Refused},
		{"a changed database", "rm -f database.duckdb; mv database.duckdb x; echo >database.duckdb; echo >/bench/data/new; duckdb -csv database.duckdb -c 'SELECT stay_id FROM mimiciv_icu.icustays' >output.csv", record.OK, record.Collected},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := order(t, sandbox.BwrapName, sirs, shellAgent(c.script))
			o.Limits.Wall = 20 * time.Second
			done := one(t, o)
			if done.Status != c.want || done.Output.State != c.state {
				t.Errorf("status %s (%s), output %+v; want %s, %s", done.Status, done.Reason, done.Output, c.want, c.state)
			}
			if done.Output.State == record.Refused && (done.Score != nil || done.Reward() != 0) {
				t.Errorf("scored %v", done.Reward())
			}
			if prompt, _ := os.ReadFile(filepath.Join(done.Dir, "prompt/prompt.md")); string(prompt) != o.Task.Instruction {
				t.Errorf("the recorded prompt is %q", prompt)
			}
			if _, err := record.Load(done.Dir); err != nil {
				t.Error(err)
			}
			if entries, _ := os.ReadDir(o.Records); len(entries) != 1 {
				t.Errorf("%d records", len(entries))
			}
		})
	}
}

// An agent sees the files of its task and no other of the bench.
func TestAnAgentFindsItsDataAndNothingElse(t *testing.T) {
	done := one(t, order(t, sandbox.BwrapName, sirs, shellAgent(
		`find / -xdev -name '*.parquet' 2>/dev/null; find / \( -name '*.parquet' -o -name '*.duckdb' -o -name 'bench.json' -o -name 'result.json' \) 2>/dev/null | grep -v -e '^/bench/data/mimiciv_' -e '^/work/database.duckdb$'; grep -c . /proc/mounts >/dev/null; ls -a /work`)))
	trace, _ := os.ReadFile(filepath.Join(done.Dir, record.TraceFile))
	if want := ".\n..\ndatabase.duckdb\n"; string(trace) != want {
		t.Errorf("found %s", trace)
	}
}

// A fault of the machine is no result of the agent.
func TestAFaultOfTheSandboxIsRecordedAsSuch(t *testing.T) {
	o := order(t, sandbox.NoneName, sirs, builtin(t, "nothing"))
	o.Sandbox.Driver = broken{o.Sandbox.Driver}
	done := one(t, o)
	if done.Status != record.Infrastructure || done.Status.AgentsResult() || !strings.Contains(done.Reason, "no room") || done.Publishable {
		t.Errorf("status %s: %s, publishable %v", done.Status, done.Reason, done.Publishable)
	}
}

type broken struct{ sandbox.Driver }

func (broken) Prepare(context.Context, sandbox.Spec) (sandbox.Box, error) {
	return nil, errors.New("no room for another box")
}

// Scoring that failed is repeated without the agent.
func TestScoringAloneCanBeRepeated(t *testing.T) {
	o := order(t, sandbox.BwrapName, sirs, builtin(t, "zeros"))
	done := one(t, o)
	fail := func(context.Context, string) (*score.Result, error) { return nil, errors.New("evaluator fell over") }
	failed, err := record.Rescore(t.Context(), done.Dir, fail)
	if err != nil || failed.Score != nil || failed.ScoreError != "evaluator fell over" || failed.Status != record.OK {
		t.Fatalf("%+v, %v", failed, err)
	}
	again, err := record.Rescore(t.Context(), done.Dir, run.Scorer(o.Bench, o.Task, score.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(done.Result, again); diff != "" {
		t.Errorf("the repeated score differs:\n%s", diff)
	}
	if entries, _ := os.ReadDir(o.Records); len(entries) != 1 {
		t.Errorf("%d records", len(entries))
	}
}

func TestBuiltinScripts(t *testing.T) {
	for name, want := range map[string]record.Status{"empty": record.OK, "nothing": record.NoOutput, "zeros": record.OK, "loud": record.NoOutput, "hang": record.Timeout} {
		t.Run(name, func(t *testing.T) {
			o := order(t, sandbox.BwrapName, sirs, builtin(t, name))
			if name == "hang" {
				o.Limits.Wall = time.Second
			}
			done := one(t, o)
			if done.Status != want {
				t.Errorf("status %s: %s", done.Status, done.Reason)
			}
			if name == "zeros" && (done.Score.Keys.F1 != 1 || done.Reward() == 0 || done.Reward() == 1) {
				t.Errorf("keys %+v, reward %v", done.Score.Keys, done.Reward())
			}
			if name == "loud" && done.Stdout.Bytes < 100_000_000 {
				t.Errorf("stdout %+v", done.Stdout)
			}
		})
	}
}

func TestOrdersThatMakeNoRun(t *testing.T) {
	for name, change := range map[string]func(*run.Order){
		"a condition there is not":   func(o *run.Order) { o.Condition = "telepathy" },
		"a schema there is not":      func(o *run.Order) { o.Schema = "sideways" },
		"a task the bench has not":   func(o *run.Order) { o.Task = taskOf(t, "mimic-sofa-24h") },
		"a script that does not fit": func(o *run.Order) { o.Agent, o.Task = builtin(t, "zeros"), taskOf(t, urine) },
		"records where agents see it": func(o *run.Order) {
			dir, _, _ := o.Bench.Visible("native", sirs)
			o.Records = filepath.Join(dir, "runs")
		},
	} {
		o := order(t, sandbox.NoneName, sirs, builtin(t, "nothing"))
		change(&o)
		_, err := run.One(t.Context(), o)
		var coder interface{ ExitCode() int }
		if !errors.As(err, &coder) || coder.ExitCode() != 2 {
			t.Errorf("%s: %v, want exit code 2", name, err)
		}
		if entries, _ := os.ReadDir(o.Records); len(entries) != 0 {
			t.Errorf("%s left %d records", name, len(entries))
		}
	}
}

// BenchmarkOverhead is what a run takes beyond its agent, and the bytes it leaves.
func BenchmarkOverhead(b *testing.B) {
	for _, driver := range isolating(b) {
		b.Run(driver, func(b *testing.B) {
			a, err := agent.Builtin("empty")
			if err != nil {
				b.Fatal(err)
			}
			o := order(b, driver, sirs, a)
			for b.Loop() {
				done, err := run.One(b.Context(), o)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(done.Overhead*1000, "ms-around-agent/run")
				b.ReportMetric(float64(bytesBelow(b, done.Dir))/1e6, "MB-disk/run")
			}
		})
	}
}
