package shim

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Control is the harness's end: it gives the shim its order, hears what it finds,
// and lets the agent start or not.
type Control struct {
	// Judge decides on the report before the agent; an error keeps the agent from
	// starting.
	Judge func(*Report) error
	// Looked is told the names that the agent asks the addresses of. May be nil.
	Looked func(name string)
	// Wall is how long the agent may run; then the shim ends it. 0 for no limit.
	Wall time.Duration

	order    Order
	listener net.Listener
	done     chan struct{}

	mu      sync.Mutex
	conn    net.Conn
	heard   Heard
	stopped bool // the shim was told to end the agent
	kill    func()
	closed  bool
}

// Heard is what came from the shim.
type Heard struct {
	Before, After *Report
	Refused       error     // of Judge
	Started       time.Time // of the agent; zero if it was not let go
	Ended         time.Time // of the agent with all its processes; zero if the shim did not say
	TimedOut      bool      // it was ended at the limit
	Err           error     // the shim, or the way to it, failed
}

// Listen prepares the harness's end in the folder that the sandbox will show.
// The caller sets Control's fields and then calls Serve.
func Listen(dir string, order Order) (*Control, error) {
	path := filepath.Join(dir, ProbeSocket)
	listener, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("listen to the sandbox: %w", err)
	}
	if err := os.Chmod(path, 0o666); err != nil {
		return nil, errors.Join(fmt.Errorf("listen to the sandbox: %w", err), listener.Close())
	}
	return &Control{order: order, listener: listener, done: make(chan struct{})}, nil
}

// Serve talks to the shim until it hangs up, in the background.
func (c *Control) Serve() {
	go func() {
		defer close(c.done)
		if err := c.talk(); err != nil {
			c.note(func(h *Heard) { h.Err = err })
		}
	}()
}

// talk takes the first connection, and no other: the agent does not run yet.
func (c *Control) talk() error {
	conn, err := c.listener.Accept()
	c.listener.Close()
	if err != nil {
		return errors.New("the shim did not call")
	}
	defer conn.Close()
	if !c.take(conn) {
		return errors.New("the run ended before the shim called")
	}
	in := newLines(conn)
	if err := send(conn, toShim{Order: &c.order}); err != nil {
		return err
	}
	if err := conn.SetReadDeadline(time.Now().Add(reportTime)); err != nil {
		return err
	}
	var first fromShim
	if err := in.read(&first); err != nil || first.Report == nil || first.Report.When != Before {
		return errors.Join(errors.New("the shim did not say what it found"), err)
	}
	c.note(func(h *Heard) { h.Before = first.Report })
	if err := c.Judge(first.Report); err != nil {
		c.note(func(h *Heard) { h.Refused = err })
		no := false
		return send(conn, toShim{Go: &no})
	}
	if err := conn.SetReadDeadline(time.Time{}); err != nil {
		return err
	}
	return c.accompany(conn, in)
}

func (c *Control) take(conn net.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conn = conn
	return !c.closed
}

// accompany lets the agent go and listens until the shim ends.
func (c *Control) accompany(conn net.Conn, in *lines) error {
	yes := true
	if err := send(conn, toShim{Go: &yes}); err != nil {
		return err
	}
	c.note(func(h *Heard) { h.Started = time.Now() })
	if c.Wall > 0 {
		limit := time.AfterFunc(c.Wall, c.Stop)
		defer limit.Stop()
	}
	for {
		var m fromShim
		switch err := in.read(&m); {
		case errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed):
			return nil
		case err != nil:
			return fmt.Errorf("listen to the shim: %w", err)
		}
		c.hear(m)
	}
}

func (c *Control) hear(m fromShim) {
	if m.Name != "" && c.Looked != nil {
		c.Looked(m.Name)
	}
	c.note(func(h *Heard) {
		if m.Ended != nil && h.Ended.IsZero() {
			h.Ended, h.TimedOut = time.Now(), c.stopped
		}
		if m.Report != nil && m.Report.When == After && h.After == nil {
			h.After = m.Report
		}
	})
}

// Overdue is how long the shim may take to end the agent; then its box is ended
// from outside.
const Overdue = time.Second

// Kill says how the box is ended from outside.
func (c *Control) Kill(kill func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kill = kill
}

// killOverdue ends the box of a shim that did not do as it was told.
func (c *Control) killOverdue() {
	c.mu.Lock()
	kill := c.kill
	over := c.closed || !c.heard.Ended.IsZero()
	c.mu.Unlock()
	if kill != nil && !over {
		kill()
	}
}

// Stop has the shim end the agent at its limit of time.
func (c *Control) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn == nil || !c.heard.Ended.IsZero() {
		return
	}
	c.stopped = true
	time.AfterFunc(Overdue, c.killOverdue)
	_ = c.conn.SetWriteDeadline(time.Now().Add(time.Second)) // a shim that does not listen is killed with its box
	_ = send(c.conn, toShim{Stop: true})
}

func (c *Control) note(change func(*Heard)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change(&c.heard)
}

// Close is called when the box has ended, and returns what was heard.
func (c *Control) Close() Heard {
	c.mu.Lock()
	c.closed = true
	conn := c.conn
	c.mu.Unlock()
	c.listener.Close()
	if conn != nil {
		// What the shim sent before its end is still to be read; then comes the end.
		_ = conn.SetReadDeadline(time.Now().Add(2 * time.Second))
	}
	<-c.done
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped && c.heard.Ended.IsZero() {
		c.heard.TimedOut = true
	}
	return c.heard
}
