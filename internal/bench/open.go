package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"m4bench/internal/duck"
	"m4bench/internal/task"
)

// Bench is a prepared bench, opened to run agents on it or to score them.
type Bench struct {
	Manifest
	dir layout
}

// Open reads the manifest of the bench in a folder.
func Open(dir string) (*Bench, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return nil, failf(unusable, "bench %s: %w", dir, err)
	}
	b := &Bench{dir: layout(absolute)}
	if err := readJSON(b.dir.manifest(), &b.Manifest); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, failf(unusable, "%s is no prepared bench (it has no hidden/bench.json); make one with m4bench bench build", dir)
		}
		return nil, err
	}
	if b.Format != Format {
		return nil, failf(unusable, "bench %s has format %d, and this program reads format %d; build the bench again", dir, b.Format, Format)
	}
	b.resolveTables()
	return b, nil
}

func (b *Bench) resolveTables() {
	for _, v := range b.Variants {
		for i := range v.Tasks {
			for _, name := range v.Tasks[i].Tables {
				if t, ok := v.table(name); ok {
					v.Tasks[i].tables = append(v.Tasks[i].tables, t)
				}
			}
		}
	}
}

func readJSON(path string, into any) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err != nil {
		return failf(unusable, "%w", err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return failf(unusable, "%s: %w", path, err)
	}
	return nil
}

// Has says whether the bench has a folder for the task in any schema variant.
func (b *Bench) Has(taskID string) bool {
	for _, v := range b.Variants {
		if _, ok := v.find(taskID); ok {
			return true
		}
	}
	return false
}

// TaskIDs lists the tasks of a schema variant.
func (b *Bench) TaskIDs(schema string) []string {
	var ids []string
	for _, v := range b.Variants {
		for _, f := range v.Tasks {
			if v.Schema == schema {
				ids = append(ids, f.Task)
			}
		}
	}
	return ids
}

func (v Variant) find(taskID string) (Folder, bool) {
	for _, f := range v.Tasks {
		if f.Task == taskID {
			return f, true
		}
	}
	return Folder{}, false
}

// Visible returns the path of a task's folder and what it holds.
func (b *Bench) Visible(schema, taskID string) (string, Folder, error) {
	for _, v := range b.Variants {
		if f, ok := v.find(taskID); ok && v.Schema == schema {
			return b.dir.visible(schema, taskID), f, nil
		}
	}
	return "", Folder{}, failf(unusable, "bench %s has no task %s in schema %s; it has %s", b.dir, taskID, schema, strings.Join(b.TaskIDs(schema), ", "))
}

// Reference returns where a task's reference rows are and where they come from.
func (b *Bench) Reference(t *task.Task) (Reference, error) {
	var r Reference
	name := t.GoldenName()
	if err := readJSON(b.dir.referenceManifest(name), &r); err != nil {
		return r, failf(unusable, "bench %s has no reference for task %s: %w", b.dir, t.ID, err)
	}
	r.Path = b.dir.reference(name)
	return r, nil
}

// WriteDatabase writes a database like the task's own whose views look into the
// bench in place, for use without a sandbox.
func (b *Bench) WriteDatabase(ctx context.Context, schema, taskID, file string) error {
	folder, f, err := b.Visible(schema, taskID)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(file); err == nil {
		return failf(unusable, "%s exists already; remove it or choose another name", file)
	}
	if err := writeDatabase(ctx, file, folder, duck.Literal(folder), f.tables); err != nil {
		return explain(fmt.Errorf("open task %s: %w", taskID, err))
	}
	return nil
}
