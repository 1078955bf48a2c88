package run_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"m4bench/internal/agent"
	"m4bench/internal/gateway"
	"m4bench/internal/record"
	"m4bench/internal/run"
	"m4bench/internal/sandbox"
	"m4bench/internal/shim"
)

// leaky makes boxes with a mistake.
type leaky struct {
	sandbox.Driver
	change func(*sandbox.Spec)
}

func (l leaky) Prepare(ctx context.Context, s sandbox.Spec) (sandbox.Box, error) {
	l.change(&s)
	return l.Driver.Prepare(ctx, s)
}

// In a sandbox that leaks no agent is started, and the record says what leaks.
func TestALeakySandboxIsRefused(t *testing.T) {
	b, err := prepared()
	if err != nil {
		t.Fatal(err)
	}
	reference, err := b.Reference(taskOf(t, sirs))
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "innocent")
	if content, err := os.ReadFile(reference.Path); err != nil || os.WriteFile(copied, content, 0o644) != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, driver string
		change       func(*sandbox.Spec)
		finding      string
	}{
		{"no isolation at all", sandbox.NoneName, func(*sandbox.Spec) {}, "network: interface"},
		{"the references are mounted", sandbox.BwrapName, func(s *sandbox.Spec) {
			s.Mounts = append(s.Mounts, sandbox.Mount{Host: filepath.Dir(reference.Path), Inside: "/srv/more"})
		}, "mounts: something is mounted at /srv/more"},
		{"a reference under another name", sandbox.BwrapName, func(s *sandbox.Spec) {
			content, _ := os.ReadFile(copied)
			s.Files = append(s.Files, sandbox.File{Path: "notes/innocent", Content: content})
		}, "references: /work/notes/innocent"},
		{"the folder of the references, at its own place", sandbox.BwrapName, func(s *sandbox.Spec) {
			dir := filepath.Dir(reference.Path)
			s.Mounts = append(s.Mounts, sandbox.Mount{Host: dir, Inside: dir})
		}, "host-paths: " + filepath.Dir(reference.Path)},
		{"a key in the environment", sandbox.BwrapName, func(s *sandbox.Spec) { s.Env["HINT"] = secret }, "keys: environment variable HINT holds a key"},
		{"another key in the environment", sandbox.BwrapName, func(s *sandbox.Spec) { s.Env["SERVICE_API_KEY"] = "something" }, "SERVICE_API_KEY"},
		{"a key in a file", sandbox.BwrapName, func(s *sandbox.Spec) {
			s.Files = append(s.Files, sandbox.File{Path: ".config/login", Content: []byte("token: " + secret + "\n")})
		}, "keys: /work/.config/login"},
		{"the key in a file, without what is usual for keys", sandbox.BwrapName, func(s *sandbox.Spec) {
			s.Files = append(s.Files, sandbox.File{Path: "x", Content: []byte("=" + plainSecret + ";")})
		}, "keys: /work/x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			key := gateway.Secret(secret)
			if strings.Contains(c.name, "without") {
				key = plainSecret
			}
			server := provider(t, 200, answer)
			o := order(t, c.driver, sirs, caller("touch $M4BENCH_MARK; echo ran"))
			o.Upstream = run.Upstream{BaseURL: server.URL, Key: key}
			o.Sandbox.Capabilities.Isolated = true // as if the driver said so
			o.Sandbox.Driver = leaky{o.Sandbox.Driver, c.change}
			if c.driver == sandbox.NoneName {
				o.Sandbox.Driver = leaky{o.Sandbox.Driver, func(s *sandbox.Spec) { elsewhere(s) }}
			}
			done := one(t, o)
			findings := done.Probes.Before.Findings
			if done.Status != record.Infrastructure || done.Publishable || !strings.Contains(strings.Join(findings, "\n"), c.finding) {
				t.Errorf("status %s (%s), findings %q", done.Status, done.Reason, findings)
			}
			if trace, _ := os.ReadFile(filepath.Join(done.Dir, record.TraceFile)); len(trace) > 0 || done.Model.Requests > 0 {
				t.Errorf("the agent was started: %s", trace)
			}
			var report shim.Report
			text, err := os.ReadFile(filepath.Join(done.Dir, record.ProbesBeforeFile))
			if err != nil || json.Unmarshal(text, &report) != nil || len(report.Findings()) == 0 {
				t.Errorf("the report: %v, %s", err, text)
			}
			if strings.Contains(string(text), secret) {
				t.Error("the record holds the key")
			}
		})
	}
}

