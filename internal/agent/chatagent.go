package agent

import (
	"encoding/json"
	"fmt"
	"strings"

	"m4bench/internal/agent/chat"
)

// chatPaths are where chat finds the APIs that it speaks, below the gateway.
var chatPaths = map[API]struct{ protocol, path string }{
	OpenAI:    {"openai", "/openai/v1"},
	Anthropic: {"anthropic", "/anthropic/v1"},
	Ollama:    {"openai", "/ollama/v1"},
}

// chatAPI is what chat speaks to a model, or none if it cannot.
func chatAPI(mind Mind) API {
	if mind.API == NoAPI && strings.HasPrefix(mind.Model, "claude") {
		return Anthropic
	}
	if mind.API == NoAPI {
		return OpenAI
	}
	if _, ok := chatPaths[mind.API]; !ok {
		return NoAPI
	}
	return mind.API
}

// chatCommand runs the built-in loop.
func chatCommand(job Job, mind Mind) Command {
	to := chatPaths[mind.API]
	c := Command{
		Argv:        []string{ChatProgram, "--api", to.protocol, "--base-url", job.BaseURL + to.path, "--model", job.Model},
		Env:         map[string]string{chat.KeyVariable: job.Token},
		API:         mind.API,
		Stdin:       []byte(job.Prompt),
		KeyVariable: chat.KeyVariable,
	}
	if job.Effort != "" {
		c.Argv = append(c.Argv, "--effort", job.Effort)
	}
	return c
}

// chatTrace reads what m4chat prints, which is in the form of events already.
type chatTrace struct{ follower }

func newChatTrace() Normaliser { return jsonTrace{new(chatTrace).object} }

func (c *chatTrace) object(line []byte) ([]Event, error) {
	var e Event
	if err := json.Unmarshal(line, &e); err != nil {
		return nil, fmt.Errorf("trace of chat: %w", err)
	}
	switch e.Kind {
	case Started, Message, Reasoning, ToolError, Failure, Done:
	case ModelSeen:
		return c.model(e.Model), nil
	case CommandRun:
		c.begin(e.ID, call{command: e.Text})
	case Output:
		begun, _ := c.end(e.ID)
		if e.Status == StatusOK {
			return append([]Event{e}, c.opened(begun, e.Text)...), nil
		}
	case Spent:
		if e.Tokens == nil {
			return nil, fmt.Errorf("trace of chat: usage without tokens")
		}
		t := e.Tokens
		e.Tokens = &Tokens{tokens(t.Input), tokens(t.Cached), tokens(t.CacheWrite), tokens(t.Output), tokens(t.Reasoning)}
	default:
		return nil, fmt.Errorf("trace of chat: no kind %q", e.Kind)
	}
	return []Event{e}, nil
}
