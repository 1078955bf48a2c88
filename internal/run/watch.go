package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode"

	"m4bench/internal/agent"
	"m4bench/internal/gateway"
	"m4bench/internal/progress"
	"m4bench/internal/record"
	"m4bench/internal/sandbox"
)

// supervise lets the agent act, and keeps what it prints.
func (a *attempt) supervise(ctx context.Context, box sandbox.Box, g *gate) (outcome sandbox.Outcome, err error) {
	var files []*os.File
	defer func() {
		for _, f := range files {
			err = errors.Join(err, f.Close())
		}
	}()
	open := func(name string) (f *os.File) {
		if err == nil {
			if f, err = a.folder.Open(name); err == nil {
				files = append(files, f)
			}
		}
		return f
	}
	trace, events, stderr := open(record.TraceFile), open(record.EventsFile), open(record.StderrFile)
	if err != nil {
		return outcome, err
	}
	live := &live{attempt: a, usage: g.gateway.Usage}
	stop := live.show()
	defer stop()
	stream := agent.NewEventWriter(events, a.order.Agent.Normaliser(), time.Now)
	stream.Watch = live.watch
	limits := a.order.Limits
	if g.control != nil {
		g.control.Kill(box.Kill)
		if limits.Wall > 0 {
			limits.Wall += backstop
		}
	}
	outcome, err = sandbox.Supervise(ctx, box, limits, io.MultiWriter(trace, stream), stderr)
	if errors.Is(err, sandbox.ErrNotKilled) {
		return outcome, err // the stream may still be in use
	}
	err = errors.Join(err, stream.Close())
	summary := stream.Summary()
	a.result.Trace = &summary
	return outcome, err
}

// live tells a waiting person what the agent does, while it does it.
type live struct {
	attempt *attempt
	usage   func() gateway.Usage
	mu      sync.Mutex
	now     string
}

// watch keeps the last thing worth telling.
func (l *live) watch(e agent.Event) {
	text := activity(e)
	if text == "" {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now = text
}

// activity is what an event says of the agent's doing, in a few plain characters:
// the text is a stranger's.
func activity(e agent.Event) string {
	prefix := map[agent.Kind]string{
		agent.Message: "says ", agent.Reasoning: "thinks ", agent.CommandRun: "runs ", agent.Tool: "uses ",
		agent.FileChange: "changes ", agent.SkillOpened: "opens skill ", agent.Failure: "error: ",
	}
	start, ok := prefix[e.Kind]
	if !ok {
		return ""
	}
	const most = 48
	text := e.Tool + e.Path + e.Skill
	if text == "" {
		text = e.Text
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text[:min(len(text), 4*most)])
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	if letters := []rune(text); len(letters) > most {
		text = string(letters[:most-1]) + "…"
	}
	return start + text
}

// show reports every second until stopped.
func (l *live) show() (stop func()) {
	start, done, ended := time.Now(), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				o := l.attempt.order
				unit := "s"
				if o.Limits.Wall > 0 {
					unit = fmt.Sprintf("s of %d", int64(o.Limits.Wall.Seconds()))
				}
				o.Progress.Step(l.line(), int64(time.Since(start).Seconds()), 0, unit)
			}
		}
	}()
	return func() { close(done); <-ended }
}

// line is who works on what, what it does, and what that has cost so far.
func (l *live) line() string {
	o := l.attempt.order
	line := fmt.Sprintf("%s on %s", o.Agent.Identity(), o.Task.ID)
	l.mu.Lock()
	if l.now != "" {
		line += ": " + l.now
	}
	l.mu.Unlock()
	if l.attempt.provider == nil {
		return line
	}
	return line + "  " + Spent(l.usage())
}

// Spent is what model calls have used, for a person.
func Spent(u gateway.Usage) string {
	text := progress.Count(u.Tokens.Total()) + " tokens"
	if u.Uncounted > 0 {
		text = "at least " + text
	}
	if u.Dollars != nil {
		return fmt.Sprintf("%s, $%.2f", text, *u.Dollars)
	}
	return text + ", price unknown"
}
