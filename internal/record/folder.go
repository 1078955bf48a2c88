package record

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"m4bench/internal/atomicfile"
	"m4bench/internal/score"
)

// Folder is a run's folder while it is written.
type Folder struct {
	ID  string
	Dir string
}

// Create makes the folder of a new run below root. No two runs share one, even
// if they start in the same second.
func Create(root string, id Identity, now time.Time) (*Folder, error) {
	if err := os.MkdirAll(root, 0o755); err != nil {
		return nil, fmt.Errorf("make the folder for records: %w", err)
	}
	for {
		f := &Folder{ID: runID(id, now)}
		f.Dir = filepath.Join(root, f.ID)
		err := os.Mkdir(f.Dir, 0o755)
		switch {
		case err == nil:
			return f, nil
		case !errors.Is(err, fs.ErrExist):
			return nil, fmt.Errorf("make the run's folder: %w", err)
		}
	}
}

// runID is readable and unique: task_condition_schema_agent_t1_20300101T120000Z_ab12cd34.
func runID(id Identity, now time.Time) string {
	parts := []string{id.Task, id.Condition, id.Schema, id.Agent.String()}
	if id.Agent.Model != "" {
		parts = append(parts, id.Agent.Model)
	}
	parts = append(parts, fmt.Sprintf("t%d", id.Trial), now.UTC().Format("20060102T150405Z"), strings.ToLower(rand.Text()[:8]))
	for i, p := range parts {
		parts[i] = fileName(p)
	}
	return strings.Join(parts, "_")
}

// fileName keeps what is safe in a name on every system and in every command
// line; model names hold slashes and colons.
func fileName(text string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-':
			return r
		default:
			return '-'
		}
	}, text)
	return strings.TrimLeft(name[:min(len(name), 60)], ".-")
}

// Open makes one of the folder's files, which must not be there yet.
func (f *Folder) Open(name string) (*os.File, error) {
	file, err := os.OpenFile(filepath.Join(f.Dir, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return file, nil
}

// Put writes a file of the folder and the folders it lies in.
func (f *Folder) Put(name string, content []byte) error {
	path := filepath.Join(f.Dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return atomicfile.WriteBytes(path, 0o644, content)
}

// PutJSON writes a file of the folder.
func (f *Folder) PutJSON(name string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return fmt.Errorf("record: encode %s: %w", name, err)
	}
	return f.Put(name, append(text, '\n'))
}

// Discard removes the folder of what turned out to be no run.
func (f *Folder) Discard() error {
	if err := os.RemoveAll(f.Dir); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

// Path of a file in the folder.
func (f *Folder) Path(name string) string { return filepath.Join(f.Dir, name) }

// Finish writes result.json, which makes the record complete.
func (f *Folder) Finish(r *Result) error {
	r.SchemaVersion, r.RunID = SchemaVersion, f.ID
	if err := r.check(); err != nil {
		return fmt.Errorf("record %s: %w", f.ID, err)
	}
	return write(f.Dir, r)
}

func write(dir string, r *Result) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("encode %s: %w", ResultFile, err)
	}
	return atomicfile.WriteBytes(filepath.Join(dir, ResultFile), 0o644, append(text, '\n'))
}

// InputError is a record that cannot be read; exit code 2.
type InputError struct{ Err error }

func (e *InputError) Error() string { return e.Err.Error() }
func (e *InputError) Unwrap() error { return e.Err }

// ExitCode says that the input cannot be used.
func (e *InputError) ExitCode() int { return 2 }

// ErrIncomplete means that a run's folder has no result yet.
var ErrIncomplete = errors.New("the run is not over, or was cut off: it has no " + ResultFile)

const maxResult = 64 << 20

// Load reads a finished record.
func Load(dir string) (*Result, error) {
	path := filepath.Join(dir, ResultFile)
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &InputError{fmt.Errorf("record %s: %w", dir, ErrIncomplete)}
	case err != nil:
		return nil, &InputError{fmt.Errorf("record %s: %w", dir, err)}
	case !info.Mode().IsRegular() || info.Size() > maxResult:
		return nil, &InputError{fmt.Errorf("record %s: %s is not a regular file of at most %s", dir, ResultFile, size(maxResult))}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, &InputError{fmt.Errorf("record %s: %w", dir, err)}
	}
	var r Result
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, &InputError{fmt.Errorf("%s: %w", path, err)}
	}
	if err := r.check(); err != nil {
		return nil, &InputError{fmt.Errorf("%s: %w", path, err)}
	}
	return &r, nil
}

// Evaluate scores the output file of a run.
type Evaluate func(ctx context.Context, output string) (*score.Result, error)

// ScoreOutput fills in the score of a collected output. That it fails is part of
// the result, and can be mended by Rescore.
func (r *Result) ScoreOutput(ctx context.Context, dir string, evaluate Evaluate) {
	r.Score, r.ScoreError = nil, ""
	if r.Output.State != Collected {
		return
	}
	scored, err := evaluate(ctx, filepath.Join(dir, OutputFile))
	if err != nil {
		r.ScoreError = err.Error()
		return
	}
	scored.Output = OutputFile // wherever the record is moved
	r.Score = scored
}

// Rescore repeats the scoring of a finished record, and nothing else of the run.
func Rescore(ctx context.Context, dir string, evaluate Evaluate) (*Result, error) {
	r, err := Load(dir)
	if err != nil {
		return nil, err
	}
	r.ScoreOutput(ctx, dir, evaluate)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return r, write(dir, r)
}
