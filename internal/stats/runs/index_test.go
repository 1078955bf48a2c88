package runs

import (
	"bytes"
	"compress/gzip"
	"errors"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"m4bench/internal/testdata"
)

func read(t *testing.T, text string) ([]Run, error) {
	t.Helper()
	return readIndex(strings.NewReader(text), "runs.csv", NewCatalog(nil))
}

func TestReadIndexUnderstandsAPublishedRow(t *testing.T) {
	got, err := read(t, "\ufeffreward,task,condition,schema,model,trial,failed,errors,passed,key_recall,match_rates,agent_returncode,publishable,unheard_of\n"+
		`0.5,mimic-sofa-24h-raw,with-skill-rawsql,native,gpt-5.5,3,2,0,5,0.99,"{'sofa': 0.25, 'cns': 0.75}",0,True,?`+"\n")
	if err != nil {
		t.Fatal(err)
	}
	r := got[0]
	if r.Condition != RawSQL || r.Family != "sofa" || r.Mode != "raw" || r.Trial != 3 || r.Reward != 0.5 || r.Row != 2 {
		t.Errorf("%+v", r)
	}
	if r.Strict || r.Outcome != Scored || len(r.Rates) != 2 || r.Publishable != Yes || r.Covered != No {
		t.Errorf("%+v", r)
	}
	if !math.IsNaN(r.NMAE) || r.ReferenceRows != -1 || r.Lint != Unknown {
		t.Errorf("what was not recorded must stay unknown: %+v", r)
	}
}

func TestReadIndexTellsFailuresApart(t *testing.T) {
	got, err := read(t, "task,condition,model,trial,reward,errors,failed,passed,agent_returncode,outcome\n"+
		"a,no-skill,m,1,1,0,0,9,0,\n"+
		"a,no-skill,m,2,0,1,0,0,-1,\n"+
		"a,no-skill,m,3,0,1,0,0,1,\n"+
		"a,no-skill,m,4,,0,0,0,1,provider\n")
	if err != nil {
		t.Fatal(err)
	}
	if !got[0].Strict || got[1].Strict {
		t.Error("strict means no failed check, no error and something passed")
	}
	if got[1].Outcome != Failed || got[1].Failure != "timeout or killed" || got[2].Failure != "agent exit status 1" {
		t.Errorf("%+v\n%+v", got[1], got[2])
	}
	if got[3].Outcome != Faulted {
		t.Errorf("a provider fault needs no reward: %+v", got[3])
	}
}

func TestReadIndexSaysWhatIsWrongAndWhere(t *testing.T) {
	header := "task,condition,model,trial,reward,match_rates\n"
	for text, want := range map[string]string{
		"":                                  "runs.csv: read header",
		"a,b\n1,2\n":                        "no column task, condition, model, trial, reward",
		"task,task\n":                       `column "task" appears twice`,
		header:                              "a header but no run",
		header + "a,no-skill,m,one,1,{}\n":  `runs.csv:2:14: column trial: "one" is not a count`,
		header + "a,no-skill,m,1,1.5,{}\n":  "runs.csv:2:16: column reward: 1.5 is not in 0 to 1",
		header + "a,no-skill,m,1,NaN,{}\n":  `column reward: "NaN" is not a number`,
		header + "a,no-skill,m,1,,{}\n":     "runs.csv:2: reward is empty",
		header + ",no-skill,m,1,1,{}\n":     "runs.csv:2: task, condition and model must not be empty",
		header + "a,no-skill,m,1,1\n":       "wrong number of fields",
		header + "a,no-skill,m,1,1,{'x'}\n": "column match_rates: not a dictionary of numbers",
	} {
		_, err := read(t, text)
		var input *InputError
		if err == nil || !strings.Contains(err.Error(), want) || !errors.As(err, &input) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestReadIndexRefusesDamagedGzip(t *testing.T) {
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	_, _ = zip.Write([]byte("task,condition,model,trial,reward\n" + strings.Repeat("a,no-skill,m,1,1\n", 5000)))
	_ = zip.Close()
	for name, damaged := range map[string][]byte{"cut short": packed.Bytes()[:packed.Len()-20], "only the magic": {0x1f, 0x8b, 0}} {
		if _, err := readIndex(bytes.NewReader(damaged), "runs.csv.gz", NewCatalog(nil)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if got, err := readIndex(&packed, "runs.csv.gz", NewCatalog(nil)); err != nil || len(got) != 5000 {
		t.Errorf("whole: %d runs, %v", len(got), err)
	}
}

func TestReadPublishedIndexes(t *testing.T) {
	dir := filepath.Join(testdata.Shared(t), "data", "published")
	for file, want := range map[string]int{"final_codex_runs.csv.gz": 760, "followup_canonical_runs.csv.gz": 340, "final_oss_runs.csv.gz": 110} {
		got, err := ReadIndex(filepath.Join(dir, file), NewCatalog(nil))
		if err != nil || len(got) != want {
			t.Errorf("%s: %d runs (%v), want %d", file, len(got), err, want)
		}
		s := Select(got)
		if len(s.Runs) != want || len(s.Dropped) != 0 {
			t.Errorf("%s: %d runs count and %d do not, want all", file, len(s.Runs), len(s.Dropped))
		}
	}
}

func TestModels(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "",
		"opus;haiku":                "haiku opus",
		`["opus", "haiku", "opus"]`: "haiku opus",
		"['opus', 'haiku']":         "haiku opus",
		`{"opus": {"inputTokens": 5}, "haiku": {"outputTokens": 1}}`: "haiku opus",
		"{'opus': {'cost': None}}":                                   "opus",
	} {
		var r Run
		if err := models(&r, text); err != nil || strings.Join(r.Models, " ") != want {
			t.Errorf("%q: %v (%v), want %q", text, r.Models, err, want)
		}
	}
	if err := models(&Run{}, "[1, 2"); err == nil {
		t.Error("a broken list was accepted")
	}
}
