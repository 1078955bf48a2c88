package gateway

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// meter reads a model's answer as it passes and finds its tokens, in whichever
// of the protocols' three forms it comes: server-sent events, JSON lines, or one
// JSON document. Its memory is bounded: an event longer than maxEvent is passed
// over.
type meter struct {
	form   form
	buffer []byte
	over   bool // the current event is longer than maxEvent

	tokens   Tokens
	complete bool   // the answer told its tokens to the end
	finished bool   // its last event has come: what follows, if anything, is nothing new
	served   string // the model that the provider names
	fault    string // that the provider reported within the answer
}

type form int

const (
	document form = iota
	events        // text/event-stream
	lines         // application/x-ndjson
)

const maxEvent = 4 << 20

func newMeter(contentType string) *meter {
	switch kind, _, _ := strings.Cut(strings.ToLower(contentType), ";"); strings.TrimSpace(kind) {
	case "text/event-stream":
		return &meter{form: events}
	case "application/x-ndjson", "application/jsonl", "application/ndjson":
		return &meter{form: lines}
	}
	return &meter{form: document}
}

// Write reads a piece of the answer. It never fails.
func (m *meter) Write(p []byte) (int, error) {
	if m.form == document {
		m.keep(p)
		return len(p), nil
	}
	for rest := p; len(rest) > 0; {
		part, after, ended := bytes.Cut(rest, []byte("\n"))
		m.keep(part)
		if rest = after; ended {
			m.endLine()
		}
	}
	return len(p), nil
}

func (m *meter) keep(p []byte) {
	if m.over = m.over || len(m.buffer)+len(p) > maxEvent; !m.over {
		m.buffer = append(m.buffer, p...)
	}
}

func (m *meter) endLine() {
	line := bytes.TrimSpace(m.buffer)
	if m.form == events {
		data, ok := bytes.CutPrefix(line, []byte("data:"))
		if line = bytes.TrimSpace(data); !ok {
			line = nil
		}
	}
	if !m.over && len(line) > 0 {
		m.read(line)
	}
	m.buffer, m.over = m.buffer[:0], false
}

// end reads what is left when the answer is over.
func (m *meter) end() {
	if m.form != document {
		m.endLine()
	} else if !m.over {
		m.readDocument()
	}
	m.buffer = nil
}

func (m *meter) readDocument() {
	text := bytes.TrimSpace(m.buffer)
	if !bytes.HasPrefix(text, []byte("[")) {
		m.read(text)
		return
	}
	var all []json.RawMessage // Gemini's stream without alt=sse
	if json.Unmarshal(text, &all) == nil {
		for _, one := range all {
			m.read(one)
		}
	}
}

// told is the union of what the protocols say of tokens, models and faults.
type told struct {
	Type          string          `json:"type"`
	Model         string          `json:"model"`
	ModelVersion  string          `json:"modelVersion"`
	Usage         *usageTold      `json:"usage"`
	Message       json.RawMessage `json:"message"`  // Anthropic's message_start; a text elsewhere
	Response      *told           `json:"response"` // of the Responses protocol's events
	UsageMetadata *geminiTold     `json:"usageMetadata"`
	Error         json.RawMessage `json:"error"`
	Candidates    []candidateTold `json:"candidates"` // Gemini's
	Done          bool            `json:"done"`       // Ollama's last line
	PromptEval    int64           `json:"prompt_eval_count"`
	Eval          int64           `json:"eval_count"`
}

type usageTold struct {
	InputTokens       *int64  `json:"input_tokens"`
	OutputTokens      *int64  `json:"output_tokens"`
	CacheCreation     *int64  `json:"cache_creation_input_tokens"` // Anthropic: beside input_tokens
	CacheRead         *int64  `json:"cache_read_input_tokens"`
	InputDetails      details `json:"input_tokens_details"` // OpenAI: within input_tokens
	OutputDetails     details `json:"output_tokens_details"`
	PromptTokens      *int64  `json:"prompt_tokens"` // Chat Completions
	CompletionTokens  *int64  `json:"completion_tokens"`
	PromptDetails     details `json:"prompt_tokens_details"`
	CompletionDetails details `json:"completion_tokens_details"`
}

