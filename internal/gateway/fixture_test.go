package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// A key that must never be seen inside, and what stands for it there.
const (
	realKey = "sk-real-0123456789abcdef0123456789"
	dummy   = "m4bench-run-TESTTOKEN"
)

// box is a gateway, its provider, and a client inside.
type box struct {
	*Gateway
	t        *testing.T
	client   *http.Client
	egress   *safeBuffer
	requests *requests
	base     string
}

type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// requests are what the provider saw.
type requests struct {
	mu   sync.Mutex
	seen []seen
}

type seen struct {
	method, uri, body string
	header            http.Header
}

func (r *requests) add(req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	req.Body = io.NopCloser(bytes.NewReader(body))
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen = append(r.seen, seen{req.Method, req.RequestURI, string(body), req.Header.Clone()})
}

func (r *requests) all() []seen {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.seen
}

// open starts a gateway before a provider that answers as it is told.
func open(t *testing.T, api API, provider http.HandlerFunc, change ...func(*Options)) *box {
	t.Helper()
	b := &box{t: t, egress: &safeBuffer{}, requests: &requests{}}
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.requests.add(r)
		provider(w, r)
	}))
	t.Cleanup(upstream.Close)
	b.base = upstream.URL
	p, err := NewProvider(api, upstream.URL, realKey)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Provider: p, Model: "m-1", Token: dummy, Egress: b.egress, Transport: &http.Transport{}}
	for _, c := range change {
		c(&o)
	}
	dir := t.TempDir()
	if b.Gateway, err = Open(dir, o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil && !strings.Contains(err.Error(), "closed") {
			t.Error(err)
		}
	})
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", filepath.Join(dir, SocketFile))
	}
	b.client = &http.Client{Transport: &http.Transport{DialContext: dial}, Timeout: 20 * time.Second}
	return b
}

// do makes a call as an agent would.
func (b *box) do(method, path, body string, header ...string) (status int, answer string, h http.Header) {
	b.t.Helper()
	response, err := b.try(b.t.Context(), method, path, body, header...)
	if err != nil {
		b.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body) // what arrives before a break is part of the answer
	return response.StatusCode, string(text), response.Header
}

func (b *box) post(path, body string, header ...string) (int, string) {
	b.t.Helper()
	status, answer, _ := b.do(http.MethodPost, path, body, header...)
	return status, answer
}

func (b *box) try(ctx context.Context, method, path, body string, header ...string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, "http://127.0.0.1:8080"+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+dummy)
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Del(header[i])
		if header[i+1] != "" {
			request.Header.Set(header[i], header[i+1])
		}
	}
	return b.client.Do(request)
}

// entries closes the gateway and reads its record.
func (b *box) entries() []Entry {
	b.t.Helper()
	if err := b.Close(); err != nil {
		b.t.Fatal(err)
	}
	var all []Entry
	for dec := json.NewDecoder(strings.NewReader(b.egress.String())); dec.More(); {
		var e Entry
		if err := dec.Decode(&e); err != nil {
			b.t.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

// says answers with a document.
func says(document string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, document)
	}
}

// streams answers with pieces, each flushed.
func streams(contentType string, pieces ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		for _, p := range pieces {
			_, _ = io.WriteString(w, p)
			w.(http.Flusher).Flush()
		}
	}
}
