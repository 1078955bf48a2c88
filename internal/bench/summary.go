package bench

import (
	"io/fs"
	"os"
	"path/filepath"

	"m4bench/internal/task"
)

// Summary is what a person wants to know of a bench.
type Summary struct {
	Dir            string        `json:"dir"`
	Edition        string        `json:"edition"`
	Sources        []SourceID    `json:"sources"`
	VisibleBytes   int64         `json:"visible_bytes"` // shared files counted once
	ReferenceBytes int64         `json:"reference_bytes"`
	Tasks          []TaskSummary `json:"tasks"`
}

// TaskSummary is one line of it.
type TaskSummary struct {
	Schema        string `json:"schema"`
	Task          string `json:"task"`
	Tables        int    `json:"tables"`
	VisibleHash   string `json:"visible_sha256"`
	ReferenceRows int64  `json:"reference_rows"`
	ReferenceHash string `json:"reference_content_sha256"`
}

// Summary reads the references' manifests and measures the files.
func (b *Bench) Summary() (Summary, error) {
	s := Summary{Dir: string(b.dir), Edition: b.Edition, Sources: b.Sources}
	tasks, err := task.Embedded()
	if err != nil {
		return s, err
	}
	for _, v := range b.Variants {
		for _, f := range v.Tasks {
			t, err := tasks.Get(f.Task)
			if err != nil {
				return s, err
			}
			r, err := b.Reference(t)
			if err != nil {
				return s, err
			}
			s.Tasks = append(s.Tasks, TaskSummary{v.Schema, f.Task, len(f.Tables), f.SHA256, r.Rows, r.ContentHash})
		}
	}
	if s.VisibleBytes, err = sizeOf(filepath.Join(string(b.dir), "visible")); err != nil {
		return s, err
	}
	s.ReferenceBytes, err = sizeOf(b.dir.hidden("references"))
	return s, err
}

// sizeOf adds up the files below a folder, each once however many names it has.
func sizeOf(dir string) (int64, error) {
	var total int64
	seen := map[inode]bool{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		info, err := os.Lstat(path)
		if err != nil {
			return err
		}
		if id := inodeOf(info); id == (inode{}) || !seen[id] {
			seen[id] = true
			total += info.Size()
		}
		return nil
	})
	return total, err
}
