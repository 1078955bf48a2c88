package agent

import (
	"regexp"
	"slices"
	"strings"
)

// follower keeps what one line of a trace needs to know of earlier ones: the
// calls that wait for their results, and what has been seen already.
type follower struct {
	waiting        map[string]call
	models, skills []string
}

// call is a tool call without its result.
type call struct {
	tool    string
	command string // of a shell
	path    string // that it reads
	skill   string // that it opens
}

// maxWaiting bounds the calls that are remembered.
const maxWaiting = 256

func (f *follower) begin(id string, c call) {
	if f.waiting == nil || len(f.waiting) >= maxWaiting {
		f.waiting = map[string]call{}
	}
	c.command, c.path = clip(c.command, maxText), clip(c.path, 4096)
	f.waiting[clip(id, maxName)] = c
}

// runs is the event of a shell's command that begins.
func (f *follower) runs(id, tool, command string) Event {
	f.begin(id, call{tool: tool, command: command})
	return Event{Kind: CommandRun, ID: id, Text: command}
}

// changes is the event of a file that a tool begins to write.
func (f *follower) changes(id, tool, path string) Event {
	f.begin(id, call{tool: tool})
	return Event{Kind: FileChange, ID: id, Tool: tool, Path: path}
}

func (f *follower) end(id string) (call, bool) {
	id = clip(id, maxName)
	c, ok := f.waiting[id]
	delete(f.waiting, id)
	return c, ok
}

// model is the event of a model that answers for the first time.
func (f *follower) model(name string) []Event {
	known := len(f.models)
	if f.models = withName(f.models, clip(name, maxName)); len(f.models) == known {
		return nil
	}
	return []Event{{Kind: ModelSeen, Model: name}}
}

// opened are the events of the skills that a call that went well has opened for
// the first time.
func (f *follower) opened(c call, output string) []Event {
	names := []string{c.skill}
	names = append(names, skillsIn(c.command)...)
	names = append(names, skillsIn(c.path)...)
	if c.command != "" {
		names = append(names, skillHeads(output)...)
	}
	var events []Event
	for _, name := range names {
		known := len(f.skills)
		if f.skills = withName(f.skills, clip(name, maxName)); len(f.skills) > known {
			events = append(events, Event{Kind: SkillOpened, Skill: name})
		}
	}
	return events
}

var (
	skillPath = regexp.MustCompile(`(?:^|[/\s"'=(])skills/([A-Za-z0-9][A-Za-z0-9._-]{0,99})/SKILL\.md`)
	skillHead = regexp.MustCompile(`(?m)^---\r?\nname: *([A-Za-z0-9][A-Za-z0-9._-]{0,99})\s*$`)
)

// skillsIn finds the skill files that a command or path names.
func skillsIn(text string) []string {
	if !strings.Contains(text, "/SKILL.md") {
		return nil
	}
	return firsts(skillPath.FindAllStringSubmatch(text, maxParts))
}

// skillHeads finds the beginnings of skill files in what a command printed, for
// commands that name no file, such as cat skills/*/*.
func skillHeads(output string) []string {
	return firsts(skillHead.FindAllStringSubmatch(clip(output, maxText), maxParts))
}

func firsts(matches [][]string) []string {
	var names []string
	for _, m := range matches {
		if !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
	}
	return names
}
