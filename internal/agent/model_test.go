package agent_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"m4bench/internal/agent"
	"m4bench/internal/sandbox"
)

var job = agent.Job{Prompt: "Derive it.", Token: "m4bench-run-1", BaseURL: "http://127.0.0.1:8080"}

func TestWhatEachAgentRuns(t *testing.T) {
	for name, c := range map[string]struct {
		agent string
		mind  agent.Mind
		argv  []string
		env   map[string]string
		api   agent.API
	}{
		"codex": {
			"codex", agent.Mind{Model: "gpt-5.5"},
			[]string{
				"codex", "exec", "--skip-git-repo-check", "--json", "-C", ".", "-m", "gpt-5.5", "-c", "model_provider=gw",
				"-c", `model_providers.gw={name="gw",base_url="http://127.0.0.1:8080/openai/v1",wire_api="responses",env_key="OPENAI_API_KEY"}`,
				"-c", `web_search="disabled"`, "-c", `sandbox_mode="danger-full-access"`, "-c", "analytics.enabled=false",
				"-c", "skills.bundled.enabled=false", "--disable", "plugins", "-c", `model_reasoning_effort="medium"`, "--", "Derive it.",
			},
			map[string]string{"OPENAI_API_KEY": job.Token, "SHELL": "/bin/bash"}, agent.OpenAI,
		},
		"claude": {
			"claude", agent.Mind{Model: "claude-sonnet-5", Effort: "high"},
			[]string{
				"claude", "-p", "--output-format", "stream-json", "--verbose", "--model", "claude-sonnet-5", "--effort", "high",
				"--allowedTools", "Bash(*),Read,Write,Glob,Grep,Edit", "--disallowedTools", "WebFetch,WebSearch", "--", "Derive it.",
			},
			map[string]string{
				"ANTHROPIC_BASE_URL": "http://127.0.0.1:8080/anthropic", "ANTHROPIC_API_KEY": job.Token, "SHELL": "/bin/bash",
				"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "CLAUDE_CODE_DISABLE_BUNDLED_SKILLS": "1", "CLAUDE_CODE_MAX_RETRIES": "4",
			}, agent.Anthropic,
		},
		"gemini": {
			"gemini", agent.Mind{Model: "gemini-2.5-pro"},
			[]string{"gemini", "--approval-mode", "yolo", "--skip-trust", "-m", "gemini-2.5-pro", "--output-format", "stream-json", "-p", "Derive it."},
			map[string]string{
				"GEMINI_API_KEY": job.Token, "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:8080/gemini", "SHELL": "/bin/bash",
				"GEMINI_CLI_SYSTEM_SETTINGS_PATH": "/work/.gemini/system-settings.json",
			}, agent.Gemini,
		},
		"chat with one of OpenAI's models": {
			"chat", agent.Mind{Model: "gpt-5.5", Effort: "low"},
			[]string{"m4chat", "--api", "openai", "--base-url", "http://127.0.0.1:8080/openai/v1", "--model", "gpt-5.5", "--effort", "low"},
			map[string]string{"M4CHAT_KEY": job.Token}, agent.OpenAI,
		},
		"chat with one of Anthropic's": {
			"chat", agent.Mind{Model: "claude-sonnet-5"},
			[]string{"m4chat", "--api", "anthropic", "--base-url", "http://127.0.0.1:8080/anthropic/v1", "--model", "claude-sonnet-5"},
			map[string]string{"M4CHAT_KEY": job.Token}, agent.Anthropic,
		},
		"chat with an Ollama server": {
			"chat", agent.Mind{Model: "qwen3:4b", API: agent.Ollama},
			[]string{"m4chat", "--api", "openai", "--base-url", "http://127.0.0.1:8080/ollama/v1", "--model", "qwen3:4b"},
			map[string]string{"M4CHAT_KEY": job.Token}, agent.Ollama,
		},
	} {
		t.Run(name, func(t *testing.T) {
			a, err := agent.WithModel(c.agent, c.mind)
			if err != nil {
				t.Fatal(err)
			}
			command, err := a.Command(job)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.argv, command.Argv); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.env, command.Env); diff != "" {
				t.Error(diff)
			}
			if command.API != c.api || command.Env[command.KeyVariable] != job.Token {
				t.Errorf("API %q, key in %q", command.API, command.KeyVariable)
			}
			if diff := cmp.Diff([]string{c.argv[0]}, command.Programs); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The pinned version is part of who acted; the token never is.
func TestIdentityNamesModelEffortAndVersion(t *testing.T) {
	a, err := agent.WithModel("codex", agent.Mind{Model: "gpt-5.5"})
	if err != nil {
		t.Fatal(err)
	}
	want := agent.Identity{Name: "codex", Model: "gpt-5.5", Effort: "medium", Version: "0.171.0"}
	if diff := cmp.Diff(want, a.Identity()); diff != "" {
		t.Error(diff)
	}
	a, err = agent.WithModel("claude", agent.Mind{Model: "m", Effort: "max", Version: "2.1.119"})
	if err != nil {
		t.Fatal(err)
	}
	if id := a.Identity(); id.Version != "2.1.119" || id.Effort != "max" {
		t.Errorf("identity %+v", id)
	}
	if id := agent.AtVersion(a, "").Identity(); id.Version != "" || id.Model != "m" {
		t.Errorf("of an unknown version: %+v", id)
	}
}

func TestAgentsThatCannotBeHad(t *testing.T) {
	for name, c := range map[string]struct {
		agent string
		mind  agent.Mind
		says  string
	}{
		"unknown":             {"copilot", agent.Mind{Model: "m"}, "chat, claude, codex, gemini, pi"},
		"no model":            {"codex", agent.Mind{}, "needs a model"},
		"no such effort":      {"codex", agent.Mind{Model: "m", Effort: "max"}, "minimal, low, medium, high, xhigh"},
		"no efforts":          {"gemini", agent.Mind{Model: "m", Effort: "low"}, "cannot be told"},
		"an API it lacks":     {"chat", agent.Mind{Model: "m", API: agent.Gemini}, "openai, anthropic and ollama"},
		"an effort it cannot": {"chat", agent.Mind{Model: "claude-x", Effort: "low"}, "anthropic"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := agent.WithModel(c.agent, c.mind)
			var usage *agent.UsageError
			if !errors.As(err, &usage) || usage.ExitCode() != 2 || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v", err)
			}
		})
	}
	a, err := agent.WithModel("codex", agent.Mind{Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Command(agent.Job{Prompt: "p"}); err == nil || !strings.Contains(err.Error(), "gateway") {
		t.Errorf("without a gateway: %v", err)
	}
}

// A prompt longer than Linux takes as one argument goes another way, whole.
func TestAPromptOfAnyLength(t *testing.T) {
	long := job
	long.Prompt = strings.Repeat("column c_1 is the time of the charting; ", 5000)
	for _, name := range agent.ModelAgents() {
		a, err := agent.WithModel(name, agent.Mind{Model: "m"})
		if err != nil {
			t.Fatal(err)
		}
		command, err := a.Command(long)
		if err != nil {
			t.Fatal(err)
		}
		for _, argument := range command.Argv {
			if len(argument) > 100<<10 {
				t.Errorf("%s: an argument of %d bytes", name, len(argument))
			}
		}
		if string(command.Stdin) != long.Prompt {
			t.Errorf("%s: the prompt is not on standard input", name)
		}
	}
}

func TestSettingsThatAgentsFind(t *testing.T) {
	for name, want := range map[string]string{"gemini": "google_web_search", "pi": "http://127.0.0.1:8080/ollama/v1"} {
		a, err := agent.WithModel(name, agent.Mind{Model: `odd"model`})
		if err != nil {
			t.Fatal(err)
		}
		command, err := a.Command(job)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range command.Files {
			if !json.Valid(f.Content) || !strings.Contains(string(f.Content), want) {
				t.Errorf("%s: %s holds %s", name, f.Path, f.Content)
			}
		}
	}
}

func TestWhereAgentsLookForSkills(t *testing.T) {
	for name, want := range map[string]string{"codex": ".codex/skills", "claude": ".claude/skills", "gemini": ".gemini/skills", "pi": ".pi/skills", "chat": ""} {
		a, err := agent.WithModel(name, agent.Mind{Model: "m"})
		if err != nil {
			t.Fatal(err)
		}
		if got := agent.SkillFolderOf(a); got != want {
			t.Errorf("%s looks in %q, want %q", name, got, want)
		}
	}
	if a, err := agent.Builtin("nothing"); err != nil || agent.SkillFolderOf(a) != "" {
		t.Errorf("a scripted agent looks elsewhere (%v)", err)
	}
}

func TestFindingPrograms(t *testing.T) {
	root := t.TempDir()
	program := func(path, content string) string {
		write(t, filepath.Join(root, path), content)
		if err := os.Chmod(filepath.Join(root, path), 0o755); err != nil {
			t.Fatal(err)
		}
		return filepath.Join(root, path)
	}
	const elf = "\x7fELF..."
	host := program("cache/codex-0.171.0/vendor/x86_64-unknown-linux-musl/bin/codex-code-mode-host", elf)
	search := program("cache/codex-0.171.0/vendor/x86_64-unknown-linux-musl/codex-path/rg", elf)
	cached := program("cache/codex-0.171.0/vendor/x86_64-unknown-linux-musl/bin/codex", elf)
	script := program("lib/node_modules/@anthropic-ai/claude-code/bin/claude.js", "#!/usr/bin/env node\n")
	native := program("lib/node_modules/@anthropic-ai/claude-code/node_modules/@anthropic-ai/claude-code-linux-x64/claude", elf)
	write(t, filepath.Join(filepath.Dir(native), "package.json"), `{"version":"2.0.1"}`)
	hoisted := program("lib/node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex", elf)
	write(t, filepath.Join(root, "lib/node_modules/@openai/codex-linux-x64/package.json"), `{"version":"0.170.0-linux-x64"}`)
	codexScript := program("lib/node_modules/@openai/codex/bin/codex.js", "#!/usr/bin/env node\n")
	if err := os.MkdirAll(filepath.Join(root, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"claude": script, "codex": codexScript} {
		if err := os.Symlink(target, filepath.Join(root, "bin", name)); err != nil {
			t.Fatal(err)
		}
	}
	program("plain/codex", "#!/bin/sh\n")

	for name, c := range map[string]struct{ program, cache, path, want, version string }{
		"in the folder of fetched programs":     {"codex", "cache", "bin", cached, "0.171.0"},
		"inside the package of its script":      {"claude", "cache", "bin", native, "2.0.1"},
		"beside the package of its script":      {"codex", "none", "bin", hoisted, "0.170.0"},
		"nowhere":                               {"gemini", "cache", "bin", "", ""},
		"a script of which no program is known": {"codex", "none", "plain", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			env := map[string]string{agent.ProgramsVariable: filepath.Join(root, c.cache), "PATH": filepath.Join(root, c.path)}
			p, err := agent.FindProgram(c.program, func(name string) string { return env[name] })
			if c.want == "" {
				var missing *agent.ProgramError
				if !errors.As(err, &missing) || missing.ExitCode() != 5 || !strings.Contains(err.Error(), "scripts/agent-clis "+c.program) {
					t.Fatalf("found %+v, %v", p, err)
				}
				return
			}
			if err != nil || p.Path != c.want || p.Version != c.version {
				t.Fatalf("found %+v, %v", p, err)
			}
			m := p.Mounts()
			if p.Path == cached {
				want := []sandbox.Mount{
					{Host: host, Inside: "/usr/local/bin/codex-code-mode-host"},
					{Host: search, Inside: "/usr/local/bin/rg"},
				}
				if diff := cmp.Diff(want, m[1:]); diff != "" {
					t.Error("helpers", diff)
				}
				m = m[:1]
			}
			if len(m) != 1 || m[0].Inside != "/usr/local/bin/"+c.program || m[0].Host != c.want {
				t.Errorf("mounts %+v", m)
			}
		})
	}
}
