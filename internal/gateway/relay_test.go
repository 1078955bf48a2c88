package gateway

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const sse = "text/event-stream; charset=utf-8"

var responsesStream = []string{
	"event: response.created\ndata: {\"type\":\"response.created\",\"response\":{\"model\":\"m-1-2026\",\"usage\":null}}\n\n",
	"data: {\"type\":\"response.output_text.delta\",\"delta\":\"hel", "lo\"}\n\n",
	"data: {\"type\":\"response.completed\",\"response\":{\"model\":\"m-1-2026\",\"usage\":{\"input_tokens\":100,\"input_tokens_details\":{\"cached_tokens\":60},\"output_tokens\":30,\"output_tokens_details\":{\"reasoning_tokens\":20}}}}\n\n",
}

var messagesStream = []string{
	"event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"model\":\"m-1\",\"usage\":{\"input_tokens\":10,\"cache_creation_input_tokens\":5,\"cache_read_input_tokens\":70,\"output_tokens\":1}}}\n\n",
	"data: {\"type\":\"content_block_delta\",\"delta\":{\"text\":\"hi\"}}\n\n",
	"data: {\"type\":\"message_delta\",\"usage\":{\"output_tokens\":25}}\n\n",
	"data: {\"type\":\"message_delta\",\"usage\":{\"output_tokens\":40}}\n\n",
	"data: {\"type\":\"message_stop\"}\n\n",
}

