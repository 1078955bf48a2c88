package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// NoneName is how a user asks for no isolation.
const NoneName = "none"

// None runs the agent as an ordinary program of this machine, with its network
// and all its files, for finding faults where bubblewrap is not to be had. No
// run in it is publishable.
type None struct{}

// NewNone returns the driver.
func NewNone() None { return None{} }

// Name implements Driver.
func (None) Name() string { return NoneName }

// Check implements Driver.
func (None) Check(context.Context) (Capabilities, error) {
	g, err := newGroup("check", Limits{})
	if err != nil {
		return Capabilities{}, err
	}
	return noneCapabilities(g), g.remove()
}

func noneCapabilities(g *group) Capabilities {
	return Capabilities{
		Driver: NoneName,
		System: hostSystem(),
		Limits: append(groupLimits(g),
			Enforcement{Limit: "wall", By: "supervisor", Held: true},
			Enforcement{Limit: "work", By: "nothing", Note: "the work folder lies on the host's disk"}),
	}
}

// noneBox is a temporary folder and a process that waits for Start.
type noneBox struct {
	spec  Spec
	caps  Capabilities
	group *group
	base  string // holds work, home, tmp and bin
	work  *workFolder

	cmd            *exec.Cmd
	waitErr        error
	exited         chan struct{}
	release        *os.File
	stdout, stderr *os.File
	copying        sync.WaitGroup
	killed         atomic.Bool
}

// Prepare implements Driver.
func (None) Prepare(_ context.Context, spec Spec) (_ Box, err error) {
	if err := spec.check(); err != nil {
		return nil, err
	}
	sweep(os.TempDir(), removeNoneFolder)
	b := &noneBox{spec: spec, exited: make(chan struct{}), group: &group{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.Close())
		}
	}()
	if b.group, err = newGroup(spec.ID, spec.Limits); err != nil {
		return nil, err
	}
	b.caps = noneCapabilities(b.group)
	if err := b.makeFolders(); err != nil {
		return nil, err
	}
	if err := b.findProgram(); err != nil {
		return nil, err
	}
	if err := b.launch(); err != nil {
		return nil, err
	}
	return b, nil
}

func (b *noneBox) makeFolders() (err error) {
	b.base = filepath.Join(os.TempDir(), ownedName(b.spec.ID))
	for _, dir := range []string{"", "work", "home", "tmp", "bin"} {
		if err := os.Mkdir(filepath.Join(b.base, dir), 0o700); err != nil {
			return fmt.Errorf("make the run's folder: %w", err)
		}
	}
	if b.work, err = openWorkFolder(b.in("work")); err != nil {
		return err
	}
	if err := b.work.put(b.spec.Files); err != nil {
		return err
	}
	for _, m := range b.spec.Mounts {
		if err := b.link(m); err != nil {
			return err
		}
	}
	return nil
}

func (b *noneBox) in(name ...string) string {
	return filepath.Join(append([]string{b.base}, name...)...)
}

func (b *noneBox) findProgram() error {
	program := b.spec.Argv[0]
	if strings.Contains(program, "/") && !filepath.IsAbs(program) {
		program = b.in("work", program)
	}
	_, inBin := os.Stat(b.in("bin", program))
	if _, err := exec.LookPath(program); err != nil && inBin != nil {
		return fmt.Errorf("%s: %w", b.spec.Argv[0], ErrNoProgram)
	}
	return nil
}

// link stands for a mount, which this driver has not.
func (b *noneBox) link(m Mount) error {
	var name string
	if rest, ok := strings.CutPrefix(m.Inside, WorkDir+"/"); ok {
		name = b.in("work", rest)
	} else if rest, ok := strings.CutPrefix(m.Inside, ProgramDir+"/"); ok {
		name = b.in("bin", rest)
	} else if m.Inside == m.Host {
		return nil
	} else {
		return &UnavailableError{Driver: NoneName, Reason: fmt.Sprintf("it cannot show %s at %s", m.Host, m.Inside)}
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return fmt.Errorf("link %s: %w", m.Inside, err)
	}
	if err := os.Symlink(m.Host, name); err != nil {
		return fmt.Errorf("link %s: %w", m.Inside, err)
	}
	return nil
}

// waitThenRun is a shell script that becomes the agent when it is told to on
// descriptor 3, so that limits are in place before the agent's first step.
const waitThenRun = `read -r go <&3 && exec "$@" 3<&-`

