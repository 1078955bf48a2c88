package gateway

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const ok = `{"usage":{"input_tokens":1,"output_tokens":1}}`

// Nothing but the model calls of the run's provider leaves; all else is refused,
// recorded, and told in the protocol's form.
func TestWhatIsNoModelCallIsRefused(t *testing.T) {
	for _, c := range []struct {
		api    API
		method string
		path   string
		header []string
		status int
	}{
		{OpenAI, "POST", "/openai/v1/files", nil, 403},
		{OpenAI, "POST", "/openai/v1/responses/../files", nil, 403},
		{OpenAI, "POST", "/openai/v1/responses%2f..%2ffiles", nil, 403},
		{OpenAI, "POST", "/openai//v1/responses", nil, 403},
		{OpenAI, "GET", "/openai/v1/responses", nil, 403},
		{OpenAI, "DELETE", "/openai/v1/responses", nil, 403},
		{OpenAI, "POST", "/openaix/v1/responses", nil, 403},
		{OpenAI, "POST", "/v1/responses", nil, 403},
		{OpenAI, "POST", "/anthropic/v1/messages", nil, 403},
		{OpenAI, "POST", "/openai/v1/vector_stores", nil, 403},
		{Anthropic, "POST", "/anthropic/v1/messages/batches", nil, 403},
		{Anthropic, "POST", "/anthropic/v1/files", nil, 403},
		{Gemini, "POST", "/gemini/v1beta/cachedContents", nil, 403},
		{Gemini, "POST", "/gemini/v1beta/models/a/b:generateContent", nil, 403},
		{Gemini, "POST", "/gemini/v1beta/models/m-1:batchGenerateContent", nil, 403},
		{Ollama, "POST", "/ollama/api/pull", nil, 403},
		{OpenAI, "POST", "/openai/v1/responses", []string{"Authorization", ""}, 401},
		{OpenAI, "POST", "/openai/v1/responses", []string{"Authorization", "Bearer " + dummy + "x"}, 401},
		{OpenAI, "POST", "/openai/v1/responses", []string{"Authorization", "Bearer m4bench-run-OTHER"}, 401},
		{OpenAI, "POST", "/openai/v1/responses", []string{"Content-Encoding", "gzip"}, 415},
	} {
		t.Run(c.method+" "+c.path, func(t *testing.T) {
			b := open(t, c.api, says(ok))
			status, answer, _ := b.do(c.method, c.path, `{"model":"m-1"}`, c.header...)
			if status != c.status || !json.Valid([]byte(answer)) && c.method != "HEAD" {
				t.Errorf("status %d, want %d: %s", status, c.status, answer)
			}
			e := b.entries()
			if len(b.requests.all()) != 0 || len(e) != 1 || e[0].Decision != Refused || b.Usage().Refused != 1 || e[0].Reason == "" {
				t.Errorf("%d requests left; %+v", len(b.requests.all()), e)
			}
		})
	}
}

// Programs look around before they call a model. That is no violation.
func TestHarmlessQuestionsAreNoViolation(t *testing.T) {
	for api, calls := range map[API][]string{
		Anthropic: {"HEAD /anthropic", "HEAD /anthropic/"},
		OpenAI:    {"GET /openai/v1/models?client_version=1"},
		Ollama:    {"GET /ollama/api/tags"},
	} {
		b := open(t, api, says(ok))
		for _, call := range calls {
			method, path, _ := strings.Cut(call, " ")
			if status, _, _ := b.do(method, path, "", "Authorization", ""); status != 404 {
				t.Errorf("%s: status %d", call, status)
			}
		}
		if u := b.Usage(); u.Refused != 0 || u.Requests != 0 || len(b.requests.all()) != 0 {
			t.Errorf("%s: %+v", api, u)
		}
		for _, e := range b.entries() {
			if e.Decision != Answered {
				t.Errorf("%+v", e)
			}
		}
	}
}

