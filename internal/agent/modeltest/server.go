// Package modeltest is a stand-in for the providers' model servers: it speaks
// OpenAI's Responses and Chat Completions, Anthropic's Messages and Gemini's
// generateContent, streaming or not, well enough for the real agent programs, and
// answers from a script. It records every request, so that a test can prove which
// tools and skills an agent offered to its model.
package modeltest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// maxBody bounds what is read and kept of a request.
const maxBody = 8 << 20

// Server answers model calls from a script.
type Server struct {
	URL string // scheme://host:port

	http   *httptest.Server
	script []Step

	mu       sync.Mutex
	requests []Request
	asked    map[int]int // times that each step was asked for
	usage    Usage
	answers  int
}

// Request is one request as the server saw it.
type Request struct {
	Method string
	Path   string
	Key    string // however the protocol carries it
	Body   []byte // bounded
	Model  string
	Tools  []string // that the model may call, as the request names them
	// Side means that no tool was offered: a title, a summary, a check.
	Side bool
	Step int // of the script, from 0; meaningless for side requests
	// Status of the answer.
	Status int
}

// Mentions says whether the request's body holds a text, which must be free of
// characters that JSON escapes.
func (r Request) Mentions(text string) bool { return strings.Contains(string(r.Body), text) }

// Start runs a server on loopback until the test ends.
func Start(t testing.TB, script ...Step) *Server {
	t.Helper()
	s := New(script...)
	t.Cleanup(s.Close)
	return s
}

// New runs a server on loopback.
func New(script ...Step) *Server {
	s := &Server{script: script, asked: map[int]int{}}
	s.http = httptest.NewServer(http.HandlerFunc(s.serve))
	s.URL = s.http.URL
	return s
}

// Close ends the server and every connection.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Requests are those seen so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Conversation are the requests that offered tools.
func (s *Server) Conversation() []Request {
	var all []Request
	for _, r := range s.Requests() {
		if r.Model != "" && !r.Side {
			all = append(all, r)
		}
	}
	return all
}

// WentOn says that an agent has asked for more than the first step: it got that
// step's answer in the end.
func (s *Server) WentOn() bool {
	return slices.ContainsFunc(s.Conversation(), func(r Request) bool { return r.Step > 0 })
}

// Usage is what all complete answers cost together.
func (s *Server) Usage() Usage {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.usage
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	request := Request{Method: r.Method, Path: r.URL.Path, Key: keyOf(r), Body: body}
	p := protocolOf(r)
	if p == nil || err != nil {
		s.refuse(w, request, http.StatusNotFound, "there is nothing here")
		return
	}
	heard, err := p.read(r, body)
	if err != nil {
		s.refuse(w, request, http.StatusBadRequest, err.Error())
		return
	}
	request.Model, request.Tools = heard.model, heard.tools
	request.Side, request.Step = len(heard.tools) == 0, heard.results
	s.answer(w, request, p, heard)
}

// keyOf finds the key in any of the places that the protocols have for it.
func keyOf(r *http.Request) string {
	if key, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return key
	}
	for _, name := range []string{"x-api-key", "x-goog-api-key"} {
		if key := r.Header.Get(name); key != "" {
			return key
		}
	}
	return ""
}

func (s *Server) answer(w http.ResponseWriter, request Request, p protocol, heard heard) {
	step := Step{Say: "ok"}
	var fault *Fault
	var number int
	s.mu.Lock()
	if !request.Side {
		step = s.step(request.Step)
		s.asked[request.Step]++
		if f := step.Fault; f != nil && (f.Times == 0 || s.asked[request.Step] <= f.Times) {
			fault = f
		}
	}
	s.answers++
	number = s.answers
	s.mu.Unlock()

	if fault != nil && fault.Status != 0 {
		fault.header(w.Header())
		s.refuse(w, request, fault.Status, "the scripted model fails as it was told to")
		return
	}
	said := said{id: fmt.Sprintf("scripted%d", number), model: heard.model, think: step.Think, text: step.Say, call: step.call(heard.tools), usage: DefaultUsage}
	if step.Usage != nil {
		said.usage = *step.Usage
	}
	whole := fault == nil || (!fault.Cut && !fault.Malformed)
	request.Status = http.StatusOK
	s.keep(request, said.usage, whole)
	switch {
	case heard.stream:
		stream(w, p.events(said), fault)
	case whole:
		writeJSON(w, http.StatusOK, p.whole(said))
	default:
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"id": "half an ans`)
		breakOff(w, &Fault{})
	}
}

func (s *Server) step(n int) Step {
	if n < len(s.script) {
		return s.script[n]
	}
	return Step{Say: "There is nothing left to do."}
}

func (s *Server) keep(r Request, usage Usage, whole bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
	if whole {
		s.usage = s.usage.plus(usage)
	}
}

// refuse answers with an error in a form that all providers' clients understand.
func (s *Server) refuse(w http.ResponseWriter, r Request, status int, why string) {
	r.Status = status
	s.keep(r, Usage{}, false)
	writeJSON(w, status, map[string]any{"type": "error", "error": map[string]any{"type": "scripted_error", "code": status, "message": why}})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // a client that is gone needs no answer
}
