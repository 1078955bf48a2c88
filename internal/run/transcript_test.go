package run_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"m4bench/internal/agent"
	"m4bench/internal/record"
	"m4bench/internal/run"
	"m4bench/internal/testdata"
)

var update = flag.Bool("update", false, "write the transcripts of docs/agents.md anew")

// checkTranscript compares what an agent's program did with the transcript that
// docs/agents.md shows of it.
func checkTranscript(t *testing.T, done *run.Done) {
	t.Helper()
	name := done.Agent.Name
	begin, end := fmt.Sprintf("<!-- transcript of %s: generated -->\n", name), fmt.Sprintf("<!-- end of %s -->", name)
	file := filepath.Join(testdata.Root(), "docs", "agents.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	shown, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("docs/agents.md has no place for the transcript of %s", name)
	}
	got := "```\n" + transcript(t, done) + "```\n"
	if *update {
		if err := os.WriteFile(file, []byte(before+begin+got+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(shown, got); diff != "" {
		t.Errorf("docs/agents.md shows another transcript of %s (write it anew with -update):\n%s", name, diff)
	}
}

// transcript is a run for a reader: the command, what happened, how it ended.
func transcript(t *testing.T, done *run.Done) string {
	t.Helper()
	var b strings.Builder
	command := strings.Join(done.Command, " ")
	tell(&b, "$", strings.Split(command, "\n")[0], 1)
	f, err := os.Open(filepath.Join(done.Dir, record.EventsFile))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for dec := json.NewDecoder(f); dec.More(); {
		var e agent.Event
		if err := dec.Decode(&e); err != nil {
			t.Fatal(err)
		}
		tellEvent(&b, e)
	}
	fmt.Fprintf(&b, "%-8s status %s, reward %g, %d calls of the model\n", "record", done.Status, done.Reward(), done.Model.Succeeded)
	return b.String()
}

func tellEvent(b *strings.Builder, e agent.Event) {
	switch e.Kind {
	case agent.Started:
		if e.Version != "" {
			tell(b, "starts", fmt.Sprintf("version %s, skills offered: %s", e.Version, strings.Join(e.Skills, ", ")), 1)
		}
	case agent.ModelSeen:
		tell(b, "model", e.Model, 1)
	case agent.Reasoning:
		tell(b, "thinks", e.Text, 3)
	case agent.Message:
		tell(b, "says", e.Text, 3)
	case agent.CommandRun:
		tell(b, "runs", e.Text, 2)
	case agent.Tool:
		tell(b, "uses", e.Tool+" "+e.Text, 3)
	case agent.Output:
		tell(b, "prints", e.Text, 3)
	case agent.SkillOpened:
		tell(b, "opens", "skill "+e.Skill, 1)
	case agent.Spent:
		u := e.Tokens
		tell(b, "tokens", fmt.Sprintf("input %d (of it %d cached, %d to the cache), output %d", u.Input, u.Cached, u.CacheWrite, u.Output), 1)
	case agent.Done:
		tell(b, "ends", e.Status, 1)
	default:
		tell(b, string(e.Kind), e.Text, 3)
	}
}

// tell writes the first lines of a text under a verb.
func tell(b *strings.Builder, verb, text string, most int) {
	const width = 110
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		if i == most && len(lines) > most+1 {
			fmt.Fprintf(b, "%-8s …\n", "") // how much more, changes with every word of a skill or a query
			return
		}
		if letters := []rune(line); len(letters) > width {
			line = string(letters[:width-1]) + "…"
		}
		b.WriteString(strings.TrimRight(fmt.Sprintf("%-8s %s", verb, line), " ") + "\n")
		verb = ""
	}
}
