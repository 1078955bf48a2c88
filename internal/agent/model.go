package agent

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Mind is the model that an agent is to think with, and how.
type Mind struct {
	Model   string
	Effort  string // of reasoning; "" is the agent's usual one
	Version string // of the agent's program that was found; "" is the pinned one
	API     API    // for chat, which speaks several; "" is what the model's name suggests
}

// modelAgent is an agent that calls a model.
type modelAgent struct {
	name    string
	program string
	mind    Mind
	usual   string   // effort if none is asked for
	efforts []string // that it knows; none if it cannot be told
	command func(Job, Mind) Command
	trace   func() Normaliser
}

// modelAgents are the agents that call a model, by name.
var modelAgents = map[string]modelAgent{
	"codex": {
		program: "codex", usual: "medium", efforts: []string{"minimal", "low", "medium", "high", "xhigh"},
		command: codexCommand, trace: newCodexTrace,
	},
	"claude": {
		program: "claude", usual: "medium", efforts: []string{"low", "medium", "high", "xhigh", "max"},
		command: claudeCommand, trace: newClaudeTrace,
	},
	"chat": {
		program: ChatProgram, efforts: []string{"minimal", "low", "medium", "high"},
		command: chatCommand, trace: newChatTrace,
	},
	"gemini": {program: "gemini", command: geminiCommand, trace: newGeminiTrace},
	"pi":     {program: "pi", command: piCommand, trace: newPiTrace},
}

// ModelAgents lists the names of the agents that call a model.
func ModelAgents() []string {
	var names []string
	for name := range modelAgents {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// WithModel makes one of the agents that call a model.
func WithModel(name string, mind Mind) (Agent, error) {
	a, ok := modelAgents[name]
	if !ok {
		return nil, &UsageError{fmt.Errorf("no agent %q calls a model; those that do are %s", name, strings.Join(ModelAgents(), ", "))}
	}
	a.name, a.mind = name, mind
	if mind.Model == "" {
		return nil, &UsageError{fmt.Errorf("agent %s needs a model", name)}
	}
	if mind.Effort != "" && !slices.Contains(a.efforts, mind.Effort) {
		if len(a.efforts) == 0 {
			return nil, &UsageError{fmt.Errorf("agent %s cannot be told how hard to think", name)}
		}
		return nil, &UsageError{fmt.Errorf("agent %s knows no effort %q; it knows %s", name, mind.Effort, strings.Join(a.efforts, ", "))}
	}
	if name == "chat" {
		if a.mind.API = chatAPI(mind); a.mind.API == NoAPI {
			return nil, &UsageError{fmt.Errorf("agent chat does not speak %q; it speaks %s, %s and %s", mind.API, OpenAI, Anthropic, Ollama)}
		}
		if a.mind.API == Anthropic && mind.Effort != "" {
			return nil, &UsageError{fmt.Errorf("agent chat cannot tell models of %s how hard to think", Anthropic)}
		}
	}
	a.mind.Effort = cmp.Or(mind.Effort, a.usual)
	a.mind.Version = cmp.Or(mind.Version, pinOf(a.program).Version)
	return a, nil
}

func (a modelAgent) Identity() Identity {
	return Identity{Name: a.name, Model: a.mind.Model, Effort: a.mind.Effort, Version: a.mind.Version}
}

func (a modelAgent) Command(job Job) (Command, error) {
	job.Model = cmp.Or(job.Model, a.mind.Model)
	job.Effort = cmp.Or(job.Effort, a.mind.Effort)
	if job.BaseURL == "" || job.Token == "" {
		return Command{}, fmt.Errorf("agent %s needs a gateway to its model", a.name)
	}
	command := a.command(job, a.mind)
	command.Programs = append(command.Programs, a.program)
	return command, nil
}

// SkillFolderOf is where an agent looks for skills, relative to its working
// folder; "" is the condition's own folder. It is known before the prompt is, which
// names it.
func SkillFolderOf(a Agent) string {
	if m, ok := a.(modelAgent); ok {
		return m.command(Job{}, m.mind).SkillFolder
	}
	return ""
}

// AtVersion is an agent whose program has a version, which may be unknown; only
// agents that call a model have such a program.
func AtVersion(a Agent, version string) Agent {
	m, ok := a.(modelAgent)
	if !ok {
		return a
	}
	m.mind.Version = version
	return m
}

func (a modelAgent) Normaliser() Normaliser { return a.trace() }

// maxArgument bounds what is passed as an argument; Linux allows 128 KiB for one.
const maxArgument = 96 << 10

// say passes the prompt as the last argument, or on standard input if it is too
// long for one.
func (c *Command) say(prompt string, asArgument, asInput []string) {
	if len(prompt) <= maxArgument {
		c.Argv = append(append(c.Argv, asArgument...), prompt)
		return
	}
	c.Argv = append(c.Argv, asInput...)
	c.Stdin = []byte(prompt)
}
