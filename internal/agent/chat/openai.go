package chat

import (
	"context"
	"errors"
	"net/http"
)

// openAI speaks Chat Completions, as OpenAI's and many other servers do.
type openAI struct{ Options }

type openAIMessage struct {
	Role      string       `json:"role"`
	Content   *string      `json:"content"`
	ToolCalls []openAICall `json:"tool_calls,omitempty"`
	ToolCall  string       `json:"tool_call_id,omitempty"`
	Reasoning string       `json:"reasoning_content,omitempty"` // of some servers
}

type openAICall struct {
	ID       string         `json:"id"`
	Type     string         `json:"type"`
	Function openAIFunction `json:"function"`
}

type openAIFunction struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

type openAIAnswer struct {
	Model   string `json:"model"`
	Choices []struct {
		Message openAIMessage `json:"message"`
		Finish  string        `json:"finish_reason"`
	} `json:"choices"`
	Usage struct {
		Prompt     int64 `json:"prompt_tokens"`
		Completion int64 `json:"completion_tokens"`
		Details    struct {
			Cached int64 `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
		More struct {
			Reasoning int64 `json:"reasoning_tokens"`
		} `json:"completion_tokens_details"`
	} `json:"usage"`
}

func (e openAI) ask(ctx context.Context, talk []turn) (answer, error) {
	question := map[string]any{
		"model":    e.Model,
		"messages": e.messages(talk),
		"tools": []any{map[string]any{"type": "function", "function": map[string]any{
			"name": toolName, "description": toolAbout, "parameters": parameters,
		}}},
	}
	if e.Effort != "" {
		question["reasoning_effort"] = e.Effort
	}
	var got openAIAnswer
	header := http.Header{"Authorization": {"Bearer " + e.Key}}
	if err := post(ctx, e.BaseURL+"/chat/completions", header, question, &got); err != nil {
		return answer{}, err
	}
	if len(got.Choices) == 0 {
		return answer{}, errors.New("the model's answer holds no choice")
	}
	choice := got.Choices[0]
	a := answer{
		model: got.Model, reasoning: choice.Message.Reasoning, cutOff: choice.Finish == "length",
		spent: tokens{
			Input: got.Usage.Prompt, Cached: got.Usage.Details.Cached,
			Output: got.Usage.Completion, Reasoning: got.Usage.More.Reasoning,
		},
	}
	if choice.Message.Content != nil {
		a.text = *choice.Message.Content
	}
	for _, c := range choice.Message.ToolCalls {
		command, wrong := commandOf(c.Function.Name, c.Function.Arguments)
		a.calls = append(a.calls, call{id: c.ID, command: command, wrong: wrong, raw: c.Function.Arguments, tool: c.Function.Name})
	}
	return a, nil
}

func (openAI) messages(talk []turn) []openAIMessage {
	text := func(s string) *string { return &s }
	all := []openAIMessage{{Role: "system", Content: text(system)}}
	for i, t := range talk {
		switch {
		case len(t.results) > 0:
			for _, r := range t.results {
				all = append(all, openAIMessage{Role: "tool", ToolCall: r.id, Content: text(r.text)})
			}
		case i%2 == 0:
			all = append(all, openAIMessage{Role: "user", Content: text(t.text)})
		default:
			m := openAIMessage{Role: "assistant", Content: text(t.text)}
			for _, c := range t.calls {
				m.ToolCalls = append(m.ToolCalls, openAICall{c.id, "function", openAIFunction{c.tool, c.raw}})
			}
			all = append(all, m)
		}
	}
	return all
}
