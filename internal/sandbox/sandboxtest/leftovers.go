package sandboxtest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"sync"
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
			seed := uint64(time.Now().UnixNano())
			t.Logf("seed %d", seed)
			random := rand.New(rand.NewPCG(seed, 0))
			for range killedRuns(t) {
				s.killedRun(t, random.IntN(4), time.Duration(random.IntN(150))*time.Millisecond)
			}
		})
		t.Run("killed while others run", func(t *testing.T) {
			var together sync.WaitGroup
			for i := range 4 {
				together.Go(func() { s.killedRun(t, 1, time.Duration(i)*40*time.Millisecond) })
			}
			together.Wait()
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
	stacks := make([]byte, 1<<16)
	t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), goroutines, stacks[:runtime.Stack(stacks, true)])
}

// KillsVariable says how many runs are killed at a random moment; more find more.
const KillsVariable = "M4BENCH_TEST_KILLS"

func killedRuns(t *testing.T) int {
	t.Helper()
	text := os.Getenv(KillsVariable)
	if text == "" {
		return 12
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", KillsVariable, err)
	}
	return n
}

// killedRun is closed before its start (0), or killed after a while (else).
func (s suite) killedRun(t *testing.T, how int, after time.Duration) {
	box, err := s.driver.Prepare(t.Context(), spec(`sleep 100000 & sleep 100000`))
	if err != nil {
		t.Errorf("prepare: %v", err)
		return
	}
	if how > 0 {
		killing := time.AfterFunc(after, box.Kill)
		defer killing.Stop()
		if _, err := sandbox.Supervise(t.Context(), box, smallLimits(), discard{}, discard{}); err != nil {
			t.Error(err)
		}
	}
	if err := box.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
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
// temporary files, processes, things in Docker's daemon, and open descriptors
// of this process.
func inventory(t *testing.T) string {
	t.Helper()
	var found []string
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		t.Fatal(err)
	}
	found = append(found, fmt.Sprintf("%d mounts", countMounts(string(mounts))))
	_ = filepath.WalkDir("/sys/fs/cgroup", func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), fmt.Sprintf("m4bench-%d-", os.Getpid())) {
			found = append(found, path)
		}
		return nil
	})
	temporary, _ := filepath.Glob(filepath.Join(os.TempDir(), "*"))
	found = append(found, temporary...)
	found = append(found, processes()...)
	found = append(found, InDaemon(t, os.Getpid())...)
	descriptors, _ := filepath.Glob("/proc/self/fd/*")
	found = append(found, fmt.Sprintf("%d descriptors", len(descriptors)))
	sort.Strings(found)
	return strings.Join(found, "\n")
}

// countMounts leaves out those that a Docker daemon makes for others meanwhile.
func countMounts(mountinfo string) int {
	n := 0
	for line := range strings.Lines(mountinfo) {
		ours := strings.Contains(line, fmt.Sprintf("/volumes/m4bench-%d-", os.Getpid()))
		docker := strings.Contains(line, "/overlay2/") || strings.Contains(line, "/volumes/") ||
			strings.Contains(line, "/containers/") || strings.Contains(line, "/netns/")
		if ours || !docker {
			n++
		}
	}
	return n
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
