package sandbox

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// bwrapBox is one bubblewrap process, its first process inside, and what holds
// them. Until Start it hangs between the finished file system and the agent.
type bwrapBox struct {
	spec   Spec
	caps   Capabilities
	group  *group
	work   *workFolder
	marker string // a folder at the root of the finished file system

	cmd     *exec.Cmd
	waitErr error
	exited  chan struct{} // closed when bubblewrap itself has ended
	pid1    int           // pidfd of the first process inside, -1 before it is known

	release        *os.File // one byte lets the agent start
	status         *os.File // bubblewrap's reports
	stdout, stderr *os.File // the agent's streams
	copying        sync.WaitGroup
	killed         atomic.Bool
	closed         bool
}

// statusReport is a line of bubblewrap's --json-status-fd.
type statusReport struct {
	ChildPID *int `json:"child-pid"`
	ExitCode *int `json:"exit-code"`
}

// launch starts bubblewrap on a thread of its own, which stays until it ends:
// --die-with-parent ties bubblewrap to that thread, and a staged view of the
// host is the thread's own.
func (b *bwrapBox) launch(program string) error {
	started := make(chan error)
	onOwnThread(func() {
		err := b.start(program)
		started <- err
		if err == nil {
			b.waitErr = b.cmd.Wait()
			close(b.exited)
		}
	})
	return <-started
}

func (b *bwrapBox) start(program string) (err error) {
	mounts, asRoot := b.spec.Mounts, os.Geteuid() == 0
	if asRoot {
		if mounts, err = stageMounts(mounts); err != nil {
			return err
		}
	}
	p := &passing{}
	defer p.closeTheirs()
	b.marker = "/.m4bench-" + rand.Text()
	layout := newLayout(mounts, b.spec.Limits.Work, b.marker)
	layout.environment(b.spec.Env)
	b.cmd = exec.Command(program)
	b.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // the terminal's Ctrl-C is for the harness
	if asRoot {
		b.cmd.SysProcAttr.Credential = &syscall.Credential{Uid: boxUser, Gid: boxUser}
		p.owner = boxUser
	}
	if err := b.connect(p, layout); err != nil {
		return err
	}
	b.cmd.Args = append([]string{"bwrap"}, layout.args...)
	b.cmd.Args = append(append(b.cmd.Args, "--"), firstProcess...)
	b.cmd.Args = append(b.cmd.Args, b.spec.Argv...)
	b.cmd.ExtraFiles = p.extra
	if err := closeOnExec(); err != nil {
		return err
	}
	if err := b.cmd.Start(); err != nil {
		return fmt.Errorf("start bubblewrap: %w", err)
	}
	return nil
}

// connect makes the pipes between the box and its harness.
func (b *bwrapBox) connect(p *passing, layout *boxLayout) (err error) {
	var files []string
	for _, f := range layout.files {
		fd, err := p.content([]byte(f.content))
		if err != nil {
			return err
		}
		files = append(files, "--perms", "0644", "--file", strconv.Itoa(fd), f.path)
	}
	layout.args = append(files, layout.args...)
	if filter := callFilter(); filter != nil {
		fd, err := p.content(filter)
		if err != nil {
			return err
		}
		layout.add("--seccomp", strconv.Itoa(fd))
	}
	fd, release, err := p.in()
	if err != nil {
		return err
	}
	b.release = release
	layout.add("--block-fd", strconv.Itoa(fd))
	fd, status, err := p.out()
	if err != nil {
		return err
	}
	b.status = status
	layout.add("--json-status-fd", strconv.Itoa(fd))
	if b.cmd.Stdin, err = p.memory(b.spec.Stdin); err != nil {
		return err
	}
	if b.stdout, b.cmd.Stdout, err = p.pipe(); err != nil {
		return err
	}
	b.stderr, b.cmd.Stderr, err = p.pipe()
	return err
}

// settle waits for the finished file system, puts the limits on the first
// process inside and the run's files into the work folder.
func (b *bwrapBox) settle(ctx context.Context) error {
	if err := b.status.SetReadDeadline(time.Now().Add(setupTime)); err != nil {
		return fmt.Errorf("wait for bubblewrap: %w", err)
	}
	var report statusReport
	if err := json.NewDecoder(b.status).Decode(&report); err != nil || report.ChildPID == nil {
		return b.setupFailure(errors.Join(errors.New("no report of its first process"), err))
	}
	if err := b.status.SetReadDeadline(time.Time{}); err != nil {
		return fmt.Errorf("wait for bubblewrap: %w", err)
	}
	pid := *report.ChildPID
	var err error
	if b.pid1, err = unix.PidfdOpen(pid, 0); err != nil {
		return b.setupFailure(fmt.Errorf("pidfd_open: %w", err))
	}
	if err := b.group.add(pid); err != nil {
		return err
	}
	if err := asBoxUser(func() error { return setLimits(pid, b.spec.Limits, b.caps) }); err != nil {
		return err
	}
	inside := fmt.Sprintf("/proc/%d/root", pid)
	if err := b.awaitMarker(ctx, inside+b.marker); err != nil {
		return err
	}
	if b.work, err = openWorkFolder(inside + WorkDir); err != nil {
		return err
	}
	return asBoxUser(func() error {
		if err := b.work.put(b.spec.Files); err != nil {
			return err
		}
		return findProgram(inside, b.spec.Argv[0])
	})
}

