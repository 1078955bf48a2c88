package bench

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"time"

	"m4bench/internal/atomicfile"
	"m4bench/internal/concept"
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
	Force     bool // replace a bench that is there
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
	scratch := filepath.Join(string(dir), "work")
	if err := os.MkdirAll(scratch, 0o755); err != nil {
		return nil, explain(fmt.Errorf("create %s: %w", dir, err))
	}
	w, err := OpenWorkshop(ctx, b.Source, scratch, b.Resources)
	if err != nil {
		os.Remove(scratch) // an empty folder must not stay behind a wrong file name
		os.Remove(string(dir))
		return nil, err
	}
	defer w.Close()
	run := &run{Build: b, w: w, dir: dir, scratch: scratch, derivations: map[string]Derivation{}}
	if err := run.prepare(ctx); err != nil {
		return nil, explain(err)
	}
	if err := b.publish(w, dir, scratch); err != nil {
		return nil, explain(err)
	}
	return Open(b.Out)
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

func (b *Build) publish(w *Workshop, dir layout, scratch string) error {
	if err := w.Close(); err != nil {
		return err
	}
	if err := os.RemoveAll(scratch); err != nil {
		return err
	}
	old := filepath.Clean(b.Out) + ".old"
	if _, err := os.Stat(b.Out); err == nil {
		if err := os.Rename(b.Out, old); err != nil {
			return fmt.Errorf("put the old bench aside: %w", err)
		}
	}
	if err := atomicfile.Publish(string(dir), filepath.Clean(b.Out)); err != nil {
		os.Rename(old, b.Out)
		return err
	}
	return os.RemoveAll(old)
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
	tables      map[string][]Table // exported, by database: source tables, then derived ones
}

func (r *run) prepare(ctx context.Context) error {
	if err := r.plan(ctx); err != nil {
		return err
	}
	steps := []func(context.Context) error{r.export, r.derive, r.references, r.folders, r.writeManifest, r.check}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// plan makes sure that the tasks can be built from this source, and throws away
// what an unfinished build of something else has left.
func (r *run) plan(ctx context.Context) error {
	r.manifest = Manifest{Format: Format, Version: r.Version, Edition: r.Edition}
	if err := r.w.db.Conn().QueryRowContext(ctx, "SELECT library_version FROM pragma_version()").Scan(&r.manifest.DuckDB); err != nil {
		return err
	}
	if err := r.chooseTasks(); err != nil {
		return err
	}
	for _, s := range r.w.sources {
		if len(r.of(s.Name)) == 0 {
			continue
		}
		print, err := r.w.fingerprint(ctx, s, r.Progress)
		if err != nil {
			return err
		}
		r.manifest.Sources = append(r.manifest.Sources, SourceID{s.Name, print})
	}
	return r.startOrResume(ctx)
}

// chooseTasks settles what is built and with which concepts.
func (r *run) chooseTasks() error {
	asked := len(r.Tasks) > 0
	candidates := r.Tasks
	if !asked {
		candidates = r.Otherwise
	}
	r.tasks = nil
	for _, t := range candidates {
		err := r.possible(t)
		switch {
		case err == nil:
			r.tasks = append(r.tasks, t)
		case asked:
			return err
		case r.w.Has(t.Database):
			r.Warn("left out: " + err.Error())
		}
	}
	if len(r.tasks) == 0 {
		return failf(unusable, "no task can be built from %s with edition %s", r.Source, r.Edition)
	}
	return nil
}

func (r *run) possible(t *task.Task) error {
	if !r.w.Has(t.Database) {
		return failf(unusable, "%s holds no %s database, which %s needs", r.Source, t.Database, t.ID)
	}
	if _, known := r.derivations[t.Database]; !known {
		d, err := Derive(t.Database, r.Edition)
		if err != nil {
			return err
		}
		r.derivations[t.Database] = d
	}
	if d := r.derivations[t.Database]; !d.Library.Has(d.Edition, t.Reference) {
		return noReference(r.Edition, t.ID)
	}
	return nil
}

// databases lists those that the tasks run on.
func (r *run) databases() []string {
	var names []string
	for _, t := range r.tasks {
		if !slices.Contains(names, t.Database) {
			names = append(names, t.Database)
		}
	}
	sort.Strings(names)
	return names
}

// of returns the tasks of a database.
func (r *run) of(database string) []*task.Task {
	var tasks []*task.Task
	for _, t := range r.tasks {
		if t.Database == database {
			tasks = append(tasks, t)
		}
	}
	return tasks
}

// startOrResume keeps exported tables of a stopped build if they came from the
// same source by the same program, and begins anew otherwise.
func (r *run) startOrResume(ctx context.Context) error {
	begun := filepath.Join(r.scratch, "begun.json")
	var before Manifest
	if err := readJSON(begun, &before); err == nil && sameInputs(before, r.manifest) {
		return r.removeOutputs()
	}
	if err := r.removeOutputs(); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(r.scratch, DataFolder)); err != nil {
		return err
	}
	if err := r.w.db.Exec(ctx, "DROP SCHEMA IF EXISTS m4bench_meta CASCADE"); err != nil {
		return err
	}
	os.Remove(begun)
	return writeJSON(begun, r.manifest)
}

func sameInputs(a, b Manifest) bool {
	return a.Version == b.Version && a.DuckDB == b.DuckDB && a.Edition == b.Edition && slices.Equal(a.Sources, b.Sources)
}

// removeOutputs clears what is made from the exported tables; it is quickly made
// again.
func (r *run) removeOutputs() error {
	for _, part := range []string{"visible", "hidden"} {
		if err := os.RemoveAll(filepath.Join(string(r.dir), part)); err != nil {
			return err
		}
	}
	return os.MkdirAll(r.dir.hidden("references"), 0o700)
}

// derived lists the derived tables that some standard task shows.
func (r *run) derived(database string) []string {
	d := r.derivations[database]
	if !slices.ContainsFunc(r.of(database), func(t *task.Task) bool { return t.Mode == task.Standard }) {
		return nil
	}
	return d.Library.Names(d.Edition, concept.Derived)
}
