package sandbox

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// A harness that runs as root starts bubblewrap as an ordinary user, because
// inside a user namespace the owner of root's files is still root. That user
// may not be able to walk to the data, so the mounts are first staged in a
// mount namespace of the starting thread: nothing of it is visible elsewhere,
// and it is gone when the thread and the box are.

// boxUser is the host's user and group number that root's boxes run as; no
// common distribution gives it to an account.
const boxUser = 60900

// stageDir is covered by a private file system while staging; it exists on
// every Linux machine.
const stageDir = "/mnt"

// stageMounts makes a private view of the host in which every mount's source is
// reachable by anyone, and returns the mounts with their new sources. The
// calling goroutine must be locked to its thread and must never unlock it.
func stageMounts(mounts []Mount) ([]Mount, error) {
	if err := unix.Unshare(unix.CLONE_FS | unix.CLONE_NEWNS); err != nil {
		return nil, fmt.Errorf("stage mounts: unshare: %w", err)
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return nil, fmt.Errorf("stage mounts: make the view private: %w", err)
	}
	// The sources are opened before the stage can cover one of them.
	sources := make([]*os.File, 0, len(mounts))
	defer func() {
		for _, f := range sources {
			f.Close()
		}
	}()
	for _, m := range mounts {
		f, err := os.OpenFile(m.Host, unix.O_PATH|unix.O_CLOEXEC, 0)
		if err != nil {
			return nil, fmt.Errorf("stage mounts: %w", err)
		}
		sources = append(sources, f)
	}
	if err := unix.Mount("m4bench", stageDir, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=0755,size=1m"); err != nil {
		return nil, fmt.Errorf("stage mounts: %w", err)
	}
	staged := make([]Mount, len(mounts))
	for i, m := range mounts {
		target := filepath.Join(stageDir, fmt.Sprint(i))
		if err := stageOne(sources[i], target); err != nil {
			return nil, fmt.Errorf("stage %s: %w", m.Host, err)
		}
		staged[i] = Mount{Host: target, Inside: m.Inside}
	}
	return staged, nil
}

func stageOne(source *os.File, target string) error {
	info, err := source.Stat()
	if err != nil {
		return err
	}
	if info.IsDir() {
		err = os.Mkdir(target, 0o755)
	} else {
		err = os.WriteFile(target, nil, 0o644)
	}
	if err != nil {
		return err
	}
	return unix.Mount(fmt.Sprintf("/proc/self/fd/%d", source.Fd()), target, "", unix.MS_BIND, "")
}
