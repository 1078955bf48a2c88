package agent

import "strconv"

// shell is what the agents' programs run commands with.
const shell = "/bin/bash"

// codexCommand runs OpenAI's Codex without anything that looks beyond the sandbox:
// no web search, no skills of its own, no plugins, no reports to its maker. Its own
// sandbox cannot start within another one and is switched off.
func codexCommand(job Job, _ Mind) Command {
	provider := `{name="gw",base_url=` + strconv.Quote(job.BaseURL+"/openai/v1") + `,wire_api="responses",env_key="OPENAI_API_KEY"}`
	c := Command{
		Argv: []string{
			"codex", "exec", "--skip-git-repo-check", "--json", "-C", ".", "-m", job.Model,
			"-c", "model_provider=gw", "-c", "model_providers.gw=" + provider,
			"-c", `web_search="disabled"`, "-c", `sandbox_mode="danger-full-access"`,
			"-c", "analytics.enabled=false", "-c", "skills.bundled.enabled=false", "--disable", "plugins",
			"-c", "model_reasoning_effort=" + strconv.Quote(job.Effort),
		},
		Env:         map[string]string{"OPENAI_API_KEY": job.Token, "SHELL": shell},
		API:         OpenAI,
		SkillFolder: ".codex/skills",
		KeyVariable: "OPENAI_API_KEY",
	}
	c.say(job.Prompt, []string{"--"}, []string{"-"})
	return c
}
