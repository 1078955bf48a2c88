package shim

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// ownProcesses are this process and those above it, up to the first; nil if they
// cannot be told.
func ownProcesses() map[int]bool {
	own := map[int]bool{1: true}
	for pid := os.Getpid(); pid > 1; {
		own[pid] = true
		parent, _, ok := processStat(pid)
		if !ok || own[parent] && parent != 1 {
			return nil
		}
		pid = parent
	}
	return own
}

// processStat returns a process's parent and state letter.
func processStat(pid int) (parent int, state string, ok bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, "", false
	}
	// The name in parentheses may hold anything.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) < 2 {
		return 0, "", false
	}
	parent, err = strconv.Atoi(fields[1])
	return parent, fields[0], err == nil
}

// others lists the living processes that are not own ones.
func (s *inside) others() []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var pids []int
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil || s.own[pid] {
			continue
		}
		if _, state, ok := processStat(pid); ok && state != "Z" && state != "X" {
			pids = append(pids, pid)
		}
	}
	return pids
}

// checkProcesses: nobody but this run's own processes is to be seen.
func (s *inside) checkProcesses(when string) Check {
	c := Check{Name: Processes}
	if s.own == nil {
		c.find("the processes above this one cannot be told")
		return c
	}
	others := s.others()
	c.Tried = len(others) + len(s.own)
	switch {
	case len(others) == 0:
	case when == Before:
		c.find("%d processes of others are to be seen", len(others))
		s.own = nil // nothing may be ended here
	case s.order.Alone:
		c.find("%d processes are left", len(others))
	}
	return c
}
