// Package doctor looks at a machine and says what of m4bench works on it, what
// is missing, and how to get it.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"m4bench/internal/agent"
	"m4bench/internal/run"
	"m4bench/internal/sandbox"
)

// State is how a finding is.
type State string

// The states. What is Lacking but not needed by everyone is Optional.
const (
	OK       State = "ok"
	Optional State = "optional"
	Lacking  State = "lacking"
)

// Finding is one thing that was looked for.
type Finding struct {
	Area  string `json:"area"` // system, sandbox, docker, program, key or space
	Name  string `json:"name"`
	State State  `json:"state"`
	Found string `json:"found,omitempty"` // what there is
	How   string `json:"how,omitempty"`   // to get what is missing
}

// Report is what a machine has.
type Report struct {
	Findings []Finding `json:"findings"`
}

// Ready says that agents can run isolated here.
func (r Report) Ready() bool {
	for _, f := range r.Findings {
		if f.State == Lacking {
			return false
		}
	}
	return true
}

// Machine is what the examination may look at.
type Machine struct {
	Getenv  func(string) string
	Records string // folder in which records would be made
}

// Examine looks at everything. It changes nothing, and shows no key.
func (m Machine) Examine(ctx context.Context) Report {
	var r Report
	r.Findings = append(r.Findings, system()...)
	r.Findings = append(r.Findings, sandboxes(ctx)...)
	r.Findings = append(r.Findings, docker(ctx, m.Getenv)...)
	r.Findings = append(r.Findings, m.programs()...)
	r.Findings = append(r.Findings, m.keys()...)
	r.Findings = append(r.Findings, m.space()...)
	return r
}

// sandboxes tries every driver; one that isolates is needed.
func sandboxes(ctx context.Context) []Finding {
	var findings []Finding
	isolating := false
	for _, name := range sandbox.Names() {
		f := Finding{Area: "sandbox", Name: name, State: Optional}
		choice, err := sandbox.Choose(ctx, name)
		if err != nil {
			f.How = reasonOf(err)
			findings = append(findings, f)
			continue
		}
		f.State, f.Found = OK, strings.Trim(choice.Capabilities.Version+", "+choice.Capabilities.System, ", ")
		whole := sandbox.Evidence{Capabilities: choice.Capabilities, Asked: sandbox.DefaultLimits()}
		if reasons := whole.Unpublishable(); len(reasons) > 0 {
			f.State, f.How = Optional, "its runs cannot be published: "+strings.Join(reasons, "; ")
		}
		isolating = isolating || choice.Capabilities.Isolated
		findings = append(findings, f)
	}
	if !isolating {
		findings = append(findings, Finding{Area: "sandbox", Name: "isolation", State: Lacking,
			How: "install bubblewrap 0.8 or newer (apt-get install bubblewrap), or Docker and m4bench image build"})
	}
	return findings
}

func reasonOf(err error) string {
	var unavailable *sandbox.UnavailableError
	if errors.As(err, &unavailable) {
		return unavailable.Reason
	}
	return err.Error()
}

// programs are ours, which are needed, and those of the agents.
func (m Machine) programs() []Finding {
	const build = "make build makes it beside m4bench"
	shell := Finding{Area: "program", Name: "query shell", State: OK}
	found, err := run.FindShell(m.Getenv)
	switch {
	case err != nil:
		shell.State, shell.How = Lacking, err.Error()
	case found.Whole:
		shell.State, shell.How = Lacking, build+"; without it agents are shown m4bench itself and no run can be published"
	default:
		shell.Found = found.Path
	}
	between := Finding{Area: "program", Name: "shim", State: OK}
	path, err := run.FindShim(m.Getenv)
	switch {
	case err != nil:
		between.State, between.How = Lacking, err.Error()
	case path == "":
		between.State, between.How = Lacking, build
	default:
		between.Found = path
	}
	findings := []Finding{shell, between}
	for _, name := range []string{agent.ChatProgram, "codex", "claude", "gemini", "pi"} {
		findings = append(findings, m.agentProgram(name))
	}
	return findings
}

func (m Machine) agentProgram(name string) Finding {
	f := Finding{Area: "program", Name: name, State: OK}
	program, err := agent.FindProgram(name, m.Getenv)
	if err != nil {
		f.State, f.How = Optional, strings.TrimPrefix(err.Error(), fmt.Sprintf("the program %s is not on this machine: ", name))
		return f
	}
	f.Found = strings.TrimSpace(program.Version + " " + program.Path)
	return f
}

// keys says only whether a provider's key is set.
func (m Machine) keys() []Finding {
	var findings []Finding
	for _, name := range []string{"OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"} {
		f := Finding{Area: "key", Name: name, State: OK, Found: "set"}
		if m.Getenv(name) == "" {
			f.State, f.Found, f.How = Optional, "", "export it to run agents of that provider"
		}
		findings = append(findings, f)
	}
	return findings
}
