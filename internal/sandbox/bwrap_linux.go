package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// BwrapName is how a user asks for bubblewrap.
const BwrapName = "bwrap"

// Bwrap isolates with bubblewrap: namespaces of its own for users, mounts,
// processes, network, host name and IPC, no capability, a system call filter,
// and limits by control groups where this machine lets us make some.
type Bwrap struct {
	withoutGroups bool // tests: as on a machine whose control groups we cannot write
}

// NewBwrap returns the driver; Check says whether it works here.
func NewBwrap() *Bwrap { return &Bwrap{} }

// Name implements Driver.
func (d *Bwrap) Name() string { return BwrapName }

// Check implements Driver by starting a box that does nothing.
func (d *Bwrap) Check(ctx context.Context) (Capabilities, error) {
	box, err := d.prepare(ctx, Spec{ID: "check", Argv: []string{"true"}, Limits: DefaultLimits()})
	if err != nil {
		var unavailable *UnavailableError
		if errors.As(err, &unavailable) {
			return Capabilities{}, err
		}
		return Capabilities{}, &UnavailableError{Driver: BwrapName, Reason: err.Error()}
	}
	return box.caps, box.Close()
}

// Prepare implements Driver. The box's namespaces, limits and files are in
// place when it returns, and bubblewrap waits for Start.
func (d *Bwrap) Prepare(ctx context.Context, spec Spec) (Box, error) {
	box, err := d.prepare(ctx, spec)
	if err != nil {
		return nil, err
	}
	return box, nil
}

func (d *Bwrap) prepare(ctx context.Context, spec Spec) (_ *bwrapBox, err error) {
	if err := spec.check(); err != nil {
		return nil, err
	}
	program, version, err := findBwrap(ctx)
	if err != nil {
		return nil, err
	}
	box := &bwrapBox{spec: spec, exited: make(chan struct{}), pid1: -1, group: &group{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, box.Close())
		}
	}()
	if !d.withoutGroups {
		if box.group, err = newGroup(spec.ID, spec.Limits); err != nil {
			return nil, err
		}
	}
	box.caps = bwrapCapabilities(version, box.group)
	if err := box.launch(program); err != nil {
		return nil, err
	}
	if err := box.settle(ctx); err != nil {
		return nil, err
	}
	return box, nil
}

// leastBwrap is the first version that can forbid further user namespaces.
const leastBwrap = 8 // 0.8

func findBwrap(ctx context.Context) (program, version string, err error) {
	program, err = exec.LookPath("bwrap")
	if err != nil {
		return "", "", &UnavailableError{Driver: BwrapName, Reason: "bubblewrap is not installed (apt-get install bubblewrap)"}
	}
	text, err := exec.CommandContext(ctx, program, "--version").Output()
	if err != nil {
		return "", "", &UnavailableError{Driver: BwrapName, Reason: fmt.Sprintf("%s --version: %v", program, err)}
	}
	version = strings.TrimPrefix(strings.TrimSpace(string(text)), "bubblewrap ")
	if !newEnough(version) {
		return "", "", &UnavailableError{Driver: BwrapName, Reason: "bubblewrap " + version + " is too old, 0.8 is the least"}
	}
	return program, version, nil
}

func newEnough(version string) bool {
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	a, errA := strconv.Atoi(major)
	b, errB := strconv.Atoi(minor)
	return errA == nil && errB == nil && (a > 0 || b >= leastBwrap)
}

func bwrapCapabilities(version string, g *group) Capabilities {
	caps := Capabilities{
		Driver:   BwrapName,
		Version:  "bubblewrap " + version,
		System:   hostSystem(),
		Isolated: true,
		Limits:   groupLimits(g),
	}
	if callFilter() != nil {
		caps.Filter = "seccomp"
	}
	for i := range caps.Limits {
		if l := &caps.Limits[i]; l.Limit == "pids" && !l.Held {
			// Since Linux 5.14 counted by user namespace, so by box.
			*l = Enforcement{Limit: "pids", By: "rlimit", Held: kernelAtLeast(5, 14), Note: "refusals are not counted"}
		}
	}
	caps.Limits = append(caps.Limits,
		Enforcement{Limit: "wall", By: "supervisor", Held: true},
		Enforcement{Limit: "work", By: "tmpfs", Held: true})
	return caps
}

// groupLimits says how memory, pids and cpu are held, by control group or else.
func groupLimits(g *group) []Enforcement {
	limits := []Enforcement{
		{Limit: "memory", By: "rlimit", Note: "for each process alone"},
		{Limit: "pids", By: "nothing", Note: "no control group can be written here"},
		{Limit: "cpu", By: "nothing", Note: "no control group can be written here"},
	}
	for i := range limits {
		if by, ok := g.holds(limits[i].Limit); ok {
			limits[i] = Enforcement{Limit: limits[i].Limit, By: by, Held: true}
		}
	}
	return limits
}

// hostSystem names the distribution and kernel that an agent finds inside.
func hostSystem() string {
	name := "unknown Linux"
	text, _ := os.ReadFile("/etc/os-release")
	for _, line := range strings.Split(string(text), "\n") {
		if value, ok := strings.CutPrefix(line, "PRETTY_NAME="); ok {
			name = strings.Trim(value, `"`)
		}
	}
	return name + ", kernel " + kernelRelease()
}

func kernelRelease() string {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return "unknown"
	}
	return unix.ByteSliceToString(u.Release[:])
}

func kernelAtLeast(major, minor int) bool {
	var a, b int
	if n, _ := fmt.Sscanf(kernelRelease(), "%d.%d", &a, &b); n != 2 {
		return false
	}
	return a > major || a == major && b >= minor
}
