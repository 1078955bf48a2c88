package chat

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// toolName of the one tool.
const toolName = "bash"

const toolAbout = "Run a command in bash and read what it prints. Long output is cut in the middle."

// parameters of the tool, as a JSON schema.
var parameters = map[string]any{
	"type":       "object",
	"properties": map[string]any{"command": map[string]any{"type": "string", "description": "the command line"}},
	"required":   []string{"command"},
}

// ran is what came of a command.
type ran struct {
	text string
	exit int
	cut  bool
	late bool // it was killed for taking too long
}

func (r ran) status() string {
	if r.exit == 0 {
		return "ok"
	}
	return "failed"
}

func (r ran) forModel() string {
	switch {
	case r.late:
		return fmt.Sprintf("%s\n[killed: it took too long]", r.text)
	case r.exit != 0:
		return fmt.Sprintf("%s\n[exit status %d]", r.text, r.exit)
	case r.text == "":
		return "[no output]"
	default:
		return r.text
	}
}

// runCommand runs a command with its children in a group of their own, which is
// killed when the time is over.
func runCommand(ctx context.Context, command string, most time.Duration) ran {
	ctx, stop := context.WithTimeout(ctx, most)
	defer stop()
	var out ends
	cmd := exec.CommandContext(ctx, "/bin/bash", "-c", command)
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 2 * time.Second // a child in the background may hold the output open
	err := cmd.Run()
	r := ran{late: ctx.Err() != nil}
	r.text, r.cut = out.text()
	var status *exec.ExitError
	switch {
	case err == nil, errors.Is(err, exec.ErrWaitDelay):
	case errors.As(err, &status):
		if r.exit = status.ExitCode(); r.exit < 0 { // a signal
			r.exit = 128 + int(status.Sys().(syscall.WaitStatus).Signal())
		}
	default:
		r.exit, r.text = 127, err.Error()
	}
	return r
}

// half of what a model reads of a command's output: its beginning and its end.
const half = 12 << 10

// ends keeps the beginning and the end of what is written to it.
type ends struct {
	head, tail []byte
	written    int
}

func (e *ends) Write(p []byte) (int, error) {
	e.written += len(p)
	rest := p
	if room := half - len(e.head); room > 0 {
		e.head = append(e.head, rest[:min(room, len(rest))]...)
		rest = rest[min(room, len(rest)):]
	}
	e.tail = append(e.tail, rest[max(0, len(rest)-half):]...)
	if over := len(e.tail) - half; over > 0 {
		e.tail = append(e.tail[:0], e.tail[over:]...)
	}
	return len(p), nil
}

func (e *ends) text() (text string, cut bool) {
	left := e.written - len(e.head) - len(e.tail)
	middle := ""
	if left > 0 {
		middle = fmt.Sprintf("\n[… %d bytes left out …]\n", left)
	}
	return strings.ToValidUTF8(string(e.head)+middle+string(e.tail), "\uFFFD"), left > 0
}
