package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// messages is Anthropic's Messages API.
type messages struct{}

func (messages) read(_ *http.Request, body []byte) (heard, error) {
	var q struct {
		Model  string `json:"model"`
		Stream bool   `json:"stream"`
		Tools  []struct {
			Name string `json:"name"`
		} `json:"tools"`
		Messages []struct {
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(body, &q); err != nil {
		return heard{}, fmt.Errorf("messages: %w", err)
	}
	h := heard{model: q.Model, stream: q.Stream}
	for _, t := range q.Tools {
		h.tools = append(h.tools, t.Name)
	}
	for _, m := range q.Messages {
		var blocks []struct {
			Type string `json:"type"`
		}
		_ = json.Unmarshal(m.Content, &blocks) // a plain text holds no result
		for _, b := range blocks {
			if b.Type == "tool_result" {
				h.results++
			}
		}
	}
	return h, nil
}

func (p messages) events(s said) []event {
	named := func(name string, data object) event {
		data["type"] = name
		return event{name, data}
	}
	begin := p.message(s, list{}, nil)
	begin["usage"] = p.usage(s, 1)
	all := []event{named("message_start", object{"message": begin}), named("ping", object{})}
	for i, block := range p.blocks(s) {
		start, deltas := p.parts(s, block)
		all = append(all, named("content_block_start", object{"index": i, "content_block": start}))
		for _, d := range deltas {
			all = append(all, named("content_block_delta", object{"index": i, "delta": d}))
		}
		all = append(all, named("content_block_stop", object{"index": i}))
	}
	all = append(all, named("message_delta", object{
		"delta": object{"stop_reason": p.stop(s), "stop_sequence": nil},
		"usage": object{"output_tokens": s.usage.Output},
	}))
	return append(all, named("message_stop", object{}))
}

// parts are an empty block and what fills it.
func (messages) parts(s said, block object) (start object, deltas []object) {
	switch block["type"] {
	case "thinking":
		start = object{"type": "thinking", "thinking": "", "signature": ""}
		deltas = []object{{"type": "thinking_delta", "thinking": s.think}, {"type": "signature_delta", "signature": block["signature"]}}
	case "text":
		start = object{"type": "text", "text": ""}
		for _, piece := range pieces(s.text) {
			deltas = append(deltas, object{"type": "text_delta", "text": piece})
		}
	default:
		start = object{"type": "tool_use", "id": block["id"], "name": block["name"], "input": object{}}
		for _, piece := range pieces(s.arguments()) {
			deltas = append(deltas, object{"type": "input_json_delta", "partial_json": piece})
		}
	}
	return start, deltas
}

func (p messages) whole(s said) any {
	m := p.message(s, p.blocks(s), p.stop(s))
	m["usage"] = p.usage(s, s.usage.Output)
	return m
}

func (messages) message(s said, content any, stop any) object {
	return object{"id": "msg_" + s.id, "type": "message", "role": "assistant", "model": s.model,
		"content": content, "stop_reason": stop, "stop_sequence": nil}
}

func (messages) blocks(s said) []object {
	blocks := []object{}
	if s.think != "" {
		blocks = append(blocks, object{"type": "thinking", "thinking": s.think, "signature": "c2NyaXB0ZWQ="})
	}
	if s.text != "" {
		blocks = append(blocks, object{"type": "text", "text": s.text})
	}
	if s.call != nil {
		blocks = append(blocks, object{"type": "tool_use", "id": "toolu_" + s.id, "name": s.call.Tool, "input": s.call.Arguments})
	}
	return blocks
}

// usage of this protocol counts what comes from the cache and goes to it apart.
func (messages) usage(s said, output int64) object {
	return object{
		"input_tokens":                s.usage.Input - s.usage.Cached - s.usage.CacheWrite,
		"cache_read_input_tokens":     s.usage.Cached,
		"cache_creation_input_tokens": s.usage.CacheWrite,
		"output_tokens":               output,
	}
}

func (messages) stop(s said) string {
	if s.call != nil {
		return "tool_use"
	}
	return "end_turn"
}
