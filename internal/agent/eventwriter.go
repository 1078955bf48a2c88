package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// Bounds of what becomes of a hostile trace.
const (
	maxLine   = 1 << 20  // bytes of a line that are read
	maxEvents = 64 << 20 // bytes of events that are written
)

// EventWriter writes a trace's events, one JSON object a line, as the trace
// arrives. Its memory does not grow with the trace.
type EventWriter struct {
	// Watch, if set, is told every event that is written.
	Watch func(Event)

	w       io.Writer
	n       Normaliser
	start   time.Time
	now     func() time.Time
	line    []byte
	dropped bool // the current line is longer than maxLine
	written int
	most    int // bytes that may be written
	cut     bool
	summary Summary
}

// NewEventWriter starts a stream of events; their times count from now.
func NewEventWriter(w io.Writer, n Normaliser, now func() time.Time) *EventWriter {
	return &EventWriter{w: w, n: n, start: now(), now: now, most: maxEvents}
}

// Write takes a piece of the trace.
func (e *EventWriter) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		part, after, ended := bytes.Cut(rest, []byte("\n"))
		rest = after
		keep := part[:min(len(part), maxLine-len(e.line))]
		e.line = append(e.line, keep...)
		e.dropped = e.dropped || len(keep) < len(part)
		if ended {
			if err := e.endLine(); err != nil {
				return 0, err
			}
		}
	}
	return len(p), nil
}

// Close writes the event of a last line without an end.
func (e *EventWriter) Close() error {
	if len(e.line) == 0 {
		return nil
	}
	return e.endLine()
}

// Summary of the events so far, those behind a cut included.
func (e *EventWriter) Summary() Summary { return e.summary }

func (e *EventWriter) endLine() error {
	line, dropped := bytes.TrimSuffix(e.line, []byte("\r")), e.dropped
	at := e.now().Sub(e.start).Milliseconds()
	events := e.n.Line(line, dropped)
	e.line, e.dropped = e.line[:0], false
	for _, event := range events {
		event.At = at
		if err := e.event(event); err != nil {
			return err
		}
	}
	return nil
}

func (e *EventWriter) event(event Event) error {
	e.summary.add(event)
	if e.cut {
		return nil
	}
	if e.written > e.most {
		e.cut = true
		event = Event{At: event.At, Kind: Cut}
		e.summary.add(event)
	}
	text, err := json.Marshal(event)
	if err != nil {
		return fmt.Errorf("encode an event: %w", err)
	}
	n, err := e.w.Write(append(text, '\n'))
	e.written += n
	if err != nil {
		return fmt.Errorf("write an event: %w", err)
	}
	if e.Watch != nil {
		e.Watch(event)
	}
	return nil
}
