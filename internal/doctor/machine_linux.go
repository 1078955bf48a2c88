package doctor

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// system looks at what bubblewrap needs of the kernel.
func system() []Finding {
	return []Finding{
		{Area: "system", Name: "kernel", State: OK, Found: kernel() + ", " + runtime.GOARCH},
		userNamespaces(),
		controlGroups(),
	}
}

func kernel() string {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return "Linux"
	}
	return "Linux " + unix.ByteSliceToString(u.Release[:])
}

// Settings that keep ordinary users from making user namespaces, and the value
// that does.
var forbidding = []struct{ file, value, how string }{
	{"/proc/sys/user/max_user_namespaces", "0", "sysctl user.max_user_namespaces=10000"},
	{"/proc/sys/kernel/unprivileged_userns_clone", "0", "sysctl kernel.unprivileged_userns_clone=1"},
	{"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1", "an AppArmor profile that lets bwrap make user namespaces"},
}

func userNamespaces() Finding {
	f := Finding{Area: "system", Name: "user namespaces", State: OK, Found: "allowed"}
	for _, setting := range forbidding {
		text, err := os.ReadFile(setting.file)
		if err == nil && strings.TrimSpace(string(text)) == setting.value {
			f.State, f.Found, f.How = Optional, setting.file+" is "+setting.value, setting.how
		}
	}
	return f
}

// controlGroups says which kind there is; whether limits can be set with them is
// said by the sandboxes.
func controlGroups() Finding {
	f := Finding{Area: "system", Name: "control groups", State: OK}
	mounts, err := os.ReadFile("/proc/self/mounts")
	if err != nil {
		f.State, f.How = Optional, err.Error()
		return f
	}
	var kinds []string
	for line := range strings.Lines(string(mounts)) {
		fields := strings.Fields(line)
		if len(fields) < 3 {
			continue
		}
		kind := map[string]string{"cgroup": "version 1", "cgroup2": "version 2"}[fields[2]]
		if kind != "" && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	f.Found = strings.Join(kinds, " and ")
	if len(kinds) == 0 {
		f.State, f.How = Optional, "without them limits on memory and processors are not held"
	}
	return f
}

// leastSpace is what a bench with its records needs, in bytes.
const leastSpace = 2 << 30

func (m Machine) space() []Finding {
	var findings []Finding
	for _, place := range []struct{ name, dir string }{{"records", m.Records}, {"temporary files", os.TempDir()}} {
		f := Finding{Area: "space", Name: place.name, State: OK}
		var st unix.Statfs_t
		if err := unix.Statfs(place.dir, &st); err != nil {
			f.State, f.How = Lacking, place.dir+": "+err.Error()
			findings = append(findings, f)
			continue
		}
		free := st.Bavail * uint64(st.Bsize)
		f.Found = fmt.Sprintf("%.1f GB free in %s", float64(free)/1e9, place.dir)
		if free < leastSpace {
			f.State, f.How = Lacking, "make room: at least 2 GB"
		}
		findings = append(findings, f)
	}
	return findings
}
