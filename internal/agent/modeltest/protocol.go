package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// protocol is a provider's way of asking a model and hearing from it.
type protocol interface {
	read(r *http.Request, body []byte) (heard, error)
	// events are a streamed answer; whole is one in a piece.
	events(said) []event
	whole(said) any
}

// heard is what matters of a request.
type heard struct {
	model   string
	tools   []string
	results int // tool results that the conversation holds
	stream  bool
}

// said is what the model answers.
type said struct {
	id, model   string
	think, text string
	call        *Call
	usage       Usage
}

func (s said) arguments() string {
	text, err := json.Marshal(s.call.Arguments)
	if err != nil {
		panic(err) // arguments are made by tests, of plain values
	}
	return string(text)
}

func protocolOf(r *http.Request) protocol {
	if r.Method != http.MethodPost {
		return nil
	}
	switch path := r.URL.Path; {
	case strings.HasSuffix(path, "/responses"):
		return responses{}
	case strings.HasSuffix(path, "/chat/completions"):
		return completions{}
	case strings.HasSuffix(path, "/v1/messages"):
		return messages{}
	case strings.HasSuffix(path, ":streamGenerateContent"), strings.HasSuffix(path, ":generateContent"):
		return generate{}
	default:
		return nil
	}
}

// event is one server-sent event; an empty name is left out.
type event struct {
	name string
	data any
}

// stream writes events, and whatever is to go wrong with them.
func stream(w http.ResponseWriter, events []event, fault *Fault) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	flush := http.NewResponseController(w).Flush
	for i, e := range events {
		if fault != nil {
			time.Sleep(fault.Pause)
			if (fault.Cut || fault.Malformed) && i >= len(events)/2 {
				breakOff(w, fault)
				return
			}
		}
		if e.name != "" {
			fmt.Fprintf(w, "event: %s\n", e.name)
		}
		fmt.Fprintf(w, "data: %s\n\n", e.text())
		if flush() != nil {
			return
		}
	}
}

func (e event) text() []byte {
	if raw, ok := e.data.(string); ok {
		return []byte(raw)
	}
	text, err := json.Marshal(e.data)
	if err != nil {
		panic(err) // events are made here, of plain values
	}
	return text
}

// breakOff ends a stream as a failing server does: without its last chunk.
func breakOff(w http.ResponseWriter, fault *Fault) {
	if fault.Malformed {
		fmt.Fprint(w, "data: {\"type\": \"resp\xff\n\n")
	}
	control := http.NewResponseController(w)
	_ = control.Flush()
	if conn, _, err := control.Hijack(); err == nil {
		conn.Close()
	}
}

type object = map[string]any
type list = []any
