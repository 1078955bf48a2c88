package sandbox

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// heldProcess is a container's first process, which can be killed without asking
// the daemon where this user may. It is safe for use by several goroutines.
type heldProcess struct {
	mu   sync.Mutex
	fd   int // pidfd
	held bool
}

// hold takes the process that the daemon names. The daemon may count processes in
// another space than we do, so it must be one of that container.
func (p *heldProcess) hold(pid int, container string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if pid <= 0 {
		return false
	}
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return false
	}
	groups, err := os.ReadFile(fmt.Sprintf("/proc/%d/cgroup", pid))
	if err != nil || !strings.Contains(string(groups), container) {
		_ = unix.Close(fd)
		return false
	}
	p.fd, p.held = fd, true
	return true
}

// kill says whether it could.
func (p *heldProcess) kill() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.held {
		return false
	}
	err := unix.PidfdSendSignal(p.fd, unix.SIGKILL, nil, 0)
	return err == nil || errors.Is(err, unix.ESRCH)
}

// dead says whether the process is known to have ended, and with it all others of
// its container.
func (p *heldProcess) dead() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.held {
		return false
	}
	n, err := unix.Poll([]unix.PollFd{{Fd: int32(p.fd), Events: unix.POLLIN}}, 0)
	return err == nil && n == 1
}

func (p *heldProcess) letGo() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.held {
		_ = unix.Close(p.fd)
		p.held = false
	}
}
