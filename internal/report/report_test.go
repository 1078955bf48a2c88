package report

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"m4bench/internal/report/doc"
	"m4bench/internal/stats/estimand"
	"m4bench/internal/stats/runs"
	"m4bench/internal/testdata"
)

var bothArms = []string{runs.NoSkill, runs.WithSkill}

func table(t *testing.T, d *doc.Document, id string) *doc.Table {
	t.Helper()
	for _, candidate := range d.Tables() {
		if candidate.ID == id {
			return candidate
		}
	}
	t.Fatalf("the report has no table %s", id)
	return nil
}

// cell of the row with the label, under the head.
func cell(t *testing.T, tab *doc.Table, label, head string) doc.Cell {
	t.Helper()
	for _, row := range tab.Rows {
		if row[0].Text != label {
			continue
		}
		for i, c := range tab.Columns {
			if c.Name == head {
				return row[i]
			}
		}
	}
	t.Fatalf("table %s has no cell %q, %q", tab.ID, label, head)
	return doc.Cell{}
}

func TestReportOfThePublishedIndexes(t *testing.T) {
	d := Build(publishedSources(t, "final_codex_runs.csv.gz", "followup_canonical_runs.csv.gz"), Options{})
	for _, want := range []struct{ table, row, head, text string }{
		{"native-skill-effect", "Reward, task-balanced", "Difference, task bootstrap", "+0.1358 [0.0853, 0.1910]"},
		{"native-skill-effect", "Reward, gpt-5.4-mini", "Difference, task bootstrap", "+0.1623 [0.0994, 0.2324]"},
		{"native-skill-effect", "Key F1", "Gained", "5/28"},
		{"native-skill-effect", "Ordered nMAE", "Gained", "23/26"},
		{"family-sensitivity", "Families resampled, tasks pooled (published)", "95 % interval", "[0.065044, 0.206642]"},
		{"mode-skill-effect", "gpt-5.4-mini", "Tasks", "11"},
		{"skill-gains", "mimic-urine-output-rate-raw", "Difference", "+0.4713 [0.2182, 0.7245]"},
		{"skill-declines", "mimic-kdigo-48h-raw", "Difference", "-0.0403 [-0.0822, 0.0017]"},
		{"matched-controls", "Raw SQL", "Control − targeted", "+0.003020"},
		{"contrasts", "Decoy skill − no skill", "Difference, task bootstrap", "+0.0003 [-0.0261, 0.0320]"},
		{"contrast-tests", "Decoy skill − no skill", "Equivalent", "yes"},
		{"operational-spec-control", "Operational specification − no skill", "p, tasks", "0.016"},
		{"schema-skill-generalization", "obfuscated", "With skill", "0.695608"},
		{"schema-skill-generalization", "obfuscated", "Robustness ratio", "–"},
		{"secondary-diagnostics-by-task", "mimic-ventilation", "Ordered nMAE", "–"},
		{"key-precision", "No skill, all tasks", "Mean key precision", "0.966857"},
		{"endings", "With skill", "Strict pass", "25/280"},
		{"endings", "No skill", "Coverage missed", "28"},
		{"failure-kinds", "timeout or killed", "Runs", "4"},
		{"audit", "Publishable", "Yes", "1,100"},
		{"published-1", "Task-balanced difference", "Verdict", "equal"},
		{"task-details", "mimic-meld-24h", "Reference rows", "94,458"},
	} {
		if got := cell(t, table(t, d, want.table), want.row, want.head).Text; got != want.text {
			t.Errorf("%s, %s, %s: %q, want %q", want.table, want.row, want.head, got, want.text)
		}
	}
}

func publishedSources(t testing.TB, files ...string) [][]runs.Run {
	t.Helper()
	var sources [][]runs.Run
	for _, file := range files {
		rows, err := runs.ReadIndex(filepath.Join(testdata.Shared(t), "data", "published", file), runs.NewCatalog(nil))
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, rows)
	}
	return sources
}

