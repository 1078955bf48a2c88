package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/moby/moby/api/pkg/stdcopy"
	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/client"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sys/unix"
)

// dockerBox is a container for the agent, the volume that is its work folder,
// and the keeper, a second container in which nothing of the agent runs: it
// holds the volume, which is memory, beyond the agent's end.
type dockerBox struct {
	engine *engine
	spec   Spec
	name   string // of the container and of the volume

	keeper  *keeper
	in, out client.HijackedResponse        // the agent's input, and its two outputs
	end     func() (status int, err error) // waits for the container's end
	init    heldProcess                    // the container's first process
	counts  *dockerCounts
	copying sync.WaitGroup
	broken  error // of the outputs, once they are copied
	oom     atomic.Bool
	killed  atomic.Bool
	over    atomic.Bool // nothing of the agent runs any more
	closing sync.Once
	left    error // of closing
}

func newDockerBox(e *engine, spec Spec) *dockerBox {
	return &dockerBox{engine: e, spec: spec, name: ownedName(spec.ID), counts: &dockerCounts{}}
}

// make creates the volume and then both containers at once.
func (b *dockerBox) make(ctx context.Context) error {
	if _, err := b.engine.client.VolumeCreate(ctx, b.workVolume()); err != nil {
		return err
	}
	var both errgroup.Group
	both.Go(func() (err error) {
		b.keeper, err = startKeeper(ctx, b)
		return err
	})
	both.Go(func() error { return b.startAgent(ctx) })
	return both.Wait()
}

// startAgent starts the container, whose first process waits.
func (b *dockerBox) startAgent(ctx context.Context) (err error) {
	c := b.engine.client
	// The input has a connection of its own: one that nobody reads would hold the
	// outputs up.
	streams, err := b.engine.launch(ctx, b.agentContainer(),
		client.ContainerAttachOptions{Stream: true, Stdin: true}, client.ContainerAttachOptions{Stream: true, Stdout: true, Stderr: true})
	if err != nil {
		return err
	}
	b.in, b.out = streams[0], streams[1]
	waiting := c.ContainerWait(context.WithoutCancel(ctx), b.name, client.ContainerWaitOptions{Condition: container.WaitConditionNotRunning})
	b.end = sync.OnceValues(func() (int, error) {
		select {
		case end := <-waiting.Result:
			return int(end.StatusCode), nil
		case err := <-waiting.Error:
			return 0, fmt.Errorf("docker lost sight of the agent: %w", err)
		}
	})
	found, err := c.ContainerInspect(ctx, b.name, client.ContainerInspectOptions{})
	if err != nil {
		return err
	}
	if state := found.Container.State; state != nil && b.init.hold(state.Pid, found.Container.ID) {
		b.counts = watchCounts(state.Pid)
	}
	return nil
}

// launch creates a container, takes its streams and starts it.
func (e *engine) launch(ctx context.Context, o client.ContainerCreateOptions, wanted ...client.ContainerAttachOptions) (streams []client.HijackedResponse, err error) {
	defer func() {
		if err != nil {
			for _, s := range streams {
				s.Close()
			}
		}
	}()
	if _, err := e.client.ContainerCreate(ctx, o); err != nil {
		return nil, err
	}
	for _, w := range wanted {
		attached, err := e.client.ContainerAttach(ctx, o.Name, w)
		if err != nil {
			return streams, err
		}
		streams = append(streams, attached.HijackedResponse)
	}
	_, err = e.client.ContainerStart(ctx, o.Name, client.ContainerStartOptions{})
	return streams, err
}

// Start implements Box.
func (b *dockerBox) Start(_ context.Context, stdout, stderr io.Writer) error {
	b.copying.Go(func() { _, b.broken = stdcopy.StdCopy(stdout, stderr, b.out.Reader) }) // ends with the container or when Close closes the stream
	_, err := b.in.Conn.Write([]byte("go\n"))
	if err == nil {
		b.copying.Go(b.feed)
	}
	if err != nil && !b.killed.Load() {
		return fmt.Errorf("start the agent: %w", err)
	}
	return nil
}

