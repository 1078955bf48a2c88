package sandbox

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Docker isolates with a container of an image that holds the agents' programs.
// With the runtime runsc the agent has a kernel of its own (gVisor).
type Docker struct {
	name    string
	runtime string
	image   string

	mu     sync.Mutex
	engine *engine // once it has been found
}

// NewDocker returns the driver for the daemon's ordinary runtime, and containers
// of the named image.
func NewDocker(image string) *Docker {
	return &Docker{name: DockerName, runtime: "runc", image: image}
}

// NewDockerRunsc returns the driver for gVisor.
func NewDockerRunsc(image string) *Docker {
	return &Docker{name: DockerRunscName, runtime: "runsc", image: image}
}

// Name implements Driver.
func (d *Docker) Name() string { return d.name }

// Check implements Driver. It asks the daemon and starts nothing.
func (d *Docker) Check(ctx context.Context) (Capabilities, error) {
	e, err := d.open(ctx)
	if err != nil {
		return Capabilities{}, err
	}
	return e.caps, nil
}

// open finds daemon, runtime and image once: later boxes have the same image
// even if its name is given to another one meanwhile.
func (d *Docker) open(ctx context.Context) (*engine, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.engine != nil {
		return d.engine, nil
	}
	e, err := openEngine(ctx, d.name, d.runtime, d.image)
	if err != nil {
		return nil, &UnavailableError{Driver: d.name, Reason: err.Error()}
	}
	d.engine = e
	return e, nil
}

// Many boxes made at once wait for one another.
const (
	setupPatience  = 5 * time.Minute // for a box to be made
	answerPatience = time.Minute     // for one question about a box
)

// Prepare implements Driver. The container runs when it returns, and its first
// process waits for Start.
func (d *Docker) Prepare(ctx context.Context, spec Spec) (_ Box, err error) {
	if err := spec.check(); err != nil {
		return nil, err
	}
	e, err := d.open(ctx)
	if err != nil {
		return nil, err
	}
	e.sweep(ctx)
	b := newDockerBox(e, spec)
	defer func() {
		if err != nil {
			err = errors.Join(err, b.Close())
		}
	}()
	// A request that is cut off may still be carried out: what has begun is
	// finished, so that Close finds all there is to remove.
	steady, cancel := context.WithTimeout(context.WithoutCancel(ctx), setupPatience)
	defer cancel()
	if err := b.make(steady); err != nil {
		return nil, fmt.Errorf("docker could not make the sandbox: %w", err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := b.findProgram(); err != nil {
		return nil, err
	}
	if err := b.put(steady, spec.Files); err != nil {
		return nil, err
	}
	return b, nil
}
