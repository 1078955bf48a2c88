// Package progress tells a waiting person how far a long task is: one line that
// is redrawn on a terminal, a line every few seconds elsewhere, nothing when
// the task is over quickly.
package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// Reporter receives the state of one running task. A nil *Line is a silent Reporter.
type Reporter interface {
	// Step says what is being done now. done and total are in the given unit;
	// total 0 means unknown.
	Step(what string, done, total int64, unit string)
	// Done removes the running line and, unless summary is empty, prints it.
	Done(summary string)
}

// Silent reports nothing.
type Silent struct{}

// Step does nothing.
func (Silent) Step(string, int64, int64, string) {}

// Done does nothing.
func (Silent) Done(string) {}

// Line reports on a writer, at most every interval, and only after the first
// two seconds have passed.
type Line struct {
	mu       sync.Mutex
	w        io.Writer
	now      func() time.Time
	start    time.Time
	last     time.Time
	what     string
	stepped  time.Time
	terminal bool
}

// NewLine starts a line on w. It redraws in place if w is a terminal.
func NewLine(w io.Writer, now func() time.Time) *Line {
	file, ok := w.(*os.File)
	t := now()
	return &Line{w: w, now: now, start: t, stepped: t, terminal: ok && term.IsTerminal(int(file.Fd()))}
}

// Step implements Reporter.
func (l *Line) Step(what string, done, total int64, unit string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if what != l.what {
		l.what, l.stepped = what, now
	}
	interval := 5 * time.Second
	if l.terminal {
		interval = 200 * time.Millisecond
	}
	if now.Sub(l.start) < 2*time.Second || now.Sub(l.last) < interval {
		return
	}
	l.last = now
	text := what + "  " + amount(done, total, unit) + remaining(done, total, now.Sub(l.stepped))
	if l.terminal {
		fmt.Fprintf(l.w, "\r\x1b[K%s", text)
		return
	}
	fmt.Fprintln(l.w, text)
}

// Done implements Reporter.
func (l *Line) Done(summary string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.terminal && !l.last.IsZero() {
		fmt.Fprint(l.w, "\r\x1b[K")
	}
	if summary != "" {
		fmt.Fprintln(l.w, summary)
	}
}

func amount(done, total int64, unit string) string {
	if total > 0 {
		return fmt.Sprintf("%s of %s %s (%d %%)", Count(done), Count(total), unit, 100*done/total)
	}
	return fmt.Sprintf("%s %s", Count(done), unit)
}

func remaining(done, total int64, elapsed time.Duration) string {
	if total <= 0 || done <= 0 || done >= total || elapsed < time.Second {
		return ""
	}
	left := time.Duration(float64(elapsed) * float64(total-done) / float64(done))
	return ", about " + left.Round(time.Second).String() + " left"
}

// Count writes n the way people read it: 950, 12.3k, 4.1M, 2.0G.
func Count(n int64) string {
	switch {
	case n >= 1_000_000_000:
		return fmt.Sprintf("%.1fG", float64(n)/1e9)
	case n >= 1_000_000:
		return fmt.Sprintf("%.1fM", float64(n)/1e6)
	case n >= 10_000:
		return fmt.Sprintf("%.1fk", float64(n)/1e3)
	default:
		return fmt.Sprint(n)
	}
}