// elsewhere moves what the driver without isolation cannot show to where it is.
func elsewhere(s *sandbox.Spec) {
	for i, m := range s.Mounts {
		if !strings.HasPrefix(m.Inside, sandbox.WorkDir+"/") && !strings.HasPrefix(m.Inside, sandbox.ProgramDir+"/") {
			if at := slices.Index(s.Argv, m.Inside); at >= 0 {
				s.Argv[at] = m.Host
			}
			s.Mounts[i].Inside = m.Host
		}
	}
}

const (
	secret      = "sk-live-abcdefghijklmnopqrstuvwxyz123456"
	plainSecret = "Zq9vX2mN8pL4kR7tW3yB6cF1"
	answer      = `{"model":"m-1","usage":{"input_tokens":10,"output_tokens":5}}`
)

// provider is a model's server that always answers the same.
func provider(t *testing.T, status int, body string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "Bearer "+secret || r.Header.Get("Authorization") == "Bearer "+plainSecret {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			fmt.Fprint(w, body)
			return
		}
		w.WriteHeader(http.StatusUnauthorized)
	}))
	t.Cleanup(s.Close)
	return s
}

// callerAgent calls a model from a shell script, in which call sends a body.
type callerAgent struct{ script string }

func caller(script string) agent.Agent { return callerAgent{script} }

func (callerAgent) Identity() agent.Identity {
	return agent.Identity{Name: "caller", Model: "m-1", Version: "1"}
}

const callFunction = `call() {
  exec 3<>/dev/tcp/${GATEWAY/:/\/}
  printf 'POST /openai/v1/responses HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' "$OPENAI_API_KEY" ${#1} "$1" >&3
  head -1 <&3
}
`

func (a callerAgent) Command(job agent.Job) (agent.Command, error) {
	return agent.Command{
		Argv: []string{"/bin/bash", "-c", callFunction + a.script}, API: agent.OpenAI, KeyVariable: "OPENAI_API_KEY",
		Env: map[string]string{"OPENAI_API_KEY": job.Token, "GATEWAY": strings.TrimPrefix(job.BaseURL, "http://")},
	}, nil
}

func (callerAgent) Normaliser() agent.Normaliser { return builtinNormaliser() }

func builtinNormaliser() agent.Normaliser {
	a, err := agent.Builtin("nothing")
	if err != nil {
		panic(err)
	}
	return a.Normaliser()
}

func calling(t *testing.T, driver, script string, status int, body string) run.Order {
	t.Helper()
	o := order(t, driver, sirs, caller(script))
	o.Upstream = run.Upstream{BaseURL: provider(t, status, body).URL, Getenv: func(name string) string {
		return map[string]string{"OPENAI_API_KEY": secret}[name]
	}}
	return o
}

const writes = "; duckdb -csv database.duckdb -c 'SELECT stay_id, 0 AS sirs FROM mimiciv_icu.icustays' >output.csv"

// An agent reaches its model through the gateway, never sees the key, and the
// record says what it used.
func TestAnAgentReachesItsModel(t *testing.T) {
	for _, driver := range []string{sandbox.BwrapName, sandbox.NoneName} {
		t.Run(driver, func(t *testing.T) {
			o := calling(t, driver, `call '{"model":"m-1"}'; call '{"model":"m-2"}'; env`+writes, 200, answer)
			prices, err := gateway.ParsePrices("test", []byte("[[price]]\nmodel=\"m-1\"\nsince=\"2020-01-01\"\ninput=1.0\noutput=2.0\nsource=\"test\"\n"))
			if err != nil {
				t.Fatal(err)
			}
			o.Upstream.Prices = prices
			done := one(t, o)
			trace, _ := os.ReadFile(filepath.Join(done.Dir, record.TraceFile))
			if done.Status != record.OK || strings.Count(string(trace), "HTTP/1.1 200 OK") != 2 {
				t.Fatalf("status %s (%s), trace %s", done.Status, done.Reason, trace)
			}
			m := done.Model
			if m.Succeeded != 2 || m.Tokens.Input != 20 || m.Tokens.Output != 10 || len(m.Models) != 2 || m.Models[1].Asked || m.Dollars != nil || *m.Models[0].Dollars != 20e-6 {
				t.Errorf("%+v", m)
			}
			egress, _ := os.ReadFile(filepath.Join(done.Dir, record.EgressFile))
			if strings.Count(string(egress), `"decision":"relayed"`) != 2 {
				t.Errorf("egress %s", egress)
			}
			if isolated := driver == sandbox.BwrapName; done.Publishable != isolated {
				t.Errorf("publishable %v: %q", done.Publishable, done.Unpublishable)
			}
			if all := everything(t, done.Dir); strings.Contains(all, secret) {
				t.Error("the record holds the key")
			}
		})
	}
}

