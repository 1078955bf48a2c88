package table

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestPipesAndFoldersAreRefusedAtOnce(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, dir} {
		if _, err := OpenRegular(path); err == nil || !strings.Contains(err.Error(), "not a regular file") {
			t.Errorf("%s: error = %v", filepath.Base(path), err)
		}
	}
}
