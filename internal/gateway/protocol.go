package gateway

import (
	"net/http"
	"regexp"
	"strings"
)

// protocol is what the gateway knows of one API.
type protocol struct {
	base        string // of the provider that it is named after
	keyVariable string
	endpoints   map[string]endpoint // by the path after the API's own
	tools       func(tool object) string
	sendKey     func(http.Header, Secret)
	// idle are calls that programs make beside the model's: they get a plain 404
	// and are no violation. Method and path.
	idle    map[string]bool
	query   map[string]string // parameters that are passed on, with their only value
	failure func(status int, message string) object
}

// endpoint is a kind of call that may be made, always by POST.
type endpoint struct {
	answers bool // its response is a model's, and costs tokens
	// includeUsage: a stream tells its tokens only when the request asks for it.
	includeUsage bool
}

var protocols = map[API]*protocol{
	OpenAI: {
		base:        "https://api.openai.com",
		keyVariable: "OPENAI_API_KEY",
		endpoints: map[string]endpoint{
			"/v1/responses":        {answers: true},
			"/v1/chat/completions": {answers: true, includeUsage: true},
		},
		tools:   openaiTool,
		sendKey: bearer,
		idle:    map[string]bool{"GET /v1/models": true},
		failure: openaiFailure,
	},
	Anthropic: {
		base:        "https://api.anthropic.com",
		keyVariable: "ANTHROPIC_API_KEY",
		endpoints: map[string]endpoint{
			"/v1/messages":              {answers: true},
			"/v1/messages/count_tokens": {},
		},
		tools:   anthropicTool,
		sendKey: func(h http.Header, key Secret) { h.Set("X-Api-Key", string(key)) },
		idle:    map[string]bool{"HEAD ": true, "HEAD /": true, "GET /v1/models": true},
		query:   map[string]string{"beta": "true"},
		failure: func(_ int, message string) object {
			return object{"type": "error", "error": object{"type": "permission_error", "message": message}}
		},
	},
	Gemini: {
		base:        "https://generativelanguage.googleapis.com",
		keyVariable: "GEMINI_API_KEY",
		tools:       geminiTool,
		sendKey:     func(h http.Header, key Secret) { h.Set("X-Goog-Api-Key", string(key)) },
		query:       map[string]string{"alt": "sse"},
		failure: func(status int, message string) object {
			return object{"error": object{"code": status, "message": message, "status": "PERMISSION_DENIED"}}
		},
	},
	Ollama: {
		base: "http://127.0.0.1:11434",
		endpoints: map[string]endpoint{
			"/api/chat":            {answers: true},
			"/v1/chat/completions": {answers: true, includeUsage: true},
		},
		tools:   openaiTool,
		sendKey: bearer,
		idle:    map[string]bool{"GET /v1/models": true, "GET /api/tags": true, "GET /api/version": true, "HEAD /": true},
		failure: func(_ int, message string) object { return object{"error": message} },
	},
}

func bearer(h http.Header, key Secret) { h.Set("Authorization", "Bearer "+string(key)) }

func openaiFailure(_ int, message string) object {
	return object{"error": object{"message": message, "type": "invalid_request_error", "code": "m4bench_gateway"}}
}

// geminiCall takes the path of a Gemini call apart: its model stands there.
var geminiCall = regexp.MustCompile(`^/v1(?:beta)?/models/([A-Za-z0-9._-]{1,128}):(generateContent|streamGenerateContent|countTokens)$`)

// find the endpoint of a path, and the model if the path names one.
func (p *protocol) find(api API, path string) (e endpoint, model string, ok bool) {
	if api != Gemini {
		e, ok = p.endpoints[path]
		return e, "", ok
	}
	parts := geminiCall.FindStringSubmatch(path)
	if parts == nil {
		return e, "", false
	}
	return endpoint{answers: parts[2] != "countTokens"}, parts[1], true
}

// tokenOf is what a request offers as its key, wherever a provider's clients put it.
func tokenOf(r *http.Request) string {
	if key, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return key
	}
	for _, name := range []string{"X-Api-Key", "X-Goog-Api-Key"} {
		if key := r.Header.Get(name); key != "" {
			return key
		}
	}
	return ""
}
