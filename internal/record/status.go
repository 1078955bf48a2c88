package record

import (
	"fmt"
	"time"

	"m4bench/internal/sandbox"
)

// Status is how a run ended. Every run has exactly one.
type Status string

// The statuses. Only Infrastructure and Interrupted are not the agent's result.
const (
	OK               Status = "ok"
	AgentError       Status = "agent-error"        // the agent's program failed
	Timeout          Status = "timeout"            // killed at the wall limit
	OutOfMemory      Status = "out-of-memory"      // failed after a kill for want of memory
	TooManyProcesses Status = "too-many-processes" // failed after a refused process
	DiskFull         Status = "disk-full"          // failed after its work folder was full
	NoOutput         Status = "no-output"          // ended well without a usable output file
	Infrastructure   Status = "infrastructure"     // the harness or its machine failed
	Interrupted      Status = "interrupted"        // stopped by whoever started it
)

func (s Status) known() bool {
	switch s {
	case OK, AgentError, Timeout, OutOfMemory, TooManyProcesses, DiskFull, NoOutput, Infrastructure, Interrupted:
		return true
	}
	return false
}

// AgentsResult says whether a run with this status counts as a result of its
// agent, good or bad, and is therefore never repeated.
func (s Status) AgentsResult() bool { return s != Infrastructure && s != Interrupted }

// Judge derives the status of a run from what the harness saw, and says why in
// plain words. Nothing that the agent prints is believed, its exit status least:
// a limit that was hit explains a failure, but does not make one.
func Judge(o sandbox.Outcome, limits sandbox.Limits, output Output, fault error) (Status, string) {
	switch {
	case fault != nil:
		return Infrastructure, fault.Error()
	case o.Cause == sandbox.Interrupted:
		return Interrupted, "stopped before the agent was done"
	case o.Cause == sandbox.TimedOut:
		return Timeout, fmt.Sprintf("the agent was killed after %s", limits.Wall.Round(time.Millisecond))
	}
	failure, failed := whatFailed(o, output)
	switch {
	case !failed:
		return OK, ""
	case o.Usage.OOMKills > 0:
		return OutOfMemory, fmt.Sprintf("%s; processes were killed at the limit of %s of memory: %d", failure, size(limits.Memory), o.Usage.OOMKills)
	case o.Usage.PIDRefused > 0:
		return TooManyProcesses, fmt.Sprintf("%s; new processes were refused at the limit of %d: %d", failure, limits.PIDs, o.Usage.PIDRefused)
	case o.Usage.WorkFull:
		return DiskFull, fmt.Sprintf("%s; the work folder's %s were full", failure, size(limits.Work))
	case o.Exit.Code != 0:
		return AgentError, failure
	default:
		return NoOutput, failure
	}
}

func whatFailed(o sandbox.Outcome, output Output) (string, bool) {
	switch {
	case o.Exit.Code != 0:
		return fmt.Sprintf("the agent's program ended with status %d", o.Exit.Code), true
	case output.State == Missing:
		return "the agent wrote no output.csv", true
	case output.State == Refused:
		return output.Reason, true
	}
	return "", false
}

// size writes bytes the way limits are given.
func size(bytes int64) string {
	const unit = 1 << 10
	for _, u := range []string{"bytes", "KB", "MB", "GB"} {
		if bytes < unit || u == "GB" {
			return fmt.Sprintf("%d %s", bytes, u)
		}
		bytes /= unit
	}
	return ""
}
