package chat_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"m4bench/internal/agent/chat"
	"m4bench/internal/agent/modeltest"
	"m4bench/internal/testdata"
)

// line is an event of the trace.
type line struct {
	Kind, ID, Text, Status, Model string
	Exit                          *int
	Tokens                        *struct{ Input, Output int64 }
}

func talk(t *testing.T, o chat.Options) ([]line, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	var out bytes.Buffer
	err := chat.Run(t.Context(), o, "Write output.csv.", &out)
	var all []line
	for dec := json.NewDecoder(&out); dec.More(); {
		var l line
		if err := dec.Decode(&l); err != nil {
			t.Fatal(err)
		}
		all = append(all, l)
	}
	return all, err
}

func options(api, url string) chat.Options {
	return chat.Options{API: api, BaseURL: url + "/" + api + "/v1", Key: "k", Model: "m", Steps: 20, Tokens: 1e6, Answer: 1000, Command: time.Minute}
}

var apis = []string{"openai", "anthropic"}

func kinds(all []line) string {
	var names []string
	for _, l := range all {
		names = append(names, l.Kind)
	}
	return strings.Join(names, " ")
}

func TestAConversation(t *testing.T) {
	for _, api := range apis {
		t.Run(api, func(t *testing.T) {
			server := modeltest.Start(t,
				modeltest.Step{Say: "I look.", Run: "echo out; echo err >&2; exit 3"},
				modeltest.Step{Call: &modeltest.Call{Tool: "python", Arguments: map[string]any{"code": "1"}}},
				modeltest.Step{Call: &modeltest.Call{Tool: "bash", Arguments: map[string]any{"cmd": "ls"}}},
				modeltest.Step{Run: "printf 'a\\n1\\n' >output.csv"},
				modeltest.Step{Say: "Done."})
			all, err := talk(t, options(api, server.URL))
			if err != nil {
				t.Fatal(err)
			}
			want := "started model message usage command output usage tool-error usage tool-error usage command output message usage done"
			if got := kinds(all); got != want {
				t.Errorf("events\n%s\nwant\n%s", got, want)
			}
			if o := all[5]; o.Text != "out\nerr\n" || *o.Exit != 3 || o.Status != "failed" {
				t.Errorf("output %+v", o)
			}
			if output, _ := os.ReadFile("output.csv"); string(output) != "a\n1\n" {
				t.Errorf("output.csv %q", output)
			}
			if last := all[len(all)-1]; last.Status != "ok" {
				t.Errorf("end %+v", last)
			}
			var spent int64
			for _, l := range all {
				if l.Tokens != nil {
					spent += l.Tokens.Input
				}
			}
			if spent != server.Usage().Input {
				t.Errorf("%d tokens, and the server gave %d", spent, server.Usage().Input)
			}
			for _, r := range server.Requests() {
				if diff := cmp.Diff([]string{"bash"}, r.Tools); diff != "" || r.Key != "k" || r.Model != "m" {
					t.Errorf("request for %s with key %s: %s", r.Model, r.Key, diff)
				}
			}
			last := server.Requests()[4]
			for _, told := range []string{"[exit status 3]", "There is no tool", "must be a JSON object", "[no output]"} {
				if !last.Mentions(told) {
					t.Errorf("the model is not told %q", told)
				}
			}
		})
	}
}

// A limit ends the conversation without an error: what was written stands.
func TestLimits(t *testing.T) {
	for name, change := range map[string]func(*chat.Options){
		"answers": func(o *chat.Options) { o.Steps = 3 },
		"tokens":  func(o *chat.Options) { o.Tokens = 3000 },
	} {
		for _, api := range apis {
			t.Run(name+"/"+api, func(t *testing.T) {
				on := modeltest.Step{Run: "echo on"}
				server := modeltest.Start(t, on, on, on, on, on, on)
				o := options(api, server.URL)
				change(&o)
				all, err := talk(t, o)
				if err != nil {
					t.Fatal(err)
				}
				last := all[len(all)-1]
				if n := len(server.Requests()); n != 3 || last.Status != "limit" || !strings.Contains(all[len(all)-2].Text, name) {
					t.Errorf("%d answers, end %+v after %+v", n, last, all[len(all)-2])
				}
			})
		}
	}
}

