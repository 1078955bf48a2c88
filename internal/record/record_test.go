package record

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"m4bench/internal/agent"
	"m4bench/internal/sandbox"
	"m4bench/internal/score"
)

var (
	collected = Output{State: Collected}
	missing   = Output{State: Missing}
	limits    = sandbox.Limits{Memory: 1 << 30, PIDs: 9, Work: 1 << 20, Wall: time.Minute}
)

// The first cause in this order decides: the harness, the user, the clock, and
// then what failed, explained by the limit that was hit.
func TestJudge(t *testing.T) {
	hit := sandbox.Usage{OOMKills: 1, PIDRefused: 1, WorkFull: true}
	for _, c := range []struct {
		name    string
		outcome sandbox.Outcome
		output  Output
		fault   error
		want    Status
	}{
		{"all well", sandbox.Outcome{Cause: sandbox.Exited}, collected, nil, OK},
		{"limits hit and survived", sandbox.Outcome{Cause: sandbox.Exited, Usage: hit}, collected, nil, OK},
		{"no file", sandbox.Outcome{Cause: sandbox.Exited}, missing, nil, NoOutput},
		{"a refused file", sandbox.Outcome{Cause: sandbox.Exited}, Output{State: Refused, Reason: "a link"}, nil, NoOutput},
		{"status 137 without a kill for memory", sandbox.Outcome{Cause: sandbox.Exited, Exit: sandbox.Exit{Code: 137}}, collected, nil, AgentError},
		{"status 137 with one", sandbox.Outcome{Cause: sandbox.Exited, Exit: sandbox.Exit{Code: 137}, Usage: sandbox.Usage{OOMKills: 1}}, collected, nil, OutOfMemory},
		{"several limits", sandbox.Outcome{Cause: sandbox.Exited, Exit: sandbox.Exit{Code: 1}, Usage: hit}, missing, nil, OutOfMemory},
		{"processes", sandbox.Outcome{Cause: sandbox.Exited, Exit: sandbox.Exit{Code: 1}, Usage: sandbox.Usage{PIDRefused: 3}}, missing, nil, TooManyProcesses},
		{"disk", sandbox.Outcome{Cause: sandbox.Exited, Usage: sandbox.Usage{WorkFull: true}}, missing, nil, DiskFull},
		{"time", sandbox.Outcome{Cause: sandbox.TimedOut, Exit: sandbox.Exit{Code: 137, Killed: true}, Usage: hit}, collected, nil, Timeout},
		{"user", sandbox.Outcome{Cause: sandbox.Interrupted}, collected, nil, Interrupted},
		{"machine", sandbox.Outcome{Cause: sandbox.TimedOut}, collected, errors.New("disk full"), Infrastructure},
	} {
		got, reason := Judge(c.outcome, limits, c.output, c.fault)
		if got != c.want || !got.known() {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if (got == OK) != (reason == "") {
			t.Errorf("%s: reason %q", c.name, reason)
		}
	}
}

var identity = Identity{
	Task: "mimic-sofa-24h", Condition: "no-skill", Schema: "native", Trial: 1, Attempt: 1,
	Agent: agent.Identity{Name: "pi", Model: "ollama/qwen3:4b"},
}

// Runs that start in the same moment never share a folder.
func TestFoldersAreNeverShared(t *testing.T) {
	root, now := t.TempDir(), time.Now()
	var mu sync.Mutex
	seen := map[string]bool{}
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			f, err := Create(root, identity, now)
			mu.Lock()
			defer mu.Unlock()
			if err != nil || seen[f.Dir] {
				t.Errorf("%v, %v", f, err)
				return
			}
			seen[f.Dir] = true
		})
	}
	wg.Wait()
}

// Whatever a model is called, its run's folder is one plain name.
func TestRunIDsAreSafeNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := identity
		id.Agent.Model = rapid.String().Draw(t, "model")
		name := runID(id, time.Unix(1e9, 0))
		if strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_") != "" || strings.HasPrefix(name, ".") || len(name) > 255 {
			t.Fatalf("%q", name)
		}
	})
	name := runID(identity, time.Date(2030, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600)))
	if want := "mimic-sofa-24h_no-skill_native_pi_ollama-qwen3-4b_t1_20300102T020405Z_"; !strings.HasPrefix(name, want) {
		t.Errorf("%q, want %q…", name, want)
	}
}

func newFolder(t *testing.T) *Folder {
	t.Helper()
	f, err := Create(t.TempDir(), identity, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestARecordIsCompleteWithItsResultOnly(t *testing.T) {
	f := newFolder(t)
	if _, err := f.Open(TraceFile); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Open(TraceFile); !errors.Is(err, os.ErrExist) {
		t.Errorf("a file was opened twice: %v", err)
	}
	if _, err := Load(f.Dir); !errors.Is(err, ErrIncomplete) {
		t.Errorf("an unfinished record was read: %v", err)
	}
	if err := f.Finish(&Result{Identity: identity, Status: "splendid"}); err == nil {
		t.Error("an unknown status was recorded")
	}
	if _, err := Load(f.Dir); !errors.Is(err, ErrIncomplete) {
		t.Errorf("a refused result was left: %v", err)
	}
	if err := f.Finish(&Result{Identity: identity, Status: OK}); err != nil {
		t.Fatal(err)
	}
	r, err := Load(f.Dir)
	if err != nil || r.RunID != filepath.Base(f.Dir) || r.SchemaVersion != SchemaVersion {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestResultsThatCannotBeRead(t *testing.T) {
	for name, write := range map[string]func(path string) error{
		"no JSON":         func(p string) error { return os.WriteFile(p, []byte("{"), 0o644) },
		"another version": func(p string) error { return os.WriteFile(p, []byte(`{"schema_version":99}`), 0o644) },
		"no run":          func(p string) error { return os.WriteFile(p, []byte(`{"schema_version":1}`), 0o644) },
		"no status": func(p string) error {
			return os.WriteFile(p, []byte(`{"schema_version":1,"run_id":"a","task":"b"}`), 0o644)
		},
		"a link":   func(p string) error { return os.Symlink("/etc/passwd", p) },
		"a folder": func(p string) error { return os.Mkdir(p, 0o755) },
		"endless":  func(p string) error { return errors.Join(os.WriteFile(p, nil, 0o644), os.Truncate(p, 1<<40)) },
	} {
		dir := t.TempDir()
		if err := write(filepath.Join(dir, ResultFile)); err != nil {
			t.Fatal(err)
		}
		_, err := Load(dir)
		var input *InputError
		if !errors.As(err, &input) || input.ExitCode() != 2 || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestScoringThatIsStoppedLeavesTheRecordAsItWas(t *testing.T) {
	f := newFolder(t)
	if err := f.Finish(&Result{Identity: identity, Status: OK, Output: collected, Score: &score.Result{Reward: 0.5}}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Rescore(ctx, f.Dir, func(context.Context, string) (*score.Result, error) {
		cancel()
		return nil, context.Canceled
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if r, err := Load(f.Dir); err != nil || r.Reward() != 0.5 {
		t.Errorf("reward %v, %v", r.Reward(), err)
	}
}

func TestSizesAreWrittenAsLimitsAre(t *testing.T) {
	for bytes, want := range map[int64]string{512: "512 bytes", 512 << 20: "512 MB", 4 << 30: "4 GB", 2048 << 30: "2048 GB"} {
		if got := size(bytes); got != want {
			t.Errorf("%d: %q, want %q", bytes, got, want)
		}
	}
}
