package agent

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sort"

	"m4bench/internal/sandbox"
)

// Script is a fixed program that plays an agent: for tests, the demo and
// attempts to break the harness.
type Script struct {
	Name  string
	Argv  []string
	Files map[string][]byte // in the work folder
}

// QueryScript writes the rows of one query to output.csv.
func QueryScript(name, query string) Script {
	const run = "exec " + QueryShell + " -csv " + DatabaseFile + " -f query.sql >" + OutputFile
	return Script{
		Name:  name,
		Argv:  []string{"/bin/sh", "-c", run},
		Files: map[string][]byte{"query.sql": []byte(query)},
	}
}

// hash names what a script does.
func (s Script) hash() string {
	h := sha256.New()
	for _, arg := range s.Argv {
		fmt.Fprintf(h, "%q\n", arg)
	}
	for _, name := range s.fileNames() {
		fmt.Fprintf(h, "%q %q\n", name, s.Files[name])
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

func (s Script) fileNames() []string {
	names := make([]string, 0, len(s.Files))
	for name := range s.Files {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

type scripted struct {
	name  string
	write func(Job) (Script, error)
	hash  string
}

// NewScripted makes an agent that runs one script, whatever the task.
func NewScripted(s Script) Agent {
	return scripted{name: s.Name, write: func(Job) (Script, error) { return s, nil }, hash: s.hash()}
}

func (a scripted) Identity() Identity {
	return Identity{Name: "scripted", Variant: a.name, Version: a.hash}
}

func (a scripted) Command(job Job) (Command, error) {
	s, err := a.write(job)
	if err != nil {
		return Command{}, err
	}
	command := Command{Argv: s.Argv, Stdin: []byte(job.Prompt)}
	for _, name := range s.fileNames() {
		command.Files = append(command.Files, sandbox.File{Path: name, Content: s.Files[name]})
	}
	return command, nil
}

func (a scripted) Normaliser() Normaliser { return plainText{} }
