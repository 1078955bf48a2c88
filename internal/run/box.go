package run

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"m4bench/internal/agent"
	"m4bench/internal/bench"
	"m4bench/internal/sandbox"
	"m4bench/internal/sqlshell"
)

// spec is the box's order: the agent's command, what it may see and its share
// of the machine.
func (a *attempt) spec(g *gate, mounts []sandbox.Mount) sandbox.Spec {
	env := map[string]string{}
	for name, value := range a.command.Env {
		env[name] = value
	}
	limits := a.order.Limits
	if limits.Memory > 0 {
		// DuckDB sees all of the machine's memory and takes half as much again as its limit.
		env[sqlshell.MemoryVariable] = fmt.Sprintf("%dMiB", max(64, limits.Memory>>21))
	}
	if limits.CPUs > 0 {
		env[sqlshell.ThreadsVariable] = fmt.Sprint(int(math.Ceil(limits.CPUs)))
	}
	return sandbox.Spec{
		ID:     a.folder.ID,
		Argv:   g.argv(a.command.Argv),
		Env:    env,
		Stdin:  a.command.Stdin,
		Files:  a.files(),
		Mounts: slices.Concat(mounts, g.mounts(a.order.Shim)),
		Limits: limits,
	}
}

// files are the agent's own, those the user brings along, and the skills of its
// condition.
func (a *attempt) files() []sandbox.File {
	files := slices.Concat(a.command.Files, a.order.Bring)
	for _, s := range a.order.given.Skills {
		files = append(files, sandbox.File{Path: s.Path, Content: []byte(s.Content)})
	}
	return files
}

// mounts shows the task's folder of the bench, the query shell, and the agent's
// programs where the box has none of its own. Where a driver cannot show a folder
// at its place, the database is written anew with views that look into the bench.
func (a *attempt) mounts(ctx context.Context) (mounts []sandbox.Mount, tidy func(), err error) {
	o := a.order
	visible, _, err := o.Bench.Visible(o.Schema, o.Task.ID)
	if err != nil {
		return nil, nil, err
	}
	shown := []sandbox.Mount{{Host: o.Shell.Path, Inside: sandbox.ProgramDir + "/" + agent.QueryShell}}
	for _, p := range a.programs {
		shown = append(shown, p.Mounts()...)
	}
	inside := sandbox.WorkDir + "/" + agent.DatabaseFile
	if a.isolated() {
		return append(shown,
			sandbox.Mount{Host: filepath.Join(visible, bench.DatabaseFile), Inside: inside},
			sandbox.Mount{Host: filepath.Join(visible, bench.DataFolder), Inside: bench.Mount + "/" + bench.DataFolder},
		), func() {}, nil
	}
	dir, err := sandbox.SharedFolder(a.folder.ID)
	if err != nil {
		return nil, nil, err
	}
	tidy = func() { os.RemoveAll(dir) }
	file := filepath.Join(dir, bench.DatabaseFile)
	if err := o.Bench.WriteDatabase(ctx, o.Schema, o.Task.ID, file); err != nil {
		tidy()
		return nil, nil, err
	}
	return append(shown, sandbox.Mount{Host: file, Inside: inside}), tidy, nil
}

// findPrograms looks for the agent's programs on this machine, if the sandbox
// needs them from there. Programs of ours are in no image.
func (o *Order) findPrograms(command agent.Command) (programs []agent.Program, err error) {
	for _, name := range command.Programs {
		if o.Sandbox.Capabilities.Image != "" && name != agent.ChatProgram {
			continue
		}
		p, err := agent.FindProgram(name, o.getenv)
		if err != nil {
			return nil, err
		}
		programs = append(programs, p)
	}
	return programs, nil
}

func (o *Order) getenv(name string) string {
	if o.Upstream.Getenv == nil {
		return ""
	}
	return o.Upstream.Getenv(name)
}
