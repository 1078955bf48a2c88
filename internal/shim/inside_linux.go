package shim

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Exit statuses of the shim that are not the agent's.
const (
	exitRefused = 125 // the harness did not let the agent start, or was not there
	exitNoStart = 126 // the agent's program could not be started
)

// inside is the shim at work.
type inside struct {
	order Order
	conn  net.Conn
	in    *lines
	sink  *nameSink
	mu    sync.Mutex // of writing to conn
	own   map[int]bool
	dir   string
}

// Main runs the shim: m4shim [-dir FOLDER] -- PROGRAM ARGS… It returns the exit
// status.
func Main(args []string, stderr io.Writer) int {
	// An agent ends with the thread that started it.
	runtime.LockOSThread()
	flags := flag.NewFlagSet(Program, flag.ContinueOnError)
	flags.SetOutput(stderr)
	dir := flags.String("dir", Folder, "folder with the harness's sockets")
	if err := flags.Parse(args); err != nil || flags.NArg() == 0 {
		fmt.Fprintln(stderr, "m4shim is started by m4bench in a sandbox: m4shim [-dir FOLDER] -- PROGRAM ARGS…")
		return exitRefused
	}
	s := &inside{dir: *dir}
	if err := s.begin(flags.Args()); err != nil {
		fmt.Fprintln(stderr, "m4shim:", err)
		return exitRefused
	}
	defer s.conn.Close()
	code, err := s.run(flags.Args())
	if err != nil {
		fmt.Fprintln(stderr, "m4shim:", err)
	}
	return code
}

// begin looks around and asks for leave to start the agent.
func (s *inside) begin(argv []string) (err error) {
	// The agent is the same user: it must not read this process or take its files.
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return fmt.Errorf("close this process to others: %w", err)
	}
	withstandSignals()
	if s.conn, err = net.Dial("unix", filepath.Join(s.dir, ProbeSocket)); err != nil {
		return fmt.Errorf("the harness is not there: %w", err)
	}
	s.in = newLines(s.conn)
	var m toShim
	if err := s.in.read(&m); err != nil || m.Order == nil {
		return errors.Join(errors.New("the harness gave no order"), err)
	}
	s.order = *m.Order
	s.own = ownProcesses()
	report := s.look(Before)
	if s.order.Alone {
		s.sink = openSink(func(name string) { _ = s.tell(fromShim{Name: name}) })
	}
	report.NameSink = s.sink != nil
	if _, err := exec.LookPath(argv[0]); err != nil && !errors.Is(err, exec.ErrDot) {
		report.NoProgram = err.Error()
	}
	if err := s.tell(fromShim{Report: report}); err != nil {
		return err
	}
	m = toShim{}
	if err := s.in.read(&m); err != nil || m.Go == nil || !*m.Go {
		return errors.New("the harness does not let the agent start")
	}
	if s.order.Listen == "" {
		return nil
	}
	return relay(s.order.Listen, s.order.Gateway)
}

// withstandSignals keeps the agent from ending the shim with a signal that can be
// caught. Children start with the usual meaning of signals.
func withstandSignals() {
	caught := make(chan os.Signal, 16)
	signal.Notify(caught, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGPIPE)
	go func() {
		for range caught {
		}
	}()
}

func (s *inside) tell(m fromShim) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return send(s.conn, m)
}

// run has the agent for a child until it ends or is to end, then ends whatever it
// left, and looks around once more.
func (s *inside) run(argv []string) (int, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if errors.Is(cmd.Err, exec.ErrDot) {
		cmd.Err = nil
	}
	startErr := cmd.Start()
	code := exitNoStart
	if startErr == nil {
		go s.awaitStop(cmd.Process)
		_ = cmd.Wait() // its status says how it ended
		code = statusOf(cmd.ProcessState)
	}
	left := s.endOthers()
	if left == 0 { // else the harness ends the box, and does not wait for the look
		if err := s.tell(fromShim{Ended: &code}); err != nil {
			return code, err
		}
	}
	report := s.look(After)
	report.NameSink = s.sink != nil
	if left > 0 {
		for i := range report.Checks {
			if c := &report.Checks[i]; c.Name == Processes {
				c.find("%d processes of the agent could not be ended", left)
			}
		}
	}
	if err := s.tell(fromShim{Report: report}); err != nil {
		return code, err
	}
	return code, startErr
}

// awaitStop ends the agent when the harness says so, or is gone.
func (s *inside) awaitStop(agent *os.Process) {
	var m toShim
	for {
		if err := s.in.read(&m); err != nil || m.Stop {
			_ = agent.Kill()
			s.endOthers()
			return
		}
	}
}

func statusOf(p *os.ProcessState) int {
	if status, ok := p.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return p.ExitCode()
}

// endOthers ends every process that is neither the first, nor the shim, nor
// between them, and returns how many are left. It does so only where these are
// certain to be the agent's.
func (s *inside) endOthers() int {
	if !s.order.Alone || s.own == nil {
		return 0
	}
	for start := time.Now(); ; time.Sleep(time.Millisecond) {
		others := s.others()
		if len(others) == 0 || time.Since(start) > time.Second {
			return len(others)
		}
		for _, pid := range others {
			_ = unix.Kill(pid, unix.SIGKILL)
		}
	}
}