// asBoxUser does what only the box's own user may: a root without the right to
// raise limits cannot set others' either, and no root can make a file in a file
// system that does not know root.
func asBoxUser(f func() error) error {
	if os.Geteuid() == 0 {
		return asUser(boxUser, f)
	}
	return f()
}

// setupTime is how long bubblewrap may take to build a file system.
const setupTime = 20 * time.Second

func (b *bwrapBox) awaitMarker(ctx context.Context, marker string) error {
	deadline := time.After(setupTime)
	for {
		_, err := os.Lstat(marker)
		if err == nil {
			return nil
		}
		select {
		case <-time.After(500 * time.Microsecond):
		case <-b.exited:
			return b.setupFailure(b.waitErr)
		case <-ctx.Done():
			return ctx.Err()
		case <-deadline:
			return fmt.Errorf("bubblewrap did not finish its file system in %s: %w", setupTime, err)
		}
	}
}

// setupFailure is bubblewrap's own words, if it left some.
func (b *bwrapBox) setupFailure(cause error) error {
	_ = b.cmd.Process.Kill()
	<-b.exited
	words, _ := io.ReadAll(io.LimitReader(b.stderr, tailBytes))
	if text := strings.TrimSpace(string(words)); text != "" {
		return fmt.Errorf("bubblewrap could not make the sandbox: %s", text)
	}
	return fmt.Errorf("bubblewrap could not make the sandbox: %w", cause)
}

// Start implements Box.
func (b *bwrapBox) Start(_ context.Context, stdout, stderr io.Writer) error {
	b.copy(stdout, b.stdout)
	b.copy(stderr, b.stderr)
	_, err := b.release.Write([]byte{1})
	return released(err, b.release, b.killed.Load())
}

func (b *bwrapBox) copy(dst io.Writer, src io.Reader) {
	b.copying.Go(func() { _, _ = io.Copy(dst, src) }) // ends at end of file or when Close closes src
}

// Wait implements Box.
func (b *bwrapBox) Wait() (Exit, error) {
	<-b.exited
	b.end()
	if err := awaitDeath(b.pid1, KillGrace); err != nil {
		return Exit{}, err
	}
	b.copying.Wait()
	return b.exit()
}

func (b *bwrapBox) exit() (Exit, error) {
	killed := b.killed.Load()
	rest, err := io.ReadAll(io.LimitReader(b.status, tailBytes))
	if err != nil {
		return Exit{}, fmt.Errorf("read bubblewrap's status: %w", err)
	}
	for _, line := range bytes.Split(rest, []byte("\n")) {
		var report statusReport
		if json.Unmarshal(line, &report) == nil && report.ExitCode != nil {
			return Exit{Code: *report.ExitCode, Killed: killed}, nil
		}
	}
	if killed {
		return Exit{Code: 128 + int(unix.SIGKILL), Killed: true}, nil
	}
	return Exit{}, errors.New("bubblewrap ended without saying how the agent did")
}

// Kill implements Box. The end of the first process is the end of all that
// live in its process namespace, whatever signals they ignore.
func (b *bwrapBox) Kill() {
	b.killed.Store(true)
	b.end()
}

func (b *bwrapBox) end() {
	if b.pid1 >= 0 {
		_ = unix.PidfdSendSignal(b.pid1, unix.SIGKILL, nil, 0)
	}
	if b.cmd != nil && b.cmd.Process != nil {
		_ = b.cmd.Process.Kill()
	}
}

// Usage implements Box.
func (b *bwrapBox) Usage() Usage {
	u := b.group.usage()
	if used, free, err := b.work.space(); err == nil {
		u.WorkPeak = used
		u.WorkFull = b.spec.Limits.Work > 0 && free == 0
	}
	return u
}

// Collect implements Box.
func (b *bwrapBox) Collect(ctx context.Context, name string, dst io.Writer, limit int64) (int64, error) {
	return b.work.collect(ctx, name, dst, limit)
}

// Evidence implements Box.
func (b *bwrapBox) Evidence() Evidence {
	return Evidence{Capabilities: b.caps, Asked: b.spec.Limits}
}

// Close implements Box.
func (b *bwrapBox) Close() error {
	if b.closed {
		return nil
	}
	b.closed = true
	var errs []error
	if b.cmd != nil && b.cmd.Process != nil {
		b.end()
		select {
		case <-b.exited:
		case <-time.After(KillGrace):
			errs = append(errs, ErrNotKilled)
		}
	}
	if b.pid1 >= 0 {
		errs = append(errs, awaitDeath(b.pid1, KillGrace), unix.Close(b.pid1))
	}
	for _, f := range []*os.File{b.release, b.status, b.stdout, b.stderr} {
		if f != nil {
			_ = f.Close() // may be closed already
		}
	}
	if b.work != nil {
		errs = append(errs, b.work.close())
	}
	return errors.Join(append(errs, b.group.remove())...)
}
