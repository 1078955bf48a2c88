package gateway

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// API is a protocol between agents and models.
type API string

// The protocols that are relayed. Inside a sandbox each has its own path.
const (
	OpenAI    API = "openai"    // /openai/v1: Responses and Chat Completions
	Anthropic API = "anthropic" // /anthropic: Messages
	Gemini    API = "gemini"    // /gemini: generateContent
	Ollama    API = "ollama"    // /ollama: its own chat, and Chat Completions
)

// Secret is a provider's key. It prints as dots, so that no message or record
// can hold it by accident.
type Secret string

// String hides the key.
func (s Secret) String() string { return "…" }

// GoString hides the key.
func (s Secret) GoString() string { return "…" }

// MarshalText hides the key.
func (s Secret) MarshalText() ([]byte, error) { return []byte("…"), nil }

// Provider is who answers the model calls of a run.
type Provider struct {
	API  API
	Base *url.URL // scheme, host and whatever stands before the protocol's paths
	Key  Secret   // empty if the provider wants none
}

// KeyVariable is the environment variable of the harness that holds the key for
// a protocol; "" if it needs none.
func KeyVariable(api API) string {
	if p, ok := protocols[api]; ok {
		return p.keyVariable
	}
	return ""
}

// NewProvider makes the provider of a protocol. base is its address, "" for the
// protocol's own; whether it ends in /v1 makes no difference.
func NewProvider(api API, base string, key Secret) (*Provider, error) {
	p, ok := protocols[api]
	if !ok {
		return nil, &UsageError{fmt.Errorf("no protocol %q", api)}
	}
	own := base == ""
	if own {
		base = p.base
	}
	address, err := url.Parse(base)
	if err != nil || address.Host == "" || (address.Scheme != "http" && address.Scheme != "https") || address.User != nil || address.RawQuery != "" || address.Fragment != "" {
		return nil, &UsageError{fmt.Errorf("base URL %q is none; write it as https://host or http://host:port/path", base)}
	}
	address.Path = strings.TrimSuffix(strings.TrimSuffix(address.Path, "/"), "/v1")
	if own && key == "" && p.keyVariable != "" {
		return nil, &UsageError{fmt.Errorf("there is no key for %s: set %s, or name a file with --key-file", address.Host, p.keyVariable)}
	}
	if strings.ContainsFunc(string(key), func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, &UsageError{fmt.Errorf("the key for %s holds a character that no key has", address.Host)}
	}
	return &Provider{API: api, Base: address, Key: key}, nil
}

// UsageError is a provider or price table that cannot be used as given; exit code 2.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

// ExitCode says that the arguments were wrong.
func (e *UsageError) ExitCode() int { return 2 }

// sharedTransport keeps connections from run to run. It asks for compressed
// answers and unpacks them as they arrive, so that tokens can be counted.
var sharedTransport = sync.OnceValue(func() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 16
	t.MaxResponseHeaderBytes = 256 << 10
	t.TLSHandshakeTimeout = 15 * time.Second
	t.ExpectContinueTimeout = 0
	return t
})
