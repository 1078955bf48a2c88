package agent

import (
	"encoding/json"

	"m4bench/internal/sandbox"
)

// piCommand runs pi with a model of an Ollama server.
func piCommand(job Job, _ Mind) Command {
	models, err := json.Marshal(map[string]any{"providers": map[string]any{"ollama": map[string]any{
		"baseUrl": job.BaseURL + "/ollama/v1",
		"api":     "openai-completions",
		"apiKey":  job.Token,
		"models":  []any{map[string]any{"id": job.Model}},
	}}})
	if err != nil {
		panic(err) // plain strings
	}
	c := Command{
		Argv: []string{
			"pi", "--provider", "ollama", "--model", job.Model, "--mode", "json", "--no-session",
			"--no-context-files", "--no-themes", "--no-prompt-templates", "--no-extensions",
		},
		Env: map[string]string{
			"PI_CODING_AGENT_DIR": sandbox.WorkDir + "/.pi/agent",
			"PI_OFFLINE":          "1",
			"SHELL":               shell,
		},
		Files:       []sandbox.File{{Path: ".pi/agent/models.json", Content: models}},
		API:         Ollama,
		SkillFolder: ".pi/skills",
	}
	c.say(job.Prompt, []string{"-p"}, []string{"-p"})
	return c
}
