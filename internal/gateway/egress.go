package gateway

import (
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"
)

// Decision is what became of a call.
type Decision string

// The decisions.
const (
	Relayed  Decision = "relayed"  // the provider answered, whatever it said
	Refused  Decision = "refused"  // it is no call that may leave: a violation
	Answered Decision = "answered" // by the gateway itself, with "not found": harmless, and nothing left
	Failed   Decision = "failed"   // it may leave, and the provider could not be reached or broke off
	Cut      Decision = "cut"      // the last line: later calls are counted only
)

// Entry is a line of the egress record. It holds no key and nothing of what was
// said.
type Entry struct {
	Time          time.Time `json:"time"` // when the call came in, UTC
	Method        string    `json:"method"`
	Path          string    `json:"path"` // as asked for inside, without its query; of a DNS question the name
	Model         string    `json:"model,omitempty"`
	Status        int       `json:"status,omitempty"` // that the agent got
	RequestBytes  int64     `json:"request_bytes"`    // of the body
	ResponseBytes int64     `json:"response_bytes"`
	Tokens        *Tokens   `json:"tokens,omitempty"`
	Decision      Decision  `json:"decision"`
	Reason        string    `json:"reason,omitempty"`
	Seconds       float64   `json:"seconds"`
	Tries         int       `json:"tries,omitempty"` // to reach the provider, if more than one
}

// egress writes entries one by one, whatever call they come from.
type egress struct {
	mu   sync.Mutex
	w    io.Writer
	left int
	err  error
}

func newEgress(w io.Writer, most int) *egress {
	if w == nil {
		w = io.Discard
	}
	return &egress{w: w, left: most}
}

func (e *egress) write(entry Entry) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.left <= 0 || e.err != nil {
		return
	}
	if e.left--; e.left == 0 {
		entry = Entry{Time: entry.Time, Decision: Cut}
	}
	line, err := json.Marshal(entry)
	if err == nil {
		_, err = e.w.Write(append(line, '\n'))
	}
	if err != nil {
		e.err = fmt.Errorf("write the egress record: %w", err)
	}
}

func (e *egress) failure() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.err
}
