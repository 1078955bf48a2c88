package run

import (
	"fmt"

	"m4bench/internal/agent"
	"m4bench/internal/gateway"
	"m4bench/internal/record"
)

const (
	wholeShell = "the query shell in the sandbox is m4bench itself, in which the derivations can be read (build cmd/duckdb beside it)"
	noShim     = "nobody looked at the sandbox from inside (build cmd/m4shim beside m4bench)"
)

// unpublishable lists what the evidence of a run lacks.
func (a *attempt) unpublishable() []string {
	o, r := a.order, a.result
	reasons := r.Sandbox.Unpublishable()
	if o.Shell.Whole {
		reasons = append(reasons, wholeShell)
	}
	reasons = append(reasons, a.probed()...)
	reasons = append(reasons, a.called()...)
	if !r.Status.AgentsResult() {
		reasons = append(reasons, "the run is no result of its agent: "+string(r.Status))
	}
	if r.ScoreError != "" {
		reasons = append(reasons, "the output is not scored")
	}
	return reasons
}

// probed: the sandbox was looked at before and after, and was one.
func (a *attempt) probed() []string {
	p := a.result.Probes
	if a.order.Shim == "" {
		return []string{noShim}
	}
	if p == nil {
		return []string{"the sandbox was not looked at from inside"}
	}
	var reasons []string
	for _, one := range []struct {
		when  string
		found record.Probe
	}{{"before", p.Before}, {"after", p.After}} {
		switch one.found.State {
		case record.Clean:
		case record.Absent:
			reasons = append(reasons, fmt.Sprintf("the sandbox was not looked at from inside %s the agent", one.when))
		default:
			reasons = append(reasons, fmt.Sprintf("probes %s the agent found: %s", one.when, one.found.Findings[0]))
		}
	}
	return reasons
}

// called: the run's own model answered, in a known program, and nothing else left.
func (a *attempt) called() []string {
	r, u := a.result, a.result.Model
	var reasons []string
	if u.Refused > 0 {
		reasons = append(reasons, fmt.Sprintf("calls that must not leave were refused: %d (egress.jsonl)", u.Refused))
	}
	if a.provider == nil {
		return reasons
	}
	if u.Succeeded > 0 {
		reasons = append(reasons, otherModels(u, r.Agent.Model)...)
	}
	if known := r.Agent; known.Version == "" && a.command.Programs != nil && known.Name != "chat" {
		reasons = append(reasons, "the version of the agent's program is unknown")
	} else if said := saidVersion(r.Trace); said != "" && said != known.Version && known.Version != "" {
		reasons = append(reasons, fmt.Sprintf("the agent's program says it is version %s, and not %s", said, known.Version))
	}
	return reasons
}

func saidVersion(s *agent.Summary) string {
	if s == nil {
		return ""
	}
	return s.Version
}

// otherModels: an ancillary model may help, but not do the work.
func otherModels(u gateway.Usage, asked string) []string {
	var own, others int64
	for _, m := range u.Models {
		if m.Asked {
			own += m.Tokens.Output
		} else {
			others += m.Tokens.Output
		}
	}
	if own < others || len(u.Models) > 0 && own == 0 && others == 0 && !u.Models[0].Asked {
		return []string{fmt.Sprintf("other models than %s wrote more (%d tokens of output against %d)", asked, others, own)}
	}
	return nil
}
