package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// responses is OpenAI's Responses API.
type responses struct{}

func (responses) read(_ *http.Request, body []byte) (heard, error) {
	var q struct {
		Model  string          `json:"model"`
		Stream bool            `json:"stream"`
		Tools  []responsesTool `json:"tools"`
		Input  json.RawMessage `json:"input"`
	}
	if err := json.Unmarshal(body, &q); err != nil {
		return heard{}, fmt.Errorf("responses: %w", err)
	}
	h := heard{model: q.Model, stream: q.Stream}
	for _, t := range q.Tools {
		h.tools = append(h.tools, t.names()...)
	}
	var items []struct {
		Type  string          `json:"type"`
		Tools []responsesTool `json:"tools"` // newer models get theirs within the input
	}
	if json.Unmarshal(q.Input, &items) != nil {
		return h, nil // a plain text
	}
	for _, item := range items {
		if strings.HasSuffix(item.Type, "_call_output") {
			h.results++
		}
		for _, t := range item.Tools {
			h.tools = append(h.tools, t.names()...)
		}
	}
	return h, nil
}

// responsesTool is a tool, or a group of tools under one name.
type responsesTool struct {
	Type  string          `json:"type"`
	Name  string          `json:"name"`
	Tools []responsesTool `json:"tools"`
}

func (t responsesTool) names() []string {
	if t.Type == "namespace" {
		var all []string
		for _, inner := range t.Tools {
			all = append(all, inner.names()...)
		}
		return all
	}
	if t.Name == "" {
		return []string{t.Type} // a tool of the server, such as web_search
	}
	return []string{t.Name}
}

func (p responses) events(s said) []event {
	created := object{"id": "resp_" + s.id, "object": "response", "status": "in_progress", "model": s.model, "output": list{}}
	all := []event{{"response.created", object{"type": "response.created", "response": created}}}
	for i, item := range p.items(s) {
		all = append(all, event{"response.output_item.added", object{"type": "response.output_item.added", "output_index": i, "item": begun(item)}})
		if item["type"] == "message" {
			for _, piece := range pieces(s.text) {
				all = append(all, event{"response.output_text.delta", object{"type": "response.output_text.delta", "item_id": item["id"], "output_index": i, "content_index": 0, "delta": piece}})
			}
		}
		all = append(all, event{"response.output_item.done", object{"type": "response.output_item.done", "output_index": i, "item": item}})
	}
	return append(all, event{"response.completed", object{"type": "response.completed", "response": p.whole(s)}})
}

// begun is an item before its content has come.
func begun(item object) object {
	empty := object{}
	for name, value := range item {
		empty[name] = value
	}
	for name, value := range (object{"content": list{}, "summary": list{}, "arguments": "", "status": "in_progress"}) {
		if _, has := empty[name]; has {
			empty[name] = value
		}
	}
	return empty
}

func (p responses) whole(s said) any {
	return object{
		"id": "resp_" + s.id, "object": "response", "status": "completed", "model": s.model, "output": p.items(s),
		"usage": object{
			"input_tokens":          s.usage.Input,
			"input_tokens_details":  object{"cached_tokens": s.usage.Cached},
			"output_tokens":         s.usage.Output,
			"output_tokens_details": object{"reasoning_tokens": s.usage.Reasoning},
			"total_tokens":          s.usage.Input + s.usage.Output,
		},
	}
}

func (responses) items(s said) []object {
	var items []object
	if s.think != "" {
		items = append(items, object{"id": "rs_" + s.id, "type": "reasoning", "summary": list{object{"type": "summary_text", "text": s.think}}})
	}
	if s.text != "" {
		items = append(items, object{"id": "msg_" + s.id, "type": "message", "role": "assistant", "status": "completed",
			"content": list{object{"type": "output_text", "text": s.text, "annotations": list{}}}})
	}
	if s.call != nil && s.call.Code != "" {
		items = append(items, object{"id": "ctc_" + s.id, "type": "custom_tool_call", "status": "completed",
			"call_id": "call_" + s.id, "name": s.call.Tool, "input": s.call.Code})
	} else if s.call != nil {
		items = append(items, object{"id": "fc_" + s.id, "type": "function_call", "status": "completed",
			"call_id": "call_" + s.id, "name": s.call.Tool, "arguments": s.arguments()})
	}
	return items
}

// pieces cuts a text in two, as a stream does.
func pieces(text string) []string {
	runes := []rune(text)
	if len(runes) < 2 {
		return []string{text}
	}
	return []string{string(runes[:len(runes)/2]), string(runes[len(runes)/2:])}
}