// Every protocol's calls reach the provider with its key and nothing more, come
// back byte for byte, and their tokens are counted in one way.
func TestEveryProtocolIsRelayedAndCounted(t *testing.T) {
	for _, c := range []struct {
		name       string
		api        API
		path, body string
		keyHeader  string // inside
		provider   http.HandlerFunc
		uri        string // at the provider
		realHeader string
		want       Tokens
	}{
		{"responses, streamed", OpenAI, "/openai/v1/responses", `{"model":"m-1","stream":true}`, "Authorization",
			streams(sse, responsesStream...), "/v1/responses", "Authorization", Tokens{Input: 40, CachedInput: 60, Output: 30, Reasoning: 20}},
		{"responses, whole", OpenAI, "/openai/v1/responses", `{"model":"m-1"}`, "Authorization",
			says(`{"object":"response","error":null,"model":"m-1","usage":{"input_tokens":7,"output_tokens":2}}`), "/v1/responses", "Authorization", Tokens{Input: 7, Output: 2}},
		{"chat completions, streamed", OpenAI, "/openai/v1/chat/completions", `{"model":"m-1","stream":true}`, "Authorization",
			streams(sse, "data: {\"model\":\"m-1\",\"choices\":[{}],\"usage\":null}\n\n", "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":50,\"completion_tokens\":9,\"prompt_tokens_details\":{\"cached_tokens\":20},\"completion_tokens_details\":{\"reasoning_tokens\":4}}}\n\ndata: [DONE]\n\n"),
			"/v1/chat/completions", "Authorization", Tokens{Input: 30, CachedInput: 20, Output: 9, Reasoning: 4}},
		{"messages, streamed", Anthropic, "/anthropic/v1/messages?beta=true&key=stolen", `{"model":"m-1","stream":true}`, "X-Api-Key",
			streams(sse, messagesStream...), "/v1/messages?beta=true", "X-Api-Key", Tokens{Input: 10, CachedInput: 70, CacheWrite: 5, Output: 40}},
		{"messages, whole", Anthropic, "/anthropic/v1/messages", `{"model":"m-1"}`, "X-Api-Key",
			says(`{"type":"message","model":"m-1","usage":{"input_tokens":3,"output_tokens":4,"cache_read_input_tokens":2}}`), "/v1/messages", "X-Api-Key", Tokens{Input: 3, CachedInput: 2, Output: 4}},
		{"generateContent, streamed", Gemini, "/gemini/v1beta/models/m-1:streamGenerateContent?alt=sse", `{"contents":[]}`, "X-Goog-Api-Key",
			streams(sse, "data: {\"modelVersion\":\"m-1\",\"usageMetadata\":{\"promptTokenCount\":9}}\r\n\r\n", "data: {\"usageMetadata\":{\"promptTokenCount\":9,\"cachedContentTokenCount\":4,\"candidatesTokenCount\":5,\"thoughtsTokenCount\":6}}\r\n\r\n"),
			"/v1beta/models/m-1:streamGenerateContent?alt=sse", "X-Goog-Api-Key", Tokens{Input: 5, CachedInput: 4, Output: 11, Reasoning: 6}},
		{"generateContent, streamed as one list", Gemini, "/gemini/v1beta/models/m-1:streamGenerateContent", `{"contents":[]}`, "X-Goog-Api-Key",
			says(`[{"usageMetadata":{"promptTokenCount":9}},{"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":5}}]`),
			"/v1beta/models/m-1:streamGenerateContent", "X-Goog-Api-Key", Tokens{Input: 9, Output: 5}},
		{"ollama, streamed", Ollama, "/ollama/api/chat", `{"model":"m-1"}`, "Authorization",
			streams("application/x-ndjson", "{\"model\":\"m-1\",\"done\":false}\n", "{\"done\":true,\"prompt_eval_count\":26,\"eval_count\":8}\n"),
			"/api/chat", "Authorization", Tokens{Input: 26, Output: 8}},
		{"ollama as chat completions", Ollama, "/ollama/v1/chat/completions", `{"model":"m-1"}`, "Authorization",
			says(`{"model":"m-1","usage":{"prompt_tokens":1,"completion_tokens":2}}`), "/v1/chat/completions", "Authorization", Tokens{Input: 1, Output: 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := open(t, c.api, c.provider)
			inside := dummy
			if c.keyHeader == "Authorization" {
				inside = "Bearer " + dummy
			}
			status, answer := b.post(c.path, c.body, "Authorization", "", c.keyHeader, inside, "Cookie", "secret", "User-Agent", "cli/1", "X-Other", "x")
			if status != http.StatusOK || answer == "" {
				t.Fatalf("status %d: %s", status, answer)
			}
			got := b.requests.all()[0]
			if got.uri != c.uri || !strings.Contains(got.header.Get(c.realHeader), realKey) || got.header.Get("User-Agent") != "cli/1" {
				t.Errorf("the provider got %s with %v", got.uri, got.header)
			}
			if text := fmt.Sprint(got.header); strings.Contains(text, dummy) || got.header.Get("Cookie") != "" || got.header.Get("X-Other") != "" {
				t.Errorf("more left than should: %s", text)
			}
			u := b.Usage()
			if diff := cmp.Diff(c.want, u.Tokens); diff != "" {
				t.Error(diff)
			}
			if u.Succeeded != 1 || u.Uncounted != 0 || len(u.Models) != 1 || !u.Models[0].Asked || u.LastFault != "" {
				t.Errorf("%+v", u)
			}
			e := b.entries()
			if len(e) != 1 || e[0].Decision != Relayed || e[0].Model != "m-1" || *e[0].Tokens != c.want || e[0].ResponseBytes != int64(len(answer)) {
				t.Errorf("%+v", e)
			}
			if record := b.egress.String(); strings.Contains(record, realKey) || strings.Contains(record, dummy) || strings.Contains(record, "beta=true") {
				t.Errorf("the record tells too much: %s", record)
			}
		})
	}
}

// A stream of Chat Completions tells its tokens only when it is asked to.
func TestChatCompletionsAreAskedForTheirTokens(t *testing.T) {
	for body, want := range map[string]string{
		`{"model":"m-1","stream":true,"seed":12345678901234567890}`:                        `"include_usage":true`,
		`{"model":"m-1","stream":true,"stream_options":{"include_usage":false,"other":1}}`: `"include_usage":true,"other":1`,
		`{"model":"m-1",  "stream":true,"stream_options":{"include_usage":true}}`:          `{"model":"m-1",  "stream":true`,
		`{"model":"m-1",  "messages":[]}`:                                                  `{"model":"m-1",  "messages":[]}`,
	} {
		b := open(t, OpenAI, says(`{}`))
		if status, answer := b.post("/openai/v1/chat/completions", body); status != 200 {
			t.Fatal(status, answer)
		}
		got := b.requests.all()[0].body
		if !strings.Contains(got, want) || strings.Contains(body, "seed") && !strings.Contains(got, "12345678901234567890") {
			t.Errorf("%s became %s", body, got)
		}
		if u := b.Usage(); u.Uncounted != 1 || u.Dollars != nil {
			t.Errorf("an answer without tokens: %+v", u)
		}
	}
}