// feed writes the agent's standard input, which it need not read.
func (b *dockerBox) feed() {
	_, _ = b.in.Conn.Write(b.spec.Stdin)
	_ = b.in.CloseWrite()
}

// Wait implements Box. A container's end is the end of all its processes.
func (b *dockerBox) Wait() (Exit, error) {
	code, err := b.ended()
	if err != nil {
		return Exit{}, err
	}
	b.over.Store(true)
	exit := Exit{Code: code, Killed: b.killed.Load()}
	if exit.Killed {
		b.drain(KillGrace / 2)
		return exit, nil
	}
	if !b.drain(answerPatience) {
		return exit, errors.New("docker kept the rest of the agent's output back")
	}
	if b.broken != nil {
		return exit, fmt.Errorf("docker broke the agent's output off: %w", b.broken)
	}
	ctx, cancel := context.WithTimeout(context.Background(), answerPatience)
	defer cancel()
	found, err := b.engine.client.ContainerInspect(ctx, b.name, client.ContainerInspectOptions{})
	if err != nil {
		return exit, fmt.Errorf("docker does not say how the agent ended: %w", err)
	}
	state := found.Container.State
	if state != nil && state.OOMKilled {
		b.oom.Store(true)
	}
	if state != nil && state.Error != "" {
		return exit, fmt.Errorf("docker: %s", state.Error)
	}
	return exit, b.endedByItself(exit)
}

// ended waits for the container's end. That of a killed one is seen from its first
// process, where that can be seen, as soon as it is dead: the daemon may be slow.
func (b *dockerBox) ended() (status int, err error) {
	told := make(chan struct{})
	go func() { _, _ = b.end(); close(told) }()
	for {
		select {
		case <-told:
			return b.end()
		case <-time.After(20 * time.Millisecond):
			if b.killed.Load() && b.init.dead() {
				return 128 + int(unix.SIGKILL), nil
			}
		}
	}
}

// drain waits for the rest of the streams, which the daemon ends soon after the
// container, and says whether all of it came.
func (b *dockerBox) drain(patience time.Duration) bool {
	b.in.Close()
	drained := make(chan struct{})
	go func() { b.copying.Wait(); close(drained) }()
	select {
	case <-drained:
		return true
	case <-time.After(patience):
		b.out.Close()
		<-drained
		return false
	}
}

// endedByItself tells an agent's death from that of a daemon that takes its
// containers along: then the keeper, which nobody else would kill, is gone too.
func (b *dockerBox) endedByItself(exit Exit) error {
	if exit.Code <= 128 || b.oom.Load() {
		return nil
	}
	time.Sleep(shutdownTime)
	if _, _, err := b.keeper.space(); err != nil {
		return fmt.Errorf("the docker daemon stopped during the run: %w", err)
	}
	return nil
}

// shutdownTime is how far apart a stopping daemon kills its containers.
const shutdownTime = 300 * time.Millisecond

// Kill implements Box. The end of the first process is the end of all others.
// Where this user may, it is killed without asking the daemon.
func (b *dockerBox) Kill() {
	b.killed.Store(true)
	if b.init.kill() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), KillGrace)
	defer cancel()
	_, _ = b.engine.client.ContainerKill(ctx, b.name, client.ContainerKillOptions{Signal: "KILL"})
}

// Usage implements Box. While the agent runs it waits for nobody, so that a slow
// daemon does not put off the agent's killing.
func (b *dockerBox) Usage() Usage {
	u := b.counts.usage()
	if b.oom.Load() {
		u.OOMKills = max(u.OOMKills, 1)
	}
	look := b.keeper.glance
	if b.over.Load() {
		look = b.keeper.space
	}
	if used, free, err := look(); err == nil {
		u.WorkPeak = used
		u.WorkFull = b.spec.Limits.Work > 0 && free == 0
	}
	return u
}

// Evidence implements Box.
func (b *dockerBox) Evidence() Evidence {
	return Evidence{Capabilities: b.engine.caps, Asked: b.spec.Limits}
}
