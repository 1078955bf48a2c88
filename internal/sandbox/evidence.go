package sandbox

import "fmt"

// Enforcement says how one limit is held.
type Enforcement struct {
	Limit string `json:"limit"` // memory, pids, cpu, wall or work
	By    string `json:"by"`    // cgroup v1, cgroup v2, rlimit, tmpfs, supervisor, or nothing
	Held  bool   `json:"held"`  // for certain and for all processes together
	Note  string `json:"note,omitempty"`
	Whole bool   `json:"whole,omitempty"` // hitting it ends the whole sandbox, not one process
}

// Capabilities of a driver on this machine.
type Capabilities struct {
	Driver  string `json:"driver"`
	Version string `json:"version"`
	System  string `json:"system"`          // what the agent sees as its base system
	Image   string `json:"image,omitempty"` // digest of the image with its programs; empty if they are the host's
	// Programs are the versions of the image's programs, by name.
	Programs map[string]string `json:"programs,omitempty"`
	Isolated bool              `json:"isolated"` // no network, own files, own processes
	Filter   string            `json:"filter"`   // system call filter, empty if none
	Limits   []Enforcement     `json:"limits"`
}

// Evidence is what a record keeps of the box a run had.
type Evidence struct {
	Capabilities
	Asked Limits `json:"asked"`
}

// limitNames are the limits that a publishable run has.
var limitNames = []string{"memory", "pids", "cpu", "wall", "work"}

// Holds says whether the named limit is held for certain.
func (c Capabilities) Holds(limit string) bool { return c.enforcement(limit).Held }

// enforcement of a limit; one that the driver says nothing of is held by nothing.
func (c Capabilities) enforcement(limit string) Enforcement {
	for _, l := range c.Limits {
		if l.Limit == limit {
			return l
		}
	}
	return Enforcement{Limit: limit, By: "nothing"}
}

// Unpublishable lists why a run in this box cannot be published; empty if it can.
func (e Evidence) Unpublishable() []string {
	var reasons []string
	if !e.Isolated {
		reasons = append(reasons, fmt.Sprintf("sandbox driver %s does not isolate", e.Driver))
	} else if e.Filter == "" {
		reasons = append(reasons, "no system call filter: sockets of the virtual machine's host are not closed off")
	}
	for _, limit := range limitNames {
		if held := e.enforcement(limit); !held.Held {
			reasons = append(reasons, fmt.Sprintf("limit on %s is held by %s%s", limit, held.By, parenthesis(held.Note)))
		}
	}
	for _, unset := range e.Asked.unset() {
		reasons = append(reasons, "no limit on "+unset+" was asked for")
	}
	return reasons
}

func (l Limits) unset() []string {
	set := map[string]bool{"memory": l.Memory > 0, "pids": l.PIDs > 0, "cpu": l.CPUs > 0, "wall": l.Wall > 0, "work": l.Work > 0}
	var names []string
	for _, limit := range limitNames {
		if !set[limit] {
			names = append(names, limit)
		}
	}
	return names
}

func parenthesis(note string) string {
	if note == "" {
		return ""
	}
	return " (" + note + ")"
}
