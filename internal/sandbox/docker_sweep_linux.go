package sandbox

import (
	"context"
	"os"
	"strings"

	"github.com/moby/moby/client"
)

// kernelLabel tells, on everything a box makes in the daemon, which machine's
// and which process space's numbers stand in its name.
const kernelLabel = "m4bench.kernel"

func ownerLabels() map[string]string { return map[string]string{kernelLabel: ownKernel()} }

// ownKernel is this start of the machine and this space of process numbers.
func ownKernel() string {
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	space, _ := os.Readlink("/proc/self/ns/pid")
	return strings.TrimSpace(string(boot)) + " " + space
}

// orphaned says whether the owner of a thing is certainly gone: the daemon is of
// this machine, so what carries another start's mark has outlived its own.
func orphaned(name string, labels map[string]string) bool {
	boot, space, _ := strings.Cut(labels[kernelLabel], " ")
	ownBoot, ownSpace, _ := strings.Cut(ownKernel(), " ")
	pid, started, ok := ownerOf(strings.TrimPrefix(name, "/"))
	switch {
	case !ok || boot == "" || ownBoot == "":
		return false
	case boot != ownBoot:
		return true
	default:
		return space == ownSpace && startTime(pid) != started
	}
}

// sweep removes what killed harnesses left in the daemon. What cannot be removed
// now is left to the next one.
func (e *engine) sweep(ctx context.Context) {
	ours := client.Filters{}.Add("label", kernelLabel)
	containers, err := e.client.ContainerList(ctx, client.ContainerListOptions{All: true, Filters: ours})
	if err != nil {
		return
	}
	for _, c := range containers.Items {
		if len(c.Names) > 0 && orphaned(c.Names[0], c.Labels) {
			_ = e.removeContainer(ctx, c.ID)
		}
	}
	volumes, err := e.client.VolumeList(ctx, client.VolumeListOptions{Filters: ours})
	if err != nil {
		return
	}
	for _, v := range volumes.Items {
		if orphaned(v.Name, v.Labels) {
			_ = e.removeVolume(ctx, v.Name)
		}
	}
}