// A request may ask for an answer with tools that the agent runs, and for nothing
// that the provider's servers would do.
func TestServerSideToolsAreRefused(t *testing.T) {
	const responses, chat, messages, gemini = "/openai/v1/responses", "/openai/v1/chat/completions", "/anthropic/v1/messages", "/gemini/v1beta/models/m-1:generateContent"
	for _, c := range []struct {
		path, body string
		allowed    bool
	}{
		{responses, `{"model":"m-1","tools":[{"type":"function","name":"f","parameters":{"properties":{"image_url":{"type":"string"},"tools":{"type":"array"}}}},{"type":"custom","name":"exec"},{"type":"local_shell"}]}`, true},
		{responses, `{"model":"m-1","tools":[{"type":"namespace","name":"n","tools":[{"type":"function"}]}]}`, true},
		{responses, `{"model":"m-1","tools":[{"type":"namespace","name":"n","tools":[{"type":"web_search"}]}]}`, false},
		{responses, `{"model":"m-1","input":[{"type":"additional_tools","tools":[{"type":"custom","name":"exec"}]}]}`, true},
		{responses, `{"model":"m-1","input":[{"type":"additional_tools","tools":[{"type":"web_search"}]}]}`, false},
		{responses, `{"model":"m-1","tools":[{"type":"web_search"}]}`, false},
		{responses, `{"model":"m-1","tools":[{"type":"web_search_preview_2025_03_11"}]}`, false},
		{responses, `{"model":"m-1","tools":[{"type":"file_search","vector_store_ids":["v"]}]}`, false},
		{responses, `{"model":"m-1","tools":[{"type":"code_interpreter","container":{"type":"auto"}}]}`, false},
		{responses, `{"model":"m-1","tools":[{"type":"mcp","server_url":"https://e.example"}]}`, false},
		{responses, `{"model":"m-1","tools":[{"type":"computer_use_preview"}]}`, false},
		{responses, `{"model":"m-1","tools":[{"type":"image_generation"}]}`, false},
		{responses, `{"model":"m-1","tools":[{"type":"something_new"}]}`, false},
		{responses, `{"model":"m-1","tools":[{"type":"shell","environment":{"type":"container_auto"}}]}`, false},
		{responses, `{"model":"m-1","tools":[{"type":"shell","environment":{"type":"local"}}]}`, true},
		{responses, `{"model":"m-1","tools":{"type":"web_search"}}`, false},
		{responses, `{"model":"m-1","tools":["web_search"]}`, false},
		{responses, `{"model":"m-1","tools":null,"background":false,"prompt":null}`, true},
		{responses, `{"model":"m-1","background":true}`, false},
		{responses, `{"model":"m-1","prompt":{"id":"pmpt_1"}}`, false},
		{responses, `{"model":"m-1","conversation":"conv_1"}`, false},
		{responses, `{"model":"m-1","input":[{"role":"user","content":[{"type":"input_image","image_url":"https://e.example/?data"}]}]}`, false},
		{responses, `{"model":"m-1","input":[{"role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,AA"}]}]}`, true},
		{responses, `{"model":"m-1","input":[{"content":[{"type":"input_file","file_url":"https://e.example"}]}]}`, false},
		{responses, `{"model":"m-1","input":[{"content":[{"type":"input_file","file_id":"file_1"}]}]}`, false},
		{responses, `{"model":"m-1","input":[{"type":"function_call","arguments":"{\"image_url\":\"https://e.example\"}"},{"type":"function_call_output","output":"see https://e.example, web_search"}]}`, true},
		{responses, `{"model":"m-1","model":"m-2"}`, false},
		{responses, `{"model":"m-1","tools":[],"tools":[{"type":"web_search"}]}`, false},
		{responses, `{"model":"m-1","tools":[{"type":"function","type":"web_search"}]}`, false},
		{responses, `{"model":"m-1"} {"model":"m-2"}`, false},
		{responses, `{"model":5}`, false},
		{responses, `{"input":"no model"}`, false},
		{responses, `[]`, false},
		{responses, ``, false},
		{responses, `{"model":"m-1","input":"` + "\xff" + `"}`, false},
		{responses, `{"model":"m-1","input":` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + `}`, false},
		{chat, `{"model":"m-1","tools":[{"type":"function","function":{"name":"f"}}],"functions":[]}`, true},
		{chat, `{"model":"m-1","web_search_options":{}}`, false},
		{chat, `{"model":"m-1","plugins":[{"id":"web"}]}`, false},
		{chat, `{"model":"m-1","models":["other"]}`, false},
		{chat, `{"model":"m-1","search_parameters":{"mode":"auto"}}`, false},
		{chat, `{"model":"m-1","messages":[{"content":[{"type":"image_url","image_url":{"url":"http://e.example"}}]}]}`, false},
		{chat, `{"model":"m-1","messages":[{"content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,AA"}}]}]}`, true},
		{messages, `{"model":"m-1","tools":[{"name":"Bash","input_schema":{}},{"type":"custom","name":"x"},{"type":"bash_20250124","name":"bash"},{"type":"text_editor_20250728"}]}`, true},
		{messages, `{"model":"m-1","tools":[{"type":"web_search_20250305","name":"web_search"}]}`, false},
		{messages, `{"model":"m-1","tools":[{"type":"web_fetch_20250910"}]}`, false},
		{messages, `{"model":"m-1","tools":[{"type":"code_execution_20250825"}]}`, false},
		{messages, `{"model":"m-1","tools":[{"type":"computer_20250124"}]}`, false},
		{messages, `{"model":"m-1","tools":[{"type":"mcp_toolset"}]}`, false},
		{messages, `{"model":"m-1","mcp_servers":[{"url":"https://e.example"}]}`, false},
		{messages, `{"model":"m-1","container":{"skills":[]}}`, false},
		{messages, `{"model":"m-1","messages":[{"content":[{"type":"image","source":{"type":"url","url":"https://e.example"}}]}]}`, false},
		{messages, `{"model":"m-1","messages":[{"content":[{"type":"document","source":{"type":"file","file_id":"f"}}]}]}`, false},
		{messages, `{"model":"m-1","messages":[{"content":[{"type":"tool_use","input":{"file_url":"https://e.example","tools":"x"}},{"type":"tool_result","content":[{"type":"text","text":"x"}]}]}]}`, true},
		{gemini, `{"contents":[],"tools":[{"functionDeclarations":[{"name":"googleSearch","parameters":{}}]}]}`, true},
		{gemini, `{"contents":[],"tools":[{"googleSearch":{}}]}`, false},
		{gemini, `{"contents":[],"tools":[{"google_search":{}}]}`, false},
		{gemini, `{"contents":[],"tools":[{"functionDeclarations":[],"urlContext":{}}]}`, false},
		{gemini, `{"contents":[],"tools":[{"url_context":{}}]}`, false},
		{gemini, `{"contents":[],"tools":[{"codeExecution":{}}]}`, false},
		{gemini, `{"contents":[],"cachedContent":"cachedContents/1"}`, false},
		{gemini, `{"contents":[{"parts":[{"fileData":{"fileUri":"https://e.example"}}]}]}`, false},
		{gemini, `{"contents":[{"parts":[{"functionCall":{"args":{"fileUri":"https://e.example"}}}]}]}`, true},
		{gemini, `{"model":"models/m-1","contents":[]}`, true},
		{gemini, `{"model":"models/m-2","contents":[]}`, false},
	} {
		api, _, _ := strings.Cut(c.path[1:], "/")
		b := open(t, API(api), says(ok))
		status, answer := b.post(c.path, c.body)
		left := len(b.requests.all()) == 1
		if left != c.allowed || (status == 200) != c.allowed || !c.allowed && !strings.Contains(answer, "m4bench gateway") {
			t.Errorf("%.120s: status %d, left %v, want allowed %v: %s", c.body, status, left, c.allowed, answer)
		}
	}
}

