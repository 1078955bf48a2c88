package sandbox

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"golang.org/x/sys/unix"
)

// findProgram looks for a program as the box's shell will: in the file system
// that root leads to, whose links do not lead out of it.
func findProgram(root, program string) error {
	dir, err := unix.Open(root, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("look for %s in the sandbox: %w", program, err)
	}
	defer unix.Close(dir)
	var places []string
	switch {
	case path.IsAbs(program):
		places = []string{program}
	case strings.Contains(program, "/"):
		places = []string{path.Join(WorkDir, program)}
	default:
		for _, folder := range insidePath {
			places = append(places, path.Join(folder, program))
		}
	}
	for _, place := range places {
		fd, err := unix.Openat2(dir, place, &unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_IN_ROOT})
		if err == nil {
			return unix.Close(fd)
		}
		if !errors.Is(err, unix.ENOENT) && !errors.Is(err, unix.ENOTDIR) && !errors.Is(err, unix.EACCES) {
			return fmt.Errorf("look for %s in the sandbox: %w", program, err)
		}
	}
	return fmt.Errorf("%s: %w", program, ErrNoProgram)
}
