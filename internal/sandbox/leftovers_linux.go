package sandbox

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// killMarked ends every process that carries the box's mark or sits in its
// control group, and those they start meanwhile.
func killMarked(mark string, g *group) error {
	for start := time.Now(); ; time.Sleep(2 * time.Millisecond) {
		seen := g.kill()
		for _, pid := range marked(mark) {
			seen = true
			_ = unix.Kill(pid, unix.SIGKILL)
		}
		if !seen {
			return nil
		}
		if time.Since(start) > KillGrace {
			return ErrNotKilled
		}
	}
}

// marked lists the processes whose environment names the box. A process that
// has ended and waits for its parent has no environment any more.
func marked(mark string) []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	line := []byte(boxVariable + "=" + mark)
	var pids []int
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if err != nil {
			continue
		}
		for _, variable := range bytes.Split(env, []byte{0}) {
			if bytes.Equal(variable, line) {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// removeNoneFolder ends and removes what a killed harness left of a box.
func removeNoneFolder(dir string) {
	_ = killMarked(filepath.Base(dir), &group{})
	_ = removeTree(dir)
}

// removeTree removes a folder even if the agent took away its own permissions.
func removeTree(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}
