package bench

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"m4bench/internal/task"
)

// compareReferences derives the references from the rebuilt tables.
func (r *rebuilding) compareReferences(ctx context.Context) error {
	tasks, err := r.referenceTasks()
	if err != nil || len(tasks) == 0 {
		return err
	}
	d, err := Derive(r.result.Database, r.bench.Edition)
	if err != nil {
		return err
	}
	var wanted []string
	for _, t := range tasks {
		wanted = append(wanted, t.Reference)
	}
	if _, err := r.w.Build(ctx, d, r.Progress, r.Now, wanted...); err != nil {
		return err
	}
	for _, t := range tasks {
		if err := r.compareReference(ctx, d, t); err != nil {
			return err
		}
	}
	return nil
}

// referenceTasks returns one task for each reference of the database.
func (r *rebuilding) referenceTasks() ([]*task.Task, error) {
	set, err := task.Embedded()
	if err != nil {
		return nil, err
	}
	var tasks []*task.Task
	for _, f := range r.variant.Tasks {
		t, err := set.Get(f.Task)
		if err != nil {
			return nil, err
		}
		known := slices.ContainsFunc(tasks, func(other *task.Task) bool { return other.Reference == t.Reference })
		if t.Database == r.result.Database && !known {
			tasks = append(tasks, t)
		}
	}
	return tasks, nil
}

func (r *rebuilding) compareReference(ctx context.Context, d Derivation, t *task.Task) error {
	reference, err := r.bench.Reference(t)
	if err != nil {
		return err
	}
	if sql, err := d.sqlHash(t.Reference); err != nil || sql != reference.SQLHash {
		return failf(unusable, "reference %s was made by other SQL than this program has (%v); build the bench again", reference.Name, err)
	}
	csv := filepath.Join(r.scratch, reference.Name+".csv")
	if err := r.w.copyScratch(ctx, sorted(targetTable(t), keyNames(t)), csv); err != nil {
		return err
	}
	hash, _, err := hashFile(csv)
	if err != nil {
		return err
	}
	r.result.References++
	if hash != reference.ContentHash {
		r.differ(reference.Name, "the reference derived from the rebuilt tables is another one")
	}
	return os.Remove(csv)
}
