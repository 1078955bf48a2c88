// Package atomicfile writes files that either exist whole under their final
// name or do not exist at all: write beside, sync, rename.
package atomicfile

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Write creates path with what fill writes. On any error the final name keeps
// what it held before.
func Write(path string, perm os.FileMode, fill func(io.Writer) error) (err error) {
	dir := filepath.Dir(path)
	tmp, err := os.CreateTemp(dir, "."+filepath.Base(path)+".part-*")
	if err != nil {
		return fmt.Errorf("create %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			tmp.Close()
			os.Remove(tmp.Name())
		}
	}()
	if err := fill(tmp); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := tmp.Chmod(perm); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := tmp.Close(); err != nil {
		return fmt.Errorf("close %s: %w", path, err)
	}
	return Publish(tmp.Name(), path)
}

// WriteBytes is Write for content already in memory.
func WriteBytes(path string, perm os.FileMode, content []byte) error {
	return Write(path, perm, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// Publish syncs a finished file, renames it to its final name and syncs the
// folder, so that the name survives a power cut. Both names must be on one file
// system.
func Publish(part, final string) error {
	if err := syncPath(part); err != nil {
		return fmt.Errorf("sync %s: %w", final, err)
	}
	if err := os.Rename(part, final); err != nil {
		return fmt.Errorf("publish %s: %w", final, err)
	}
	if err := syncPath(filepath.Dir(final)); err != nil {
		return fmt.Errorf("sync folder of %s: %w", final, err)
	}
	return nil
}

func syncPath(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
