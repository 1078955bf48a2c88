package sandbox

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// onOwnThread runs f on an operating-system thread that nothing else uses and
// that ends with f. It is never the process's first thread, whose view of the
// host is what /proc/self shows.
func onOwnThread(f func()) {
	go func() {
		runtime.LockOSThread()
		if unix.Gettid() == unix.Getpid() {
			done := make(chan struct{})
			onOwnThread(func() { defer close(done); f() })
			<-done
			runtime.UnlockOSThread()
			return
		}
		f()
	}()
}

// closeOnExec marks every descriptor of this process that it inherited open, so
// that none of them leaks into a sandbox.
func closeOnExec() error {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return fmt.Errorf("list open files: %w", err)
	}
	for _, entry := range entries {
		if fd, err := strconv.Atoi(entry.Name()); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
	return nil
}

// asUser runs f on a thread that has only the given user's rights.
func asUser(uid int, f func() error) error {
	result := make(chan error)
	onOwnThread(func() {
		// The raw calls change the calling thread alone.
		if _, _, e := unix.RawSyscall(unix.SYS_SETRESGID, uintptr(uid), uintptr(uid), uintptr(uid)); e != 0 {
			result <- fmt.Errorf("become user %d: %w", uid, e)
			return
		}
		if _, _, e := unix.RawSyscall(unix.SYS_SETRESUID, uintptr(uid), uintptr(uid), uintptr(uid)); e != 0 {
			result <- fmt.Errorf("become user %d: %w", uid, e)
			return
		}
		result <- f()
	})
	return <-result
}

// setLimits puts the limits on a process that control groups do not hold.
// Children inherit them.
func setLimits(pid int, limits Limits, caps Capabilities) error {
	set := func(what string, resource int, value uint64) error {
		if err := unix.Prlimit(pid, resource, &unix.Rlimit{Cur: value, Max: value}, nil); err != nil {
			return fmt.Errorf("limit %s of the sandbox: %w", what, err)
		}
		return nil
	}
	err := set("core files", unix.RLIMIT_CORE, 0)
	if caps.enforcement("pids").By == "rlimit" && limits.PIDs > 0 {
		err = errors.Join(err, set("processes", unix.RLIMIT_NPROC, uint64(limits.PIDs)))
	}
	if caps.enforcement("memory").By == "rlimit" && limits.Memory > 0 {
		err = errors.Join(err, set("memory", unix.RLIMIT_DATA, uint64(limits.Memory)))
	}
	return err
}

// awaitDeath waits until the process behind a pidfd has ended, and with it, if
// it is the first of its namespace, every process in there.
func awaitDeath(pidfd int, patience time.Duration) error {
	deadline := time.Now().Add(patience)
	for {
		fds := []unix.PollFd{{Fd: int32(pidfd), Events: unix.POLLIN}}
		left := time.Until(deadline)
		n, err := unix.Poll(fds, int(max(left, 0)/time.Millisecond))
		switch {
		case n > 0:
			return nil
		case err != nil && !errors.Is(err, unix.EINTR):
			return fmt.Errorf("wait for the sandbox's end: %w", err)
		case left <= 0:
			return ErrNotKilled
		}
	}
}

// released closes the pipe that held an agent back. That nobody was left to
// read it is no failure where the box was killed first: Wait tells.
func released(written error, pipe io.Closer, killed bool) error {
	if written != nil && (!killed || !errors.Is(written, unix.EPIPE)) {
		return fmt.Errorf("start the agent: %w", errors.Join(written, pipe.Close()))
	}
	return pipe.Close()
}