// A trial whose runs all failed must pull the mean down, and a trial that only
// the provider broke must be in no mean but in the list.
func TestFailuresCountAndFaultsAreListed(t *testing.T) {
	rows := invented("chat", bothArms, []string{"m"}, 3)
	before := cell(t, table(t, Build([][]runs.Run{rows}, Options{}), "native-skill-effect"), "Reward, task-balanced", "No skill")
	for i := range rows {
		r := &rows[i]
		if r.Condition != runs.NoSkill {
			continue
		}
		switch r.Trial {
		case 1:
			r.Outcome, r.Failure, r.Reward, r.Strict = runs.Failed, "timeout", 0, false
		case 2:
			r.Outcome, r.Failure, r.Reward = runs.Faulted, "provider", 0
		}
	}
	d := Build([][]runs.Run{rows}, Options{})
	after := cell(t, table(t, d, "native-skill-effect"), "Reward, task-balanced", "No skill")
	if ratio := after.Value / before.Value; math.Abs(ratio-0.5) > 0.03 {
		t.Errorf("one of the two counting trials failed, yet the mean went from %v to %v", before.Value, after.Value)
	}
	tasks := 0
	for _, f := range inventedFamilies {
		tasks += f.tasks
	}
	if got := cell(t, table(t, d, "denominators"), "No skill", "Faults").Value; got != float64(tasks) {
		t.Errorf("%v faults are counted, want %d", got, tasks)
	}
	if got := cell(t, table(t, d, "denominators"), "No skill", "Runs").Value; got != float64(2*tasks) {
		t.Errorf("the denominator is %v, want the %d runs that count", got, 2*tasks)
	}
	if got := len(table(t, d, "left-out").Rows); got != tasks {
		t.Errorf("%d rows are listed as left out, want %d", got, tasks)
	}
}

func TestReportShowsCostPerCorrectCellOfKnownRunsOnly(t *testing.T) {
	rows := invented("chat", bothArms, []string{"m"}, 2)
	for i := range rows {
		if rows[i].Trial == 1 {
			rows[i].InputTokens, rows[i].OutputTokens, rows[i].Dollars, rows[i].CorrectCells = 1000, 100, 0.5, 200
		}
	}
	d := Build([][]runs.Run{rows}, Options{})
	cost := table(t, d, "cost-table")
	if got := cell(t, cost, "No skill", "Tokens a million correct cells").Value; math.Abs(got-5.5e6) > 1 {
		t.Errorf("%v tokens a million correct cells, want 1100/200 a cell", got)
	}
	if got := cell(t, cost, "No skill", "Runs with price").Value; got != 11 {
		t.Errorf("%v runs have a price, want 11: an unknown price is not zero", got)
	}
}

func TestReportShowsSkillExposureAndConventions(t *testing.T) {
	rows := invented("chat", bothArms, []string{"m"}, 2)
	for i := range rows {
		r := &rows[i]
		if r.Condition == runs.WithSkill {
			r.SkillOpened, r.SkillHash = runs.FlagOf(r.Trial == 1), "sofa:aaaa"
			r.Conventions = []string{"gcs.ties"}
		}
	}
	rows[len(rows)-1].SkillHash = "sofa:bbbb"
	d := Build([][]runs.Run{rows}, Options{})
	if got := cell(t, table(t, d, "skill-opened"), "With skill", "Opened").Text; got != "11/22" {
		t.Errorf("opened %s", got)
	}
	if got := table(t, d, "conventions-table").Rows; len(got) != 11 || got[0][0].Text != "gcs.ties" {
		t.Errorf("conventions %v", got)
	}
	var out bytes.Buffer
	if err := d.Write(&out, "text", doc.Options{}); err != nil || !strings.Contains(out.String(), "More than one version of the skill was in use for 1 cell") {
		t.Errorf("mixed skill versions must be said (%v)", err)
	}
}