// Each piece of a stream is passed on when it comes, not when the next does.
func TestStreamsAreNotHeldBack(t *testing.T) {
	next := make(chan bool)
	b := open(t, OpenAI, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", sse)
		for i := range 5 {
			fmt.Fprintf(w, "data: {\"n\":%d}\n\n", i)
			w.(http.Flusher).Flush()
			<-next
		}
	})
	response, err := b.try(t.Context(), http.MethodPost, "/openai/v1/responses", `{"model":"m-1","stream":true}`)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	piece := make([]byte, 100)
	for i := range 5 {
		n, err := response.Body.Read(piece)
		if want := fmt.Sprintf("data: {\"n\":%d}\n\n", i); err != nil || string(piece[:n]) != want {
			t.Fatalf("piece %d: %q, %v", i, piece[:n], err)
		}
		next <- true
	}
}

// An agent that hangs up when it has the last event has the whole answer; one that
// hangs up before does not.
func TestAnAnswerEndsWithItsLastEvent(t *testing.T) {
	for _, c := range []struct {
		name   string
		events []string
		want   Usage
	}{
		{"after it", responsesStream, Usage{Requests: 1, Relayed: 1, Succeeded: 1}},
		{"before it", responsesStream[:3], Usage{Requests: 1, Failed: 1, Uncounted: 1}},
		{"Messages", messagesStream, Usage{Requests: 1, Relayed: 1, Succeeded: 1}},
		{"Messages before it", messagesStream[:4], Usage{Requests: 1, Failed: 1}},
		{"Chat Completions", []string{"data: {\"usage\":{\"prompt_tokens\":1}}\n\n", "data: [DONE]\n\n"}, Usage{Requests: 1, Relayed: 1, Succeeded: 1}},
		{"Gemini", []string{"data: {\"candidates\":[{\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":9}}\n\n"}, Usage{Requests: 1, Relayed: 1, Succeeded: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := open(t, OpenAI, func(w http.ResponseWriter, r *http.Request) {
				streams(sse, c.events...)(w, r)
				<-r.Context().Done() // the connection stays open
			})
			response, err := b.try(t.Context(), http.MethodPost, "/openai/v1/responses", `{"model":"m-1","stream":true}`)
			if err != nil {
				t.Fatal(err)
			}
			all := strings.Join(c.events, "")
			if _, err := io.ReadFull(response.Body, make([]byte, len(all))); err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			b.entries()
			u := b.Usage()
			got := Usage{Requests: u.Requests, Relayed: u.Relayed, Succeeded: u.Succeeded, Failed: u.Failed, Uncounted: u.Uncounted}
			if diff := cmp.Diff(c.want, got); diff != "" || u.LastFault != "" {
				t.Error(diff, u.LastFault)
			}
		})
	}
}

// A provider's refusal to answer now is the agent's to wait for.
func TestRateLimitsReachTheAgent(t *testing.T) {
	b := open(t, Anthropic, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "17")
		w.Header().Set("Anthropic-Ratelimit-Requests-Remaining", "0")
		w.Header().Set("Set-Cookie", "a=b")
		http.Error(w, `{"type":"error"}`, http.StatusTooManyRequests)
	})
	status, answer, header := b.do(http.MethodPost, "/anthropic/v1/messages", `{"model":"m-1"}`)
	if status != 429 || header.Get("Retry-After") != "17" || header.Get("Anthropic-Ratelimit-Requests-Remaining") != "0" || header.Get("Set-Cookie") != "" || !strings.Contains(answer, "error") {
		t.Errorf("%d %v %s", status, header, answer)
	}
	if u := b.Usage(); u.RateLimited != 1 || u.Succeeded != 0 || len(b.requests.all()) != 1 || !strings.Contains(u.LastFault, "429") {
		t.Errorf("%+v after %d requests", u, len(b.requests.all()))
	}
}

