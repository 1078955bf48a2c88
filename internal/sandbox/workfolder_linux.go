package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// workFolder is the agent's work folder, held open from before the agent
// started: it stays reachable when the sandbox's mounts are gone, and no name
// that the agent changes leads elsewhere.
type workFolder struct {
	root *os.Root
	dir  *os.File
}

func openWorkFolder(dir string) (*workFolder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the work folder: %w", err)
	}
	file, err := root.Open(".")
	if err != nil {
		root.Close()
		return nil, fmt.Errorf("open the work folder: %w", err)
	}
	return &workFolder{root: root, dir: file}, nil
}

// put writes the run's files as the calling thread's user.
func (w *workFolder) put(files []File) error {
	for _, f := range files {
		if err := w.putOne(f); err != nil {
			return fmt.Errorf("put %s into the work folder: %w", f.Path, err)
		}
	}
	return nil
}

func (w *workFolder) putOne(f File) error {
	name := filepath.FromSlash(f.Path)
	if err := w.root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	mode := os.FileMode(0o644)
	if f.Exec {
		mode = 0o755
	}
	if err := w.root.WriteFile(name, f.Content, mode); err != nil {
		return err
	}
	return w.root.Chmod(name, mode) // whatever the umask says
}

// collect copies a regular file out. The kernel is asked to follow no link in
// any part of the name and to leave the folder's file system for nothing; a
// named pipe without a writer does not block the opening.
func (w *workFolder) collect(_ context.Context, name string, dst io.Writer, limit int64) (int64, error) {
	how := &unix.OpenHow{
		Flags:   unix.O_RDONLY | unix.O_NONBLOCK | unix.O_NOCTTY | unix.O_CLOEXEC,
		Resolve: unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS | unix.RESOLVE_BENEATH | unix.RESOLVE_NO_XDEV,
	}
	fd, err := unix.Openat2(int(w.dir.Fd()), name, how)
	switch {
	case err == nil:
	case errors.Is(err, unix.ENOENT):
		return 0, &CollectError{Name: name, Err: ErrMissing}
	case errors.Is(err, unix.ELOOP):
		return 0, &CollectError{Name: name, Err: ErrNotRegular, Detail: kindOf(os.ModeSymlink)}
	case errors.Is(err, unix.EXDEV):
		return 0, &CollectError{Name: name, Err: ErrNotRegular, Detail: "it leads out of the work folder"}
	case errors.Is(err, unix.ENXIO), errors.Is(err, unix.ENODEV):
		return 0, &CollectError{Name: name, Err: ErrNotRegular, Detail: "it is a socket or a device"}
	case errors.Is(err, unix.ENOTDIR), errors.Is(err, unix.EACCES):
		return 0, &CollectError{Name: name, Err: ErrNotRegular, Detail: err.Error()}
	default:
		return 0, fmt.Errorf("collect %s: %w", name, err)
	}
	file := os.NewFile(uintptr(fd), name)
	defer file.Close()
	return copyRegular(name, file, dst, limit)
}

// space says how many bytes of the folder's file system are used and free.
func (w *workFolder) space() (used, free int64, err error) {
	var st unix.Statfs_t
	if err := unix.Fstatfs(int(w.dir.Fd()), &st); err != nil {
		return 0, 0, fmt.Errorf("size of the work folder: %w", err)
	}
	return int64(st.Blocks-st.Bfree) * st.Bsize, int64(st.Bfree) * st.Bsize, nil
}

func (w *workFolder) close() error {
	return errors.Join(w.dir.Close(), w.root.Close())
}
