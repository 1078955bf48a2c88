package record

import "m4bench/internal/shim"

// Probes are the two looks at a sandbox from inside.
type Probes struct {
	Before Probe `json:"before"`
	After  Probe `json:"after"`
}

// Probe is one look; the files probes-before.json and probes-after.json hold all
// of it.
type Probe struct {
	State    ProbeState `json:"state"`
	Seconds  float64    `json:"seconds"`
	Findings []string   `json:"findings"` // what should not have been
}

// ProbeState is what came of a look.
type ProbeState string

// The states of a probe.
const (
	Clean  ProbeState = "clean"
	Found  ProbeState = "findings"
	Absent ProbeState = "absent" // nobody looked, or nothing was heard of it
)

// Summarise is what a result keeps of a report; nil is none.
func Summarise(r *shim.Report) Probe {
	if r == nil {
		return Probe{State: Absent, Findings: []string{}}
	}
	p := Probe{State: Clean, Seconds: r.Seconds, Findings: r.Findings()}
	if len(p.Findings) > 0 {
		p.State = Found
	} else {
		p.Findings = []string{}
	}
	return p
}
