package run

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"

	"m4bench/internal/gateway"
	"m4bench/internal/sandbox"
	"m4bench/internal/shim"
)

// gate is what stands between one box and the world: the gateway, the harness's
// end of the shim, and the folder with their sockets.
type gate struct {
	folder  string // on the host
	inside  string // where the box shows it
	gateway *gateway.Gateway
	control *shim.Control // nil without a shim
}

// openGate makes the folder and starts what listens in it.
func (a *attempt) openGate(egress io.Writer, shown []sandbox.Mount) (g *gate, err error) {
	o := a.order
	g = &gate{inside: shim.Folder}
	if g.folder, err = sandbox.SharedFolder(a.folder.ID); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, g.close())
		}
	}()
	sockets := g.sockets()
	if err := os.Mkdir(sockets, 0o755); err != nil {
		return g, fmt.Errorf("folder for the sandbox: %w", err)
	}
	if !a.isolated() {
		g.inside = sockets // that driver shows nothing at another place
	}
	g.gateway, err = gateway.Open(sockets, gateway.Options{
		Provider: a.provider, Model: o.Agent.Identity().Model, Token: a.token, Prices: o.Upstream.Prices, Egress: egress, Now: o.Now,
	})
	if err != nil || o.Shim == "" {
		return g, err
	}
	order, err := a.probeOrder(g, append(g.mounts(o.Shim), shown...))
	if err != nil {
		return g, err
	}
	if g.control, err = shim.Listen(sockets, order); err != nil {
		return g, err
	}
	g.control.Judge, g.control.Looked, g.control.Wall = a.judge, g.gateway.Looked, o.Limits.Wall
	g.control.Serve()
	return g, nil
}

func (g *gate) sockets() string { return filepath.Join(g.folder, "gw") }

// mounts show the folder, and the shim if there is one.
func (g *gate) mounts(program string) []sandbox.Mount {
	shown := []sandbox.Mount{{Host: g.sockets(), Inside: g.inside}}
	if program != "" {
		shown = append(shown, sandbox.Mount{Host: program, Inside: sandbox.ProgramDir + "/" + shim.Program})
	}
	return shown
}

// argv has the shim start the agent.
func (g *gate) argv(agent []string) []string {
	if g.control == nil {
		return agent
	}
	return append([]string{shim.Program, "-dir", g.inside, "--"}, agent...)
}

// close revokes the run's token and removes the folder.
func (g *gate) close() error {
	var errs []error
	if g.control != nil {
		g.control.Close()
	}
	if g.gateway != nil {
		errs = append(errs, g.gateway.Close())
	}
	return errors.Join(append(errs, os.RemoveAll(g.folder))...)
}

// backstop is how long after an agent's limit its box may still be there, for the
// shim to look at it. The agent itself is gone then: see shim.Overdue.
const backstop = 15 * time.Second

// judge decides whether the agent may start in a sandbox as the shim found it.
// What a driver does not claim is no surprise: the record says it all the same.
func (a *attempt) judge(report *shim.Report) error {
	if report.NoProgram != "" {
		return &UsageError{fmt.Errorf("the agent's program cannot be started in the sandbox: %s", report.NoProgram)}
	}
	if findings := report.Findings(); len(findings) > 0 && a.isolated() {
		return &LeakError{findings}
	}
	return nil
}

// LeakError is a sandbox in which there is something that should not be. No agent
// is started in it.
type LeakError struct{ Findings []string }

func (e *LeakError) Error() string {
	rest := ""
	if n := len(e.Findings) - 1; n > 0 {
		rest = fmt.Sprintf(" (and %d more, see %s)", n, "probes-before.json")
	}
	return "the sandbox does not hold: " + e.Findings[0] + rest
}

func (a *attempt) isolated() bool { return a.order.Sandbox.Capabilities.Isolated }

// listenAddress is where the agent calls its model. Without a network of its own
// it is a port of this machine that is free now.
func (a *attempt) listenAddress() (string, error) {
	if a.isolated() {
		return shim.ListenAddress, nil
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}
