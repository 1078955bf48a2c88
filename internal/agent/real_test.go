package agent_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"m4bench/internal/agent"
	"m4bench/internal/agent/modeltest"
)

// realAgent is an agent with a model that it knows, and where it reads skills.
type realAgent struct{ agent, model, skills string }

var realAgents = []realAgent{
	{"codex", "gpt-5.5", ".codex/skills"},
	{"codex", "gpt-6.2-sol", ".codex/skills"}, // acts by writing programs
	{"claude", "claude-sonnet-5", ".claude/skills"},
	{"gemini", "gemini-2.5-pro", ".gemini/skills"},
	{"pi", "qwen3:4b", ".pi/skills"},
	{"chat", "gpt-5.5", "skills"},
	{"chat", "claude-sonnet-5", "skills"},
}

// solve is a conversation in which the model looks, opens its skill and writes.
func solve(skills string) []modeltest.Step {
	return []modeltest.Step{
		{Think: "I should look first.", Say: "I look at the folder.", Run: "ls; echo to-stderr >&2"},
		{Skill: "sirs-criteria", SkillFile: skills + "/sirs-criteria/SKILL.md"},
		{Run: "cat /no/such/file; exit 3"},
		{Say: "Now I write.", Run: "printf 'stay_id,sirs\\n1,2\\n' >output.csv"},
		{Say: "Done: one row."},
	}
}

func TestRealProgramsActOnWhatTheModelSays(t *testing.T) {
	for _, r := range realAgents {
		t.Run(r.agent+" "+r.model, func(t *testing.T) {
			server := modeltest.Start(t, solve(r.skills)...)
			o := play(t, r.agent, r.model, server.URL, "sirs-criteria")
			t.Logf("%s: %.2f s", r.agent, o.took.Seconds())
			output, _ := os.ReadFile(filepath.Join(o.dir, agent.OutputFile))
			if string(output) != "stay_id,sirs\n1,2\n" || o.exit != 0 {
				t.Fatalf("exit %d, output %q\n%s\n%s", o.exit, output, o.trace, o.stderr)
			}
			s := o.summary
			if s.End != agent.StatusOK || s.Commands < 3 || s.Messages < 3 || s.Errors != 0 {
				t.Errorf("summary %+v", s)
			}
			if diff := cmp.Diff([]string{"sirs-criteria"}, s.SkillsOpened); diff != "" {
				t.Error("opened skills", diff)
			}
			text := func(e agent.Event) string { return e.Text }
			if !slices.Contains(texts(o.events, agent.Message, text), "Done: one row.") {
				t.Errorf("messages %q", texts(o.events, agent.Message, text))
			}
			if !strings.Contains(strings.Join(texts(o.events, agent.Output, text), "\n"), "to-stderr") {
				t.Errorf("outputs %q", texts(o.events, agent.Output, text))
			}
			if r.agent != "gemini" && !slices.Contains(texts(o.events, agent.Output, func(e agent.Event) string { return e.Status }), agent.StatusFailed) {
				t.Errorf("no command is told to have failed\n%s", o.trace)
			}
			spent(t, server, s)
		})
	}
}

func texts(events []agent.Event, kind agent.Kind, of func(agent.Event) string) []string {
	var all []string
	for _, e := range events {
		if e.Kind == kind {
			all = append(all, of(e))
		}
	}
	return all
}

// spent compares what the trace claims with what the model server gave. Not every
// program tells of writes to the cache or of reasoning.
func spent(t *testing.T, server *modeltest.Server, s agent.Summary) {
	t.Helper()
	gave, told := server.Usage(), s.Tokens
	if told.Input != gave.Input || told.Cached != gave.Cached || told.Output != gave.Output {
		t.Errorf("the trace tells of %+v, the model server gave %+v", told, gave)
	}
}

// What the model is offered is what the condition gives, and nothing that reaches
// beyond the sandbox. The proof is the request itself.
func TestOnlyGivenSkillsAndNoWebToolIsOffered(t *testing.T) {
	for _, r := range realAgents {
		for name, skills := range map[string][]string{"none": nil, "one": {"sirs-criteria"}, "two": {"oasis-score", "sirs-criteria"}} {
			t.Run(r.agent+" "+r.model+"/"+name, func(t *testing.T) {
				server := modeltest.Start(t, modeltest.Step{Say: "Nothing to do."})
				o := play(t, r.agent, r.model, server.URL, skills...)
				talk := server.Conversation()
				if len(talk) != 1 {
					t.Fatalf("%d requests with tools\n%s", len(talk), o.stderr)
				}
				request := talk[0]
				if request.Model != r.model || request.Key != token {
					t.Errorf("model %q, key %q", request.Model, request.Key)
				}
				for _, tool := range request.Tools {
					if lower := strings.ToLower(tool); strings.Contains(lower, "web") || strings.Contains(lower, "fetch") {
						t.Errorf("the tool %s is offered", tool)
					}
				}
				for _, skill := range []string{"oasis-score", "sirs-criteria"} {
					if r.agent == "chat" {
						break // it reads of them in its prompt
					}
					if given := slices.Contains(skills, skill); request.Mentions("The rules of "+skill) != given {
						t.Errorf("given %v, and the request tells of %s: %v", skills, skill, !given)
					}
				}
				if bundled := bundledSkills(request); len(bundled) > 0 {
					t.Errorf("bundled skills are offered: %v", bundled)
				}
				if len(o.summary.SkillsOpened) > 0 {
					t.Errorf("opened: %v", o.summary.SkillsOpened)
				}
				if r.agent == "claude" {
					if diff := cmp.Diff(skills, o.summary.SkillsOffered); diff != "" {
						t.Error("skills of the trace", diff)
					}
				}
			})
		}
	}
}

// bundledSkills are those that the programs bring along when they are let.
func bundledSkills(r modeltest.Request) []string {
	var found []string
	for _, name := range []string{"deep-research", "skill-creator", "skill-installer", "code-review", "claude-api", "plugin-creator", "openai-docs"} {
		if r.Mentions("- " + name + ":") {
			found = append(found, name)
		}
	}
	return found
}

func TestALongPromptArrivesWhole(t *testing.T) {
	for _, r := range realAgents {
		t.Run(r.agent+" "+r.model, func(t *testing.T) {
			server := modeltest.Start(t, modeltest.Step{Say: "Nothing to do."})
			prompt := "first-word " + strings.Repeat("The column c_1 holds a time. ", 4000) + "last-word"
			playPrompt(t, prompt, r.agent, r.model, server.URL)
			talk := server.Conversation()
			if len(talk) != 1 || !talk[0].Mentions(prompt) {
				t.Errorf("%d requests, and the first lacks the prompt", len(talk))
			}
		})
	}
}
