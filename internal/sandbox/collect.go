package sandbox

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Reasons why a file an agent left is not collected.
var (
	ErrMissing    = errors.New("there is no such file")
	ErrNotRegular = errors.New("it is not a regular file")
	ErrTooLarge   = errors.New("it is too large")
)

// CollectError says which of the agent's files was refused, and why. Its cause
// is ErrMissing, ErrNotRegular or ErrTooLarge: a fault of the agent.
type CollectError struct {
	Name   string
	Detail string
	Err    error
}

func (e *CollectError) Error() string {
	if e.Detail == "" {
		return e.Name + ": " + e.Err.Error()
	}
	return fmt.Sprintf("%s: %v: %s", e.Name, e.Err, e.Detail)
}

func (e *CollectError) Unwrap() error { return e.Err }

// copyRegular copies an opened file that must be regular and at most limit bytes.
func copyRegular(name string, file *os.File, dst io.Writer, limit int64) (int64, error) {
	info, err := file.Stat()
	if err != nil {
		return 0, fmt.Errorf("collect %s: %w", name, err)
	}
	if !info.Mode().IsRegular() {
		return 0, &CollectError{Name: name, Err: ErrNotRegular, Detail: kindOf(info.Mode())}
	}
	if info.Size() > limit {
		return 0, &CollectError{Name: name, Err: ErrTooLarge, Detail: fmt.Sprintf("%d bytes of at most %d", info.Size(), limit)}
	}
	n, err := io.Copy(dst, io.LimitReader(file, limit+1))
	if err != nil {
		return n, fmt.Errorf("collect %s: %w", name, err)
	}
	if n > limit {
		return n, &CollectError{Name: name, Err: ErrTooLarge, Detail: fmt.Sprintf("it grew beyond %d bytes while it was read", limit)}
	}
	return n, nil
}

func kindOf(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeSymlink != 0:
		return "it is a symbolic link"
	case mode.IsDir():
		return "it is a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "it is a named pipe"
	case mode&fs.ModeSocket != 0:
		return "it is a socket"
	case mode&fs.ModeDevice != 0:
		return "it is a device"
	default:
		return "it is of an unknown kind"
	}
}
