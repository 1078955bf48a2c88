package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/containerd/errdefs"
	dockerspec "github.com/moby/docker-image-spec/specs-go/v1"
	"github.com/moby/moby/api/types/system"
	"github.com/moby/moby/client"
)

// engine is a Docker daemon of this machine with the runtime and the image that
// a driver needs.
type engine struct {
	client  *client.Client
	runtime string
	image   string // its digest
	caps    Capabilities
	filter  string // system call filter, for runtimes that use one
}

func dockerImage() string {
	if name := os.Getenv(ImageVariable); name != "" {
		return name
	}
	return DefaultImage
}

// answerTime is how long a healthy daemon may take to answer a question.
const answerTime = 10 * time.Second

// openEngine asks the daemon what it is. Its errors say what to do.
func openEngine(ctx context.Context, name, runtime, image string) (_ *engine, err error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	c, err := client.New(client.FromEnv)
	if err != nil {
		return nil, fmt.Errorf("docker's settings in the environment cannot be used: %w", err)
	}
	defer c.Close() // its idle connections; it makes new ones when it is used
	if host := c.DaemonHost(); !strings.HasPrefix(host, "unix://") {
		return nil, fmt.Errorf("the daemon at %s is not on this machine, whose files the sandbox shows", host)
	}
	answer, err := c.Info(ctx, client.InfoOptions{})
	if err != nil {
		return nil, unreachable(c.DaemonHost(), err)
	}
	if _, ok := answer.Info.Runtimes[runtime]; !ok {
		return nil, fmt.Errorf("the runtime %s is not registered with the daemon (docs/sandbox.md says how)", runtime)
	}
	found, err := c.ImageInspect(ctx, image)
	if errdefs.IsNotFound(err) {
		return nil, fmt.Errorf("there is no image %s (m4bench image build makes it)", image)
	}
	if err != nil {
		return nil, fmt.Errorf("look for the image %s: %w", image, err)
	}
	e := &engine{client: c, runtime: runtime, image: found.ID}
	e.caps = dockerCapabilities(name, e.guest(), answer.Info)
	e.caps.Version = "docker " + answer.Info.ServerVersion + ", runtime " + runtime
	e.caps.System, e.caps.Image = e.systemOf(found.Config, answer.Info), found.ID
	e.caps.Programs = programsOf(found.Config)
	if !e.guest() {
		e.filter, err = dockerFilter()
	}
	return e, err
}

// programsOf are the versions of an image's programs, as its labels say.
func programsOf(config *dockerspec.DockerOCIImageConfig) map[string]string {
	programs := map[string]string{}
	if config == nil {
		return programs
	}
	for label, version := range config.Labels {
		if name, ok := strings.CutPrefix(label, ProgramLabel); ok {
			programs[name] = version
		}
	}
	return programs
}

// guest says that the agent has a kernel of its own, which is one process here.
func (e *engine) guest() bool { return e.runtime != "runc" }

// systemOf names the distribution and the kernel that an agent finds inside.
func (e *engine) systemOf(config *dockerspec.DockerOCIImageConfig, info system.Info) string {
	name, kernel := "a system without a name", info.KernelVersion
	if config != nil && config.Labels[SystemLabel] != "" {
		name = config.Labels[SystemLabel]
	}
	if e.guest() {
		kernel = "gVisor"
	}
	return name + ", kernel " + kernel
}

func unreachable(host string, err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("the docker daemon at %s does not answer", host)
	}
	if errdefs.IsPermissionDenied(err) || errors.Is(err, os.ErrPermission) || strings.Contains(err.Error(), "permission denied") {
		return fmt.Errorf("the docker daemon at %s refuses this user, who must be in the group docker", host)
	}
	return fmt.Errorf("no docker daemon answers at %s (apt-get install docker.io)", host)
}

// dockerCapabilities says what the daemon and the kernel hold.
func dockerCapabilities(name string, guest bool, info system.Info) Capabilities {
	caps := Capabilities{Driver: name, Isolated: true}
	if guest {
		caps.Filter = "gVisor"
	} else if hasOption(info.SecurityOptions, "seccomp") {
		caps.Filter = "seccomp"
	}
	by := "cgroup v" + info.CgroupVersion
	if info.CgroupVersion == "" {
		by = "cgroup v1"
	}
	held := func(limit string, holds, whole bool) Enforcement {
		if !holds {
			return Enforcement{Limit: limit, By: "nothing", Note: "the daemon says that it cannot"}
		}
		return Enforcement{Limit: limit, By: by, Held: true, Whole: whole}
	}
	caps.Limits = []Enforcement{
		held("memory", info.MemoryLimit, guest),
		held("pids", info.PidsLimit, guest),
		held("cpu", info.CPUCfsPeriod && info.CPUCfsQuota, false),
		{Limit: "wall", By: "supervisor", Held: true},
		{Limit: "work", By: "tmpfs", Held: true},
	}
	if guest {
		caps.Limits[1].Note = "of the host's tasks, about two for each process of the agent; its threads cost memory alone"
	}
	return caps
}

func hasOption(options []string, name string) bool {
	for _, o := range options {
		if o == "name="+name || strings.HasPrefix(o, "name="+name+",") {
			return true
		}
	}
	return false
}
