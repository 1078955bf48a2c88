package modeltest_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"m4bench/internal/agent/modeltest"
)

// asks are the least that each protocol needs, streamed or not, with a tool.
var asks = map[string]struct{ path, header, key, body, stream string }{
	"responses": {"/openai/v1/responses", "Authorization", "Bearer k",
		`{"model":"m","input":"hi","tools":[{"type":"function","name":"bash"}]`, `,"stream":true}`},
	"completions": {"/v1/chat/completions", "Authorization", "Bearer k",
		`{"model":"m","messages":[{"role":"user","content":"hi"}],"tools":[{"type":"function","function":{"name":"bash"}}]`, `,"stream":true}`},
	"messages": {"/anthropic/v1/messages", "x-api-key", "k",
		`{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"hi"}],"tools":[{"name":"bash"}]`, `,"stream":true}`},
	"generate": {"/v1beta/models/m:generateContent", "x-goog-api-key", "k",
		`{"contents":[{"parts":[{"text":"hi"}]}],"tools":[{"functionDeclarations":[{"name":"bash"}]}]`, "}"},
}

func ask(t *testing.T, server *modeltest.Server, name string, stream bool) (status int, header http.Header, text string, err error) {
	t.Helper()
	a := asks[name]
	path, body := a.path, a.body+"}"
	if stream {
		path, body = strings.Replace(path, ":generate", ":streamGenerate", 1), a.body+a.stream
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set(a.header, a.key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	all, err := io.ReadAll(response.Body)
	return response.StatusCode, response.Header, string(all), err
}

func TestEveryProtocolSaysWhatTheScriptSays(t *testing.T) {
	for name := range asks {
		for _, stream := range []bool{false, true} {
			server := modeltest.Start(t, modeltest.Step{Say: "I look.", Run: "ls -l"})
			status, _, text, err := ask(t, server, name, stream)
			if err != nil || status != 200 {
				t.Fatalf("%s: status %d, %v: %s", name, status, err, text)
			}
			if !stream {
				if !json.Valid([]byte(text)) || !strings.Contains(text, "I look.") || !strings.Contains(text, "ls -l") {
					t.Errorf("%s: %s", name, text)
				}
			} else if events(t, text) < 3 {
				t.Errorf("%s: %s", name, text)
			}
			got := server.Conversation()
			if len(got) != 1 || got[0].Model != "m" || got[0].Key != "k" || got[0].Step != 0 {
				t.Fatalf("%s: recorded %+v", name, got)
			}
			if diff := cmp.Diff([]string{"bash"}, got[0].Tools); diff != "" {
				t.Error(name, diff)
			}
			if server.Usage() != modeltest.DefaultUsage {
				t.Errorf("%s: usage %+v", name, server.Usage())
			}
		}
	}
}

// events counts the events of a stream and checks that their data are JSON.
func events(t *testing.T, text string) int {
	t.Helper()
	n := 0
	for lines := bufio.NewScanner(strings.NewReader(text)); lines.Scan(); {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		if data != "[DONE]" && !json.Valid([]byte(data)) {
			t.Errorf("no JSON: %s", data)
		}
		n++
	}
	return n
}

func TestFaults(t *testing.T) {
	for name := range asks {
		for fault, f := range map[string]modeltest.Fault{
			"busy":      {Times: 1, Status: 429, RetryAfter: 3 * time.Second},
			"cut":       {Times: 1, Cut: true},
			"malformed": {Times: 1, Malformed: true},
		} {
			server := modeltest.Start(t, modeltest.Step{Say: "fine", Fault: &f})
			status, header, text, err := ask(t, server, name, true)
			switch fault {
			case "busy":
				if status != 429 || header.Get("Retry-After") != "3" || err != nil {
					t.Errorf("%s: status %d, header %v, %v", name, status, header, err)
				}
			default:
				if err == nil {
					t.Errorf("%s: a stream that is %s ends well: %s", name, fault, text)
				}
			}
			if server.Usage() != (modeltest.Usage{}) {
				t.Errorf("%s: half an answer costs %+v", name, server.Usage())
			}
			if status, _, _, err := ask(t, server, name, true); status != 200 || err != nil {
				t.Errorf("%s: after the fault status %d, %v", name, status, err)
			}
		}
	}
}

func TestWhatIsNoCallOfAModel(t *testing.T) {
	server := modeltest.Start(t)
	response, err := http.Head(server.URL + "/anthropic")
	if err != nil || response.StatusCode != 404 {
		t.Fatalf("%v, %v", response, err)
	}
	response.Body.Close()
	response, err = http.Post(server.URL+"/v1/messages", "application/json", strings.NewReader("no JSON"))
	if err != nil || response.StatusCode != 400 {
		t.Fatalf("%v, %v", response, err)
	}
	response.Body.Close()
	if n := len(server.Requests()); n != 2 || len(server.Conversation()) != 0 {
		t.Errorf("%d requests, %d of a conversation", n, len(server.Conversation()))
	}
}
