package agent

// claudeCommand runs Anthropic's Claude Code without web tools, skills of its own
// or calls that serve no answer. A provider that is gone is given up after a few
// tries, not after minutes.
func claudeCommand(job Job, _ Mind) Command {
	c := Command{
		Argv: []string{
			"claude", "-p", "--output-format", "stream-json", "--verbose", "--model", job.Model, "--effort", job.Effort,
			"--allowedTools", "Bash(*),Read,Write,Glob,Grep,Edit", "--disallowedTools", "WebFetch,WebSearch",
		},
		Env: map[string]string{
			"ANTHROPIC_BASE_URL":                       job.BaseURL + "/anthropic",
			"ANTHROPIC_API_KEY":                        job.Token,
			"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
			"CLAUDE_CODE_DISABLE_BUNDLED_SKILLS":       "1",
			"CLAUDE_CODE_MAX_RETRIES":                  "4",
			"SHELL":                                    shell,
		},
		API:         Anthropic,
		SkillFolder: ".claude/skills",
		KeyVariable: "ANTHROPIC_API_KEY",
	}
	c.say(job.Prompt, []string{"--"}, nil)
	return c
}
