package bench

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"m4bench/internal/atomicfile"
	"m4bench/internal/progress"
	"m4bench/internal/task"
)

// Build prepares a bench.
type Build struct {
	Source    string       // EHR database file
	Out       string       // folder that the bench appears under once it is complete
	Tasks     []*task.Task // each must be possible with the source and the edition
	Otherwise []*task.Task // without Tasks: those among these that are possible
	Edition   string
	Schemas   []string // schema variants; without any the native one
	Salt      []byte   // that the variants' codes come from; without one a new one is drawn
	Force     bool     // replace a bench that is there
	Resources Resources
	Version   string // of this program, for the manifests
	Progress  progress.Reporter
	Now       func() time.Time
	// Verify is given each task's reference rows, as an output and as the
	// reference. An error of it stops the build: who hands in the reference itself
	// must get the full reward.
	Verify func(ctx context.Context, t *task.Task, output, reference string) error
	// Warn is told of tasks that are left out and of declared invariants that a
	// table breaks.
	Warn func(message string)
}

// UnfinishedSuffix marks the folder of a bench that is being built. A build
// that was stopped goes on from there.
const UnfinishedSuffix = ".part"

// Run prepares the bench under an unfinished name and gives it its final one at
// the end.
func (b *Build) Run(ctx context.Context) (*Bench, error) {
	if err := b.mayReplace(); err != nil {
		return nil, err
	}
	dir := layout(filepath.Clean(b.Out) + UnfinishedSuffix)
	_, statErr := os.Stat(string(dir))
	r := &run{Build: b, dir: dir, scratch: filepath.Join(string(dir), "work"), derivations: map[string]Derivation{}}
	err := r.start(ctx)
	if err != nil && statErr != nil {
		os.RemoveAll(string(dir)) // nothing in it is worth going on from
	}
	if err == nil {
		err = r.prepare(ctx)
	}
	if closed := r.close(); err == nil {
		err = closed
	}
	if err == nil {
		err = b.publish(dir, r.scratch)
	}
	if err != nil {
		return nil, canGoOn(explain(err), dir)
	}
	return Open(b.Out)
}

// canGoOn adds, where the environment is to blame, that the work is not lost.
func canGoOn(err error, dir layout) error {
	var failure *Error
	if _, gone := os.Stat(string(dir)); gone != nil || !errors.As(err, &failure) || failure.code != environment {
		return err
	}
	return fmt.Errorf("%w; what is done is kept in %s, and the same command goes on from there", err, dir)
}

// mayReplace refuses to touch a folder that is in use, and never removes one
// that is not a bench.
func (b *Build) mayReplace() error {
	entries, err := os.ReadDir(b.Out)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(entries) == 0:
		return nil
	case err != nil:
		return failf(unusable, "cannot write to %s: %w", b.Out, err)
	case !b.Force:
		return failf(unusable, "%s exists already; use --force to replace it, or another folder", b.Out)
	}
	if _, err := Open(b.Out); err != nil {
		return failf(unusable, "%s is not a bench, so --force does not remove it", b.Out)
	}
	return nil
}

// publish gives the finished folder its name. An old bench goes aside first and
// is removed at the end, so that one of the two is always there whole.
func (b *Build) publish(dir layout, scratch string) error {
	if err := os.RemoveAll(scratch); err != nil {
		return err
	}
	out := filepath.Clean(b.Out)
	if _, err := os.Stat(out); err != nil {
		return atomicfile.Publish(string(dir), out)
	}
	aside, err := os.MkdirTemp(filepath.Dir(out), filepath.Base(out)+".old-*")
	if err != nil {
		return fmt.Errorf("put the old bench aside: %w", err)
	}
	old := filepath.Join(aside, filepath.Base(out))
	if err := os.Rename(out, old); err != nil {
		os.Remove(aside)
		return fmt.Errorf("put the old bench aside: %w", err)
	}
	if err := atomicfile.Publish(string(dir), out); err != nil {
		err = errors.Join(err, os.Rename(old, out))
		os.Remove(aside) // only if the old bench is back
		return err
	}
	return os.RemoveAll(aside)
}

// run is one build under way.
type run struct {
	*Build
	w           *Workshop
	dir         layout
	scratch     string
	tasks       []*task.Task
	derivations map[string]Derivation // by database
	manifest    Manifest
	names       Names
	tables      map[string][]Table // exported, by database: source tables, then derived ones
}

// start opens the source and plans the build.
func (r *run) start(ctx context.Context) (err error) {
	if err := os.MkdirAll(r.scratch, 0o755); err != nil {
		return fmt.Errorf("create %s: %w", r.dir, err)
	}
	if r.w, err = OpenWorkshop(ctx, r.Source, r.scratch, r.Resources); err != nil {
		return err
	}
	return r.plan(ctx)
}

func (r *run) close() error {
	if r.w == nil {
		return nil
	}
	return r.w.Close()
}

func (r *run) prepare(ctx context.Context) error {
	steps := []func(context.Context) error{r.export, r.derive, r.references, r.folders, r.writeManifest, r.check}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}
