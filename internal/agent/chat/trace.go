package chat

import (
	"encoding/json"
	"fmt"
	"io"
)

// event is a line of the trace, in the form that m4bench has for all agents.
type event struct {
	Kind      string   `json:"kind"`
	ID        string   `json:"id,omitempty"`
	Text      string   `json:"text,omitempty"`
	Truncated bool     `json:"truncated,omitempty"`
	Exit      *int     `json:"exit,omitempty"`
	Status    string   `json:"status,omitempty"`
	Model     string   `json:"model,omitempty"`
	Tools     []string `json:"tools,omitempty"`
	Tokens    *tokens  `json:"tokens,omitempty"`
}

// tokens of one answer. Input includes Cached and CacheWrite, Output Reasoning.
type tokens struct {
	Input      int64 `json:"input"`
	Cached     int64 `json:"cached"`
	CacheWrite int64 `json:"cache_write"`
	Output     int64 `json:"output"`
	Reasoning  int64 `json:"reasoning"`
}

type trace struct {
	w   io.Writer
	err error // the first
}

func (t *trace) put(e event) {
	text, err := json.Marshal(e)
	if err == nil {
		_, err = t.w.Write(append(text, '\n'))
	}
	if err != nil && t.err == nil {
		t.err = fmt.Errorf("write the trace: %w", err)
	}
}