func TestRefusalsHaveTheProtocolsForm(t *testing.T) {
	for api, c := range map[API][2]string{
		OpenAI:    {"/openai/v1/responses", `"code":"m4bench_gateway"`},
		Anthropic: {"/anthropic/v1/messages", `"type":"permission_error"`},
		Gemini:    {"/gemini/v1beta/models/m-1:generateContent", `"status":"PERMISSION_DENIED"`},
		Ollama:    {"/ollama/api/chat", `{"error":"m4bench gateway: `},
	} {
		b := open(t, api, says(ok))
		status, answer := b.post(c[0], `{"model":"m-1","tools":[{"type":"web_search","googleSearch":{}}]}`)
		if status != 403 || !strings.Contains(answer, c[1]) || !strings.Contains(answer, "run by the provider's servers") {
			t.Errorf("%s: %d %s", api, status, answer)
		}
	}
}

func TestBodiesAreBounded(t *testing.T) {
	b := open(t, OpenAI, says(ok), func(o *Options) { o.Limits.Request = 1000 })
	status, _ := b.post("/openai/v1/responses", `{"model":"m-1","input":"`+strings.Repeat("x", 10_000)+`"}`)
	if u := b.Usage(); status != 413 || u.Refused != 1 || u.Sent != 0 {
		t.Errorf("status %d, %+v", status, u)
	}
}

