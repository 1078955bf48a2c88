package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// completions is OpenAI's Chat Completions API.
type completions struct{}

func (completions) read(_ *http.Request, body []byte) (heard, error) {
	var q struct {
		Model  string `json:"model"`
		Stream bool   `json:"stream"`
		Tools  []struct {
			Function struct {
				Name string `json:"name"`
			} `json:"function"`
		} `json:"tools"`
		Messages []struct {
			Role string `json:"role"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(body, &q); err != nil {
		return heard{}, fmt.Errorf("chat completions: %w", err)
	}
	h := heard{model: q.Model, stream: q.Stream}
	for _, t := range q.Tools {
		h.tools = append(h.tools, t.Function.Name)
	}
	for _, m := range q.Messages {
		if m.Role == "tool" {
			h.results++
		}
	}
	return h, nil
}

func (p completions) events(s said) []event {
	chunk := func(delta object, finish any) event {
		return event{data: object{"id": "chatcmpl-" + s.id, "object": "chat.completion.chunk", "model": s.model,
			"choices": list{object{"index": 0, "delta": delta, "finish_reason": finish}}}}
	}
	all := []event{chunk(object{"role": "assistant"}, nil)}
	if s.text != "" {
		for _, piece := range pieces(s.text) {
			all = append(all, chunk(object{"content": piece}, nil))
		}
	}
	if s.call != nil {
		call := p.call(s)
		arguments := pieces(s.arguments())
		call["index"], call["function"].(object)["arguments"] = 0, arguments[0]
		all = append(all, chunk(object{"tool_calls": list{call}}, nil))
		for _, rest := range arguments[1:] {
			all = append(all, chunk(object{"tool_calls": list{object{"index": 0, "function": object{"arguments": rest}}}}, nil))
		}
	}
	all = append(all, chunk(object{}, p.finish(s)))
	all = append(all, event{data: object{"id": "chatcmpl-" + s.id, "object": "chat.completion.chunk", "model": s.model, "choices": list{}, "usage": p.usage(s)}})
	return append(all, event{data: "[DONE]"})
}

func (p completions) whole(s said) any {
	message := object{"role": "assistant", "content": s.text}
	if s.call != nil {
		message["tool_calls"] = list{p.call(s)}
	}
	return object{"id": "chatcmpl-" + s.id, "object": "chat.completion", "model": s.model, "usage": p.usage(s),
		"choices": list{object{"index": 0, "message": message, "finish_reason": p.finish(s)}}}
}

func (completions) call(s said) object {
	return object{"id": "call_" + s.id, "type": "function", "function": object{"name": s.call.Tool, "arguments": s.arguments()}}
}

func (completions) finish(s said) string {
	if s.call != nil {
		return "tool_calls"
	}
	return "stop"
}

func (completions) usage(s said) object {
	return object{
		"prompt_tokens": s.usage.Input, "completion_tokens": s.usage.Output, "total_tokens": s.usage.Input + s.usage.Output,
		"prompt_tokens_details":     object{"cached_tokens": s.usage.Cached},
		"completion_tokens_details": object{"reasoning_tokens": s.usage.Reasoning},
	}
}
