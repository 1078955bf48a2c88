package sandbox

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// group is one run's control groups: one folder in version 2, one for each
// controller in version 1.
type group struct {
	places map[string]hierarchy // by controller, parent replaced by the group's own folder
}

// newGroup makes the control groups that limits ask for. Controllers that this
// machine does not offer are left out: ask holds. Groups that killed
// harnesses left are removed on the way.
func newGroup(id string, limits Limits) (*group, error) {
	return newGroupIn(findHierarchies(), id, limits)
}

func newGroupIn(hierarchies map[string]hierarchy, id string, limits Limits) (*group, error) {
	g := &group{places: map[string]hierarchy{}}
	name := ownedName(id)
	for controller, at := range hierarchies {
		sweep(at.parent, func(dir string) { _ = removeGroup(dir, 0) })
		dir := filepath.Join(at.parent, name)
		err := os.Mkdir(dir, 0o755) // one folder may serve several controllers
		if err != nil && !errors.Is(err, os.ErrExist) {
			continue // not ours to write: the limit falls to the next best means
		}
		g.places[controller] = hierarchy{version: at.version, parent: dir}
		if err := g.limit(controller, limits); err != nil {
			return nil, errors.Join(err, g.remove())
		}
	}
	return g, nil
}

// holds says which kind of control group holds a controller's limit, if one does.
func (g *group) holds(controller string) (string, bool) {
	at, ok := g.places[controller]
	return fmt.Sprintf("cgroup v%d", at.version), ok
}

func (g *group) limit(controller string, limits Limits) error {
	switch controller {
	case memoryController:
		return g.limitMemory(limits.Memory)
	case pidsController:
		if limits.PIDs > 0 {
			return g.write(pidsController, "pids.max", strconv.Itoa(limits.PIDs))
		}
	case cpuController:
		return g.limitCPU(limits.CPUs)
	}
	return nil
}

func (g *group) limitMemory(limit int64) error {
	if limit <= 0 {
		return nil
	}
	bytes := strconv.FormatInt(limit, 10)
	if g.places[memoryController].version == 1 {
		if err := g.write(memoryController, "memory.limit_in_bytes", bytes); err != nil {
			return err
		}
		return g.writeIfThere(memoryController, "memory.memsw.limit_in_bytes", bytes)
	}
	if err := g.write(memoryController, "memory.max", bytes); err != nil {
		return err
	}
	return g.writeIfThere(memoryController, "memory.swap.max", "0")
}

func (g *group) limitCPU(cpus float64) error {
	if cpus <= 0 {
		return nil
	}
	const period = 100_000 // microseconds
	quota := strconv.FormatInt(int64(math.Ceil(cpus*period)), 10)
	if g.places[cpuController].version == 1 {
		return g.write(cpuController, "cpu.cfs_quota_us", quota)
	}
	return g.write(cpuController, "cpu.max", quota+" "+strconv.Itoa(period))
}

// add moves a process, and thereby its later children, into the group.
func (g *group) add(pid int) error {
	for controller := range g.places {
		if err := g.write(controller, "cgroup.procs", strconv.Itoa(pid)); err != nil {
			return err
		}
	}
	return nil
}

// usage reads the counts of limits hit; a file that is gone counts nothing.
func (g *group) usage() Usage {
	var u Usage
	if at, ok := g.places[memoryController]; ok && at.version == 1 {
		u.OOMKills = g.count(memoryController, "memory.oom_control", "oom_kill")
		u.MemoryPeak = g.number(memoryController, "memory.max_usage_in_bytes")
	} else if ok {
		u.OOMKills = g.count(memoryController, "memory.events", "oom_kill")
		u.MemoryPeak = g.number(memoryController, "memory.peak")
	}
	u.PIDRefused = g.count(pidsController, "pids.events", "max")
	return u
}

// kill ends every process in the group and says whether it saw any.
func (g *group) kill() bool {
	seen := false
	for _, at := range g.places {
		text, _ := os.ReadFile(filepath.Join(at.parent, "cgroup.procs"))
		for _, field := range strings.Fields(string(text)) {
			if pid, err := strconv.Atoi(field); err == nil && pid > 1 {
				seen = true
				_ = unix.Kill(pid, unix.SIGKILL)
			}
		}
	}
	return seen
}

// remove deletes the folders, waiting a little for the last dead process to be
// reaped.
func (g *group) remove() error {
	var errs []error
	for _, at := range g.places {
		errs = append(errs, removeGroup(at.parent, KillGrace))
	}
	return errors.Join(errs...)
}

func removeGroup(dir string, patience time.Duration) error {
	for start := time.Now(); ; time.Sleep(2 * time.Millisecond) {
		err := os.Remove(dir)
		switch {
		case err == nil, errors.Is(err, os.ErrNotExist):
			return nil
		case !errors.Is(err, unix.EBUSY) || time.Since(start) > patience:
			return fmt.Errorf("remove control group: %w", err)
		}
	}
}

func (g *group) write(controller, file, text string) error {
	at, ok := g.places[controller]
	if !ok {
		return nil
	}
	if err := os.WriteFile(filepath.Join(at.parent, file), []byte(text), 0); err != nil {
		return fmt.Errorf("control group limit %s: %w", controller, err)
	}
	return nil
}

func (g *group) writeIfThere(controller, file, text string) error {
	if _, err := os.Stat(filepath.Join(g.places[controller].parent, file)); err != nil {
		return nil
	}
	return g.write(controller, file, text)
}

func (g *group) count(controller, file, key string) int64 {
	at, ok := g.places[controller]
	if !ok {
		return 0
	}
	text, _ := os.ReadFile(filepath.Join(at.parent, file))
	return countIn(text, key)
}

// countIn finds a key's number in a file of a number a line.
func countIn(text []byte, key string) int64 {
	for _, line := range strings.Split(string(text), "\n") {
		if fields := strings.Fields(line); len(fields) == 2 && fields[0] == key {
			n, _ := strconv.ParseInt(fields[1], 10, 64)
			return n
		}
	}
	return 0
}

func (g *group) number(controller, file string) int64 {
	text, _ := os.ReadFile(filepath.Join(g.places[controller].parent, file))
	n, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n
}
