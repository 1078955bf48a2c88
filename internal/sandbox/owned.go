package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
)

// What a box makes on the host is named after its owner, the harness process,
// so that whatever a killed harness left can be told from what a living one uses.

const ownedPrefix = "m4bench-"

var made atomic.Int64

// ownedName is m4bench-<pid>-<start time>-<count>-<id>, different at every call.
func ownedName(id string) string {
	pid := os.Getpid()
	return fmt.Sprintf("%s%d-%d-%d-%s", ownedPrefix, pid, startTime(pid), made.Add(1), safeName(id))
}

// safeName keeps letters, digits, dots, dashes and underscores.
func safeName(id string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		default:
			return '_'
		}
	}, id)
}

// sweep calls remove for everything in dir whose owner is no longer alive.
func sweep(dir string, remove func(path string)) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if pid, started, ok := ownerOf(entry.Name()); ok && startTime(pid) != started {
			remove(filepath.Join(dir, entry.Name()))
		}
	}
}

const sharedSuffix = "-shared"

// SharedFolder makes a temporary folder for what a run shares with its box, such
// as sockets. Only this user can get to it from outside. What a killed harness
// left of that kind is removed on the way.
func SharedFolder(id string) (string, error) {
	sweep(os.TempDir(), func(path string) {
		if strings.HasSuffix(path, sharedSuffix) {
			_ = os.RemoveAll(path)
		}
	})
	dir := filepath.Join(os.TempDir(), ownedName(short(id))+sharedSuffix)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", fmt.Errorf("folder for the sandbox: %w", err)
	}
	return dir, nil
}

// short keeps paths of sockets below the 108 bytes that the system allows.
func short(id string) string { return id[max(0, len(id)-8):] }

func ownerOf(name string) (pid int, started uint64, ok bool) {
	rest, found := strings.CutPrefix(name, ownedPrefix)
	parts := strings.SplitN(rest, "-", 3)
	if !found || len(parts) != 3 {
		return 0, 0, false
	}
	pid, err := strconv.Atoi(parts[0])
	if err != nil {
		return 0, 0, false
	}
	started, err = strconv.ParseUint(parts[1], 10, 64)
	return pid, started, err == nil && started > 0
}

// startTime tells two processes of one number apart: clock ticks after boot, or
// 0 if there is no such process or the system does not say.
func startTime(pid int) uint64 {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The name in parentheses may hold anything; the 22nd field is the 20th after it.
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	if len(fields) < 20 {
		return 0
	}
	ticks, _ := strconv.ParseUint(fields[19], 10, 64)
	return ticks
}
