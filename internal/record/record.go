// Package record is what a run leaves on disk: one folder, written outside the
// sandbox, that says what was run, what came of it, and what that is worth.
//
//	<run id>/
//	  result.json       everything below in one object; without it the run is not over
//	  prompt/           what the agent was told: prompt.md, skills/<name>/SKILL.md
//	  trace.jsonl       what the agent printed, byte for byte up to a limit
//	  events.jsonl      the same, normalised
//	  stderr.log        its standard error
//	  egress.jsonl      every call that it made to the outside, and what became of it
//	  probes-*.json     what the sandbox looked like from inside, before and after it
//	  output.csv        what it wrote, if that was a regular file of allowed size
//
// A retried run has a folder for every attempt.
package record

import (
	"fmt"
	"time"

	"m4bench/internal/agent"
	"m4bench/internal/gateway"
	"m4bench/internal/sandbox"
	"m4bench/internal/score"
)

// SchemaVersion of result.json. A reader refuses versions it does not know.
const SchemaVersion = 1

// Names in a run's folder.
const (
	ResultFile = "result.json"
	PromptDir  = "prompt"
	TraceFile  = "trace.jsonl"
	EventsFile = "events.jsonl"
	StderrFile = "stderr.log"
	OutputFile = "output.csv"
	EgressFile = "egress.jsonl"

	ProbesBeforeFile = "probes-before.json"
	ProbesAfterFile  = "probes-after.json"
)

// Identity says which run of an experiment this is.
type Identity struct {
	Task      string         `json:"task"`
	Condition string         `json:"condition"`
	Schema    string         `json:"schema"` // variant of the database
	Agent     agent.Identity `json:"agent"`
	Trial     int            `json:"trial"`   // from 1
	Attempt   int            `json:"attempt"` // from 1; above it only after a fault of the infrastructure
}

// Result is result.json.
type Result struct {
	SchemaVersion int    `json:"schema_version"`
	RunID         string `json:"run_id"`
	Identity

	Status Status `json:"status"`
	Reason string `json:"reason,omitempty"` // in plain words, unless the status is ok

	Started time.Time `json:"started"`
	Ended   time.Time `json:"ended"`
	Seconds float64   `json:"seconds"` // that the agent ran
	// Overhead is the time the harness took around the agent, scoring left out.
	Overhead float64 `json:"overhead_seconds"`

	Command []string       `json:"command"`   // in the sandbox
	Exit    int            `json:"exit_code"` // 128 and the signal's number after a signal
	Killed  bool           `json:"killed"`    // by the harness
	Stdout  sandbox.Stream `json:"stdout"`
	Stderr  sandbox.Stream `json:"stderr"`

	Output Output `json:"output"`
	// Score is the evaluation of the output; null where there is none to evaluate.
	Score *score.Result `json:"score"`
	// ScoreError says why scoring failed; it can be repeated without the agent.
	ScoreError string `json:"score_error,omitempty"`

	// Model is what went through the gateway, as the gateway counted it.
	Model gateway.Usage `json:"model_usage"`
	// Trace is what the agent says of itself; null if it never ran.
	Trace *agent.Summary `json:"trace"`
	// Probes say what the sandbox was from inside; null if nobody looked.
	Probes *Probes `json:"probes"`

	Sandbox sandbox.Evidence `json:"sandbox"`
	Usage   sandbox.Usage    `json:"usage"`

	Publishable   bool     `json:"publishable"`
	Unpublishable []string `json:"unpublishable"` // reasons; empty if publishable

	Inputs  Inputs `json:"inputs"`
	Version string `json:"m4bench"`
}

// Reward is the score's reward, and 0 where nothing could be scored.
func (r *Result) Reward() float64 {
	if r.Score == nil {
		return 0
	}
	return r.Score.Reward
}

// Inputs names by content everything that could change what an agent does or
// how it is judged. Hashes are SHA-256 in hexadecimal.
type Inputs struct {
	Prompt    string            `json:"prompt_sha256"`
	Skills    map[string]string `json:"skills_sha256"` // by name; those the agent could see
	Bench     BenchInputs       `json:"bench"`
	Brought   map[string]string `json:"brought_sha256,omitempty"` // by name; files that the user put beside the agent
	Prices    string            `json:"prices_sha256,omitempty"`  // the table that the dollars come from
	QueryTool string            `json:"query_tool"`               // what the agent finds as duckdb
}

// BenchInputs names the bench's part.
type BenchInputs struct {
	Edition   string `json:"edition"`
	Visible   string `json:"visible_sha256"`   // the files the agent sees
	Reference string `json:"reference_sha256"` // the rows it is scored against
}

// Output is what became of the agent's output file.
type Output struct {
	State  OutputState `json:"state"`
	Reason string      `json:"reason,omitempty"` // of a refusal
	Bytes  int64       `json:"bytes"`
	SHA256 string      `json:"sha256,omitempty"`
}

// OutputState says whether there is an output.
type OutputState string

// The states of an output.
const (
	Collected OutputState = "collected"
	Missing   OutputState = "missing"
	Refused   OutputState = "refused" // not a regular file, or too large
)

// check finds what no writer of this version leaves.
func (r *Result) check() error {
	switch {
	case r.SchemaVersion != SchemaVersion:
		return fmt.Errorf("schema version %d, and this program reads %d", r.SchemaVersion, SchemaVersion)
	case r.RunID == "" || r.Task == "":
		return fmt.Errorf("no run or task is named")
	case !r.Status.known():
		return fmt.Errorf("unknown status %q", r.Status)
	}
	return nil
}
