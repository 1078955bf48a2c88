package agent

import (
	"fmt"
	"path"

	"m4bench/internal/sandbox"
)

// commandAgent is any program. It finds the prompt on its standard input and in
// the file that $M4BENCH_PROMPT names.
type commandAgent struct{ argv []string }

// NewCommand makes an agent of a program and its arguments, as seen in the sandbox.
func NewCommand(argv []string) (Agent, error) {
	if len(argv) == 0 {
		return nil, &UsageError{fmt.Errorf("agent command: there is no program to run")}
	}
	return commandAgent{argv}, nil
}

// ParseCommand makes a command agent of a line as one types it in a shell.
func ParseCommand(line string) (Agent, error) {
	argv, err := SplitWords(line)
	if err != nil {
		return nil, &UsageError{fmt.Errorf("agent command %q: %w", line, err)}
	}
	return NewCommand(argv)
}

func (a commandAgent) Identity() Identity {
	return Identity{Name: "command", Variant: path.Base(a.argv[0])}
}

func (a commandAgent) Command(job Job) (Command, error) {
	return Command{
		Argv:  a.argv,
		Env:   map[string]string{PromptVariable: sandbox.WorkDir + "/" + PromptFile},
		Files: []sandbox.File{{Path: PromptFile, Content: []byte(job.Prompt)}},
		Stdin: []byte(job.Prompt),
	}, nil
}

func (a commandAgent) Normaliser() Normaliser { return plainText{} }

// UsageError is an agent that cannot be had as it was asked for; exit code 2.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

// ExitCode says that the arguments were wrong.
func (e *UsageError) ExitCode() int { return 2 }
