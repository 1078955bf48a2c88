package runs

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"m4bench/internal/agent"
	"m4bench/internal/gateway"
	"m4bench/internal/record"
	"m4bench/internal/score"
)

var start = time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)

// finish writes a record of a run of mimic-sofa-24h with the changes made by change.
func finish(t *testing.T, root string, trial int, change func(*record.Result)) *record.Result {
	t.Helper()
	r := &record.Result{
		Identity: record.Identity{
			Task: "mimic-sofa-24h", Condition: WithSkill, Schema: Native, Trial: trial, Attempt: 1,
			Agent: agent.Identity{Name: "chat", Model: "m", Version: "1.2"},
		},
		Status: record.OK, Started: start, Ended: start.Add(time.Duration(trial) * time.Minute), Seconds: 60,
		Output: record.Output{State: record.Collected}, Publishable: true,
		Inputs: record.Inputs{Skills: map[string]string{"sofa-score": "abcd"}, Bench: record.BenchInputs{Edition: "current"}},
		Score:  scored(),
	}
	if change != nil {
		change(r)
	}
	folder, err := record.Create(root, r.Identity, start)
	if err != nil {
		t.Fatal(err)
	}
	if err := folder.Finish(r); err != nil {
		t.Fatal(err)
	}
	return r
}

func scored() *score.Result {
	half, quarter := 0.5, 0.25
	return &score.Result{
		Task: "mimic-sofa-24h", Reward: 0.75, Coverage: 0.9,
		Columns: score.Columns{
			{Name: "sofa", MatchRate: 0.5, Matched: 50, NMAE: &half, ChanceCorrected: &half},
			{Name: "cns", MatchRate: 1, Matched: 100, ChanceCorrected: &quarter},
		},
		Keys: score.Keys{Precision: 0.8, Recall: 0.9, F1: 0.847, Extra: 20}, Rows: score.Rows{Reference: 100, Matched: 90, Unknown: 20},
		ExactRows: score.Share{Count: 40, Rate: 0.4}, NMAE: &quarter, NMAEAll: &half,
		Strict: score.Strict{FailedChecks: []string{"coverage"}},
	}
}

