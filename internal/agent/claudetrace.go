package agent

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
)

// claudeTrace reads what claude -p --output-format stream-json prints. Every
// content block of an answer comes with the answer's usage anew, so only the
// result's sums count.
type claudeTrace struct{ follower }

func newClaudeTrace() Normaliser { return jsonTrace{new(claudeTrace).object} }

type claudeLine struct {
	Type    string `json:"type"`
	Subtype string `json:"subtype"`
	Message struct {
		Model   string          `json:"model"`
		Content json.RawMessage `json:"content"`
	} `json:"message"`

	// of system
	Model       string          `json:"model"`
	Version     string          `json:"claude_code_version"`
	Tools       json.RawMessage `json:"tools"`
	Skills      json.RawMessage `json:"skills"`
	Attempt     int64           `json:"attempt"`
	Retries     int64           `json:"max_retries"`
	ErrorStatus json.RawMessage `json:"error_status"`
	Error       json.RawMessage `json:"error"`

	// of result
	IsError    bool                   `json:"is_error"`
	Result     string                 `json:"result"`
	Usage      claudeUsage            `json:"usage"`
	ModelUsage map[string]claudeModel `json:"modelUsage"`

	RateLimit struct {
		Status string `json:"status"`
	} `json:"rate_limit_info"`
}

type claudeUsage struct {
	Input      int64 `json:"input_tokens"`
	Cached     int64 `json:"cache_read_input_tokens"`
	CacheWrite int64 `json:"cache_creation_input_tokens"`
	Output     int64 `json:"output_tokens"`
}

type claudeModel struct {
	Input      int64 `json:"inputTokens"`
	Cached     int64 `json:"cacheReadInputTokens"`
	CacheWrite int64 `json:"cacheCreationInputTokens"`
	Output     int64 `json:"outputTokens"`
}

type claudeBlock struct {
	Type     string `json:"type"`
	Text     string `json:"text"`
	Thinking string `json:"thinking"`

	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`

	For     string          `json:"tool_use_id"`
	Content json.RawMessage `json:"content"`
	IsError bool            `json:"is_error"`
}

// synthetic is the model of messages that the program itself writes.
const synthetic = "<synthetic>"

func (c *claudeTrace) object(line []byte) ([]Event, error) {
	var l claudeLine
	if err := json.Unmarshal(line, &l); err != nil {
		return nil, fmt.Errorf("trace of claude: %w", err)
	}
	switch l.Type {
	case "system":
		return c.system(l), nil
	case "assistant":
		return c.answer(l), nil
	case "user":
		return c.results(l), nil
	case "result":
		return c.result(l), nil
	case "rate_limit_event":
		if s := l.RateLimit.Status; s != "" && s != "allowed" && s != "allowed_warning" {
			return []Event{{Kind: Failure, Text: "rate limit: " + s}}, nil
		}
	}
	return nil, nil
}

func (c *claudeTrace) system(l claudeLine) []Event {
	switch l.Subtype {
	case "init":
		return []Event{{Kind: Started, Version: l.Version, Model: l.Model, Tools: namesOf(l.Tools), Skills: namesOf(l.Skills)}}
	case "api_retry":
		text := fmt.Sprintf("retry %d of %d after status %s: %s", l.Attempt, l.Retries, textOf(l.ErrorStatus), textOf(l.Error))
		return []Event{{Kind: Failure, Text: text}}
	}
	return nil
}

func (c *claudeTrace) answer(l claudeLine) []Event {
	var events []Event
	if l.Message.Model != synthetic {
		events = c.model(l.Message.Model)
	}
	for _, b := range blocksOf(l.Message.Content) {
		switch {
		case b.Type == "text" && l.Message.Model == synthetic:
			events = append(events, Event{Kind: Failure, Text: b.Text})
		case b.Type == "text":
			events = append(events, Event{Kind: Message, Text: b.Text})
		case b.Type == "thinking":
			events = append(events, Event{Kind: Reasoning, Text: b.Thinking})
		case b.Type == "tool_use":
			events = append(events, c.use(b))
		}
	}
	return events
}

// use is the event of a tool call.
func (c *claudeTrace) use(b claudeBlock) Event {
	var in struct {
		Command string `json:"command"`
		Path    string `json:"file_path"`
		Skill   string `json:"skill"`
	}
	_ = json.Unmarshal(b.Input, &in) // what has none of these is told as it is
	switch b.Name {
	case "Bash":
		return c.runs(b.ID, b.Name, in.Command)
	case "Write", "Edit", "NotebookEdit":
		return c.changes(b.ID, b.Name, in.Path)
	case "Skill":
		c.begin(b.ID, call{tool: b.Name, skill: in.Skill})
	default:
		c.begin(b.ID, call{tool: b.Name, path: in.Path})
	}
	return Event{Kind: Tool, ID: b.ID, Tool: b.Name, Text: string(b.Input)}
}

var exitCode = regexp.MustCompile(`^Exit code (\d{1,3})(?:\n|$)`)

func (c *claudeTrace) results(l claudeLine) []Event {
	var events []Event
	for _, b := range blocksOf(l.Message.Content) {
		if b.Type != "tool_result" {
			continue
		}
		begun, _ := c.end(b.For)
		text := partsText(b.Content)
		output := Event{Kind: Output, ID: b.For, Tool: begun.tool, Text: text, Status: StatusOK}
		switch {
		case b.IsError && begun.tool == "Bash":
			output.Status = StatusFailed
			if m := exitCode.FindStringSubmatch(text); m != nil {
				code, _ := strconv.Atoi(m[1]) // three digits
				output.Exit = &code
			}
		case b.IsError:
			output.Kind, output.Status = ToolError, StatusFailed
		case begun.tool == "Bash":
			output.Exit = new(int)
		}
		events = append(events, output)
		if !b.IsError {
			events = append(events, c.opened(begun, text)...)
		}
	}
	return events
}

func (c *claudeTrace) result(l claudeLine) []Event {
	done := Event{Kind: Done, Status: StatusOK}
	if l.IsError { // whatever the subtype says
		done.Status, done.Text = StatusFailed, l.Result
	}
	if len(l.ModelUsage) == 0 {
		u := l.Usage
		return []Event{{Kind: Spent, Tokens: claudeTokens(claudeModel(u))}, done}
	}
	var events []Event
	for _, name := range fewKeys(l.ModelUsage) {
		events = append(events, c.model(name)...)
		events = append(events, Event{Kind: Spent, Model: name, Tokens: claudeTokens(l.ModelUsage[name])})
	}
	return append(events, done)
}

// claudeTokens counts what came from the cache and went to it as input too.
func claudeTokens(u claudeModel) *Tokens {
	cached, written := tokens(u.Cached), tokens(u.CacheWrite)
	return &Tokens{Input: tokens(u.Input) + cached + written, Cached: cached, CacheWrite: written, Output: tokens(u.Output)}
}

func blocksOf(content json.RawMessage) []claudeBlock {
	var blocks []claudeBlock
	if json.Unmarshal(content, &blocks) != nil {
		return nil // a plain text: the prompt, told again
	}
	return blocks[:min(len(blocks), maxParts)]
}
