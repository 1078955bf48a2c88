package run_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"m4bench/internal/agent"
	"m4bench/internal/agent/modeltest"
	"m4bench/internal/condition"
	"m4bench/internal/record"
	"m4bench/internal/run"
	"m4bench/internal/sandbox"
)

// realAgents are the agents that call a model, with a model that each knows.
var realAgents = []struct{ agent, model string }{
	{"codex", "gpt-5.5"},
	{"claude", "claude-sonnet-5"},
	{"codex", "gpt-6.2-sol"}, // acts by writing programs
	{"gemini", "gemini-2.5-pro"},
	{"pi", "qwen3:4b"},
	{"chat", "gpt-5.5"},
	{"chat", "claude-sonnet-5"},
}

// providerKey is known to the gateway alone.
const providerKey = "sk-provider-key-that-no-agent-sees"

// solving is what a model says and does that looks, opens its skill, derives with
// a query and ends.
func solving(t *testing.T, skill string) []modeltest.Step {
	t.Helper()
	query := referenceQuery(t, sirs)
	return []modeltest.Step{
		{Think: "What is there?", Say: "I look at the database.", Run: "ls; duckdb -csv database.duckdb -c 'SELECT count(*) AS stays FROM mimiciv_icu.icustays'"},
		{Skill: "sirs-criteria", SkillFile: skill},
		{Say: "I write the query.", Run: "cat >query.sql <<'SQL'\n" + query + "\nSQL\nduckdb -csv database.duckdb -f query.sql >output.csv && wc -l output.csv"},
		{Say: "The output is written."},
	}
}

// realOrder is an order for a real agent whose model is a script.
func realOrder(t *testing.T, driver, name, model, url string) run.Order {
	t.Helper()
	a, err := agent.WithModel(name, agent.Mind{Model: model})
	if err != nil {
		t.Fatal(err)
	}
	if name == "chat" {
		t.Setenv("PATH", filepath.Dir(modeltest.BuildChat(t))+":"+os.Getenv("PATH"))
	} else {
		modeltest.RequireProgram(t, name)
	}
	o := order(t, driver, sirs, a)
	o.Condition = condition.WithSkill
	o.Limits.Memory, o.Limits.Work, o.Limits.Wall = 2<<30, 256<<20, 5*time.Minute
	o.Upstream = run.Upstream{BaseURL: url, Key: providerKey, Getenv: modeltest.Getenv}
	return o
}

// The real programs solve a real task in the sandbox, through the gateway, with
// SQL, and the record says what they were offered, what they opened and what it took.
func TestRealAgentsSolveATask(t *testing.T) {
	for _, r := range realAgents {
		drivers := []string{sandbox.BwrapName, sandbox.DockerName, sandbox.DockerRunscName}
		if r.agent == "gemini" || r.agent == "pi" {
			drivers = drivers[:1] // no image holds Node
		}
		for _, driver := range drivers {
			t.Run(r.agent+" "+r.model+"/"+driver, func(t *testing.T) { solveTask(t, driver, r.agent, r.model) })
		}
	}
}

func solveTask(t *testing.T, driver, name, model string) {
	o := realOrder(t, driver, name, model, "")
	given, err := condition.Prompt(o.Task, o.Condition, condition.Native)
	if err != nil {
		t.Fatal(err)
	}
	skill := given.In(agent.SkillFolderOf(o.Agent)).Skills[0]
	server := modeltest.Start(t, solving(t, skill.Path)...)
	o.Upstream.BaseURL = server.URL
	done := one(t, o)
	t.Logf("%s in %s: %.2f s, and %.2f s around it; publishable %v %q", name, driver, done.Seconds, done.Overhead, done.Publishable, done.Unpublishable)
	if done.Status != record.OK || done.Reward() != 1 {
		t.Fatalf("status %s (%s), reward %v\n%s", done.Status, done.Reason, done.Reward(), readAll(t, done.Dir))
	}
	if diff := cmp.Diff(done.Sandbox.Unpublishable(), done.Unpublishable, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("unpublishable for more than what this machine's sandbox lacks: %s", diff)
	}
	if want := versionOf(name); done.Agent.Version != want {
		t.Errorf("version %q, want %q", done.Agent.Version, want)
	}
	checkOffered(t, server, skill)
	checkTold(t, done, server)
	checkNoKey(t, done)
	if model == "gpt-5.5" && name == "codex" || name == "claude" {
		checkTranscript(t, done)
	}
}

// versionOf is what the record is to say of an agent's program.
func versionOf(name string) string {
	for _, pin := range agent.Pinned() {
		if pin.Name == name {
			return pin.Version
		}
	}
	return "test" // of m4bench, whose part chat is
}

// checkOffered: the model was offered the given skill and no other, no tool of the
// web, and every call came with the provider's key.
func checkOffered(t *testing.T, server *modeltest.Server, skill condition.SkillFile) {
	t.Helper()
	for i, r := range server.Conversation() {
		if r.Key != providerKey || r.Mentions("m4bench-run-") {
			t.Errorf("request %d comes with the key %s", i, r.Key)
		}
		for _, tool := range r.Tools {
			if lower := strings.ToLower(tool); strings.Contains(lower, "web") || strings.Contains(lower, "fetch") {
				t.Errorf("request %d offers the tool %s", i, tool)
			}
		}
	}
	first := server.Conversation()[0]
	if !first.Mentions("./" + skill.Path) {
		t.Errorf("the prompt does not name %s", skill.Path)
	}
	for _, other := range []string{"deep-research", "skill-creator", "skill-installer", "oasis-score"} {
		if first.Mentions("- " + other + ":") {
			t.Errorf("the skill %s is offered", other)
		}
	}
}

