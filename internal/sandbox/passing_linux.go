package sandbox

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// passing collects the files that a child process is given. Their numbers in
// the child start at 3, in order.
type passing struct {
	owner  int // user who may reopen the files by name, such as /dev/stderr; 0 is the harness's own
	extra  []*os.File
	theirs []*os.File // the child's ends, closed here after the start
}

func (p *passing) give(f *os.File) int {
	p.extra = append(p.extra, f)
	return 2 + len(p.extra)
}

// content passes a file that holds data, and returns its number in the child.
func (p *passing) content(data []byte) (int, error) {
	f, err := p.memory(data)
	if err != nil {
		return 0, err
	}
	return p.give(f), nil
}

// memory is an unnamed file in memory, read from its start.
func (p *passing) memory(data []byte) (*os.File, error) {
	fd, err := unix.MemfdCreate("m4bench", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("pass data to the sandbox: %w", err)
	}
	f := os.NewFile(uintptr(fd), "memory")
	p.theirs = append(p.theirs, f)
	if _, err := f.Write(data); err != nil {
		return nil, fmt.Errorf("pass data to the sandbox: %w", err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("pass data to the sandbox: %w", err)
	}
	return f, p.own(f)
}

// in is a pipe that the child reads: its number there, and our end.
func (p *passing) in() (int, *os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return 0, nil, fmt.Errorf("pipe to the sandbox: %w", err)
	}
	p.theirs = append(p.theirs, r)
	return p.give(r), w, nil
}

// out is a pipe that the child writes: its number there, and our end.
func (p *passing) out() (int, *os.File, error) {
	r, w, err := p.pipe()
	if err != nil {
		return 0, nil, err
	}
	return p.give(w), r, nil
}

// pipe is our end and the child's of a pipe that the child writes.
func (p *passing) pipe() (r, w *os.File, err error) {
	if r, w, err = os.Pipe(); err != nil {
		return nil, nil, fmt.Errorf("pipe from the sandbox: %w", err)
	}
	p.theirs = append(p.theirs, w)
	return r, w, p.own(w)
}

func (p *passing) own(f *os.File) error {
	if p.owner == 0 {
		return nil
	}
	if err := f.Chown(p.owner, p.owner); err != nil {
		return fmt.Errorf("hand a stream to the sandbox's user: %w", err)
	}
	return nil
}

func (p *passing) closeTheirs() {
	for _, f := range p.theirs {
		f.Close()
	}
}
