package agent_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"m4bench/internal/agent"
	"m4bench/internal/testdata"
)

// What the programs printed in runs that went well, badly, or on after a signal.
// A run says how it ended or nothing, and its tokens are counted once.
func TestTracesOfRealPrograms(t *testing.T) {
	for name, want := range map[string]told{
		"claude-2.1.197-rich":            {commands: 2, messages: 5, input: 3040, cached: 1500, written: 1000, output: 125, end: "ok", model: "claude-sonnet-5", version: "2.1.197"},
		"claude-2.1.197-hook-denied":     {commands: 1, messages: 2, input: 1351, cached: 600, written: 400, output: 50, end: "ok", model: "claude-sonnet-5", version: "2.1.197"},
		"claude-2.1.197-sigterm-success": {commands: 1, messages: 2, input: 1205, cached: 600, written: 400, output: 50, end: "ok", model: "claude-sonnet-5", version: "2.1.197"},
		"claude-2.1.197-api_retry":       {errors: 8, version: "2.1.197"},
		// It says subtype success and is_error: that is a failure, and what the program itself writes is no message of a model.
		"claude-2.1.197-upstream502":               {errors: 2, end: "failed", version: "2.1.197"},
		"codex-0.171.0-rich-gpt-5.5":               {commands: 3, messages: 2, input: 5015, cached: 2000, output: 250, reasoning: 35, end: "ok"},
		"codex-0.171.0-codemode-gpt-6.2-sol":       {commands: 1, messages: 1, input: 2003, cached: 800, output: 100, reasoning: 14, end: "ok"},
		"codex-0.171.0-sandbox-fails-rc0":          {commands: 1, messages: 1, errors: 1, input: 2087, cached: 800, output: 100, reasoning: 14, end: "ok"},
		"codex-0.171.0-sandbox-helper-missing-rc0": {messages: 1, errors: 1, input: 2013, cached: 800, output: 100, reasoning: 14, end: "ok"},
		"codex-0.171.0-sigterm":                    {commands: 1},
		"codex-0.171.0-upstream502":                {errors: 8, end: "failed"},
		"pi-0.70.2-json":                           {commands: 1, messages: 1, input: 2003, output: 100, end: "ok", model: "fake-model"},
	} {
		t.Run(name, func(t *testing.T) {
			trace, err := os.ReadFile(filepath.Join(testdata.Shared(t), "data", "traces", name+".jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			program, _, _ := strings.Cut(name, "-")
			_, s := normalise(t, normaliser(t, program), trace)
			if diff := cmp.Diff(want, tell(s), cmp.AllowUnexported(told{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// told is what a summary must say of a trace.
type told struct {
	commands, messages, errors                int
	input, cached, written, output, reasoning int64
	end, model, version                       string
}

func tell(s agent.Summary) told {
	return told{
		s.Commands, s.Messages, s.Errors,
		s.Tokens.Input, s.Tokens.Cached, s.Tokens.CacheWrite, s.Tokens.Output, s.Tokens.Reasoning,
		s.End, strings.Join(s.Models, " "), s.Version,
	}
}

func normaliser(t testing.TB, name string) agent.Normaliser {
	t.Helper()
	a, err := agent.WithModel(name, agent.Mind{Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	return a.Normaliser()
}

func TestCommandsAndWhatCameOfThem(t *testing.T) {
	three := 3
	for name, c := range map[string]struct {
		agent string
		lines []string
		want  []agent.Event
	}{
		"codex": {"codex", []string{
			`{"type":"item.started","item":{"id":"i1","type":"command_execution","command":"/bin/bash -lc 'ls -l'"}}`,
			`{"type":"item.completed","item":{"id":"i1","type":"command_execution","command":"/bin/bash -lc 'ls -l'","aggregated_output":"total 0\n","exit_code":3,"status":"failed"}}`,
		}, []agent.Event{
			{Kind: agent.CommandRun, ID: "i1", Text: "ls -l"},
			{Kind: agent.Output, ID: "i1", Text: "total 0\n", Exit: &three, Status: "failed"},
		}},
		"codex, of which the start is missing": {"codex", []string{
			`{"type":"item.completed","item":{"id":"i1","type":"command_execution","command":"ls","exit_code":3}}`,
		}, []agent.Event{
			{Kind: agent.CommandRun, ID: "i1", Text: "ls"},
			{Kind: agent.Output, ID: "i1", Exit: &three, Status: "failed"},
		}},
		"claude": {"claude", []string{
			`{"type":"assistant","message":{"model":"m","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls -l"}}]}}`,
			`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":[{"type":"text","text":"Exit code 3\nno"}]}]}}`,
		}, []agent.Event{
			{Kind: agent.ModelSeen, Model: "m"},
			{Kind: agent.CommandRun, ID: "t1", Text: "ls -l"},
			{Kind: agent.Output, ID: "t1", Tool: "Bash", Text: "Exit code 3\nno", Exit: &three, Status: "failed"},
		}},
		"claude, a tool that fails": {"claude", []string{
			`{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"/work/none"}}]}}`,
			`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"no such file"}]}}`,
		}, []agent.Event{
			{Kind: agent.Tool, ID: "t1", Tool: "Read", Text: `{"file_path":"/work/none"}`},
			{Kind: agent.ToolError, ID: "t1", Tool: "Read", Text: "no such file", Status: "failed"},
		}},
		"pi": {"pi", []string{
			`{"type":"tool_execution_start","toolCallId":"c1","toolName":"bash","args":{"command":"ls"}}`,
			`{"type":"tool_execution_end","toolCallId":"c1","toolName":"bash","result":{"content":[{"type":"text","text":"no"}]},"isError":true}`,
		}, []agent.Event{
			{Kind: agent.CommandRun, ID: "c1", Text: "ls"},
			{Kind: agent.Output, ID: "c1", Tool: "bash", Text: "no", Status: "failed"},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			got, _ := normalise(t, normaliser(t, c.agent), []byte(strings.Join(c.lines, "\n")))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// An answer of several content blocks is told in as many lines, each with the
// answer's whole usage; a side call of another model costs too.
func TestClaudesRepeatedUsageCountsOnce(t *testing.T) {
	block := `{"type":"assistant","message":{"id":"m1","model":"big","content":[{"type":"text","text":"x"}],"usage":{"input_tokens":100,"output_tokens":10}}}` + "\n"
	result := `{"type":"result","subtype":"success","is_error":false,"usage":{"input_tokens":100,"output_tokens":10},` +
		`"modelUsage":{"big":{"inputTokens":100,"outputTokens":10,"cacheReadInputTokens":5,"cacheCreationInputTokens":2},"small":{"inputTokens":7,"outputTokens":1}}}`
	_, s := normalise(t, normaliser(t, "claude"), []byte(block+block+block+result))
	want := map[string]agent.Tokens{"big": {Input: 107, Cached: 5, CacheWrite: 2, Output: 10}, "small": {Input: 7, Output: 1}}
	if diff := cmp.Diff(want, s.TokensByModel); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"big", "small"}, s.Models); diff != "" {
		t.Error("models", diff)
	}
	if s.Tokens.Input != 114 || s.Tokens.Output != 11 {
		t.Errorf("tokens %+v", s.Tokens)
	}
}

func TestOpeningASkill(t *testing.T) {
	run := func(command, output string, exit string) string {
		return `{"type":"item.completed","item":{"id":"i","type":"command_execution","command":"` + command + `","aggregated_output":"` + output + `","exit_code":` + exit + `}}`
	}
	const head = `---\nname: sirs-criteria\ndescription: d\n---\n`
	for name, c := range map[string]struct {
		line string
		want []string
	}{
		"its file is read":                     {run("cat .codex/skills/sofa-score/SKILL.md", "text", "0"), []string{"sofa-score"}},
		"by its whole path":                    {run("sed -n 1,9p '/work/.codex/skills/sofa-score/SKILL.md'", "text", "0"), []string{"sofa-score"}},
		"two at once":                          {run("cat skills/a/SKILL.md skills/b/SKILL.md", "text", "0"), []string{"a", "b"}},
		"without naming it":                    {run("cat skills/*/*", head, "0"), []string{"sirs-criteria"}},
		"its name in a listing is no opening":  {run("ls skills", "sirs-criteria", "0"), nil},
		"a file that is not there":             {run("cat skills/none/SKILL.md", "no such file", "1"), nil},
		"another file named in the same words": {run("cat myskills/a/SKILL.md", "text", "0"), nil},
		"a line in the middle of a text":       {run("cat notes", `a ---\nname: x`, "0"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			_, s := normalise(t, normaliser(t, "codex"), []byte(c.line+"\n"+c.line))
			if diff := cmp.Diff(c.want, s.SkillsOpened); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Whatever a program prints, every line has an answer, and the answer is small.
func TestHostileTracesAreTakenAsTheyAre(t *testing.T) {
	for _, line := range []string{
		`{`, `[]`, `null`, `{"type":5}`, `{"type":"assistant","message":"text"}`, `{"type":"item.completed","item":[]}`,
		`{"type":"result","modelUsage":{"m":{"inputTokens":-5,"outputTokens":1e30}}}`, "\xff\xfe", `{"type":"turn.completed","usage":{"input_tokens":-1}}`,
		`{"kind":"usage"}`, `{"kind":"no such kind"}`, strings.Repeat(`{"a":`, 20000), `{"type":"message_end","message":{"role":"assistant","content":{}}}`,
		`{"type":"assistant","message":{"model":"` + strings.Repeat("m", 10000) + `","content":[` + strings.Repeat(`{"type":"text","text":"x"},`, 5000) + `{}]}}`,
	} {
		for _, name := range agent.ModelAgents() {
			events := normaliser(t, name).Line([]byte(line), false)
			checkBounds(t, events)
			if _, s := normalise(t, normaliser(t, name), []byte(line)); s.Tokens.Input < 0 || s.Tokens.Output < 0 {
				t.Errorf("%s: tokens %+v of %s", name, s.Tokens, line)
			}
		}
	}
}

func checkBounds(t interface{ Fatalf(string, ...any) }, events []agent.Event) {
	size := 0
	for _, e := range events {
		size += len(e.Text) + len(e.ID) + len(e.Path) + len(e.Model) + len(e.Skill) + len(e.Status) + len(e.Version) + len(e.Tool)
	}
	if len(events) > 64 || size > 64*(1<<17) {
		t.Fatalf("%d events of %d bytes", len(events), size)
	}
}

// Lines that are half right are the worst: any JSON value in any place of any
// program's trace leaves the normaliser able to go on.
func TestAnyJSONInAnyPlace(t *testing.T) {
	names := []string{"type", "item", "message", "content", "usage", "id", "command", "model", "kind", "text", "tool_use_id", "stats", "models", "modelUsage",
		"is_error", "exit_code", "parameters", "tool_id", "result", "tokens", "skills", "tools", "changes", "error", "status"}
	words := []string{"item.completed", "command_execution", "assistant", "user", "tool_use", "tool_result", "result", "message_end", "init", "system", "usage", "output", "command", "Bash", "x"}
	var value func(depth int) *rapid.Generator[string]
	value = func(depth int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			kind := rapid.IntRange(0, 5).Draw(t, "kind")
			if depth == 0 {
				kind %= 3
			}
			switch kind {
			case 0:
				return `"` + rapid.SampledFrom(words).Draw(t, "word") + `"`
			case 1:
				return rapid.SampledFrom([]string{"0", "-1", "1e400", "9223372036854775807", "true", "null"}).Draw(t, "number")
			case 2:
				return `"\u0000é"`
			case 3:
				return "[" + strings.Join(rapid.SliceOfN(value(depth-1), 0, 3).Draw(t, "list"), ",") + "]"
			default:
				var members []string
				for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, 6, rapid.ID[string]).Draw(t, "names") {
					members = append(members, `"`+name+`":`+value(depth-1).Draw(t, name))
				}
				return "{" + strings.Join(members, ",") + "}"
			}
		})
	}
	rapid.Check(t, func(rt *rapid.T) {
		n := normaliser(t, rapid.SampledFrom(agent.ModelAgents()).Draw(rt, "agent"))
		for _, line := range rapid.SliceOfN(value(3), 1, 8).Draw(rt, "lines") {
			checkBounds(rt, n.Line([]byte(line), rapid.Bool().Draw(rt, "truncated")))
		}
	})
}

func FuzzTraces(f *testing.F) {
	f.Add("codex", []byte(`{"type":"item.completed","item":{"type":"command_execution","command":"ls","exit_code":0}}`))
	f.Add("claude", []byte(`{"type":"result","is_error":true,"modelUsage":{"m":{}}}`))
	f.Add("gemini", []byte(`{"type":"tool_use","tool_name":"run_shell_command"}`))
	f.Add("pi", []byte(`{"type":"message_end","message":{"role":"assistant"}}`))
	f.Add("chat", []byte(`{"kind":"output","status":"ok"}`))
	f.Fuzz(func(t *testing.T, name string, trace []byte) {
		a, err := agent.WithModel(name, agent.Mind{Model: "m"})
		if err != nil {
			return
		}
		n := a.Normaliser()
		for line := range strings.Lines(string(trace)) {
			checkBounds(t, n.Line([]byte(line), len(line)%2 == 0))
		}
	})
}
