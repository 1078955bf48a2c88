package doctor

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func find(t *testing.T, r Report, area, name string) Finding {
	t.Helper()
	for _, f := range r.Findings {
		if f.Area == area && f.Name == name {
			return f
		}
	}
	t.Fatalf("nothing was found out about %s %s: %+v", area, name, r.Findings)
	return Finding{}
}

func examine(t *testing.T, env map[string]string) Report {
	t.Helper()
	t.Setenv("DOCKER_HOST", "unix://"+filepath.Join(t.TempDir(), "no.sock"))
	return Machine{Getenv: func(name string) string { return env[name] }, Records: t.TempDir()}.Examine(t.Context())
}

func program(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(file, []byte("\x7fELF"), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestAKeyIsSaidToBeThereAndNeverShown(t *testing.T) {
	r := examine(t, map[string]string{"OPENAI_API_KEY": "sk-very-secret"})
	if f := find(t, r, "key", "OPENAI_API_KEY"); f.State != OK || f.Found != "set" {
		t.Errorf("%+v", f)
	}
	if f := find(t, r, "key", "ANTHROPIC_API_KEY"); f.State != Optional || f.How == "" {
		t.Errorf("%+v", f)
	}
	text, err := json.Marshal(r)
	if err != nil || strings.Contains(string(text), "secret") {
		t.Errorf("%v: %s", err, text)
	}
}

// Whatever is not all right comes with advice; only what every run needs makes
// the machine unfit.
func TestWhatIsMissingComesWithAdvice(t *testing.T) {
	own := map[string]string{"M4BENCH_DUCKDB": program(t), "M4BENCH_SHIM": program(t)}
	r := examine(t, own)
	for _, f := range r.Findings {
		if f.State != OK && f.How == "" {
			t.Errorf("no advice: %+v", f)
		}
		if f.State == Lacking && f.Area == "program" {
			t.Errorf("ours are there: %+v", f)
		}
	}
	if f := find(t, r, "docker", "daemon"); f.State != Optional || !strings.Contains(f.How, "docker.io") {
		t.Errorf("%+v", f)
	}
	if _, err := exec.LookPath("bwrap"); err == nil && !r.Ready() {
		t.Errorf("bubblewrap is here, so agents can run: %+v", r.Findings)
	}
}

func TestWithoutOurProgramsNoAgentRuns(t *testing.T) {
	r := examine(t, nil)
	if f := find(t, r, "program", "shim"); f.State != Lacking || !strings.Contains(f.How, "make build") {
		t.Errorf("%+v", f)
	}
	if r.Ready() {
		t.Error("ready without the shim")
	}
}
