// Package agent knows how to start each kind of agent in a sandbox and how to
// read what it prints: command line in, one stream of events out.
package agent

import (
	"m4bench/internal/sandbox"
	"m4bench/internal/task"
)

// Files of the work folder that the harness and every agent agree on.
const (
	DatabaseFile = "database.duckdb"
	OutputFile   = "output.csv"
	PromptFile   = "prompt.md"
)

// PromptVariable names the prompt's file to agents that read no standard input.
const PromptVariable = "M4BENCH_PROMPT"

// QueryShell is the program with which an agent queries the database.
const QueryShell = "duckdb"

// Agent is one way of solving tasks.
type Agent interface {
	// Identity names the agent in records.
	Identity() Identity
	// Command is what runs in the sandbox for a job.
	Command(Job) (Command, error)
	// Normaliser reads the trace of one run.
	Normaliser() Normaliser
}

// Identity of an agent; empty parts do not apply.
type Identity struct {
	Name    string `json:"name"`              // codex, claude, command …
	Variant string `json:"variant,omitempty"` // its script or program
	Model   string `json:"model,omitempty"`
	Effort  string `json:"effort,omitempty"`  // of its reasoning
	Version string `json:"version,omitempty"` // of the program that acts
}

// String is the name as tables show it, such as scripted:zeros.
func (id Identity) String() string {
	if id.Variant == "" {
		return id.Name
	}
	return id.Name + ":" + id.Variant
}

// Job is what an agent is asked to do.
type Job struct {
	Task   *task.Task
	Prompt string
	// Model and Effort are what to think with; an empty one is the agent's own choice.
	Model, Effort string
	// Token stands for the key of the model's API inside the sandbox: the gateway
	// alone knows the real one.
	Token string
	// BaseURL is where the gateway listens inside the sandbox, scheme://host:port.
	BaseURL string
}

// Command is what a sandbox runs. Its working folder holds the database, and the
// output is to be written there.
type Command struct {
	Argv  []string
	Env   map[string]string
	Files []sandbox.File
	Stdin []byte
	// API is the protocol in which the agent calls a model; "" if it calls none.
	API API
	// SkillFolder is where the agent looks for skills, relative to the working
	// folder; "" is the condition's own folder.
	SkillFolder string
	// Programs are the names that must be on the sandbox's path.
	Programs []string
	// KeyVariable is the environment variable that carries the job's token.
	KeyVariable string
}

// API is a protocol between agents and models.
type API string

// The protocols that the gateway relays, each under its own path of the base URL.
const (
	NoAPI     API = ""
	OpenAI    API = "openai"    // /openai/v1
	Anthropic API = "anthropic" // /anthropic
	Gemini    API = "gemini"    // /gemini
	Ollama    API = "ollama"    // /ollama
)
