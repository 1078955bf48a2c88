package sandbox

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"
)

func TestHierarchiesAreFoundWhereverTheyAreMounted(t *testing.T) {
	for _, c := range []struct {
		name       string
		mountinfo  string
		own        string
		wantPlaces map[string]string
	}{
		{
			"version 1, one controller a mount, own group not the root",
			"35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n" +
				"39 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids\n",
			"8:pids:/\n4:memory:/user/42\n",
			map[string]string{"memory": "/sys/fs/cgroup/memory/user/42", "pids": "/sys/fs/cgroup/pids"},
		},
		{
			"version 1, two controllers in one mount",
			"32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n",
			"4:cpu,cpuacct:/a\n",
			map[string]string{"cpu": "/sys/fs/cgroup/cpu,cpuacct/a", "cpuacct": "/sys/fs/cgroup/cpu,cpuacct/a"},
		},
		{
			"a container that sees its own part of the hierarchy",
			"35 31 0:32 /docker/ab /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n",
			"4:memory:/docker/ab/inner\n",
			map[string]string{"memory": "/sys/fs/cgroup/memory/inner"},
		},
		{
			"a mount of a part that does not hold the own group",
			"35 31 0:32 /docker/ab /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n",
			"4:memory:/docker/abc\n",
			map[string]string{},
		},
		{
			"version 2",
			"41 31 0:38 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n",
			"0::/user.slice/user-1000.slice/session-3.scope\n",
			map[string]string{"": "/sys/fs/cgroup/user.slice/user-1000.slice/session-3.scope"},
		},
		{
			"a space in the mount point, and lines that are none",
			"nonsense\n41 31 0:38 / /a\\040b rw - cgroup2 cgroup2 rw\n",
			"nonsense\n0::/\n",
			map[string]string{"": "/a b"},
		},
	} {
		got := parseHierarchies([]byte(c.mountinfo), []byte(c.own))
		if !maps.Equal(got, c.wantPlaces) {
			t.Errorf("%s: %v, want %v", c.name, got, c.wantPlaces)
		}
	}
}

// In version 2 a group with processes in it cannot hand controllers down, so
// the group beside it is taken.
func TestVersion2TakesTheNeighbourhoodThatHandsControllersDown(t *testing.T) {
	slice := t.TempDir()
	own := filepath.Join(slice, "session.scope")
	if err := os.Mkdir(own, 0o755); err != nil {
		t.Fatal(err)
	}
	put(t, slice, "cgroup.subtree_control", "memory pids\n")
	got := delegated(own)
	if want := map[string]string{"memory": slice, "pids": slice}; got["memory"] != slice || got["pids"] != slice {
		t.Errorf("%v, want at least %v", got, want)
	}
}

func TestVersion2LimitsAndCounts(t *testing.T) {
	parent := t.TempDir()
	at := hierarchy{version: 2, parent: parent}
	g, err := newGroupIn(map[string]hierarchy{"memory": at, "pids": at, "cpu": at}, "run 1",
		Limits{Memory: 1 << 30, PIDs: 10, CPUs: 1.5})
	if err != nil {
		t.Fatal(err)
	}
	dir := g.places["memory"].parent
	for file, want := range map[string]string{"memory.max": "1073741824", "pids.max": "10", "cpu.max": "150000 100000"} {
		if got, _ := os.ReadFile(filepath.Join(dir, file)); string(got) != want {
			t.Errorf("%s holds %q, want %q", file, got, want)
		}
	}
	put(t, dir, "memory.events", "low 0\noom 2\noom_kill 3\n")
	put(t, dir, "memory.peak", "77\n")
	put(t, dir, "pids.events", "max 5\n")
	if got, want := g.usage(), (Usage{OOMKills: 3, PIDRefused: 5, MemoryPeak: 77}); got != want {
		t.Errorf("usage %+v, want %+v", got, want)
	}
	if by, ok := g.holds("cpu"); !ok || by != "cgroup v2" {
		t.Errorf("cpu held by %s, %v", by, ok)
	}
}

func TestOnlyWhatADeadHarnessLeftIsSwept(t *testing.T) {
	dir := t.TempDir()
	own := ownedName("mine")
	reused := fmt.Sprintf("m4bench-%d-%d-1-old", os.Getpid(), startTime(os.Getpid())-1)
	for _, name := range []string{own, reused, "m4bench-999999999-5-1-dead", "m4bench-notes", "m4bench-1-0-1-x", "other"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	removed := map[string]bool{}
	sweep(dir, func(path string) { removed[filepath.Base(path)] = true })
	if want := map[string]bool{reused: true, "m4bench-999999999-5-1-dead": true}; !maps.Equal(removed, want) {
		t.Errorf("swept %v, want %v", removed, want)
	}
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
