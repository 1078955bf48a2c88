package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"strings"
)

// generate is Gemini's generateContent.
type generate struct{}

func (generate) read(r *http.Request, body []byte) (heard, error) {
	var q struct {
		Tools []struct {
			Functions []struct {
				Name string `json:"name"`
			} `json:"functionDeclarations"`
		} `json:"tools"`
		Contents []struct {
			Parts []struct {
				Response json.RawMessage `json:"functionResponse"`
			} `json:"parts"`
		} `json:"contents"`
	}
	if err := json.Unmarshal(body, &q); err != nil {
		return heard{}, fmt.Errorf("generate content: %w", err)
	}
	model, verb, _ := strings.Cut(path.Base(r.URL.Path), ":")
	h := heard{model: model, stream: verb == "streamGenerateContent"}
	for _, t := range q.Tools {
		for _, f := range t.Functions {
			h.tools = append(h.tools, f.Name)
		}
	}
	for _, c := range q.Contents {
		for _, p := range c.Parts {
			if len(p.Response) > 0 {
				h.results++
			}
		}
	}
	return h, nil
}

func (p generate) events(s said) []event {
	var all []event
	for _, part := range p.parts(s) {
		all = append(all, event{data: p.answer(s, list{part}, nil)})
	}
	return append(all, event{data: p.answer(s, list{object{"text": ""}}, "STOP")})
}

func (p generate) whole(s said) any { return p.answer(s, p.parts(s), "STOP") }

func (generate) answer(s said, parts any, finish any) object {
	candidate := object{"index": 0, "content": object{"role": "model", "parts": parts}}
	answer := object{"candidates": list{candidate}, "modelVersion": s.model, "responseId": s.id}
	if finish != nil {
		candidate["finishReason"] = finish
		answer["usageMetadata"] = object{
			"promptTokenCount": s.usage.Input, "cachedContentTokenCount": s.usage.Cached,
			"candidatesTokenCount": s.usage.Output - s.usage.Reasoning, "thoughtsTokenCount": s.usage.Reasoning,
			"totalTokenCount": s.usage.Input + s.usage.Output,
		}
	}
	return answer
}

func (generate) parts(s said) list {
	var parts list
	if s.think != "" {
		parts = append(parts, object{"text": s.think, "thought": true})
	}
	if s.text != "" {
		parts = append(parts, object{"text": s.text})
	}
	if s.call != nil {
		parts = append(parts, object{"functionCall": object{"id": "call_" + s.id, "name": s.call.Tool, "args": s.call.Arguments}})
	}
	return parts
}