func TestReadRecords(t *testing.T) {
	root := t.TempDir()
	finish(t, root, 1, nil)
	finish(t, root, 2, func(r *record.Result) {
		r.Status, r.Score, r.Output = record.Timeout, nil, record.Output{State: record.Missing}
	})
	finish(t, root, 3, func(r *record.Result) { r.Status, r.Score, r.Reason = record.Infrastructure, nil, "402" })
	finish(t, root, 4, func(r *record.Result) { r.Score, r.ScoreError = nil, "the reference is gone" })
	finish(t, root, 5, func(r *record.Result) {
		r.Score = &score.Result{Failure: "no header"}
	})
	// A run that is still going, and a link that must not be followed.
	if err := os.MkdirAll(filepath.Join(root, "going"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "going", record.TraceFile), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	elsewhere := t.TempDir()
	finish(t, elsewhere, 9, nil)
	if err := os.Symlink(elsewhere, filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	rows, unfinished, err := ReadRecords(root, NewCatalog(nil))
	if err != nil || len(rows) != 5 || unfinished != 1 {
		t.Fatalf("%d rows, %d unfinished, %v", len(rows), unfinished, err)
	}
	byTrial := map[int]Run{}
	for _, r := range rows {
		byTrial[r.Trial] = r
	}
	for trial, want := range map[int]struct {
		outcome Outcome
		failure string
	}{
		1: {Scored, ""}, 2: {Failed, "timeout"}, 3: {Faulted, "infrastructure"}, 4: {Faulted, "scoring failed"}, 5: {Failed, "output not scorable: no header"},
	} {
		if got := byTrial[trial]; got.Outcome != want.outcome || got.Failure != want.failure {
			t.Errorf("trial %d: %s, %q", trial, got.Outcome, got.Failure)
		}
	}
	r := byTrial[1]
	if r.Reward != 0.75 || r.KeyRecall != 0.9 || r.ExactRows != 0.4 || r.Kappa != 0.375 || r.NMAE != 0.25 || r.NMAEAll != 0.5 || r.CorrectCells != 150 {
		t.Errorf("measures %+v", r)
	}
	if r.Agent != "chat" || r.Model != "m" || r.Edition != "current" || r.CLIVersion != "1.2" || r.SkillHash != "sofa-score:abcd" || r.Family != "sofa" {
		t.Errorf("identity %+v", r)
	}
	if r.Covered != No || r.Strict || len(r.Rates) != 2 || r.Rates[0].Column != "sofa" || r.OrderedCols != 1 {
		t.Errorf("verdicts %+v", r)
	}
	s := Select(rows)
	if len(s.Runs) != 3 || len(s.Dropped) != 2 {
		t.Errorf("%d runs count, %d are listed as faults; want 3 and 2", len(s.Runs), len(s.Dropped))
	}
	if s.Runs[1].Reward != 0 || s.Runs[1].KeyF1 != 0 || !math.IsNaN(s.Runs[1].NMAE) {
		t.Errorf("a timeout counts as 0: %+v", s.Runs[1])
	}
}

// An index written from records must give the same report as the records.
func TestIndexOfRecordsReadsBack(t *testing.T) {
	root := t.TempDir()
	finish(t, root, 1, func(r *record.Result) { r.Score.Strict = score.Strict{Passed: true} })
	finish(t, root, 2, func(r *record.Result) { r.Status, r.Score = record.Timeout, nil })
	finish(t, root, 3, func(r *record.Result) { r.Status, r.Score, r.Reason = record.Infrastructure, nil, "402" })
	rows, _, err := ReadRecords(root, NewCatalog(nil))
	if err != nil {
		t.Fatal(err)
	}
	rows[0].Models, rows[0].SkillOpened, rows[0].Dollars, rows[0].Conventions = []string{"a", "b"}, Yes, 0.25, []string{"gcs.ties", "age"}
	var text bytes.Buffer
	if err := WriteIndex(&text, rows); err != nil {
		t.Fatal(err)
	}
	back, err := readIndex(&text, root, NewCatalog(nil))
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		back[i].Row, back[i].judged = 0, Unknown
		if got, want := fmt.Sprintf("%+v", back[i]), fmt.Sprintf("%+v", rows[i]); got != want {
			t.Errorf("run %d came back as\n%s\nwant\n%s", i, got, want)
		}
	}
}

func TestRetriedRunsCountOnce(t *testing.T) {
	root := t.TempDir()
	finish(t, root, 1, func(r *record.Result) { r.Status, r.Score = record.Infrastructure, nil })
	finish(t, root, 1, func(r *record.Result) { r.Attempt, r.Ended = 2, start.Add(time.Hour) })
	rows, _, err := ReadRecords(root, NewCatalog(nil))
	if err != nil {
		t.Fatal(err)
	}
	if s := Select(rows); len(s.Runs) != 1 || s.Runs[0].Attempts != 2 || len(s.Dropped) != 1 {
		t.Errorf("%+v", s)
	}
}

func TestReadSource(t *testing.T) {
	var warnings []string
	warn := func(message string) { warnings = append(warnings, message) }
	records := t.TempDir()
	finish(t, filepath.Join(records, "campaign", "runs"), 1, nil)
	if err := os.Mkdir(filepath.Join(records, "going"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(records, "going", record.TraceFile), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadSource(records, NewCatalog(nil), warn); err != nil || len(got) != 1 || len(got[0]) != 1 {
		t.Errorf("records: %v, %v", got, err)
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], "left out: 1") {
		t.Errorf("warnings %q", warnings)
	}
	indexes := t.TempDir()
	for _, name := range []string{"b.csv", "a.csv", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(indexes, name), []byte("task,condition,model,trial,reward\n"+name+",no-skill,m,1,1\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(indexes, "prices.csv"), []byte("model,dollars\nm,1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadSource(indexes, NewCatalog(nil), warn); err != nil || len(got) != 2 || got[0][0].Task != "a.csv" {
		t.Errorf("indexes: %v, %v", got, err)
	}
	if last := warnings[len(warnings)-1]; !strings.Contains(last, "prices.csv") {
		t.Errorf("a file that is no index must be named, got %q", last)
	}
	for path, want := range map[string]string{t.TempDir(): "holds neither", filepath.Join(indexes, "none"): "no such file"} {
		if _, err := ReadSource(path, NewCatalog(nil), warn); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}

func TestFilters(t *testing.T) {
	r := run("a", NoSkill, "m", 1, 0.5)
	r.Family, r.SkillHash = "sofa", "sofa-score:3fa9cc sepsis:77b0"
	for text, want := range map[string]bool{
		"model=m": true, "model=n": false, "model=m,condition=no-skill": true, "model=m,condition=with-skill": false,
		"model=n,model=m": true, "skill=3fa9": true, "skill=sofa-score:3f": true, "skill=9cc": false, " family = sofa ": true,
	} {
		keep, err := ParseFilter(text)
		if err != nil || keep(&r) != want {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
	for _, text := range []string{"", "model", "colour=red", "model=m,"} {
		if _, err := ParseFilter(text); err == nil || !strings.Contains(err.Error(), "condition") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// What the gateway counted is what a run took; a count that is not whole is none.
func TestTokensOfRecords(t *testing.T) {
	dollars := 0.5
	usage := gateway.Usage{
		Succeeded: 2, Tokens: gateway.Tokens{Input: 10, CachedInput: 20, CacheWrite: 5, Output: 7}, Dollars: &dollars,
		Models: []gateway.ModelUsage{{Model: "m", Asked: true}, {Model: "small"}},
	}
	one := fromRecord(&record.Result{Status: record.OK, Model: usage, Inputs: record.Inputs{Skills: map[string]string{"s": "x"}}, Trace: &agent.Summary{SkillsOpened: []string{"s"}}})
	if one.InputTokens != 35 || one.CachedTokens != 20 || one.OutputTokens != 7 || one.Dollars != 0.5 || len(one.Models) != 2 || one.SkillOpened != Yes {
		t.Errorf("%+v", one)
	}
	usage.Uncounted = 1
	if one = fromRecord(&record.Result{Status: record.OK, Model: usage}); !math.IsNaN(one.InputTokens) || !math.IsNaN(one.Dollars) {
		t.Errorf("%+v", one)
	}
	if one = fromRecord(&record.Result{Status: record.OK}); !math.IsNaN(one.InputTokens) || len(one.Models) != 0 {
		t.Errorf("%+v", one)
	}
}
