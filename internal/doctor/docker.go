package doctor

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/moby/moby/client"

	"m4bench/internal/sandbox"
)

// answerTime is how long a daemon may take to answer.
const answerTime = 5 * time.Second

// docker says what the daemon has: none of it is needed where bubblewrap works.
func docker(ctx context.Context, getenv func(string) string) []Finding {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	daemon := Finding{Area: "docker", Name: "daemon", State: Optional}
	c, err := client.New(client.FromEnv)
	if err != nil {
		daemon.How = "its settings in the environment cannot be used: " + err.Error()
		return []Finding{daemon}
	}
	defer c.Close()
	answer, err := c.Info(ctx, client.InfoOptions{})
	if err != nil {
		daemon.How = "apt-get install docker.io, and have your user in the group docker (" + c.DaemonHost() + " does not answer)"
		return []Finding{daemon}
	}
	daemon.State, daemon.Found = OK, answer.Info.ServerVersion+" at "+c.DaemonHost()

	gvisor := Finding{Area: "docker", Name: "runsc", State: OK, Found: "registered"}
	if _, ok := answer.Info.Runtimes["runsc"]; !ok {
		gvisor.State, gvisor.Found = Optional, ""
		gvisor.How = "scripts/runsc FILE builds it; register it in /etc/docker/daemon.json with runtimeArgs --host-uds=open"
	}
	return []Finding{daemon, gvisor, imageFinding(ctx, c, getenv)}
}

func imageFinding(ctx context.Context, c *client.Client, getenv func(string) string) Finding {
	name := getenv(sandbox.ImageVariable)
	if name == "" {
		name = sandbox.DefaultImage
	}
	f := Finding{Area: "docker", Name: "image " + name, State: OK}
	found, err := c.ImageInspect(ctx, name)
	if err != nil {
		f.State, f.How = Optional, "m4bench image build"
		return f
	}
	f.Found = found.ID
	if found.Config != nil {
		var programs []string
		for label, version := range found.Config.Labels {
			if program, ok := strings.CutPrefix(label, "m4bench.program."); ok {
				programs = append(programs, program+" "+version)
			}
		}
		f.Found += listed(programs)
	}
	return f
}

func listed(programs []string) string {
	if len(programs) == 0 {
		return ""
	}
	slices.Sort(programs)
	return " with " + strings.Join(programs, ", ")
}
