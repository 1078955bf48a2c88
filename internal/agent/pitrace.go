package agent

import (
	"encoding/json"
	"fmt"
)

// piTrace reads what pi --mode json prints. Messages grow by updates, and stand
// whole in the event that ends them; only those count.
type piTrace struct {
	follower
	failed bool // the last answer
}

func newPiTrace() Normaliser { return jsonTrace{new(piTrace).object} }

type piLine struct {
	Type    string `json:"type"`
	Message struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
		Model   string          `json:"model"`
		Stop    string          `json:"stopReason"`
		Error   string          `json:"errorMessage"`
		Usage   struct {
			Input      int64 `json:"input"`
			Output     int64 `json:"output"`
			CacheRead  int64 `json:"cacheRead"`
			CacheWrite int64 `json:"cacheWrite"`
		} `json:"usage"`
	} `json:"message"`

	ID     string          `json:"toolCallId"`
	Tool   string          `json:"toolName"`
	Args   json.RawMessage `json:"args"`
	Result struct {
		Content json.RawMessage `json:"content"`
	} `json:"result"`
	IsError bool `json:"isError"`
}

func (p *piTrace) object(line []byte) ([]Event, error) {
	var kind struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(line, &kind); err != nil {
		return nil, fmt.Errorf("trace of pi: %w", err)
	}
	switch kind.Type {
	case "session":
		return []Event{{Kind: Started}}, nil
	case "agent_end":
		return []Event{p.done()}, nil
	case "message_end", "tool_execution_start", "tool_execution_end":
	default:
		return nil, nil
	}
	var l piLine
	if err := json.Unmarshal(line, &l); err != nil {
		return nil, fmt.Errorf("trace of pi: %w", err)
	}
	switch l.Type {
	case "message_end":
		return p.answer(l), nil
	case "tool_execution_start":
		return []Event{p.use(l)}, nil
	default:
		return p.used(l), nil
	}
}

func (p *piTrace) done() Event {
	if p.failed {
		return Event{Kind: Done, Status: StatusFailed}
	}
	return Event{Kind: Done, Status: StatusOK}
}

func (p *piTrace) answer(l piLine) []Event {
	m := l.Message
	if m.Role != "assistant" {
		return nil
	}
	events := p.model(m.Model)
	for _, b := range blocksOf(m.Content) {
		switch b.Type {
		case "text":
			events = append(events, Event{Kind: Message, Text: b.Text})
		case "thinking":
			events = append(events, Event{Kind: Reasoning, Text: b.Thinking})
		}
	}
	if len(events) > maxParts-2 {
		events = events[:maxParts-2]
	}
	cached, written := tokens(m.Usage.CacheRead), tokens(m.Usage.CacheWrite)
	events = append(events, Event{Kind: Spent, Model: m.Model, Tokens: &Tokens{
		Input: tokens(m.Usage.Input) + cached + written, Cached: cached, CacheWrite: written, Output: tokens(m.Usage.Output),
	}})
	if p.failed = m.Stop == "error" || m.Stop == "aborted"; p.failed {
		events = append(events, Event{Kind: Failure, Text: m.Error})
	}
	return events
}

func (p *piTrace) use(l piLine) Event {
	var in struct {
		Command string `json:"command"`
		Path    string `json:"path"`
	}
	_ = json.Unmarshal(l.Args, &in) // what has none of these is told as it is
	switch l.Tool {
	case "bash":
		return p.runs(l.ID, l.Tool, in.Command)
	case "write", "edit":
		return p.changes(l.ID, l.Tool, in.Path)
	default:
		p.begin(l.ID, call{tool: l.Tool, path: in.Path})
		return Event{Kind: Tool, ID: l.ID, Tool: l.Tool, Text: string(l.Args)}
	}
}

func (p *piTrace) used(l piLine) []Event {
	begun, _ := p.end(l.ID)
	text := partsText(l.Result.Content)
	output := Event{Kind: Output, ID: l.ID, Tool: begun.tool, Text: text, Status: StatusOK}
	if !l.IsError {
		return append([]Event{output}, p.opened(begun, text)...)
	}
	output.Status = StatusFailed
	if begun.command == "" {
		output.Kind = ToolError
	}
	return []Event{output}
}