type details struct {
	Cached     int64 `json:"cached_tokens"`
	CacheWrite int64 `json:"cache_write_tokens"`
	Reasoning  int64 `json:"reasoning_tokens"`
}

type geminiTold struct {
	Prompt     int64 `json:"promptTokenCount"` // cached ones included
	Cached     int64 `json:"cachedContentTokenCount"`
	ToolPrompt int64 `json:"toolUsePromptTokenCount"`
	Candidates int64 `json:"candidatesTokenCount"` // thoughts left out
	Thoughts   int64 `json:"thoughtsTokenCount"`
}

type candidateTold struct {
	FinishReason string `json:"finishReason"`
}

// last says whether a protocol ends its stream with this event.
func (t *told) last() bool {
	switch t.Type {
	case "message_stop", "response.completed", "response.incomplete":
		return true
	}
	return t.Done || slices.ContainsFunc(t.Candidates, func(c candidateTold) bool { return c.FinishReason != "" })
}

func (m *meter) read(text []byte) {
	var t told
	if json.Unmarshal(text, &t) != nil {
		m.finished = m.finished || string(text) == "[DONE]"
		return // a damaged event: the agent gets it as it is
	}
	m.finished = m.finished || t.last()
	if t.Type == "message_start" {
		var start told
		if json.Unmarshal(t.Message, &start) == nil {
			m.named(start.Model)
			m.anthropic(start.Usage)
		}
		return
	}
	if r := t.Response; r != nil {
		m.named(r.Model)
		m.openai(r.Usage)
	}
	m.named(t.Model)
	m.named(t.ModelVersion)
	m.usage(&t)
	if t.Type == "error" || t.Type == "response.failed" || (len(t.Error) > 0 && string(t.Error) != "null" && t.Type != "response") {
		m.fault = "the provider reported a fault within its answer"
	}
}

func (m *meter) usage(t *told) {
	switch u := t.Usage; {
	case t.UsageMetadata != nil:
		g := t.UsageMetadata
		m.tokens = Tokens{
			Input: atLeast0(g.Prompt - g.Cached + g.ToolPrompt), CachedInput: atLeast0(g.Cached),
			Output: atLeast0(g.Candidates + g.Thoughts), Reasoning: atLeast0(g.Thoughts),
		}
		m.complete = true
	case t.Done && (t.PromptEval > 0 || t.Eval > 0):
		m.tokens, m.complete = Tokens{Input: atLeast0(t.PromptEval), Output: atLeast0(t.Eval)}, true
	case u == nil:
	case t.Type == "message" || t.Type == "message_delta":
		m.anthropic(u)
		m.complete = true
	default:
		m.openai(u)
	}
}

// anthropic's counts are sums so far, and each event tells only some of them.
func (m *meter) anthropic(u *usageTold) {
	if u == nil {
		return
	}
	for _, part := range []struct {
		to   *int64
		from *int64
	}{{&m.tokens.Input, u.InputTokens}, {&m.tokens.CachedInput, u.CacheRead}, {&m.tokens.CacheWrite, u.CacheCreation}, {&m.tokens.Output, u.OutputTokens}} {
		if part.from != nil {
			*part.to = max(*part.to, atLeast0(*part.from))
		}
	}
}

// openai's input contains what was read from and written to the cache.
func (m *meter) openai(u *usageTold) {
	if u == nil {
		return
	}
	input, output, in, out := u.InputTokens, u.OutputTokens, u.InputDetails, u.OutputDetails
	if u.PromptTokens != nil || u.CompletionTokens != nil {
		input, output, in, out = u.PromptTokens, u.CompletionTokens, u.PromptDetails, u.CompletionDetails
	}
	if input == nil && output == nil {
		return
	}
	m.tokens = Tokens{CachedInput: atLeast0(in.Cached), CacheWrite: atLeast0(in.CacheWrite), Reasoning: atLeast0(out.Reasoning)}
	if input != nil {
		m.tokens.Input = atLeast0(*input - m.tokens.CachedInput - m.tokens.CacheWrite)
	}
	if output != nil {
		m.tokens.Output = atLeast0(*output)
	}
	m.complete = true
}

func atLeast0(n int64) int64 { return max(n, 0) }

func (m *meter) named(model string) {
	if model != "" {
		m.served = clip(model)
	}
}