// everything is the text of all of a folder's files.
func everything(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		b.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What the provider did to a run is no result of its agent; what the agent did is.
func TestProvidersFaultsAreNotTheAgents(t *testing.T) {
	for _, c := range []struct {
		name, script string
		status       int
		want         record.Status
		reason       string
	}{
		{"nothing but 503", `call '{"model":"m-1"}'; exit 1`, 503, record.Infrastructure, "status 503"},
		{"no credit", `call '{"model":"m-1"}'; exit 1`, 402, record.Infrastructure, "status 402"},
		{"nothing but 429, and a claim of success", `call '{"model":"m-1"}'` + writes, 429, record.Infrastructure, "status 429"},
		{"no call at all", "exit 0", 200, record.Infrastructure, "did not call its model"},
		{"only what must not leave", `call '{"model":"m-1","tools":[{"type":"web_search"}]}'`, 200, record.Infrastructure, "egress.jsonl"},
		{"the agent gives up", `call '{"model":"m-1"}'; exit 3`, 200, record.AgentError, "status 3"},
		{"the agent writes nothing", `call '{"model":"m-1"}'`, 200, record.NoOutput, "no output.csv"},
	} {
		t.Run(c.name, func(t *testing.T) {
			done := one(t, calling(t, sandbox.BwrapName, c.script, c.status, answer))
			if done.Status != c.want || !strings.Contains(done.Reason, c.reason) {
				t.Errorf("status %s: %s; %+v", done.Status, done.Reason, done.Model)
			}
		})
	}
	wait := func(r *http.Request) { // a server notices that its client is gone once it has read all
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { wait(r) }))
	defer silent.Close()
	talking := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "data: x\n\n")
		w.(http.Flusher).Flush()
		wait(r)
	}))
	defer talking.Close()
	for server, want := range map[*httptest.Server]record.Status{silent: record.Infrastructure, talking: record.Timeout} {
		o := calling(t, sandbox.BwrapName, `call '{"model":"m-1"}'; cat <&3`, 200, answer)
		o.Upstream.BaseURL, o.Limits.Wall = server.URL, 2*time.Second
		if done := one(t, o); done.Status != want {
			t.Errorf("time ran out during the first call: %s (%s), want %s; %+v", done.Status, done.Reason, want, done.Model)
		}
	}
	o := calling(t, sandbox.BwrapName, "exit 0", 200, answer)
	o.Upstream = run.Upstream{BaseURL: "http://127.0.0.1:1", Key: secret}
	o.Agent = caller(`call '{"model":"m-1"}'; exit 1`)
	if done := one(t, o); done.Status != record.Infrastructure || !strings.Contains(done.Reason, "could not be reached") {
		t.Errorf("no provider: %s: %s", done.Status, done.Reason)
	}
}

// Evidence decides whether a run can be published.
func TestViolationsAreNotPublished(t *testing.T) {
	for _, c := range []struct{ name, script, reason string }{
		{"server-side tools", `call '{"model":"m-1"}'; call '{"model":"m-1","tools":[{"type":"web_search"}]}'` + writes, "must not leave were refused: 1"},
		{"another model does the work", `call '{"model":"m-1"}'; call '{"model":"m-2"}'; call '{"model":"m-2"}'` + writes, "other models than m-1 wrote more"},
		{"the shim is killed", `call '{"model":"m-1"}'` + writes + `; kill -9 $PPID; sleep 5`, "not looked at from inside after"},
	} {
		t.Run(c.name, func(t *testing.T) {
			done := one(t, calling(t, sandbox.BwrapName, c.script, 200, answer))
			if done.Publishable || !strings.Contains(strings.Join(done.Unpublishable, "\n"), c.reason) {
				t.Errorf("publishable %v: %q", done.Publishable, done.Unpublishable)
			}
		})
	}
}

