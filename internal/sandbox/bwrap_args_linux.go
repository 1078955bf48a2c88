package sandbox

import (
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

// User inside, and sizes of the writable places besides the work folder.
const (
	insideID     = "10001"
	insideHome   = "/home/agent"
	scratchBytes = 256 << 20
	sharedMemory = 64 << 20
)

// insidePath is where programs are looked for.
var insidePath = []string{ProgramDir, "/usr/bin", "/bin"}

// Files of /etc that programs look for, with nothing of the host in them.
var insideEtc = map[string]string{
	"/etc/passwd":        "agent:x:" + insideID + ":" + insideID + "::" + insideHome + ":/bin/sh\n",
	"/etc/group":         "agent:x:" + insideID + ":\n",
	"/etc/hosts":         "127.0.0.1 localhost agent\n::1 localhost\n",
	"/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
}

// Files of the host's /etc that its programs in /usr need and that say nothing
// about it.
var hostEtc = []string{"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/mime.types"}

// insideFile is a small file whose content bubblewrap reads from a descriptor.
type insideFile struct{ path, content string }

// boxLayout is the part of bubblewrap's command line that says what exists
// inside. Nothing of the host is there unless it is named here.
type boxLayout struct {
	args  []string
	files []insideFile
}

func (l *boxLayout) add(args ...string) { l.args = append(l.args, args...) }

func (l *boxLayout) readOnly(host, inside string) { l.add("--ro-bind", host, inside) }

func (l *boxLayout) scratch(size int64, perms, inside string) {
	l.add("--size", strconv.FormatInt(size, 10), "--perms", perms, "--tmpfs", inside)
}

// newLayout describes the file system of a box. marker is a folder at the root
// that only a finished file system has.
func newLayout(mounts []Mount, work int64, marker string) *boxLayout {
	l := &boxLayout{}
	l.add("--unshare-user", "--uid", insideID, "--gid", insideID, "--disable-userns",
		"--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try",
		"--hostname", "agent", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--as-pid-1")
	l.baseSystem()
	l.add("--proc", "/proc", "--dev", "/dev")
	l.scratch(sharedMemory, "1777", "/dev/shm")
	l.add("--remount-ro", "/dev")
	l.scratch(scratchBytes, "1777", "/tmp")
	l.scratch(scratchBytes, "0700", insideHome)
	if work > 0 {
		l.scratch(work, "0755", WorkDir)
	} else {
		l.add("--tmpfs", WorkDir)
	}
	for _, m := range mounts {
		l.readOnly(m.Host, m.Inside)
	}
	l.add("--remount-ro", "/usr/local", "--dir", marker, "--remount-ro", "/", "--chdir", WorkDir)
	return l
}

// baseSystem shows the host's programs: /usr without what was installed locally,
// save for Python packages, which are what an agent computes with.
func (l *boxLayout) baseSystem() {
	l.readOnly("/usr", "/usr")
	l.add("--tmpfs", "/usr/local", "--dir", ProgramDir)
	packages, _ := filepath.Glob("/usr/local/lib/python3*")
	sort.Strings(packages)
	for _, dir := range packages {
		l.readOnly(dir, dir)
	}
	for _, name := range []string{"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"} {
		if target, err := os.Readlink(name); err == nil {
			l.add("--symlink", target, name)
		} else if _, err := os.Stat(name); err == nil {
			l.readOnly(name, name)
		}
	}
	for _, name := range hostEtc {
		l.add("--ro-bind-try", name, name)
	}
	for _, name := range sortedKeys(insideEtc) {
		l.files = append(l.files, insideFile{name, insideEtc[name]})
	}
}

// firstProcess is what bubblewrap starts in the box: a shell that has the agent
// for a child and takes the orphans in. bubblewrap's own first process would be
// left to the host's init to bury.
var firstProcess = []string{"/bin/sh", "-c", `"$@"; exit $?`, "sh"}

// environment is all that a program inside finds in its environment.
func environment(home, programs string, extra map[string]string) map[string]string {
	env := map[string]string{
		"PATH":   programs,
		"HOME":   home,
		"USER":   "agent",
		"SHELL":  "/bin/sh",
		"TMPDIR": "/tmp",
		"LANG":   "C.UTF-8",
		"TZ":     "UTC",
		"TERM":   "dumb",
	}
	for name, value := range extra {
		env[name] = value
	}
	return env
}

func (l *boxLayout) environment(extra map[string]string) {
	env := environment(insideHome, strings.Join(insidePath, ":"), extra)
	l.add("--clearenv")
	for _, name := range sortedKeys(env) {
		l.add("--setenv", name, env[name])
	}
}

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
