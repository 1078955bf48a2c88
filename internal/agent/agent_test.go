package agent

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"m4bench/internal/task"
)

func TestWordsAreCutAsAShellDoes(t *testing.T) {
	for line, want := range map[string][]string{
		"":                                nil,
		"  \t ":                           nil,
		"a b  c":                          {"a", "b", "c"},
		`sh -c 'echo "$1"; exit' x`:       {"sh", "-c", `echo "$1"; exit`, "x"},
		`a "b c" d\ e`:                    {"a", "b c", "d e"},
		`"a \"q\" \$x \n"`:                {`a "q" $x \n`},
		`'' ""`:                           {"", ""},
		`pre'mid'"post"`:                  {"premidpost"},
		"a\\\nb":                          {"a\nb"},
		`'it'\''s'`:                       {"it's"},
		"python3 -c 'print(\"é\")' --x=1": {"python3", "-c", `print("é")`, "--x=1"},
	} {
		got, err := SplitWords(line)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%q: %v %s", line, err, diff)
		}
	}
	for _, line := range []string{`'open`, `"open`, `"open\"`, `end\`} {
		if got, err := SplitWords(line); err == nil {
			t.Errorf("%q was cut into %q", line, got)
		}
	}
}

// Any words survive being quoted and cut again.
func TestQuotedWordsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfN(rapid.String(), 1, 5).Draw(t, "words")
		var quoted []string
		for _, w := range want {
			quoted = append(quoted, "'"+strings.ReplaceAll(w, "'", `'\''`)+"'")
		}
		got, err := SplitWords(strings.Join(quoted, " "))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatal(err, diff)
		}
	})
}

func events(t *testing.T, pieces ...string) []Event {
	t.Helper()
	return boundedEvents(t, maxEvents, pieces...)
}

func boundedEvents(t *testing.T, most int, pieces ...string) []Event {
	t.Helper()
	var out bytes.Buffer
	clock := time.Unix(0, 0)
	w := NewEventWriter(&out, plainText{}, func() time.Time { clock = clock.Add(time.Second); return clock })
	w.most = most
	for _, p := range pieces {
		if n, err := w.Write([]byte(p)); n != len(p) || err != nil {
			t.Fatalf("wrote %d of %d bytes, %v", n, len(p), err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var all []Event
	for dec := json.NewDecoder(&out); dec.More(); {
		var e Event
		if err := dec.Decode(&e); err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

func TestATraceBecomesEventsLineByLine(t *testing.T) {
	got := events(t, "one\r\ntw", "o\n\nbad \xff byte\nlast")
	want := []Event{
		{At: 1000, Kind: Output, Text: "one"},
		{At: 2000, Kind: Output, Text: "two"},
		{At: 3000, Kind: Output},
		{At: 4000, Kind: Output, Text: "bad \uFFFD byte"},
		{At: 5000, Kind: Output, Text: "last"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A hostile trace costs bounded memory and bounded disk, and says where it was cut.
func TestEventsOfAHostileTraceAreBounded(t *testing.T) {
	long := strings.Repeat("x", maxLine+5)
	got := events(t, long, long, "\nshort\n")
	if len(got) != 2 || len(got[0].Text) != maxLine || !got[0].Truncated || got[1].Text != "short" || got[1].Truncated {
		t.Errorf("%d events; the first has %d bytes, truncated %v", len(got), len(got[0].Text), got[0].Truncated)
	}

	got = boundedEvents(t, 1000, strings.Repeat("a line\n", 80), "after\n")
	if last := got[len(got)-1]; last.Kind != Cut || len(got) > 40 {
		t.Errorf("%d events, the last %s", len(got), last.Kind)
	}
}

func TestZerosFitEveryTaskOfThatGrain(t *testing.T) {
	tasks, err := task.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	zero, err := Builtin("zeros")
	if err != nil {
		t.Fatal(err)
	}
	fits := 0
	for _, one := range tasks.All() {
		c, err := zero.Command(Job{Task: one, Prompt: "p"})
		if err != nil {
			continue
		}
		fits++
		query := string(c.Files[0].Content)
		for _, column := range one.Columns {
			if !strings.Contains(query, `AS "`+column.Name+`"`) {
				t.Errorf("%s: no column %s in\n%s", one.ID, column.Name, query)
			}
		}
	}
	if fits < 15 {
		t.Errorf("zeros fits %d tasks only", fits)
	}
}

func TestScriptsAndTheirNames(t *testing.T) {
	for _, name := range []string{"empty", "hang", "loud", "nothing", "zeros"} {
		if _, err := Builtin(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !strings.Contains(ScriptHelp(), name) {
			t.Errorf("the help does not name %s", name)
		}
	}
	if _, err := Builtin("solve"); err == nil || !strings.Contains(err.Error(), "zeros") {
		t.Errorf("an unknown script: %v", err)
	}
	a, b := NewScripted(QueryScript("q", "SELECT 1")).Identity(), NewScripted(QueryScript("q", "SELECT 2")).Identity()
	if a.Version == b.Version || a.String() != "scripted:q" {
		t.Errorf("identities %+v and %+v", a, b)
	}
}

func TestACommandFindsThePromptInTwoWays(t *testing.T) {
	a, err := ParseCommand("./solve --fast")
	if err != nil {
		t.Fatal(err)
	}
	c, err := a.Command(Job{Prompt: "derive it"})
	if err != nil {
		t.Fatal(err)
	}
	if string(c.Stdin) != "derive it" || c.Env[PromptVariable] != "/work/prompt.md" || string(c.Files[0].Content) != "derive it" {
		t.Errorf("%+v", c)
	}
	if a.Identity().String() != "command:solve" {
		t.Errorf("identity %s", a.Identity())
	}
	if _, err := ParseCommand(" "); err == nil {
		t.Error("an empty command was taken")
	}
}
