package sandbox

import (
	"fmt"
	"net/netip"
	"strings"

	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/api/types/mount"
	"github.com/moby/moby/client"
)

// waitForGo is the first process of the agent's container: a shell that waits
// until it is told to, then has the agent for a child and takes orphans in. Its
// end is the end of all others.
var waitForGo = []string{"/bin/sh", "-c", `read -r go || exit 125; "$@"; exit $?`, "sh"}

// maskedPaths are covered inside: what Docker covers by itself, and the whole of
// /sys, which tells much of the machine and nothing that an agent needs.
var maskedPaths = []string{
	"/proc/acpi", "/proc/asound", "/proc/interrupts", "/proc/kcore", "/proc/keys", "/proc/latency_stats",
	"/proc/sched_debug", "/proc/scsi", "/proc/timer_list", "/proc/timer_stats", "/sys",
}

// agentContainer is the box's own container.
func (b *dockerBox) agentContainer() client.ContainerCreateOptions {
	env := environment(insideHome, strings.Join(insidePath, ":"), b.spec.Env)
	o := b.containerOf(waitForGo, b.spec.Argv, b.spec.Limits)
	for _, name := range sortedKeys(env) {
		o.Config.Env = append(o.Config.Env, name+"="+env[name])
	}
	o.Name = b.name
	o.HostConfig.Runtime = b.engine.runtime
	if b.engine.guest() {
		// gVisor copies its loopback from a network namespace, so it must have one,
		// without a network; runc makes one by itself.
		o.Config.NetworkDisabled = false
	}
	if most := o.HostConfig.PidsLimit; most != nil && b.engine.guest() {
		*most = *most*guestTasks + guestOverhead
	}
	o.HostConfig.Tmpfs = map[string]string{
		"/tmp":     scratchOptions(scratchBytes, "mode=1777"),
		"/dev/shm": scratchOptions(sharedMemory, "mode=1777"),
		insideHome: scratchOptions(scratchBytes, "mode=0700,uid="+insideID+",gid="+insideID),
	}
	for _, m := range b.spec.Mounts {
		o.HostConfig.Mounts = append(o.HostConfig.Mounts, mount.Mount{
			Type: mount.TypeBind, Source: m.Host, Target: m.Inside, ReadOnly: true,
			BindOptions: &mount.BindOptions{Propagation: mount.PropagationRPrivate},
		})
	}
	return o
}

// With gVisor each process of the agent costs about two tasks of the host, and
// the kernel that serves them about thirty (measured).
const (
	guestTasks    = 2
	guestOverhead = 64
)

func scratchOptions(size int64, rest string) string {
	return fmt.Sprintf("rw,nosuid,nodev,exec,size=%d,%s", size, rest)
}

// containerOf is what the agent's container and its keeper have in common: no
// network, no capability, a read-only root and the work folder.
func (b *dockerBox) containerOf(entry, argv []string, limits Limits) client.ContainerCreateOptions {
	config := &container.Config{
		Image: b.engine.image, Hostname: "agent", User: insideID + ":" + insideID, WorkingDir: WorkDir,
		Entrypoint: entry, Cmd: argv,
		AttachStdin: true, AttachStdout: true, AttachStderr: true, OpenStdin: true, StdinOnce: true,
		NetworkDisabled: true, Labels: ownerLabels(), StopTimeout: new(int),
		Healthcheck: &container.HealthConfig{Test: []string{"NONE"}},
	}
	host := &container.HostConfig{
		NetworkMode: "none", DNS: []netip.Addr{netip.MustParseAddr("127.0.0.1")},
		ReadonlyRootfs: true, CapDrop: []string{"ALL"}, SecurityOpt: []string{"no-new-privileges"},
		IpcMode: container.IPCModeNone, CgroupnsMode: container.CgroupnsModePrivate,
		LogConfig: container.LogConfig{Type: "none"}, MaskedPaths: maskedPaths,
		Resources: container.Resources{
			Memory: limits.Memory, MemorySwap: limits.Memory, NanoCPUs: int64(limits.CPUs * 1e9),
			Ulimits: []*container.Ulimit{{Name: "core"}},
		},
		Mounts: []mount.Mount{{
			Type: mount.TypeVolume, Source: b.name, Target: WorkDir,
			VolumeOptions: &mount.VolumeOptions{NoCopy: true},
		}},
	}
	if limits.PIDs > 0 {
		most := int64(limits.PIDs) + 1 // and the shell that waits
		host.PidsLimit = &most
	}
	if b.engine.filter != "" {
		host.SecurityOpt = append(host.SecurityOpt, "seccomp="+b.engine.filter)
	}
	return client.ContainerCreateOptions{Config: config, HostConfig: host}
}

// workVolume is a file system in memory of the work folder's size.
func (b *dockerBox) workVolume() client.VolumeCreateOptions {
	options := "mode=0755,nosuid,nodev,uid=" + insideID + ",gid=" + insideID
	if b.spec.Limits.Work > 0 {
		options += fmt.Sprintf(",size=%d", b.spec.Limits.Work)
	}
	return client.VolumeCreateOptions{
		Name: b.name, Driver: "local", Labels: ownerLabels(),
		DriverOpts: map[string]string{"type": "tmpfs", "device": "m4bench", "o": options},
	}
}