// The report must not depend on the order of rows or the number of threads.
func TestReportIsTheSameInAnyOrderAndOnAnyThreads(t *testing.T) {
	rows := invented("chat", bothArms, []string{"m", "n"}, 3)
	text := func(rows []runs.Run) string {
		var out bytes.Buffer
		if err := Build([][]runs.Run{rows}, Options{}).Write(&out, "json", doc.Options{}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	want := text(rows)
	reversed := make([]runs.Run, len(rows))
	for i := range rows {
		reversed[len(rows)-1-i] = rows[i]
	}
	if text(reversed) != want {
		t.Error("another order of the rows gives another report")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if text(rows) != want {
		t.Error("one thread gives another report")
	}
}

// Reports of what hardly anything is known of must not break.
func TestReportOfLittle(t *testing.T) {
	one := runs.New()
	one.Task, one.Condition, one.Model, one.Trial, one.Reward, one.Source = "t", "no-skill", "m", 1, 0.5, "s"
	strange := one
	strange.Condition, strange.Schema = "<script>alert(1)</script>", "& % $ # _ { } ~ ^ \\"
	onlyFaults := one
	onlyFaults.Outcome = runs.Faulted
	constant := invented("chat", bothArms, []string{"m", "n"}, 2)
	for i := range constant {
		constant[i].Reward = 0.5
	}
	for name, rows := range map[string][]runs.Run{"one run": {one}, "equal rewards": constant, "strange names": {one, strange}, "only faults": {onlyFaults}} {
		d := Build([][]runs.Run{rows}, Options{})
		for _, format := range doc.Formats() {
			var out bytes.Buffer
			if err := d.Write(&out, format, doc.Options{}); err != nil {
				t.Errorf("%s as %s: %v", name, format, err)
			}
			if strings.Contains(out.String(), "NaN") || strings.Contains(out.String(), "+Inf") {
				t.Errorf("%s as %s shows a number that is none: %s", name, format, around(out.String(), "NaN", "+Inf"))
			}
			if format == "html" && strings.Contains(out.String(), "<script>alert") {
				t.Errorf("%s: markup of a run got through", name)
			}
		}
	}
}

func TestPowerSaysWhatABudgetBuys(t *testing.T) {
	d, err := Power([][]runs.Run{invented("chat", bothArms, []string{"m", "n"}, 3)}, PowerOptions{Budget: 44, Effect: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	best := table(t, d, "c1-allocation").Rows[0]
	if best[1].Text != "11" || best[3].Text != "1" || best[4].Text != "44" {
		t.Errorf("44 runs should buy all 11 tasks once on both models: %v", best)
	}
	if _, err := Power([][]runs.Run{invented("chat", []string{runs.NoSkill}, []string{"m"}, 3)}, PowerOptions{Budget: 44, Effect: 0.1}); err == nil {
		t.Error("one arm alone cannot tell how effects vary")
	}
}

func BenchmarkReport2000Runs(b *testing.B) {
	rows := invented("chat", []string{runs.NoSkill, runs.WithSkill, runs.RawSQL, runs.Decoy, runs.Spec, runs.AllSkills}, []string{"m", "n", "o"}, 10)
	rows = append(rows, publishedSources(b, "final_codex_runs.csv.gz")[0]...)
	rows = rows[len(rows)-2000:]
	for b.Loop() {
		var out bytes.Buffer
		if err := Build([][]runs.Run{rows}, Options{}).Write(&out, "html", doc.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// Everything in a document can be addressed: ids are unique and safe.
func TestIDsAreUnique(t *testing.T) {
	d := Build([][]runs.Run{invented("chat", bothArms, []string{"m", "n"}, 2), invented("codex", bothArms, []string{"o"}, 2)}, Options{})
	seen := map[string]bool{}
	note := func(id string) {
		if seen[id] || id == "" || strings.ContainsAny(id, " ./<>\"") {
			t.Errorf("id %q", id)
		}
		seen[id] = true
	}
	for _, s := range d.Sections {
		note(s.ID)
	}
	for _, tab := range d.Tables() {
		note(tab.ID)
		for i, row := range tab.Rows {
			if len(row) != len(tab.Columns) {
				t.Errorf("table %s, row %d: %d cells under %d heads", tab.ID, i+1, len(row), len(tab.Columns))
			}
		}
	}
	for _, f := range d.Figures() {
		note(f.ID)
	}
	if len(d.Facts) != 8 {
		t.Errorf("%d facts for two campaigns", len(d.Facts))
	}
}

func TestMeasuresAreNamedOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range estimand.Measures {
		if seen[m.ID] || seen[m.Name] {
			t.Errorf("measure %s twice", m.ID)
		}
		seen[m.ID], seen[m.Name] = true, true
		if got, err := MeasureNamed(m.ID); err != nil || got.Name != m.Name {
			t.Errorf("%s: %v", m.ID, err)
		}
	}
	if _, err := MeasureNamed("glory"); err == nil || !strings.Contains(err.Error(), "reward") {
		t.Error(fmt.Sprint(err))
	}
}

// around returns the text near the first of the words that is found.
func around(text string, words ...string) string {
	for _, word := range words {
		if at := strings.Index(text, word); at >= 0 {
			return text[max(0, at-200):min(len(text), at+50)]
		}
	}
	return ""
}