// Failures are told apart: the provider's, the way to it, and those within a stream.
func TestFaultsOfTheProvider(t *testing.T) {
	for _, c := range []struct {
		name     string
		provider http.HandlerFunc
		status   int
		check    func(Usage) bool
	}{
		{"500", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "x", 503) }, 503, func(u Usage) bool { return u.ServerFault == 1 && u.Relayed == 1 }},
		{"no credit", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "x", 402) }, 402, func(u Usage) bool { return u.Rejected == 1 }},
		{"redirect", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "http://example.com/", 307) }, 502, func(u Usage) bool { return u.Failed == 1 }},
		{"hang up", func(w http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) }, 502, func(u Usage) bool { return u.Failed == 1 }},
		{"fault in the stream", streams(sse, "data: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}\n\n"), 200, func(u Usage) bool { return u.ServerFault == 1 && u.Succeeded == 0 }},
		{"failed response", streams(sse, "data: {\"type\":\"response.failed\",\"response\":{\"error\":{\"code\":\"server_error\"}}}\n\n"), 200, func(u Usage) bool { return u.ServerFault == 1 }},
		{"broken off", func(w http.ResponseWriter, r *http.Request) {
			streams(sse, responsesStream[:2]...)(w, r)
			panic(http.ErrAbortHandler)
		}, 200, func(u Usage) bool { return u.Failed == 1 && u.Uncounted == 1 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := open(t, OpenAI, c.provider)
			status, _ := b.post("/openai/v1/responses", `{"model":"m-1"}`)
			b.entries()
			if u := b.Usage(); status != c.status || !c.check(u) || u.LastFault == "" {
				t.Errorf("status %d, %+v", status, u)
			}
			if n := len(b.requests.all()); n != 1 {
				t.Errorf("the provider was asked %d times", n)
			}
		})
	}
}

// An answer that breaks off must not look like one that ended.
func TestABrokenAnswerIsSeenAsOne(t *testing.T) {
	b := open(t, OpenAI, func(w http.ResponseWriter, r *http.Request) {
		streams(sse, responsesStream[0])(w, r)
		panic(http.ErrAbortHandler)
	})
	response, err := b.try(t.Context(), http.MethodPost, "/openai/v1/responses", `{"model":"m-1"}`)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if text, err := io.ReadAll(response.Body); err == nil || string(text) != responsesStream[0] {
		t.Errorf("%q, %v", text, err)
	}
}

// Where no connection comes about nothing has left, and the gateway tries again;
// never after that.
func TestOnlyConnectionsAreTriedAgain(t *testing.T) {
	saved := retries
	retries = []time.Duration{time.Millisecond, time.Millisecond}
	defer func() { retries = saved }()
	var dials atomic.Int64
	flaky := func(fail int64) func(*Options) {
		return func(o *Options) {
			o.Transport = &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				if dials.Add(1) <= fail {
					return nil, &net.OpError{Op: "dial", Net: network, Err: fmt.Errorf("no route")}
				}
				return (&net.Dialer{}).DialContext(ctx, network, address)
			}}
		}
	}
	b := open(t, OpenAI, says(`{"usage":{"input_tokens":1,"output_tokens":1}}`), flaky(2))
	if status, answer := b.post("/openai/v1/responses", `{"model":"m-1"}`); status != 200 || dials.Load() != 3 {
		t.Errorf("status %d after %d tries: %s", status, dials.Load(), answer)
	}
	if e := b.entries(); e[0].Tries != 3 {
		t.Errorf("%+v", e)
	}
	dials.Store(0)
	b = open(t, OpenAI, says(`{}`), flaky(100))
	if status, answer := b.post("/openai/v1/responses", `{"model":"m-1"}`); status != 502 || dials.Load() != 3 || !strings.Contains(answer, "no route") || strings.Contains(answer, b.base) {
		t.Errorf("status %d after %d tries: %s", status, dials.Load(), answer)
	}
	if u := b.Usage(); u.Failed != 1 || u.LastFault == "" || u.Relayed != 0 {
		t.Errorf("%+v", u)
	}
}

