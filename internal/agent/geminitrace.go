package agent

import (
	"encoding/json"
	"fmt"
)

// geminiTrace reads what gemini --output-format stream-json prints.
type geminiTrace struct{ follower }

func newGeminiTrace() Normaliser { return jsonTrace{new(geminiTrace).object} }

type geminiLine struct {
	Type    string `json:"type"`
	Model   string `json:"model"`
	Role    string `json:"role"`
	Content string `json:"content"`

	Tool       string          `json:"tool_name"`
	ID         string          `json:"tool_id"`
	Parameters json.RawMessage `json:"parameters"`
	Output     json.RawMessage `json:"output"`

	Status  string          `json:"status"`
	Message string          `json:"message"`
	Error   json.RawMessage `json:"error"`
	Stats   struct {
		geminiStats
		Models map[string]geminiStats `json:"models"`
	} `json:"stats"`
}

type geminiStats struct {
	Input  int64 `json:"input_tokens"` // includes cached
	Cached int64 `json:"cached"`
	Output int64 `json:"output_tokens"`
	Total  int64 `json:"total_tokens"`
}

func (g *geminiTrace) object(line []byte) ([]Event, error) {
	var l geminiLine
	if err := json.Unmarshal(line, &l); err != nil {
		return nil, fmt.Errorf("trace of gemini: %w", err)
	}
	switch l.Type {
	case "init":
		return []Event{{Kind: Started, Model: l.Model}}, nil
	case "message":
		if l.Role == "assistant" {
			return []Event{{Kind: Message, Text: l.Content}}, nil
		}
	case "tool_use":
		return []Event{g.use(l)}, nil
	case "tool_result":
		return g.used(l), nil
	case "error":
		return []Event{{Kind: Failure, Text: l.Message}}, nil
	case "result":
		return g.result(l), nil
	}
	return nil, nil
}

func (g *geminiTrace) use(l geminiLine) Event {
	var in struct {
		Command string `json:"command"`
		Path    string `json:"file_path"`
		Skill   string `json:"name"`
	}
	_ = json.Unmarshal(l.Parameters, &in) // what has none of these is told as it is
	switch l.Tool {
	case "run_shell_command":
		return g.runs(l.ID, l.Tool, in.Command)
	case "write_file", "replace":
		return g.changes(l.ID, l.Tool, in.Path)
	case "activate_skill":
		g.begin(l.ID, call{tool: l.Tool, skill: in.Skill})
	default:
		g.begin(l.ID, call{tool: l.Tool, path: in.Path})
	}
	return Event{Kind: Tool, ID: l.ID, Tool: l.Tool, Text: string(l.Parameters)}
}

func (g *geminiTrace) used(l geminiLine) []Event {
	begun, _ := g.end(l.ID)
	text := textOf(l.Output)
	if l.Status == "success" {
		return append([]Event{{Kind: Output, ID: l.ID, Tool: begun.tool, Text: text, Status: StatusOK}}, g.opened(begun, text)...)
	}
	if text == "" {
		text = textOf(l.Error)
	}
	kind := ToolError
	if begun.command != "" {
		kind = Output
	}
	return []Event{{Kind: kind, ID: l.ID, Tool: begun.tool, Text: text, Status: StatusFailed}}
}

func (g *geminiTrace) result(l geminiLine) []Event {
	var events []Event
	for _, name := range fewKeys(l.Stats.Models) {
		events = append(events, g.model(name)...)
		events = append(events, Event{Kind: Spent, Model: name, Tokens: l.Stats.Models[name].tokens()})
	}
	if len(events) == 0 {
		events = append(events, Event{Kind: Spent, Tokens: l.Stats.tokens()})
	}
	done := Event{Kind: Done, Status: StatusOK}
	if l.Status != "success" {
		done.Status, done.Text = StatusFailed, textOf(l.Error)
	}
	return append(events, done)
}

// tokens are of the stats; what is neither input nor output is thought.
func (s geminiStats) tokens() *Tokens {
	input, output := tokens(s.Input), tokens(s.Output)
	thought := tokens(s.Total - s.Input - s.Output)
	return &Tokens{Input: input, Cached: tokens(s.Cached), Output: output + thought, Reasoning: thought}
}
