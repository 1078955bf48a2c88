package sandbox

import (
	"context"
	"errors"
	"strings"
	"testing"
)

func held(limits ...string) []Enforcement {
	var all []Enforcement
	for _, l := range limits {
		all = append(all, Enforcement{Limit: l, By: "cgroup v2", Held: true})
	}
	return all
}

// A run can be published when it was isolated and every limit was asked for and
// held; each thing that lacks is named.
func TestPublishableIsWhatTheEvidenceAllows(t *testing.T) {
	full := Evidence{
		Capabilities: Capabilities{Driver: "bwrap", Isolated: true, Filter: "seccomp", Limits: held("memory", "pids", "cpu", "wall", "work")},
		Asked:        DefaultLimits(),
	}
	for _, c := range []struct {
		name   string
		change func(*Evidence)
		want   string
	}{
		{"all is held", func(*Evidence) {}, ""},
		{"no isolation", func(e *Evidence) { e.Isolated = false; e.Driver = "none" }, "driver none does not isolate"},
		{"no filter", func(e *Evidence) { e.Filter = "" }, "no system call filter"},
		{"memory by process", func(e *Evidence) {
			e.Limits = append(held("pids", "cpu", "wall", "work"), Enforcement{Limit: "memory", By: "rlimit", Note: "for each process alone"})
		}, "limit on memory is held by rlimit (for each process alone)"},
		{"no limit asked for", func(e *Evidence) { e.Asked.PIDs = 0 }, "no limit on pids was asked for"},
		{"nothing known of a limit", func(e *Evidence) { e.Limits = held("memory", "pids", "cpu", "wall") }, "limit on work"},
	} {
		e := full
		e.Limits = held("memory", "pids", "cpu", "wall", "work")
		c.change(&e)
		got := strings.Join(e.Unpublishable(), "; ")
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestAnUnknownDriverIsTheCallersMistake(t *testing.T) {
	_, err := Choose(context.Background(), "jail")
	var unknown *UnknownDriverError
	if !errors.As(err, &unknown) || unknown.ExitCode() != 2 || !strings.Contains(err.Error(), `no sandbox driver "jail"`) {
		t.Errorf("error %v", err)
	}
}
