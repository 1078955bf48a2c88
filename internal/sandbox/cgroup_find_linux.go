package sandbox

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strings"
)

// hierarchy is the place where control groups for one controller can be made.
type hierarchy struct {
	version int
	parent  string // folder in which a group is made
}

// The controllers that limits need.
const (
	memoryController = "memory"
	pidsController   = "pids"
	cpuController    = "cpu"
)

var neededControllers = []string{memoryController, pidsController, cpuController}

// findHierarchies says where this process could make control groups, by
// controller. Version 1 hierarchies win: a controller that is bound to one
// cannot be used in version 2.
func findHierarchies() map[string]hierarchy {
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil
	}
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil
	}
	places := parseHierarchies(mounts, own)
	found := map[string]hierarchy{}
	for _, name := range neededControllers {
		if dir, ok := places[name]; ok {
			found[name] = hierarchy{version: 1, parent: dir}
		}
	}
	if dir, ok := places[""]; ok {
		for name, parent := range delegated(dir) {
			if _, taken := found[name]; !taken {
				found[name] = hierarchy{version: 2, parent: parent}
			}
		}
	}
	return found
}

// parseHierarchies reads /proc/self/mountinfo and /proc/self/cgroup: the folder
// of this process's own group by version 1 controller, and under "" the folder
// in the version 2 hierarchy.
func parseHierarchies(mountinfo, own []byte) map[string]string {
	paths := ownPaths(own)
	places := map[string]string{}
	scan := bufio.NewScanner(bytes.NewReader(mountinfo))
	for scan.Scan() {
		before, after, ok := strings.Cut(scan.Text(), " - ")
		fields, kind := strings.Fields(before), strings.Fields(after)
		if !ok || len(fields) < 5 || len(kind) < 3 {
			continue
		}
		root, mountPoint := unescapeMount(fields[3]), unescapeMount(fields[4])
		switch kind[0] {
		case "cgroup2":
			if dir, ok := below(paths[""], root, mountPoint); ok {
				places[""] = dir
			}
		case "cgroup":
			for _, option := range strings.Split(kind[2], ",") {
				path, known := paths[option]
				if dir, ok := below(path, root, mountPoint); ok && known {
					places[option] = dir
				}
			}
		}
	}
	return places
}

// ownPaths is /proc/self/cgroup by controller; version 2 is under "".
func ownPaths(own []byte) map[string]string {
	paths := map[string]string{}
	for _, line := range strings.Split(string(own), "\n") {
		parts := strings.SplitN(line, ":", 3)
		if len(parts) != 3 {
			continue
		}
		for _, controller := range strings.Split(parts[1], ",") {
			paths[controller] = parts[2]
		}
	}
	return paths
}

// below finds a group's folder given what part of the hierarchy is mounted where.
func below(path, root, mountPoint string) (string, bool) {
	if path == "" {
		return "", false
	}
	if root == "/" {
		return filepath.Join(mountPoint, path), true
	}
	if path == root || strings.HasPrefix(path, root+"/") {
		return filepath.Join(mountPoint, strings.TrimPrefix(path, root)), true
	}
	return "", false
}

func unescapeMount(text string) string {
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(text)
}

// delegated says which version 2 controllers a new group below own, or beside
// it, would have. A group that holds processes cannot hand controllers down
// unless it is the root, which is why the neighbourhood is looked at too.
func delegated(own string) map[string]string {
	for _, dir := range []string{own, filepath.Dir(own)} {
		if _, err := os.Stat(filepath.Join(dir, "cgroup.subtree_control")); err != nil {
			continue
		}
		found := map[string]string{}
		for _, name := range neededControllers {
			if handsDown(dir, name) {
				found[name] = dir
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

func handsDown(dir, controller string) bool {
	control := filepath.Join(dir, "cgroup.subtree_control")
	has := func() bool {
		text, err := os.ReadFile(control)
		return err == nil && containsWord(string(text), controller)
	}
	if has() {
		return true
	}
	if os.WriteFile(control, []byte("+"+controller), 0) != nil {
		return false
	}
	return has()
}

func containsWord(text, word string) bool {
	for _, w := range strings.Fields(text) {
		if w == word {
			return true
		}
	}
	return false
}