// boxVariable marks every process of a box that does not hide its environment.
const boxVariable = "M4BENCH_BOX"

func (b *noneBox) launch() error {
	started := make(chan error)
	onOwnThread(func() {
		err := b.start()
		started <- err
		if err == nil {
			b.waitErr = b.cmd.Wait()
			close(b.exited)
		}
	})
	if err := <-started; err != nil {
		return err
	}
	if err := b.group.add(b.cmd.Process.Pid); err != nil {
		return err
	}
	return setLimits(b.cmd.Process.Pid, b.spec.Limits, b.caps)
}

func (b *noneBox) start() (err error) {
	p := &passing{}
	defer p.closeTheirs()
	b.cmd = exec.Command("/bin/sh", append([]string{"-c", waitThenRun, "sh"}, b.spec.Argv...)...)
	b.cmd.Dir = b.in("work")
	env := environment(b.in("home"), b.in("bin")+":"+os.Getenv("PATH"), b.spec.Env)
	for name, value := range env {
		if rest, ok := strings.CutPrefix(value, WorkDir+"/"); ok {
			env[name] = b.in("work", rest) // where the work folder is, without a mount
		}
	}
	env["TMPDIR"] = b.in("tmp")
	env[boxVariable] = filepath.Base(b.base)
	for _, name := range sortedKeys(env) {
		b.cmd.Env = append(b.cmd.Env, name+"="+env[name])
	}
	b.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	if _, b.release, err = p.in(); err != nil {
		return err
	}
	b.cmd.ExtraFiles = p.extra
	if b.cmd.Stdin, err = p.memory(b.spec.Stdin); err != nil {
		return err
	}
	if b.stdout, b.cmd.Stdout, err = p.pipe(); err != nil {
		return err
	}
	if b.stderr, b.cmd.Stderr, err = p.pipe(); err != nil {
		return err
	}
	if err := closeOnExec(); err != nil {
		return err
	}
	if err := b.cmd.Start(); err != nil {
		return fmt.Errorf("start the agent: %w", err)
	}
	return nil
}

// Start implements Box.
func (b *noneBox) Start(_ context.Context, stdout, stderr io.Writer) error {
	b.copying.Go(func() { _, _ = io.Copy(stdout, b.stdout) })
	b.copying.Go(func() { _, _ = io.Copy(stderr, b.stderr) })
	_, err := b.release.WriteString("go\n")
	return released(err, b.release, b.killed.Load())
}

// Wait implements Box.
func (b *noneBox) Wait() (Exit, error) {
	<-b.exited
	if err := b.killAll(); err != nil {
		return Exit{}, err
	}
	b.copying.Wait()
	exit := Exit{Killed: b.killed.Load()}
	status, ok := b.cmd.ProcessState.Sys().(syscall.WaitStatus)
	switch {
	case !ok:
		return exit, b.waitErr
	case status.Signaled():
		exit.Code = 128 + int(status.Signal())
	default:
		exit.Code = status.ExitStatus()
	}
	return exit, nil
}

// Kill implements Box.
func (b *noneBox) Kill() {
	b.killed.Store(true)
	_ = b.killAll()
}

func (b *noneBox) killAll() error {
	if b.cmd == nil || b.cmd.Process == nil {
		return nil
	}
	_ = unix.Kill(-b.cmd.Process.Pid, unix.SIGKILL)
	return killMarked(filepath.Base(b.base), b.group)
}

// Usage implements Box.
func (b *noneBox) Usage() Usage { return b.group.usage() }

// Collect implements Box.
func (b *noneBox) Collect(ctx context.Context, name string, dst io.Writer, limit int64) (int64, error) {
	return b.work.collect(ctx, name, dst, limit)
}

// Evidence implements Box.
func (b *noneBox) Evidence() Evidence {
	return Evidence{Capabilities: b.caps, Asked: b.spec.Limits}
}

// Close implements Box.
func (b *noneBox) Close() error {
	var errs []error
	if b.cmd != nil && b.cmd.Process != nil {
		errs = append(errs, b.killAll())
		<-b.exited
	}
	for _, f := range []*os.File{b.release, b.stdout, b.stderr} {
		if f != nil {
			_ = f.Close() // may be closed already
		}
	}
	if b.work != nil {
		_ = b.work.close()
	}
	if b.base != "" {
		errs = append(errs, removeTree(b.base))
	}
	return errors.Join(append(errs, b.group.remove())...)
}
