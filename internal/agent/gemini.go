package agent

import "m4bench/internal/sandbox"

// geminiSettings switch off the tools that search or fetch and the one that
// remembers things from run to run, and the reports to its maker.
const geminiSettings = `{
  "tools": {"exclude": ["web_fetch", "google_web_search", "save_memory"]},
  "privacy": {"usageStatisticsEnabled": false},
  "telemetry": {"enabled": false},
  "general": {"disableAutoUpdate": true}
}
`

const geminiSettingsFile = ".gemini/system-settings.json"

// geminiCommand runs Google's Gemini CLI.
func geminiCommand(job Job, _ Mind) Command {
	c := Command{
		Argv: []string{"gemini", "--approval-mode", "yolo", "--skip-trust", "-m", job.Model, "--output-format", "stream-json"},
		Env: map[string]string{
			"GEMINI_API_KEY":         job.Token,
			"GOOGLE_GEMINI_BASE_URL": job.BaseURL + "/gemini",
			"SHELL":                  shell,
			// Settings of the working folder are read too late to remove tools.
			"GEMINI_CLI_SYSTEM_SETTINGS_PATH": sandbox.WorkDir + "/" + geminiSettingsFile,
		},
		Files:       []sandbox.File{{Path: geminiSettingsFile, Content: []byte(geminiSettings)}},
		API:         Gemini,
		SkillFolder: ".gemini/skills",
		KeyVariable: "GEMINI_API_KEY",
	}
	c.say(job.Prompt, []string{"-p"}, nil)
	return c
}
