// Package sandbox runs an agent's program where it can do no harm and see
// nothing it should not: drivers behind one small interface, the supervision
// that all of them share, and the evidence of how each limit was held.
//
// A run is Prepare (the box with its files and limits, nothing running yet),
// Supervise (start, stream, wait or kill), Collect (copy a result out) and
// Close (leave nothing behind):
//
//	box, err := driver.Prepare(ctx, spec)
//	defer box.Close(ctx)
//	outcome, err := sandbox.Supervise(ctx, box, spec.Limits, trace, stderr)
//	_, err = box.Collect(ctx, "output.csv", file, spec.Limits.Work)
//
// Whatever an agent leaves is hostile: it is collected only after its last
// process has ended, as a regular file, without following a link, up to a size.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// Places inside every sandbox.
const (
	WorkDir    = "/work"          // the agent's working folder, writable, size-limited
	ProgramDir = "/usr/local/bin" // programs that Spec.Mounts brings along
)

// Driver makes sandboxes of one kind.
type Driver interface {
	// Name is how a user asks for the driver.
	Name() string
	// Check says how this machine holds each limit, or why the driver cannot be
	// used here (an *UnavailableError).
	Check(ctx context.Context) (Capabilities, error)
	// Prepare makes a box. Nothing of the agent runs yet.
	Prepare(ctx context.Context, spec Spec) (Box, error)
}

// Box is one prepared sandbox, good for one run.
type Box interface {
	// Start lets the agent run; its output goes to the two writers as it comes.
	Start(ctx context.Context, stdout, stderr io.Writer) error
	// Wait returns once the agent's first process and then every other process
	// of the box has ended and both streams are drained. It is called once.
	Wait() (Exit, error)
	// Kill ends every process of the box. It may be called at any time, more
	// than once, and by another goroutine than Wait.
	Kill()
	// Usage says which limits have been hit so far.
	Usage() Usage
	// Collect copies a regular file of the work folder to dst, at most limit
	// bytes. It is called after Wait. Anything else under that name is a
	// *CollectError.
	Collect(ctx context.Context, name string, dst io.Writer, limit int64) (int64, error)
	// Evidence says how this box held its limits.
	Evidence() Evidence
	// Close removes all that the box made on this machine.
	Close() error
}

// Spec says what runs, what it may see and how much it may use.
type Spec struct {
	ID   string            // of the run; part of the names of what the driver makes
	Argv []string          // program and arguments, as seen inside
	Env  map[string]string // added to the fixed minimal environment; nothing of the host's gets in.
	// A value that begins with WorkDir and a slash is a path in the work folder, wherever the driver has it.
	Stdin  []byte  // what the program reads
	Files  []File  // put into the work folder before the start
	Mounts []Mount // what of the host can be read inside
	Limits Limits
}

// File is put into the work folder and belongs to the agent.
type File struct {
	Path    string // relative to the work folder, slashes, inside it
	Content []byte
	Exec    bool
}

// Mount shows a file or folder of the host inside, read-only.
type Mount struct {
	Host   string // absolute path on the host
	Inside string // absolute path in the sandbox
}

// Limits of one run. Zero means the limit is not asked for, and a run without
// all of them is not publishable.
type Limits struct {
	Memory int64         `json:"memory_bytes"` // of all processes together, work folder included
	PIDs   int           `json:"pids"`         // processes and threads
	CPUs   float64       `json:"cpus"`
	Wall   time.Duration `json:"wall_ns"`
	Work   int64         `json:"work_bytes"`   // size of the work folder
	Trace  int64         `json:"trace_bytes"`  // of standard output that is kept
	Stderr int64         `json:"stderr_bytes"` // of standard error that is kept
}

// DefaultLimits are those of a benchmark run unless its caller says otherwise.
func DefaultLimits() Limits {
	return Limits{
		Memory: 4 << 30,
		PIDs:   512,
		CPUs:   2,
		Wall:   30 * time.Minute,
		Work:   2 << 30,
		Trace:  256 << 20,
		Stderr: 16 << 20,
	}
}

// Exit is how the agent's first process ended.
type Exit struct {
	Code   int  // its exit status, or 128 and the signal's number
	Killed bool // by Box.Kill
}

// Usage is what the agent used of its limits, as far as the driver can tell.
type Usage struct {
	OOMKills   int64 `json:"oom_kills"`         // processes killed for want of memory
	PIDRefused int64 `json:"pids_refused"`      // times that a new process was refused
	WorkFull   bool  `json:"work_full"`         // the work folder had no free byte
	WorkPeak   int64 `json:"work_peak_bytes"`   // most that was seen in the work folder
	MemoryPeak int64 `json:"memory_peak_bytes"` // 0 if unknown
}

// merge keeps the worst of two readings.
func (u Usage) merge(later Usage) Usage {
	return Usage{
		OOMKills:   max(u.OOMKills, later.OOMKills),
		PIDRefused: max(u.PIDRefused, later.PIDRefused),
		WorkFull:   u.WorkFull || later.WorkFull,
		WorkPeak:   max(u.WorkPeak, later.WorkPeak),
		MemoryPeak: max(u.MemoryPeak, later.MemoryPeak),
	}
}

// check finds mistakes that every driver would otherwise have to look for.
func (s Spec) check() error {
	if len(s.Argv) == 0 {
		return errors.New("sandbox: no program to run")
	}
	for _, f := range s.Files {
		if !filepath.IsLocal(filepath.FromSlash(f.Path)) {
			return fmt.Errorf("sandbox: file %q would lie outside the work folder", f.Path)
		}
	}
	for _, m := range s.Mounts {
		if !filepath.IsAbs(m.Host) || !path.IsAbs(m.Inside) || path.Clean(m.Inside) != m.Inside || m.Inside == "/" {
			return fmt.Errorf("sandbox: mount %q at %q: both must be clean absolute paths", m.Host, m.Inside)
		}
	}
	for name := range s.Env {
		if name == "" || strings.ContainsAny(name, "=\x00") {
			return fmt.Errorf("sandbox: %q is no name of an environment variable", name)
		}
	}
	return nil
}

// ErrNoProgram means that the agent's program does not exist in the sandbox.
var ErrNoProgram = errors.New("there is no such program in the sandbox")

// UnavailableError says why a driver cannot be used on this machine; exit code 5.
type UnavailableError struct {
	Driver string
	Reason string
}

func (e *UnavailableError) Error() string {
	return fmt.Sprintf("sandbox %s cannot be used here: %s", e.Driver, e.Reason)
}

// ExitCode says that the environment lacks something.
func (e *UnavailableError) ExitCode() int { return 5 }
