package sandboxtest

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"testing"
	"time"

	"m4bench/internal/sandbox"
)

// leftovers: a box takes all it made with it, whatever the agent did and
// wherever it was stopped.
func (s suite) leftovers(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	before := inventory(t)
	goroutines := runtime.NumGoroutine()
	t.Run("runs", func(t *testing.T) {
		for name, script := range map[string]string{
			"ordinary":    `echo x >output.csv`,
			"failing":     `exit 1`,
			"children":    `setsid sleep 100000 & sleep 100000 & exit 0`,
			"stubborn":    `trap '' TERM; setsid sh -c 'trap "" TERM; while :; do sleep 1; done' & while :; do sleep 1; done`,
			"unreadable":  `mkdir -p a/b/c; echo x >a/b/c/d; chmod 0 a/b/c a/b a`,
			"out of room": `head -c 1000000000 /dev/zero >x; tail /dev/zero`,
		} {
			t.Run(name, func(t *testing.T) {
				sp := spec(script)
				sp.Limits.Wall = shortWall
				if r := s.spec(t, t.Context(), sp); r.err != nil {
					t.Error(r.err)
				}
			})
		}
		t.Run("killed at any moment", func(t *testing.T) {
			for i := range 8 {
				box, err := s.driver.Prepare(t.Context(), spec(`sleep 100000 & sleep 100000`))
				if err != nil {
					t.Fatal(err)
				}
				if i%2 == 0 {
					time.AfterFunc(time.Duration(i)*3*time.Millisecond, box.Kill)
					if _, err := sandbox.Supervise(t.Context(), box, smallLimits(), discard{}, discard{}); err != nil {
						t.Error(err)
					}
				}
				if err := box.Close(); err != nil {
					t.Errorf("close: %v", err)
				}
			}
		})
	})
	if after := settled(t, before); after != before {
		t.Errorf("left behind:\nbefore\n%s\nafter\n%s", before, after)
	}
	for range 100 {
		if runtime.NumGoroutine() <= goroutines {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), goroutines)
}

// settled is the inventory once it equals the wanted one, or after a second.
func settled(t *testing.T, want string) string {
	t.Helper()
	var got string
	for range 50 {
		if got = inventory(t); got == want {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	return got
}

// inventory lists what a box could leave on the host: mounts, control groups,
// temporary files, processes and open descriptors of this process.
func inventory(t *testing.T) string {
	t.Helper()
	var found []string
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		t.Fatal(err)
	}
	found = append(found, fmt.Sprintf("%d mounts", strings.Count(string(mounts), "\n")))
	_ = filepath.WalkDir("/sys/fs/cgroup", func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), fmt.Sprintf("m4bench-%d-", os.Getpid())) {
			found = append(found, path)
		}
		return nil
	})
	temporary, _ := filepath.Glob(filepath.Join(os.TempDir(), "*"))
	found = append(found, temporary...)
	found = append(found, processes()...)
	descriptors, _ := filepath.Glob("/proc/self/fd/*")
	found = append(found, fmt.Sprintf("%d descriptors", len(descriptors)))
	sort.Strings(found)
	return strings.Join(found, "\n")
}

// processes lists this process's children, dead ones that wait for their burial
// included, and those that the cases above leave behind.
func processes() []string {
	var found []string
	folders, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range folders {
		command, _ := os.ReadFile(filepath.Join(dir, "cmdline"))
		stat, _ := os.ReadFile(filepath.Join(dir, "stat"))
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		child := len(fields) > 1 && fields[1] == fmt.Sprint(os.Getpid())
		if child || strings.Contains(string(command), "sleep\x00100000") {
			found = append(found, strings.ReplaceAll(string(command), "\x00", " "))
		}
	}
	return found
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
