package sandbox

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

// capped passes on the first max bytes and counts all of them. When the writer
// behind it fails, that is a fault of this machine: failed is closed.
type capped struct {
	mu     sync.Mutex
	w      io.Writer
	max    int64
	bytes  int64
	kept   int64
	tail   []byte // the last bytes, kept or not
	err    error
	failed chan struct{}
}

func newCapped(w io.Writer, max int64) *capped {
	return &capped{w: w, max: max, failed: make(chan struct{})}
}

// Write never fails: the agent's stream is drained to its end in any case, so
// that a full disk of ours does not look like a broken pipe to the agent.
func (c *capped) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bytes += int64(len(p))
	c.remember(p)
	keep := p
	if c.max > 0 && c.kept+int64(len(keep)) > c.max {
		keep = keep[:max(0, c.max-c.kept)]
	}
	if c.err != nil || len(keep) == 0 {
		return len(p), nil
	}
	n, err := c.w.Write(keep)
	c.kept += int64(n)
	if err != nil {
		c.err = fmt.Errorf("keep the agent's output: %w", err)
		close(c.failed)
	}
	return len(p), nil
}

func (c *capped) failure() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

func (c *capped) stream() Stream {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Stream{Bytes: c.bytes, Kept: c.kept}
}

const tailBytes = 4096

func (c *capped) remember(p []byte) {
	c.tail = append(c.tail, p[max(0, len(p)-tailBytes):]...)
	if extra := len(c.tail) - tailBytes; extra > 0 {
		c.tail = append(c.tail[:0], c.tail[extra:]...)
	}
}

// last is the end of what was written, for a person to read.
func (c *capped) last() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.ToValidUTF8(string(c.tail), "\uFFFD")
}
