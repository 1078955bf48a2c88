package sandbox

import (
	"context"
	"errors"
	"time"

	"github.com/containerd/errdefs"
	"github.com/moby/moby/client"
	"golang.org/x/sync/errgroup"
)

// Close implements Box.
func (b *dockerBox) Close() error {
	b.closing.Do(func() { b.left = b.removeAll() })
	return b.left
}

// removeAll takes both containers away and then the volume. A daemon that is
// being restarted is waited for.
func (b *dockerBox) removeAll() error {
	ctx, cancel := context.WithTimeout(context.Background(), setupPatience)
	defer cancel()
	var both errgroup.Group
	for _, name := range []string{b.name, keeperName(b.name)} {
		both.Go(func() error { return b.engine.persist(ctx, name, b.engine.removeContainer) })
	}
	err := both.Wait()
	err = errors.Join(err, b.engine.persist(ctx, b.name, b.engine.removeVolume))
	for _, stream := range []client.HijackedResponse{b.in, b.out} {
		if stream.Conn != nil {
			stream.Close()
		}
	}
	if b.end != nil && err == nil {
		_, _ = b.end() // the container is gone, so the waiting is over
	}
	b.copying.Wait()
	b.keeper.close()
	b.counts.close()
	b.init.letGo()
	_ = b.engine.client.Close() // its idle connections
	return err
}

// restartPatience is how long a daemon may take to come back.
const restartPatience = 20 * time.Second

// persist repeats a removal while the daemon does not answer.
func (e *engine) persist(ctx context.Context, name string, remove func(context.Context, string) error) error {
	for start := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		err := remove(ctx, name)
		if err == nil || !client.IsErrConnectionFailed(err) && !errdefs.IsUnavailable(err) || time.Since(start) > restartPatience {
			return err
		}
	}
}

func (e *engine) removeContainer(ctx context.Context, name string) error {
	_, err := e.client.ContainerRemove(ctx, name, client.ContainerRemoveOptions{Force: true})
	return unlessGone(err)
}

func (e *engine) removeVolume(ctx context.Context, name string) error {
	_, err := e.client.VolumeRemove(ctx, name, client.VolumeRemoveOptions{})
	return unlessGone(err)
}

func unlessGone(err error) error {
	if errdefs.IsNotFound(err) {
		return nil
	}
	return err
}
