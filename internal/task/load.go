package task

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"

	"github.com/BurntSushi/toml"

	"m4bench"
	"m4bench/internal/guide"
)

// Set is all tasks of a library, by id.
type Set struct {
	byID map[string]*Task
}

// Load reads tasks/<family>/<task>/task.toml with its instruction and spec.
func Load(library fs.FS) (*Set, error) {
	files, err := fs.Glob(library, "tasks/*/*/task.toml")
	if err != nil {
		return nil, fmt.Errorf("list tasks: %w", err)
	}
	set := &Set{byID: map[string]*Task{}}
	for _, file := range files {
		t, err := read(library, file)
		if err != nil {
			return nil, err
		}
		set.byID[t.ID] = t
	}
	for _, t := range set.byID {
		if err := set.inheritColumns(t); err != nil {
			return nil, err
		}
	}
	return set, nil
}

// Embedded is the set that this program was built with.
func Embedded() (*Set, error) { return Load(m4bench.Library) }

func read(library fs.FS, file string) (*Task, error) {
	var t Task
	meta, err := toml.DecodeFS(library, file, &t)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if extra := meta.Undecoded(); len(extra) > 0 {
		return nil, fmt.Errorf("%s: unknown field %s", file, extra[0])
	}
	dir := path.Dir(file)
	if t.ID != path.Base(dir) || t.Family != path.Base(path.Dir(dir)) {
		return nil, fmt.Errorf("%s: id %q and family %q do not match the folder", file, t.ID, t.Family)
	}
	if t.Instruction, err = optional(library, dir+"/instruction.md"); err != nil {
		return nil, err
	}
	if t.Instruction == "" {
		return nil, fmt.Errorf("%s: instruction.md is missing or empty", dir)
	}
	return &t, t.readSpec(library, dir+"/spec.md")
}

// readSpec puts the specification together, if there is one.
func (t *Task) readSpec(library fs.FS, file string) error {
	if _, err := fs.Stat(library, file); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	spec, err := guide.Read(library, file)
	if err != nil {
		return err
	}
	t.Spec, t.SpecRules = spec.Content, spec.Rules
	return nil
}

func optional(library fs.FS, file string) (string, error) {
	text, err := fs.ReadFile(library, file)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read %s: %w", file, err)
	}
	return string(text), nil
}

func (s *Set) inheritColumns(t *Task) error {
	if t.ColumnsOf == "" {
		return nil
	}
	from, ok := s.byID[t.ColumnsOf]
	if !ok || from.ColumnsOf != "" {
		return fmt.Errorf("task %s: columns_of names %q, which has no columns of its own", t.ID, t.ColumnsOf)
	}
	t.Columns, t.NaturalKey = from.Columns, from.NaturalKey
	return nil
}

// Get returns a task, or an UnknownError that lists near names.
func (s *Set) Get(id string) (*Task, error) {
	if t, ok := s.byID[id]; ok {
		return t, nil
	}
	return nil, &UnknownError{ID: id, Known: s.ids()}
}

// All returns the tasks sorted by family, then id.
func (s *Set) All() []*Task {
	all := make([]*Task, 0, len(s.byID))
	for _, t := range s.byID {
		all = append(all, t)
	}
	sort.Slice(all, func(i, j int) bool {
		if all[i].Family != all[j].Family {
			return all[i].Family < all[j].Family
		}
		return all[i].ID < all[j].ID
	})
	return all
}

func (s *Set) ids() []string {
	var ids []string
	for _, t := range s.All() {
		ids = append(ids, t.ID)
	}
	return ids
}

// UnknownError names a task that does not exist; exit code 2.
type UnknownError struct {
	ID    string
	Known []string
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("no task %q; the tasks are %s", e.ID, strings.Join(e.Known, ", "))
}

// ExitCode says that the arguments were wrong.
func (e *UnknownError) ExitCode() int { return 2 }

func goldenName(id string) string {
	return strings.TrimPrefix(strings.TrimSuffix(id, "-raw"), "mimic-")
}