// A command that does not end, floods, or leaves a child behind holds up nothing.
func TestCommandsThatMisbehave(t *testing.T) {
	server := modeltest.Start(t,
		modeltest.Step{Run: "echo begin; sleep 1000 & sleep 1000"},
		modeltest.Step{Run: "head -c 50000000 /dev/zero | tr '\\0' x; echo end"},
		modeltest.Step{Run: "sleep 1000 & echo left one behind"},
		modeltest.Step{Run: "kill -9 $$"},
		modeltest.Step{Say: "Done."})
	o := options("openai", server.URL)
	o.Command = 3 * time.Second
	all, err := talk(t, o)
	if err != nil {
		t.Fatal(err)
	}
	var outputs []line
	for _, l := range all {
		if l.Kind == "output" {
			outputs = append(outputs, l)
		}
	}
	if len(outputs) != 4 {
		t.Fatalf("%d outputs: %+v", len(outputs), outputs)
	}
	if o := outputs[0]; o.Text != "begin\n" || *o.Exit != 137 {
		t.Errorf("a command that does not end: %+v", o)
	}
	if o := outputs[1]; len(o.Text) > 30<<10 || !strings.HasSuffix(o.Text, "xend\n") || !strings.Contains(o.Text, "bytes left out") {
		t.Errorf("a flood of %d bytes is kept", len(o.Text))
	}
	if o := outputs[2]; o.Text != "left one behind\n" || *o.Exit != 0 {
		t.Errorf("a child left behind: %+v", o)
	}
	if o := outputs[3]; *o.Exit != 137 {
		t.Errorf("a signal: %+v", o)
	}
	if last := server.Requests()[4]; !last.Mentions("it took too long") {
		t.Error("the model is not told of the time limit")
	}
}

func TestServersThatFail(t *testing.T) {
	for name, c := range map[string]struct {
		answer func(w http.ResponseWriter)
		asked  int
		says   string
	}{
		"refused":   {func(w http.ResponseWriter) { http.Error(w, "no such model", 404) }, 1, "status 404: no such model"},
		"no JSON":   {func(w http.ResponseWriter) { fmt.Fprint(w, "<html>") }, 5, "<html>"},
		"no choice": {func(w http.ResponseWriter) { fmt.Fprint(w, `{"choices":[]}`) }, 1, "no choice"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked := 0
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { asked++; c.answer(w) }))
			defer server.Close()
			var out bytes.Buffer
			err := chat.Run(t.Context(), options("openai", server.URL), "p", &out)
			if err == nil || !strings.Contains(err.Error(), c.says) || asked != c.asked {
				t.Errorf("after %d questions: %v", asked, err)
			}
			if !strings.Contains(out.String(), `{"kind":"done","status":"failed"}`) {
				t.Errorf("trace %s", &out)
			}
		})
	}
}

// The server's wish to wait is heeded, and a wait can be cut short.
func TestWaiting(t *testing.T) {
	server := modeltest.Start(t, modeltest.Step{Say: "Done.", Fault: &modeltest.Fault{Times: 1, Status: 429, RetryAfter: 2 * time.Second}})
	begin := time.Now()
	if _, err := talk(t, options("anthropic", server.URL)); err != nil || time.Since(begin) < 2*time.Second {
		t.Errorf("after %s: %v", time.Since(begin), err)
	}
}

func TestOptionsThatMakeNoConversation(t *testing.T) {
	for name, change := range map[string]func(*chat.Options){
		"API":   func(o *chat.Options) { o.API = "gemini" },
		"model": func(o *chat.Options) { o.Model = "" },
		"steps": func(o *chat.Options) { o.Steps = 0 },
	} {
		o := options("openai", "http://127.0.0.1:1")
		change(&o)
		if o.Check() == nil {
			t.Errorf("%s: options %+v are taken", name, o)
		}
	}
}

// The program lies in the sandbox, so nothing of the benchmark may lie in it.
func TestTheProgramHoldsNothingOfTheBenchmark(t *testing.T) {
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "./cmd/m4chat")
	list.Dir = testdata.Root()
	out, err := list.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		t.Fatalf("%s", failed.Stderr)
	}
	for _, pkg := range strings.Fields(string(out)) {
		known := pkg == "m4bench/internal/agent/chat" || pkg == "m4bench/cmd/m4chat"
		if !known && (strings.HasPrefix(pkg, "m4bench") || strings.Contains(strings.Split(pkg, "/")[0], ".")) {
			t.Errorf("it imports %s", pkg)
		}
	}
}