// Other models than the one asked for are let through, and show.
func TestAncillaryModelsShow(t *testing.T) {
	b := open(t, Anthropic, says(`{"type":"message","model":"m-2-20260101","usage":{"input_tokens":1,"output_tokens":5}}`))
	for _, model := range []string{"m-1", "m-2", "m-2"} {
		if status, answer := b.post("/anthropic/v1/messages", `{"model":"`+model+`"}`); status != 200 {
			t.Fatal(status, answer)
		}
	}
	u := b.Usage()
	if len(u.Models) != 2 || !u.Models[0].Asked || u.Models[1].Asked || u.Models[1].Requests != 2 || u.Models[1].Tokens.Output != 10 || u.Models[1].Served[0] != "m-2-20260101" {
		t.Errorf("%+v", u.Models)
	}
}

// Counting the tokens of a prompt is no answer of a model.
func TestCountingTokensCostsNone(t *testing.T) {
	b := open(t, Anthropic, says(`{"input_tokens":500}`))
	if status, _ := b.post("/anthropic/v1/messages/count_tokens", `{"model":"m-1"}`); status != 200 {
		t.Error(status)
	}
	if u := b.Usage(); u.Tokens != (Tokens{}) || u.Uncounted != 0 || u.Succeeded != 1 || len(u.Models) != 0 {
		t.Errorf("%+v", u)
	}
}

func TestAfterTheRunNothingIsLetThrough(t *testing.T) {
	b := open(t, OpenAI, says(ok))
	if status, _ := b.post("/openai/v1/responses", `{"model":"m-1"}`); status != 200 {
		t.Fatal(status)
	}
	b.entries()
	if response, err := b.try(t.Context(), http.MethodPost, "/openai/v1/responses", `{"model":"m-1"}`); err == nil {
		response.Body.Close()
		t.Errorf("a closed gateway answered with %d", response.StatusCode)
	}
}

// Without a provider everything is refused, and the record says so.
func TestARunWithoutAModel(t *testing.T) {
	b := open(t, OpenAI, says(ok), func(o *Options) { o.Provider = nil })
	if status, answer := b.post("/openai/v1/responses", `{"model":"m-1"}`); status != 403 || !strings.Contains(answer, "calls no model") {
		t.Errorf("%d %s", status, answer)
	}
	b.Looked("ab.chatgpt.com")
	e := b.entries()
	if len(e) != 2 || e[1].Method != "DNS" || e[1].Path != "ab.chatgpt.com" || b.Usage().Names != 1 {
		t.Errorf("%+v", e)
	}
}

