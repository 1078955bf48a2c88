package agent_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"m4bench/internal/agent"
	"m4bench/internal/agent/modeltest"
	"m4bench/internal/sandbox"
)

// outcome is what a real program left behind.
type outcome struct {
	events  []agent.Event
	summary agent.Summary
	exit    int
	stderr  string
	dir     string // its working folder
	trace   []byte
	took    time.Duration
}

const token = "m4bench-run-test"

// play lets an agent's real program act against a scripted model, in a folder of
// its own and without a sandbox.
func play(t *testing.T, name, model, url string, skills ...string) outcome {
	t.Helper()
	return playPrompt(t, "Write output.csv.", name, model, url, skills...)
}

func playPrompt(t *testing.T, prompt, name, model, url string, skills ...string) outcome {
	t.Helper()
	a, err := agent.WithModel(name, agent.Mind{Model: model})
	if err != nil {
		t.Fatal(err)
	}
	command, err := a.Command(agent.Job{Prompt: prompt, Token: token, BaseURL: url})
	if err != nil {
		t.Fatal(err)
	}
	o := outcome{dir: t.TempDir()}
	for _, f := range command.Files {
		write(t, filepath.Join(o.dir, f.Path), string(f.Content))
	}
	for _, s := range skills {
		write(t, filepath.Join(o.dir, cmp.Or(command.SkillFolder, "skills"), s, "SKILL.md"), skillText(s))
	}
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, programPath(t, command.Programs[0]), command.Argv[1:]...)
	cmd.Dir, cmd.Stdin = o.dir, bytes.NewReader(command.Stdin)
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + t.TempDir(), "TMPDIR=" + t.TempDir(), "LANG=C.UTF-8"}
	for name, value := range command.Env {
		if rest, ok := strings.CutPrefix(value, sandbox.WorkDir+"/"); ok {
			value = filepath.Join(o.dir, rest)
		}
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	var trace, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &trace, &stderr
	begin := time.Now()
	err = cmd.Run()
	o.took = time.Since(begin)
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) {
		t.Fatal(err)
	}
	o.exit, o.stderr, o.trace = cmd.ProcessState.ExitCode(), stderr.String(), trace.Bytes()
	o.events, o.summary = normalise(t, a.Normaliser(), o.trace)
	return o
}

func programPath(t *testing.T, name string) string {
	if name == agent.ChatProgram {
		return modeltest.BuildChat(t)
	}
	return modeltest.RequireProgram(t, name).Path
}

func skillText(name string) string {
	return "---\nname: " + name + "\ndescription: The rules of " + name + ".\n---\n\nCount what " + name + " counts.\n"
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func normalise(t testing.TB, n agent.Normaliser, trace []byte) ([]agent.Event, agent.Summary) {
	t.Helper()
	var out bytes.Buffer
	w := agent.NewEventWriter(&out, n, func() time.Time { return time.Unix(0, 0) })
	if _, err := w.Write(trace); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var all []agent.Event
	for dec := json.NewDecoder(&out); dec.More(); {
		var e agent.Event
		if err := dec.Decode(&e); err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all, w.Summary()
}
