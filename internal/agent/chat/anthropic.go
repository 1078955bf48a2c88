package chat

import (
	"context"
	"encoding/json"
	"net/http"
)

// anthropic speaks Messages.
type anthropic struct{ Options }

type anthropicAnswer struct {
	Model   string            `json:"model"`
	Content []json.RawMessage `json:"content"`
	Stop    string            `json:"stop_reason"`
	Usage   struct {
		Input      int64 `json:"input_tokens"`
		Cached     int64 `json:"cache_read_input_tokens"`
		CacheWrite int64 `json:"cache_creation_input_tokens"`
		Output     int64 `json:"output_tokens"`
	} `json:"usage"`
}

type anthropicBlock struct {
	Type     string          `json:"type"`
	Text     string          `json:"text"`
	Thinking string          `json:"thinking"`
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Input    json.RawMessage `json:"input"`
}

func (e anthropic) ask(ctx context.Context, talk []turn) (answer, error) {
	question := map[string]any{
		"model":      e.Model,
		"max_tokens": e.Answer,
		"system":     system,
		"messages":   e.messages(talk),
		"tools":      []any{map[string]any{"name": toolName, "description": toolAbout, "input_schema": parameters}},
	}
	var got anthropicAnswer
	header := http.Header{"X-Api-Key": {e.Key}, "Anthropic-Version": {"2023-06-01"}}
	if err := post(ctx, e.BaseURL+"/messages", header, question, &got); err != nil {
		return answer{}, err
	}
	return got.answer()
}

func (got anthropicAnswer) answer() (answer, error) {
	u := got.Usage
	a := answer{
		model: got.Model, cutOff: got.Stop == "max_tokens",
		spent: tokens{Input: u.Input + u.Cached + u.CacheWrite, Cached: u.Cached, CacheWrite: u.CacheWrite, Output: u.Output},
	}
	a.raw = got.Content // blocks must come back as they were
	if len(got.Content) == 0 {
		a.raw = "(nothing)" // an empty message would be refused
	}
	for _, raw := range got.Content {
		var b anthropicBlock
		if err := json.Unmarshal(raw, &b); err != nil {
			return a, err
		}
		switch b.Type {
		case "text":
			a.text += b.Text
		case "thinking":
			a.reasoning += b.Thinking
		case "tool_use":
			command, wrong := commandOf(b.Name, string(b.Input))
			a.calls = append(a.calls, call{id: b.ID, command: command, wrong: wrong})
		}
	}
	return a, nil
}

// messages are the conversation. What has been said before is kept in the
// provider's cache up to the last turn.
func (anthropic) messages(talk []turn) []any {
	var all []any
	for i, t := range talk {
		last := i == len(talk)-1
		switch {
		case i%2 == 1:
			all = append(all, map[string]any{"role": "assistant", "content": t.raw})
		case len(t.results) > 0:
			var blocks []any
			for n, r := range t.results {
				block := map[string]any{"type": "tool_result", "tool_use_id": r.id, "content": r.text, "is_error": r.failed}
				blocks = append(blocks, cached(block, last && n == len(t.results)-1))
			}
			all = append(all, map[string]any{"role": "user", "content": blocks})
		default:
			block := map[string]any{"type": "text", "text": t.text}
			all = append(all, map[string]any{"role": "user", "content": []any{cached(block, last)}})
		}
	}
	return all
}

func cached(block map[string]any, mark bool) map[string]any {
	if mark {
		block["cache_control"] = map[string]any{"type": "ephemeral"}
	}
	return block
}
