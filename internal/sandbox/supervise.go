package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// KillGrace is how long the processes of a box may outlive their killing.
const KillGrace = 2 * time.Second

// sampleInterval is how often usage is read that leaves no lasting count.
const sampleInterval = 200 * time.Millisecond

// Cause of a run's end.
type Cause string

// The ways a run ends.
const (
	Exited      Cause = "exited"      // by itself
	TimedOut    Cause = "timeout"     // killed at the wall limit
	Interrupted Cause = "interrupted" // killed because the caller's context ended
)

// Stream is what became of one of the agent's two output streams.
type Stream struct {
	Bytes int64 `json:"bytes"` // written by the agent
	Kept  int64 `json:"kept"`  // of these, kept; the rest was dropped at the limit
}

// Outcome of a supervised run.
type Outcome struct {
	Cause      Cause
	Exit       Exit
	Started    time.Time
	Ended      time.Time
	Usage      Usage
	Stdout     Stream
	Stderr     Stream
	StderrTail string // the last lines, for a person
}

// ErrNotKilled is returned when processes are still there after KillGrace.
var ErrNotKilled = errors.New("the agent's processes could not be killed")

// Supervise starts the agent and returns when its last process has ended: by
// itself, at the wall limit, or because ctx ended. The limits on time hold
// whether or not the agent prints anything. An error means that the harness or
// its machine failed, not the agent; the outcome then holds what is known.
func Supervise(ctx context.Context, box Box, limits Limits, stdout, stderr io.Writer) (Outcome, error) {
	out := newCapped(stdout, limits.Trace)
	errs := newCapped(stderr, limits.Stderr)

	o := Outcome{Cause: Exited, Started: time.Now()}
	err := box.Start(ctx, out, errs)
	if err == nil {
		err = o.watch(ctx, box, limits, out, errs)
	}
	o.Ended = time.Now()
	o.Usage = o.Usage.merge(box.Usage())
	o.Stdout, o.Stderr, o.StderrTail = out.stream(), errs.stream(), errs.last()
	return o, err
}

func (o *Outcome) watch(ctx context.Context, box Box, limits Limits, out, errs *capped) error {
	type end struct {
		exit Exit
		err  error
	}
	ended := make(chan end, 1)
	go func() {
		exit, err := box.Wait()
		ended <- end{exit, err}
	}()
	var wall <-chan time.Time
	if limits.Wall > 0 {
		timer := time.NewTimer(limits.Wall)
		defer timer.Stop()
		wall = timer.C
	}
	sample := time.NewTicker(sampleInterval)
	defer sample.Stop()

	var failed error
	for running := true; running; {
		select {
		case e := <-ended:
			o.Exit = e.exit
			return errors.Join(e.err, out.failure(), errs.failure())
		case <-sample.C:
			o.Usage = o.Usage.merge(box.Usage())
		case <-wall:
			o.Cause, running = TimedOut, false
		case <-ctx.Done():
			o.Cause, running = Interrupted, false
		case <-out.failed:
			failed, running = out.failure(), false
		case <-errs.failed:
			failed, running = errs.failure(), false
		}
	}
	box.Kill()
	select {
	case e := <-ended:
		o.Exit = e.exit
		return errors.Join(failed, e.err)
	case <-time.After(KillGrace):
		return errors.Join(failed, fmt.Errorf("%w within %s", ErrNotKilled, KillGrace))
	}
}
