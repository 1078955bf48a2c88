package sandbox

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/moby/moby/api/pkg/stdcopy"
	"github.com/moby/moby/client"
)

// keep says whether the image has the program, then answers every line it reads
// with the work folder's block size, blocks and free blocks. It ends with its
// harness, whose end closes its input.
const keep = `if command -v -- "$1" >/dev/null; then echo yes; else echo no; fi
while read -r _; do stat -f -c '%S %b %f' . || echo; done`

// keeper is the container that holds a box's work folder.
type keeper struct {
	conn    client.HijackedResponse
	lines   chan string // what it says; closed at its end
	program bool        // the image has the agent's program

	mu         sync.Mutex
	asked      bool // and not yet answered
	known      bool // by an answer
	used, free int64
	gone       error // why it no longer answers
}

func keeperName(box string) string { return box + "-keeper" }

func startKeeper(ctx context.Context, b *dockerBox) (*keeper, error) {
	limits := Limits{Memory: 64 << 20, PIDs: 16, CPUs: 1}
	o := b.containerOf([]string{"/bin/sh", "-c", keep, "sh"}, b.spec.Argv[:1], limits)
	o.Name = keeperName(b.name)
	o.Config.Env = []string{"PATH=" + strings.Join(insidePath, ":")}
	streams, err := b.engine.launch(ctx, o, client.ContainerAttachOptions{Stream: true, Stdin: true, Stdout: true})
	if err != nil {
		return nil, err
	}
	k := &keeper{conn: streams[0], lines: make(chan string, 1)}
	go k.listen()
	first, err := k.line()
	k.program = first == "yes"
	return k, err
}

func (k *keeper) listen() {
	r, w := io.Pipe()
	go func() {
		_, err := stdcopy.StdCopy(w, io.Discard, k.conn.Reader)
		w.CloseWithError(err)
	}()
	for scan := bufio.NewScanner(r); scan.Scan(); {
		k.lines <- scan.Text()
	}
	r.Close()
	close(k.lines)
}

var errNotYet = errors.New("the container that holds the work folder has not answered yet")

var errKeeper = errors.New("the container that holds the work folder has ended")

func (k *keeper) line() (string, error) {
	late := time.NewTimer(answerPatience)
	defer late.Stop()
	select {
	case line, ok := <-k.lines:
		if !ok {
			return "", errKeeper
		}
		return line, nil
	case <-late.C:
		return "", errors.New("the container that holds the work folder does not answer")
	}
}

// space says how many bytes of the work folder are used and free now.
func (k *keeper) space() (used, free int64, err error) {
	if k == nil {
		return 0, 0, errKeeper
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.asked {
		k.hear(k.line()) // the answer to an earlier question
	}
	if k.ask(); k.gone == nil {
		k.hear(k.line())
	}
	return k.used, k.free, k.gone
}

// glance is the latest answer to such a question, without waiting for one.
func (k *keeper) glance() (used, free int64, err error) {
	if k == nil {
		return 0, 0, errKeeper
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	select {
	case line, ok := <-k.lines:
		if ok {
			k.hear(line, nil)
		} else {
			k.hear("", errKeeper)
		}
	default:
	}
	if !k.asked {
		k.ask()
	}
	if !k.known && k.gone == nil {
		return 0, 0, errNotYet
	}
	return k.used, k.free, k.gone
}

func (k *keeper) ask() {
	if k.gone != nil {
		return
	}
	if _, err := k.conn.Conn.Write([]byte("\n")); err != nil {
		k.gone = fmt.Errorf("%w: %w", errKeeper, err)
	}
	k.asked = true
}

// hear takes an answer. After an error every later one is the same: answers would
// no longer fit the questions.
func (k *keeper) hear(answer string, err error) {
	k.asked = false
	var size, blocks, unused int64
	if err == nil {
		_, err = fmt.Sscan(answer, &size, &blocks, &unused)
	}
	if err != nil && k.gone == nil {
		k.gone = err
	}
	k.used, k.free, k.known = (blocks-unused)*size, unused*size, true
}

func (k *keeper) close() {
	if k == nil {
		return
	}
	k.conn.Close()
	for range k.lines { // until listen has ended
	}
}

// findProgram makes sure that the agent's program exists: in the image, among
// the mounts, or among the files that the box is given.
func (b *dockerBox) findProgram() error {
	program := b.spec.Argv[0]
	if b.keeper.program || slices.ContainsFunc(b.spec.Files, func(f File) bool {
		return strings.Contains(program, "/") && inWork(program) == path.Join(WorkDir, f.Path)
	}) {
		return nil
	}
	names := []string{program}
	if !strings.Contains(program, "/") {
		names = nil
		for _, dir := range insidePath {
			names = append(names, path.Join(dir, program))
		}
	}
	for _, m := range b.spec.Mounts {
		for _, name := range names {
			if name == m.Inside {
				return nil
			}
			if rest, ok := strings.CutPrefix(name, m.Inside+"/"); ok {
				if _, err := os.Stat(path.Join(m.Host, rest)); err == nil {
					return nil
				}
			}
		}
	}
	return fmt.Errorf("%s: %w", program, ErrNoProgram)
}

func inWork(name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join(WorkDir, name)
}