// checkTold: trace and gateway agree on what was used.
func checkTold(t *testing.T, done *run.Done, server *modeltest.Server) {
	t.Helper()
	if done.Trace == nil {
		t.Fatal("the record holds nothing of the trace")
	}
	if diff := cmp.Diff([]string{"sirs-criteria"}, done.Trace.SkillsOpened); diff != "" {
		t.Error("skills opened", diff)
	}
	gave, counted, told := server.Usage(), done.Model.Tokens, done.Trace.Tokens
	if counted.Input+counted.CachedInput+counted.CacheWrite != gave.Input || counted.Output != gave.Output {
		t.Errorf("the gateway counts %+v, the model server gave %+v", counted, gave)
	}
	if told.Input != gave.Input || told.Output != gave.Output {
		t.Errorf("the trace tells of %+v, the model server gave %+v", told, gave)
	}
	if done.Model.Refused != 0 {
		t.Errorf("%d calls were refused", done.Model.Refused)
	}
	if done.Trace.End != agent.StatusOK || done.Trace.Commands < 2 {
		t.Errorf("trace %+v", done.Trace)
	}
}

// checkNoKey: neither the key nor anything like it is in any file of the record.
func checkNoKey(t *testing.T, done *run.Done) {
	t.Helper()
	err := filepath.WalkDir(done.Dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if bytes.Contains(text, []byte(providerKey)) {
			t.Errorf("the provider's key is in %s", d.Name())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// readAll is what a record says of a run that went wrong.
func readAll(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	for _, name := range []string{record.TraceFile, record.StderrFile, record.EgressFile} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		b.WriteString("== " + name + "\n" + string(text[:min(len(text), 4000)]))
		if err != nil {
			b.WriteString(err.Error())
		}
	}
	return b.String()
}

// A provider that fails is no result of the agent, whatever the agent makes of it;
// one that fails for a moment costs nothing.
func TestFaultsOfTheProvider(t *testing.T) {
	forEver := func(f modeltest.Fault) []modeltest.Step { return []modeltest.Step{{Say: "x", Fault: &f}} }
	once := func(f modeltest.Fault) []modeltest.Step {
		f.Times = 1
		return []modeltest.Step{{Say: "One moment.", Run: "echo stay_id >output.csv", Fault: &f}, {Say: "Done."}}
	}
	for name, c := range map[string]struct {
		script []modeltest.Step
		want   record.Status
		except string // agent that may or may not ask again once half an answer was shown
	}{
		"busy for a moment":  {once(modeltest.Fault{Status: 429, RetryAfter: time.Second}), record.OK, ""},
		"broken off once":    {once(modeltest.Fault{Cut: true}), record.OK, "claude"},
		"always broken":      {forEver(modeltest.Fault{Status: 500}), record.Infrastructure, ""},
		"always breaks off":  {forEver(modeltest.Fault{Cut: true}), record.Infrastructure, ""},
		"gone":               {nil, record.Infrastructure, ""},
		"the key is refused": {forEver(modeltest.Fault{Status: 401}), record.Infrastructure, ""},
	} {
		for _, r := range realAgents[:2] {
			t.Run(r.agent+"/"+name, func(t *testing.T) {
				t.Parallel() // most of the time is waiting
				server := modeltest.Start(t, c.script...)
				if c.script == nil {
					server.Close()
				}
				done := one(t, realOrder(t, sandbox.BwrapName, r.agent, r.model, server.URL))
				want := c.want
				if r.agent == c.except && !server.WentOn() {
					want = record.Infrastructure
				}
				t.Logf("%.1f s: %s (%s)", done.Seconds, done.Status, done.Reason)
				if done.Status != want {
					t.Errorf("status %s (%s), want %s\n%s", done.Status, done.Reason, want, readAll(t, done.Dir))
				}
				if want == record.Infrastructure && (done.Publishable || done.Reason == "") {
					t.Errorf("publishable %v, reason %q", done.Publishable, done.Reason)
				}
			})
		}
	}
}

// Whoever is given no skill is offered none.
func TestWithoutASkillNoneIsOffered(t *testing.T) {
	for _, r := range realAgents[:2] {
		t.Run(r.agent, func(t *testing.T) {
			server := modeltest.Start(t, modeltest.Step{Run: "find . -name SKILL.md; echo stay_id >output.csv"}, modeltest.Step{Say: "Done."})
			o := realOrder(t, sandbox.BwrapName, r.agent, r.model, server.URL)
			o.Condition = condition.NoSkill
			done := one(t, o)
			if done.Status != record.OK || len(done.Trace.SkillsOpened) > 0 || len(done.Trace.SkillsOffered) > 0 {
				t.Errorf("status %s (%s), trace %+v", done.Status, done.Reason, done.Trace)
			}
			if slices.ContainsFunc(server.Conversation(), func(q modeltest.Request) bool { return q.Mentions("SKILL.md") && q.Step == 0 }) {
				t.Error("the first request tells of a skill")
			}
		})
	}
}
