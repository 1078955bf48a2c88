// Package shim is what stands between a sandbox and the agent in it, at both
// ends. Inside, a small program (cmd/m4shim) starts first: it looks at the sandbox
// from where the agent will stand, tells the harness what it found, waits to be
// told to go on, relays model calls to the gateway's socket, starts the agent,
// and looks again when the agent has ended. Outside, Control listens to it.
//
// The package imports nothing of the benchmark: whoever can run a file can read
// it, and the agent can run the shim.
package shim

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// Files of the folder that a sandbox shows at Folder.
const (
	Folder      = "/run/gw"
	ProbeSocket = "probe.sock"
)

// Program is the shim's name in a sandbox.
const Program = "m4shim"

// ListenAddress is where an agent reaches its model in a sandbox with a network
// of its own.
const ListenAddress = "127.0.0.1:8080"

// Order is what the shim is told before it looks around.
type Order struct {
	// Alone: the sandbox isolates, so that every process but the first one and the
	// shim's is the agent's.
	Alone bool `json:"alone"`
	// Listen is where the agent calls its model, host:port; "" for nowhere.
	Listen string `json:"listen,omitempty"`
	// Gateway is the socket to which that leads.
	Gateway string `json:"gateway,omitempty"`
	// Mounts are the places at which something of the host is shown on purpose.
	Mounts []string `json:"mounts,omitempty"`
	// Absent are paths of the host that must not be there inside.
	Absent []string `json:"absent,omitempty"`
	// Keys are SHA-256 sums of the keys that must not be there.
	Keys []string `json:"keys,omitempty"`
	// Hidden are files that must not be there under any name.
	Hidden []FileSum `json:"hidden,omitempty"`
}

// FileSum names a file by its content.
type FileSum struct {
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Report is what the shim found, before or after the agent.
type Report struct {
	When    string  `json:"when"` // before or after
	Seconds float64 `json:"seconds"`
	Checks  []Check `json:"checks"`
	// NameSink says whether questions for addresses are answered with "no such
	// name", and recorded. Without it they fail at once and leave no trace.
	NameSink bool `json:"name_sink"`
	// NoProgram says why the agent's program cannot be started; "" if it can.
	NoProgram string `json:"no_program,omitempty"`
}

// When a report was made.
const (
	Before = "before"
	After  = "after"
)

// Check is one kind of probe.
type Check struct {
	Name     string   `json:"check"`
	Tried    int      `json:"tried"`    // attempts, or things looked at
	Findings []string `json:"findings"` // what should not be; empty if all is well
	Note     string   `json:"note,omitempty"`
	Seconds  float64  `json:"seconds"`
}

// The checks of every report.
const (
	Network      = "network"
	Names        = "names" // of hosts
	HostPaths    = "host-paths"
	Mounts       = "mounts"
	Processes    = "processes"
	Hidden       = "references"
	Keys         = "keys"
	Capabilities = "capabilities"
	Writable     = "writable-places"
)

var checkNames = []string{Network, Names, HostPaths, Mounts, Processes, Hidden, Keys, Capabilities, Writable}

// Findings lists everything that should not be, with the check that found it. A
// check that is not in the report is a finding.
func (r *Report) Findings() []string {
	if r == nil {
		return []string{"there is no report"}
	}
	var all []string
	for _, name := range checkNames {
		i := slices.IndexFunc(r.Checks, func(c Check) bool { return c.Name == name })
		if i < 0 {
			all = append(all, name+": not looked at")
			continue
		}
		for _, f := range r.Checks[i].Findings {
			all = append(all, name+": "+f)
		}
	}
	return all
}

// toShim is a line from the harness.
type toShim struct {
	Order *Order `json:"order,omitempty"`
	Go    *bool  `json:"go,omitempty"`
	Stop  bool   `json:"stop,omitempty"` // end the agent
}

// fromShim is a line from the shim.
type fromShim struct {
	Report *Report `json:"report,omitempty"`
	Name   string  `json:"name,omitempty"`  // that the agent asked the address of
	Ended  *int    `json:"ended,omitempty"` // the agent has, with all its processes; its status
}

// maxMessage bounds a line in either direction.
const maxMessage = 4 << 20

// lines reads messages, each of bounded size.
type lines struct {
	limited io.LimitedReader
	dec     *json.Decoder
}

func newLines(r io.Reader) *lines {
	l := &lines{limited: io.LimitedReader{R: r}}
	l.dec = json.NewDecoder(&l.limited)
	return l
}

func (l *lines) read(into any) error {
	l.limited.N = maxMessage
	if err := l.dec.Decode(into); err != nil {
		if l.limited.N <= 0 {
			return errors.New("a message is too long")
		}
		return err
	}
	return nil
}

func send(w io.Writer, message any) error {
	text, err := json.Marshal(message)
	if err != nil {
		return fmt.Errorf("encode a message: %w", err)
	}
	if _, err := w.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("send a message: %w", err)
	}
	return nil
}

// reportTime is how long looking around may take.
const reportTime = 30 * time.Second
