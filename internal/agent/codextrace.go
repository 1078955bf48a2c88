package agent

import (
	"encoding/json"
	"fmt"
)

// codexTrace reads what codex exec --json prints. It names no model, no version
// and no times; its one usage is the sum of the turn.
type codexTrace struct{ follower }

func newCodexTrace() Normaliser { return jsonTrace{new(codexTrace).object} }

type codexLine struct {
	Type    string    `json:"type"`
	Message string    `json:"message"`
	Item    codexItem `json:"item"`
	Usage   struct {
		Input      int64 `json:"input_tokens"` // includes cached
		Cached     int64 `json:"cached_input_tokens"`
		CacheWrite int64 `json:"cache_write_input_tokens"`
		Output     int64 `json:"output_tokens"`
		Reasoning  int64 `json:"reasoning_output_tokens"`
	} `json:"usage"`
	Error struct {
		Message string `json:"message"`
	} `json:"error"`
}

type codexItem struct {
	ID      string `json:"id"`
	Type    string `json:"type"`
	Text    string `json:"text"`
	Message string `json:"message"`
	Command string `json:"command"`
	Output  string `json:"aggregated_output"`
	Exit    *int   `json:"exit_code"`
	Status  string `json:"status"`
	Changes []struct {
		Path string `json:"path"`
		Kind string `json:"kind"`
	} `json:"changes"`
}

func (c *codexTrace) object(line []byte) ([]Event, error) {
	var l codexLine
	if err := json.Unmarshal(line, &l); err != nil {
		return nil, fmt.Errorf("trace of codex: %w", err)
	}
	switch l.Type {
	case "thread.started":
		return []Event{{Kind: Started}}, nil
	case "item.started":
		return c.begun(l.Item), nil
	case "item.completed":
		return c.completed(l.Item), nil
	case "turn.completed":
		u := l.Usage
		spent := Tokens{tokens(u.Input), tokens(u.Cached), tokens(u.CacheWrite), tokens(u.Output), tokens(u.Reasoning)}
		return []Event{{Kind: Spent, Tokens: &spent}, {Kind: Done, Status: StatusOK}}, nil
	case "turn.failed":
		return []Event{{Kind: Failure, Text: l.Error.Message}, {Kind: Done, Status: StatusFailed}}, nil
	case "error":
		return []Event{{Kind: Failure, Text: l.Message}}, nil
	}
	return nil, nil
}

func (c *codexTrace) begun(item codexItem) []Event {
	if item.Type != "command_execution" {
		return nil
	}
	command := withoutShell(item.Command)
	c.begin(item.ID, call{command: command})
	return []Event{{Kind: CommandRun, ID: item.ID, Text: command}}
}

func (c *codexTrace) completed(item codexItem) []Event {
	switch item.Type {
	case "agent_message":
		return []Event{{Kind: Message, Text: item.Text}}
	case "reasoning":
		return []Event{{Kind: Reasoning, Text: item.Text}}
	case "command_execution":
		return c.ran(item)
	case "file_change":
		return changes(item)
	case "error":
		return []Event{{Kind: Failure, Text: item.Message}}
	case "web_search", "mcp_tool_call":
		return []Event{{Kind: Tool, ID: item.ID, Tool: item.Type}}
	}
	return nil
}

func (c *codexTrace) ran(item codexItem) []Event {
	var events []Event
	begun, known := c.end(item.ID)
	if !known {
		events = c.begun(item)
		begun, _ = c.end(item.ID)
	}
	output := Event{Kind: Output, ID: item.ID, Text: item.Output, Exit: item.Exit, Status: StatusFailed}
	if item.Exit != nil && *item.Exit == 0 {
		output.Status = StatusOK
		return append(append(events, output), c.opened(begun, item.Output)...)
	}
	return append(events, output)
}

func changes(item codexItem) []Event {
	var events []Event
	for _, change := range item.Changes[:min(len(item.Changes), maxParts)] {
		events = append(events, Event{Kind: FileChange, ID: item.ID, Path: change.Path, Status: change.Kind})
	}
	if item.Status == StatusFailed {
		events = append(events, Event{Kind: ToolError, ID: item.ID, Tool: item.Type})
	}
	return events
}

// withoutShell is the command that a shell is given by bash -lc.
func withoutShell(command string) string {
	words, err := SplitWords(command)
	if err != nil || len(words) != 3 || (words[1] != "-lc" && words[1] != "-c") {
		return command
	}
	return words[2]
}
