package sandbox

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// dockerCounts reads what the container's control groups have counted. They
// belong to the daemon and end with the container, but anyone may read them.
type dockerCounts struct {
	group    group
	mu       sync.Mutex
	worst    Usage
	watching sync.WaitGroup
	done     chan struct{} // nil if nothing is watched
}

// watchCounts looks after the groups of a container's first process. Refusals of
// a new process are read as they happen: an agent that fails for one ends at
// once, and the groups with it.
func watchCounts(pid int) *dockerCounts {
	c := &dockerCounts{group: group{places: groupsOf(pid)}}
	at, ok := c.group.places[pidsController]
	if !ok {
		return c
	}
	events, err := os.Open(filepath.Join(at.parent, "pids.events"))
	if err != nil {
		return c
	}
	c.done = make(chan struct{})
	c.watching.Go(func() { c.watch(events) })
	return c
}

// groupsOf finds the control groups of a process by controller.
func groupsOf(pid int) map[string]hierarchy {
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil
	}
	own, err := os.ReadFile(fmt.Sprintf("/proc/%d/cgroup", pid))
	if err != nil {
		return nil
	}
	places := parseHierarchies(mounts, own)
	found := map[string]hierarchy{}
	for _, name := range neededControllers {
		if dir, ok := places[name]; ok {
			found[name] = hierarchy{version: 1, parent: dir}
		} else if dir, ok := places[""]; ok {
			found[name] = hierarchy{version: 2, parent: dir}
		}
	}
	return found
}

// watch reads the count whenever the kernel says that it changed.
func (c *dockerCounts) watch(events *os.File) {
	defer events.Close()
	var content [256]byte
	poll := []unix.PollFd{{Fd: int32(events.Fd()), Events: unix.POLLPRI}}
	for {
		n, err := events.ReadAt(content[:], 0)
		if err != nil && !errors.Is(err, io.EOF) {
			return // the group is gone
		}
		c.note(Usage{PIDRefused: countIn(content[:n], "max")})
		select {
		case <-c.done:
			return
		default:
		}
		_, _ = unix.Poll(poll, int(watchInterval.Milliseconds()))
	}
}

// watchInterval is how often the count is read even so: version 1 groups do not
// wake their readers, and end within about 50 ms of the agent.
const watchInterval = 20 * time.Millisecond

func (c *dockerCounts) note(seen Usage) Usage {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.worst = c.worst.merge(seen)
	return c.worst
}

func (c *dockerCounts) usage() Usage { return c.note(c.group.usage()) }

func (c *dockerCounts) close() {
	if c.done != nil {
		close(c.done)
		c.watching.Wait()
	}
}