// What was counted before a run was killed stays counted.
func TestTokensOfACallThatIsCutOff(t *testing.T) {
	var hold = make(chan bool)
	b := open(t, Anthropic, func(w http.ResponseWriter, r *http.Request) {
		streams(sse, messagesStream[:2]...)(w, r)
		select {
		case <-hold:
		case <-r.Context().Done():
		}
	})
	defer close(hold)
	response, err := b.try(t.Context(), http.MethodPost, "/anthropic/v1/messages", `{"model":"m-1","stream":true}`, "X-Api-Key", dummy)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	read := 0
	for piece := make([]byte, 4096); read < len(messagesStream[0])+len(messagesStream[1]); {
		n, err := response.Body.Read(piece)
		if read += n; err != nil {
			t.Fatal(err)
		}
	}
	e := b.entries() // closes the gateway in mid-stream
	if u := b.Usage(); u.Tokens.Input != 10 || u.Tokens.CachedInput != 70 || u.Uncounted != 1 || u.Dollars != nil || u.LastFault != "" {
		t.Errorf("%+v", u)
	}
	if len(e) != 1 || e[0].Tokens == nil || e[0].Decision != Failed {
		t.Errorf("%+v", e)
	}
}

// Compressed answers are unpacked on the way, so that they can be counted.
func TestCompressedAnswers(t *testing.T) {
	b := open(t, OpenAI, func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			t.Error("no compressed answer was asked for")
		}
		w.Header().Set("Content-Type", sse)
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		for _, p := range responsesStream {
			_, _ = io.WriteString(z, p)
			_ = z.Flush()
			w.(http.Flusher).Flush()
		}
		_ = z.Close()
	})
	status, answer, header := b.do(http.MethodPost, "/openai/v1/responses", `{"model":"m-1","stream":true}`)
	if status != 200 || answer != strings.Join(responsesStream, "") || header.Get("Content-Encoding") != "" {
		t.Errorf("%d %v %q", status, header, answer)
	}
	if u := b.Usage(); u.Tokens.Output != 30 {
		t.Errorf("%+v", u)
	}
}

// Damaged events and endless lines are the agent's to make sense of; the gateway
// passes them on in bounded memory and goes on counting.
func TestDamagedStreams(t *testing.T) {
	huge := "data: {\"text\":\"" + strings.Repeat("x", maxEvent+10) + "\"}\n\n"
	all := append([]string{"data: {\"usage\": {\"input_tok\n\n", ": comment\n", "data:\n\n", "nonsense\n\n", "data: {\"usage\":{\"input_tokens\":-5,\"output_tokens\":1}}\n\n", huge}, responsesStream...)
	b := open(t, OpenAI, streams(sse, all...))
	status, answer := b.post("/openai/v1/responses", `{"model":"m-1","stream":true}`)
	if status != 200 || answer != strings.Join(all, "") {
		t.Errorf("status %d, %d bytes of %d", status, len(answer), len(strings.Join(all, "")))
	}
	if u := b.Usage(); u.Tokens.Input != 40 || u.Tokens.Output != 30 || u.Uncounted != 0 {
		t.Errorf("%+v", u)
	}
}

func TestAnswersAreBounded(t *testing.T) {
	b := open(t, OpenAI, func(w http.ResponseWriter, _ *http.Request) {
		for piece := strings.Repeat("x", 1000); ; {
			if _, err := io.WriteString(w, piece); err != nil {
				return
			}
		}
	}, func(o *Options) { o.Limits.Response = 100_000 })
	if _, answer := b.post("/openai/v1/responses", `{"model":"m-1"}`); len(answer) > 200_000 {
		t.Errorf("%d bytes came through", len(answer))
	}
	if e := b.entries(); len(e) != 1 || e[0].Decision != Failed || !strings.Contains(e[0].Reason, "100000") {
		t.Errorf("%+v", e)
	}
}