// An agent cannot fill the disk with lines of the record.
func TestTheRecordIsBounded(t *testing.T) {
	b := open(t, OpenAI, says(ok), func(o *Options) { o.Limits.Entries = 3 })
	for range 10 {
		b.do(http.MethodGet, "/"+strings.Repeat("é", 1000), "")
	}
	e := b.entries()
	if len(e) != 3 || e[2].Decision != Cut || len(e[0].Path) > 210 || b.Usage().Refused != 10 {
		t.Errorf("%d lines, %+v", len(e), b.Usage())
	}
}

// Whatever JSON comes, checking it ends with an answer and no panic, and what
// holds a refused tool anywhere that tools can stand is refused.
func TestChecksOfAnyDocument(t *testing.T) {
	var value func(depth int) *rapid.Generator[any]
	names := []string{"tools", "type", "model", "input", "content", "source", "image_url", "url", "args", "name"}
	value = func(depth int) *rapid.Generator[any] {
		leaf := rapid.OneOf(rapid.Just[any](nil), rapid.Just[any](true), rapid.Map(rapid.SampledFrom(append(names, "function", "data:x", "tool_use")), func(s string) any { return s }))
		if depth == 0 {
			return leaf
		}
		return rapid.OneOf(leaf,
			rapid.Map(rapid.SliceOfN(value(depth-1), 0, 3), func(v []any) any { return v }),
			rapid.Map(rapid.MapOfN(rapid.SampledFrom(names), value(depth-1), 0, 4), func(v map[string]any) any { return v }))
	}
	rapid.Check(t, func(t *rapid.T) {
		body := value(5).Draw(t, "body")
		text, _ := json.Marshal(body)
		parsed, err := parseObject(text)
		if _, isObject := body.(map[string]any); isObject != (err == nil) {
			t.Fatalf("%s: %v", text, err)
		}
		for _, p := range protocols {
			_, _ = p.inspect(parsed, "")
		}
		wrapped := object{"model": "m", "input": []any{body, object{"tools": []any{object{"type": "web_search"}}}}}
		if _, err := protocols[OpenAI].inspect(wrapped, ""); err == nil {
			t.Fatalf("%s let a tool through", text)
		}
	})
}

func TestProviders(t *testing.T) {
	for base, want := range map[string]string{
		"":                          "https://api.openai.com",
		"http://127.0.0.1:9/v1":     "http://127.0.0.1:9",
		"http://127.0.0.1:9/v1/":    "http://127.0.0.1:9",
		"https://h.example/proxy/x": "https://h.example/proxy/x",
	} {
		if p, err := NewProvider(OpenAI, base, realKey); err != nil || p.Base.String() != want {
			t.Errorf("%q: %v, %v", base, p, err)
		}
	}
	for _, base := range []string{"h.example", "ftp://h.example", "http://user:pass@h.example", "http://", "http://h.example?x=1", "::"} {
		if _, err := NewProvider(OpenAI, base, realKey); err == nil {
			t.Errorf("%q was taken", base)
		}
	}
	if _, err := NewProvider(OpenAI, "", ""); err == nil || !strings.Contains(err.Error(), "OPENAI_API_KEY") {
		t.Errorf("no key: %v", err)
	}
	if _, err := NewProvider(Ollama, "", ""); err != nil {
		t.Error(err)
	}
	if _, err := NewProvider(OpenAI, "", "a\nb"); err == nil || strings.Contains(err.Error(), "a\nb") {
		t.Errorf("a key of two lines: %v", err)
	}
}

func TestKeysDoNotPrint(t *testing.T) {
	p, err := NewProvider(OpenAI, "", realKey)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(p)
	if all := fmt.Sprintf("%v %+v %#v %s %s", *p, *p, *p, p.Key, text); err != nil || strings.Contains(all, realKey) {
		t.Error(all, err)
	}
}
