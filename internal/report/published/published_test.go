package published

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"m4bench/internal/report/doc"
	"m4bench/internal/stats/runs"
	"m4bench/internal/testdata"
)

func shared(t testing.TB) *Indexes {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(testdata.Shared(t), "data", "published", "*.csv.gz"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no published index (%v)", err)
	}
	var sources [][]runs.Run
	for _, file := range files {
		rows, err := runs.ReadIndex(file, runs.NewCatalog(nil))
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, rows)
	}
	return Recognise(sources)
}

func TestEveryPublishedNumberIsRepeated(t *testing.T) {
	in := shared(t)
	for _, role := range []Role{Primary, Followup, OSS} {
		if !in.Has(role) {
			t.Fatalf("the %s was not recognised", role)
		}
	}
	equal := 0
	for _, r := range in.Compare() {
		switch r.Verdict {
		case Unequal:
			t.Errorf("%s, %s: published %s, ours %s", r.Group, r.Name, r.Published, r.Ours)
		case Equal:
			equal++
		default:
			t.Logf("%s, %s: published %s, ours %s: %s", r.Group, r.Name, r.Published, r.Ours, r.Reason)
		}
	}
	if equal < 95 {
		t.Errorf("only %d numbers are equal", equal)
	}
}

// The page of the documentation must be what the program writes today.
func TestReproductionPageIsCurrent(t *testing.T) {
	d, _ := shared(t).Document()
	var out bytes.Buffer
	if err := d.Write(&out, "md", doc.Options{Generated: Generated}); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(testdata.Root(), "docs", "reproduction.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(page, out.Bytes()) {
		t.Error("docs/reproduction.md is out of date: go run ./cmd/m4bench report --reproduce ../shared/data/published --format md --out docs/reproduction.md")
	}
}

// A changed run must not pass for the published one.
func TestAChangedIndexIsFoundOut(t *testing.T) {
	in := shared(t)
	changed := in.runsOf(Primary)
	for i := range changed {
		if changed[i].Condition == runs.WithSkill {
			changed[i].Reward = min(1, changed[i].Reward+0.001)
		}
	}
	again := Recognise([][]runs.Run{changed})
	if !again.Has(Primary) || Unexplained(again.Compare()) < 10 {
		t.Errorf("%d numbers differ", Unexplained(again.Compare()))
	}
	if other := Recognise([][]runs.Run{changed[:700]}); other.Any() {
		t.Error("700 runs were taken for the published 760")
	}
}

func TestAnswersAreWrittenAsPublished(t *testing.T) {
	for _, c := range []struct {
		answer    answer
		published string
		want      string
	}{
		{number(0.13575180), "0.135752", "0.135752"},
		{number(0.002871), "+0.0029", "+0.0029"},
		{number(-0.002871), "+0.0029", "-0.0029"},
		{number(4.99998e-6), "5.0e-06", "5.0e-06"},
		{count(26, 28), "26/28", "26/28"},
		{whole(468), "468", "468"},
	} {
		if got := c.answer.like(c.published); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// The indexes that are kept back are recognised by what they hold, and compared.
func TestKeptBackIndexesAreRecognised(t *testing.T) {
	claude := func(tasks, trials, extra int) []runs.Run {
		var out []runs.Run
		add := func(task, condition, model string, trial int, schema string) {
			r := runs.New()
			r.ID = fmt.Sprint(len(out))
			r.Task, r.Family, r.Condition, r.Model, r.Trial, r.Schema = task, task, condition, model, trial, schema
			r.Agent, r.Reward, r.Source, r.CLIVersion = "claude", 0.5, "claude.csv", firstVersion
			if condition == runs.WithSkill {
				r.Reward = 0.6
			}
			out = append(out, r)
		}
		for k := range tasks {
			for _, condition := range []string{runs.NoSkill, runs.WithSkill} {
				for _, model := range []string{"opus", "sonnet"} {
					for trial := range trials {
						add(fmt.Sprintf("mimic-%02d", k), condition, model, trial+1, runs.Native)
					}
				}
			}
		}
		for k := range extra {
			add(fmt.Sprintf("mimic-extra-%d", k%3), runs.NoSkill, "sonnet", k/6+1, []string{runs.Obfuscated, runs.Restructured}[k%2])
		}
		return out
	}
	in := Recognise([][]runs.Run{claude(8, 5, 30), claude(28, 5, 0)})
	if !in.Has(Sentinel) || !in.Has(Replication) {
		t.Fatalf("recognised %v", in.sources)
	}
	ours := map[string]string{}
	for _, r := range in.Compare() {
		ours[r.Group+": "+r.Name] = r.Ours
	}
	for name, want := range map[string]string{
		"Claude, eight sentinel tasks: Difference":                                     "0.100000",
		"Claude, eight sentinel tasks: Tasks gained":                                   "8/8",
		"Claude, eight sentinel tasks: Strict passes of all runs":                      "0/190",
		"Claude replication, 28 tasks: Opus, difference":                               "0.100",
		"Claude replication, 28 tasks: No skill on CLI 2.1.119":                        "280/280",
		"Claude replication, 28 tasks: Tasks whose arms share CLI version and routing": "28/28",
	} {
		if ours[name] != want {
			t.Errorf("%s: %s, want %s", name, ours[name], want)
		}
	}
}