// A run that is killed at its limit is looked at after the agent all the same,
// whatever the agent does about signals.
func TestATimeoutIsLookedAtAfterwards(t *testing.T) {
	o := calling(t, sandbox.BwrapName, `trap '' TERM INT; call '{"model":"m-1"}'`+writes+`; (setsid sleep 1000 &); while :; do sleep 1000; done`, 200, answer)
	o.Limits.Wall = 2 * time.Second
	done := one(t, o)
	if done.Status != record.Timeout || !done.Killed || done.Seconds < 1.9 || done.Seconds > 2.5 || done.Probes.After.State != record.Clean || !done.Publishable || done.Score == nil {
		t.Errorf("status %s after %.2f s, killed %v, probes %+v, publishable %v %q", done.Status, done.Seconds, done.Killed, done.Probes, done.Publishable, done.Unpublishable)
	}
}

// Without the shim there is no way to a model, and no run to publish.
func TestRunsWithoutTheShim(t *testing.T) {
	o := calling(t, sandbox.BwrapName, "exit 0", 200, answer)
	o.Shim = ""
	var missing *run.NoShimError
	if _, err := run.One(t.Context(), o); !errors.As(err, &missing) || missing.ExitCode() != 5 {
		t.Errorf("error %v", err)
	}
	o = order(t, sandbox.BwrapName, sirs, builtin(t, "zeros"))
	o.Shim = ""
	if done := one(t, o); done.Status != record.OK || done.Publishable || done.Probes != nil {
		t.Errorf("status %s, publishable %v", done.Status, done.Publishable)
	}
}

// A program that is not there is a wrong order, and leaves no record.
func TestAMissingProgramIsAMistakeInTheOrder(t *testing.T) {
	for _, withShim := range []bool{true, false} {
		for _, command := range []string{"no-such-program --fast", "./solve.py"} {
			a, err := agent.ParseCommand(command)
			if err != nil {
				t.Fatal(err)
			}
			o := order(t, sandbox.BwrapName, sirs, a)
			if !withShim {
				o.Shim = ""
			}
			_, err = run.One(t.Context(), o)
			var usage *run.UsageError
			if !errors.As(err, &usage) || !strings.Contains(err.Error(), strings.Fields(command)[0]) {
				t.Errorf("%s: %v", command, err)
			}
			if entries, _ := os.ReadDir(o.Records); len(entries) != 0 {
				t.Errorf("%s left %d records", command, len(entries))
			}
		}
	}
	a, err := agent.ParseCommand("./solve.sh")
	if err != nil {
		t.Fatal(err)
	}
	o := order(t, sandbox.BwrapName, sirs, a)
	o.Bring = []sandbox.File{{Path: "solve.sh", Content: []byte("#!/bin/sh\necho stay_id,sirs >output.csv\n"), Exec: true}}
	if done := one(t, o); done.Status != record.OK {
		t.Errorf("a program that was brought along: %s: %s", done.Status, done.Reason)
	}
}

// Nothing of a run's gate is left in the folder for temporary files.
func TestNoFolderIsLeft(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	one(t, calling(t, sandbox.BwrapName, `call '{"model":"m-1"}'`+writes, 200, answer))
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) != 0 {
		t.Errorf("%v, %v", left, err)
	}
}

// Where the shim may answer questions for names, those that the agent asked are
// on record.
func TestNamesThatAnAgentAsksForAreRecorded(t *testing.T) {
	o := order(t, sandbox.DockerName, sirs, shellAgent("getent hosts telemetry.example; python3 -c 'import socket; socket.getaddrinfo(\"other.example\", 443)'"))
	done := one(t, o)
	egress, err := os.ReadFile(filepath.Join(done.Dir, record.EgressFile))
	if err != nil || !strings.Contains(string(egress), `"DNS","path":"telemetry.example"`) || !strings.Contains(string(egress), "other.example") || done.Model.Names < 2 {
		t.Errorf("%v: %s\n%+v", err, egress, done.Model)
	}
}

// An agent that stops the shim does not outlive its limit.
func TestAnAgentThatStopsTheShimIsKilledInTime(t *testing.T) {
	o := calling(t, sandbox.BwrapName, `call '{"model":"m-1"}'; kill -STOP $PPID; sleep 1000`, 200, answer)
	o.Limits.Wall = 2 * time.Second
	start := time.Now()
	done := one(t, o)
	if took := time.Since(start); done.Status != record.Timeout || !done.Killed || took > 6*time.Second || done.Publishable {
		t.Errorf("status %s (%s) after %s, killed %v, publishable %v", done.Status, done.Reason, took, done.Killed, done.Publishable)
	}
}
