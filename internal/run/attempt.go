package run

import (
	"context"
	"errors"
	"math"
	"time"

	"m4bench/internal/agent"
	"m4bench/internal/bench"
	"m4bench/internal/gateway"
	"m4bench/internal/record"
	"m4bench/internal/sandbox"
)

// attempt is the part of a run that the agent takes part in.
type attempt struct {
	order     *Order
	folder    *record.Folder
	result    *record.Result
	reference bench.Reference
	token     string // of the run, for its gateway
	listen    string // where the agent finds its model
	command   agent.Command
	provider  *gateway.Provider // nil if the agent calls no model
	programs  []agent.Program   // of this machine, to be shown
}

// run fills in everything of the result that the sandbox decides. It returns an
// error if the order turns out to make no run.
func (a *attempt) run(ctx context.Context) error {
	r, limits := a.result, a.order.Limits
	r.Started = a.order.Now().UTC()
	clock := time.Now()
	outcome, fault := a.inBox(ctx)
	if usage := asUsageError(fault); usage != nil {
		return usage
	}
	if fault != nil && ctx.Err() != nil {
		outcome.Cause, fault = sandbox.Interrupted, nil
	}
	r.Status, r.Reason = record.Judge(outcome, limits, r.Output, fault)
	if why := a.providersFault(); why != "" && r.Status.AgentsResult() {
		r.Status, r.Reason = record.Infrastructure, why
	}
	acted := outcome.Ended.Sub(outcome.Started)
	r.Seconds = seconds(acted)
	r.Overhead = seconds(time.Since(clock) - acted)
	r.Ended = r.Started.Add(time.Since(clock))
	r.Exit, r.Killed = outcome.Exit.Code, outcome.Exit.Killed
	r.Stdout, r.Stderr, r.Usage = outcome.Stdout, outcome.Stderr, outcome.Usage
	return nil
}

// asUsageError finds what makes an order none: an agent's program that is not there.
func asUsageError(fault error) *UsageError {
	var usage *UsageError
	if errors.Is(fault, sandbox.ErrNoProgram) {
		return &UsageError{fault}
	}
	if errors.As(fault, &usage) {
		return usage
	}
	return nil
}

func seconds(d time.Duration) float64 { return math.Round(d.Seconds()*1000) / 1000 }

// inBox prepares the sandbox, lets the agent act and copies its output out. An
// error is a fault of the harness or its machine.
func (a *attempt) inBox(ctx context.Context) (outcome sandbox.Outcome, err error) {
	a.result.Output.State = record.Missing
	a.result.Sandbox = sandbox.Evidence{Capabilities: a.order.Sandbox.Capabilities, Asked: a.order.Limits}
	mounts, tidy, err := a.mounts(ctx)
	if err != nil {
		return outcome, err
	}
	defer tidy()
	egress, err := a.folder.Open(record.EgressFile)
	if err != nil {
		return outcome, err
	}
	defer func() { err = errors.Join(err, egress.Close()) }()
	g, err := a.openGate(egress, mounts)
	if err != nil {
		return outcome, err
	}
	defer func() {
		err = errors.Join(err, g.close())
		a.result.Model = g.gateway.Usage()
	}()
	return a.withGate(ctx, g, mounts)
}

// withGate is inBox when everything around the box is in place.
func (a *attempt) withGate(ctx context.Context, g *gate, mounts []sandbox.Mount) (outcome sandbox.Outcome, err error) {
	box, err := a.order.Sandbox.Driver.Prepare(ctx, a.spec(g, mounts))
	if err != nil {
		return outcome, err
	}
	a.result.Sandbox = box.Evidence()
	defer func() {
		if closeErr := box.Close(); closeErr != nil {
			a.result.Unpublishable = append(a.result.Unpublishable, "the sandbox left something behind: "+closeErr.Error())
		}
	}()
	outcome, err = a.supervise(ctx, box, g)
	if errors.Is(err, sandbox.ErrNotKilled) {
		return outcome, err // whatever is still alive could change what is collected
	}
	if g.control != nil {
		err = errors.Join(err, a.heard(g.control.Close(), &outcome))
	}
	output, collectErr := a.collect(context.WithoutCancel(ctx), box)
	a.result.Output = output
	return outcome, errors.Join(err, collectErr)
}

// providersFault says why a run is no result of its agent but of whoever was to
// answer its model calls; "" if it is the agent's.
func (a *attempt) providersFault() string {
	r, u := a.result, a.result.Model
	switch {
	case a.provider == nil || r.Status == record.Interrupted:
	case u.Succeeded > 0 && u.LastFault != "" && (r.Status == record.AgentError || r.Status == record.NoOutput || r.Status == record.Timeout):
		return "the agent ended when its model was not to be had: " + u.LastFault
	case u.Succeeded > 0:
	case u.Received > 0 && u.LastFault == "": // time ran out in the midst of an answer
	case u.LastFault != "":
		return "no call of the model succeeded: " + u.LastFault
	case u.Failed > 0:
		return "no call of the model was answered before the run ended"
	case u.Refused > 0:
		return "no call of the model succeeded: the gateway refused them, see egress.jsonl"
	default:
		return "the agent did not call its model"
	}
	return ""
}
