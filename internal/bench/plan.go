package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sort"
	"strings"

	"m4bench/internal/concept"
	"m4bench/internal/task"
)

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
	if err := r.chooseNames(); err != nil {
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

// inputs is what an unfinished build was made from.
type inputs struct {
	Manifest Manifest `json:"manifest"`
	SQL      string   `json:"sql_sha256"` // of all concepts that are built
}

// startOrResume keeps exported tables of a stopped build if they came from the
// same source by the same program and SQL, and begins anew otherwise.
func (r *run) startOrResume(ctx context.Context) error {
	sql, err := r.sqlHash()
	if err != nil {
		return err
	}
	file := filepath.Join(r.scratch, "begun.json")
	var before inputs
	now := inputs{r.manifest, sql}
	if err := readJSON(file, &before); err == nil && reflect.DeepEqual(before, now) {
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
	os.Remove(file)
	return writeJSON(file, now)
}

// sqlHash is the hash of the SQL of everything in the libraries that could be
// built.
func (r *run) sqlHash() (string, error) {
	var all strings.Builder
	for _, database := range r.databases() {
		d := r.derivations[database]
		for _, layer := range []concept.Layer{concept.Derived, concept.Target, concept.Step} {
			for _, name := range d.Library.Names(d.Edition, layer) {
				rendered, err := d.Library.Render(name, d.Edition, where().Names())
				if err != nil {
					return "", err
				}
				fmt.Fprintf(&all, "-- %s\n%s", name, rendered.SQL)
			}
		}
	}
	return hashText(all.String()), nil
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
