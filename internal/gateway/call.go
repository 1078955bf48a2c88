package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"
	"time"
)

// call is one request of the agent's, from its arrival to its line in the egress
// record.
type call struct {
	g        *Gateway
	w        http.ResponseWriter
	r        *http.Request
	entry    Entry
	path     string // after the protocol's own
	endpoint endpoint
	body     []byte
	meter    *meter
	upstream int    // status of the provider; 0 if it said none
	fault    string // what was wrong with the provider or the way to it
}

// refusal is a call that must not leave, and why.
type refusal struct {
	status int
	reason string
}

func (e *refusal) Error() string { return e.reason }

func refuse(status int, format string, args ...any) error {
	return &refusal{status, fmt.Sprintf(format, args...)}
}

// errIdle is a call that is answered with "not found" and is no violation.
var errIdle = errors.New("there is nothing here but model calls")

// ServeHTTP carries out one call.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !g.enter() {
		panic(http.ErrAbortHandler)
	}
	defer g.calls.Done()
	start := g.o.Now()
	k := &call{g: g, w: w, r: r, entry: Entry{Time: start.UTC(), Method: clip(r.Method), Path: clip(r.URL.Path)}}
	defer func() {
		k.entry.Seconds = math.Round(g.o.Now().Sub(start).Seconds()*1000) / 1000
		g.count.add(k)
		g.egress.write(k.entry)
	}()
	switch err := k.check(); {
	case err == nil:
		k.relay()
	case errors.Is(err, errIdle):
		k.answer(Answered, http.StatusNotFound, err.Error())
	default:
		status := http.StatusForbidden
		var refused *refusal
		if errors.As(err, &refused) {
			status = refused.status
		}
		k.answer(Refused, status, err.Error())
	}
}

// check decides whether the call may leave, and reads its body.
func (k *call) check() error {
	p, r := k.g.protocol, k.r
	if p == nil {
		return refuse(http.StatusForbidden, "this run's agent calls no model")
	}
	if r.URL.IsAbs() || r.URL.RawPath != "" || r.URL.Path == "*" {
		return refuse(http.StatusForbidden, "this is no proxy: call the model at the address that was given")
	}
	path, own := strings.CutPrefix(r.URL.Path, "/"+string(k.g.o.Provider.API))
	if !own || (path != "" && path[0] != '/') {
		return refuse(http.StatusForbidden, "only calls of %s are let through", k.g.o.Provider.API)
	}
	k.path = path
	if p.idle[r.Method+" "+path] {
		return errIdle
	}
	e, pathModel, ok := p.find(k.g.o.Provider.API, path)
	if !ok || r.Method != http.MethodPost {
		return refuse(http.StatusForbidden, "%s %s is no model call", clip(r.Method), clip(r.URL.Path))
	}
	if !k.g.admits(r) {
		return refuse(http.StatusUnauthorized, "this is not the run's key")
	}
	k.endpoint = e
	return k.readBody(p, pathModel)
}

func (k *call) readBody(p *protocol, pathModel string) error {
	r, most := k.r, k.g.o.Limits.Request
	if encoding := r.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
		return refuse(http.StatusUnsupportedMediaType, "a compressed body cannot be checked")
	}
	body, err := io.ReadAll(http.MaxBytesReader(k.w, r.Body, most))
	k.entry.RequestBytes = int64(len(body))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return refuse(http.StatusRequestEntityTooLarge, "the body is larger than %d bytes", most)
	case err != nil:
		return refuse(http.StatusBadRequest, "the body could not be read")
	}
	parsed, err := parseObject(body)
	if err != nil {
		return refuse(http.StatusBadRequest, "%v", err)
	}
	model, err := p.inspect(parsed, pathModel)
	k.entry.Model = clip(model)
	if err != nil {
		return err
	}
	k.body = body
	if k.endpoint.includeUsage && parsed["stream"] == true {
		return k.askForUsage(parsed)
	}
	return nil
}

// askForUsage has a stream of Chat Completions end with its tokens.
func (k *call) askForUsage(parsed object) error {
	options, _ := parsed["stream_options"].(object)
	if options["include_usage"] == true {
		return nil
	}
	if options == nil {
		options = object{}
	}
	options["include_usage"] = true
	parsed["stream_options"] = options
	body, err := json.Marshal(parsed)
	if err != nil {
		return refuse(http.StatusBadRequest, "%v", err)
	}
	k.body = body
	return nil
}

// answer tells the agent itself, in the protocol's own form.
func (k *call) answer(decision Decision, status int, reason string) {
	k.entry.Decision, k.entry.Status, k.entry.Reason = decision, status, clip(reason)
	message := object{"error": object{"message": "m4bench gateway: " + reason}}
	if k.g.protocol != nil {
		message = k.g.protocol.failure(status, "m4bench gateway: "+reason)
	}
	text, err := json.Marshal(message)
	if err != nil {
		text = []byte("{}")
	}
	k.w.Header().Set("Content-Type", "application/json")
	if status >= 400 && k.r.ContentLength != 0 {
		k.w.Header().Set("Connection", "close") // what is left of the body is not worth reading
	}
	k.w.WriteHeader(status)
	n, _ := k.w.Write(append(text, '\n')) // whether the agent still listens is its own affair
	k.entry.ResponseBytes = int64(n)
}

// over says whether the call was broken off from inside: the agent hung up, or
// its run is over.
func (k *call) over() bool { return k.r.Context().Err() != nil }

// pause between two tries; false if the call is over meanwhile.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
