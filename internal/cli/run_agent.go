package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"m4bench/internal/agent"
	"m4bench/internal/run"
	"m4bench/internal/sandbox"
)

// agentNames are all that --agent takes.
func agentNames() string {
	return strings.Join(append(agent.ModelAgents(), "command", "scripted"), ", ")
}

func (o runOptions) chooseAgent() (agent.Agent, error) {
	switch o.agent {
	case "command":
		if o.command == "" {
			return nil, usagef("--agent command needs --command 'PROGRAM ARGS…'")
		}
		return agent.ParseCommand(o.command)
	case "scripted":
		if o.script == "" {
			return nil, usagef("--agent scripted needs --script NAME or FILE.sql; the scripts are\n%s", agent.ScriptHelp())
		}
		return scriptedAgent(o.script)
	}
	for _, name := range agent.ModelAgents() {
		if name == o.agent {
			return agent.WithModel(name, agent.Mind{Model: o.model, Effort: o.effort, API: agent.API(o.api)})
		}
	}
	return nil, usagef("no agent %q; there are %s", o.agent, agentNames())
}

func scriptedAgent(script string) (agent.Agent, error) {
	if !strings.HasSuffix(script, ".sql") {
		return agent.Builtin(script)
	}
	query, err := os.ReadFile(script)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("--script: there is no file %s", script)
	}
	if err != nil {
		return nil, usagef("--script: %w", err)
	}
	return agent.NewScripted(agent.QueryScript(filepath.Base(script), string(query))), nil
}

// maxBrought bounds a file that the user gives an agent.
const maxBrought = 256 << 20

// bring reads the files that the user gives the agent, for its working folder.
func bring(paths []string) ([]sandbox.File, error) {
	var files []sandbox.File
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return nil, usagef("--bring: %w", err)
		case !info.Mode().IsRegular() || info.Size() > maxBrought:
			return nil, usagef("--bring: %s is no file of at most %s", path, bytesText(maxBrought))
		}
		f, err := os.Open(path)
		if err != nil {
			return nil, usagef("--bring: %w", err)
		}
		content, err := io.ReadAll(io.LimitReader(f, maxBrought))
		if err = errors.Join(err, f.Close()); err != nil {
			return nil, usagef("--bring: %w", err)
		}
		files = append(files, sandbox.File{Path: filepath.Base(path), Content: content, Exec: info.Mode()&0o111 != 0})
	}
	return files, nil
}

// explainMissing adds what to do if the program of --command is a file of this
// machine, which an agent does not see.
func (o runOptions) explainMissing(err error) error {
	var usage *run.UsageError
	words, splitErr := agent.SplitWords(o.command)
	if !errors.As(err, &usage) || splitErr != nil || len(words) == 0 {
		return err
	}
	info, statErr := os.Stat(words[0])
	if statErr != nil || !info.Mode().IsRegular() {
		return err
	}
	if len(o.bring) == 0 {
		return usagef("%w\n%s is a file of this machine, which the agent does not see; add --bring %s to put it into its working folder", err, words[0], words[0])
	}
	if info.Mode()&0o111 == 0 {
		return usagef("%w\n%s is no program yet: chmod +x %s", err, words[0], words[0])
	}
	return fmt.Errorf("%w (brought files are in the working folder: call ./%s)", err, filepath.Base(words[0]))
}
