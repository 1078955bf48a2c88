package explain

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"m4bench/internal/bench"
	"m4bench/internal/concept"
	"m4bench/internal/duck"
	"m4bench/internal/golden"
	"m4bench/internal/progress"
	"m4bench/internal/task"
	"m4bench/internal/testdata"
)

// labs are opened once a task: building its reference and its mutants is what
// takes time.
var labs = map[string]*Lab{}

var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "explain-test-"); err != nil {
		panic(err)
	}
	code := m.Run()
	for _, lab := range labs {
		lab.workshop.Close()
	}
	os.RemoveAll(scratch)
	os.Exit(code)
}

// openLab builds one task's reference on invented patients.
func openLab(t *testing.T, id string) *Lab {
	t.Helper()
	if lab, open := labs[id]; open {
		return lab
	}
	lab := labIn(t, openWorkshop(t, filepath.Join(scratch, id)), id)
	labs[id] = lab
	return lab
}

// openWorkshop opens the invented patients with a folder that is made.
func openWorkshop(t *testing.T, dir string) *bench.Workshop {
	t.Helper()
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	w, err := bench.OpenWorkshop(t.Context(), edgeDatabase(t), dir, bench.Resources{})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func labIn(t *testing.T, w *bench.Workshop, id string) *Lab {
	t.Helper()
	tasks, err := task.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	wanted, err := tasks.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	lab, err := OpenLab(t.Context(), w, concept.CurrentEdition, []*task.Task{wanted}, progress.Silent{}, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return lab
}

// edgeDatabase loads the invented patients once.
func edgeDatabase(t *testing.T) string {
	t.Helper()
	file := filepath.Join(scratch, "edge.duckdb")
	if _, err := os.Stat(file); err == nil {
		return file
	}
	db, err := duck.Open(context.Background(), duck.Options{Path: file})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	set := golden.Set{Name: "mimic-edge-11", Source: filepath.Join(testdata.Root(), "internal", "testdata", "edge", "mimic-11")}
	if err := golden.Load(context.Background(), db, set); err != nil {
		t.Fatal(err)
	}
	return file
}

// outputOf writes what an agent would who takes these options.
func outputOf(t *testing.T, lab *Lab, flips ...Flip) string {
	t.Helper()
	ctx := context.Background()
	table := lab.targets[0].table
	if len(flips) > 0 {
		tables, err := lab.build(ctx, flips...)
		if err != nil {
			t.Fatal(err)
		}
		table = tables[lab.targets[0].concept]
	}
	path := filepath.Join(t.TempDir(), "output.csv")
	if err := concept.WriteCSV(ctx, lab.workshop.DB(), table, path); err != nil {
		t.Fatal(err)
	}
	return path
}

func flip(t *testing.T, lab *Lab, choice, option string) Flip {
	t.Helper()
	for _, f := range lab.Flips() {
		if f.Choice == choice && f.Option == option {
			return f
		}
	}
	t.Fatalf("no flip %s = %s", choice, option)
	return Flip{}
}

func names(e Explanation, f Flip) bool {
	for _, flips := range append([][]Flip{e.Flips}, e.Same...) {
		for _, g := range flips {
			if g.Choice == f.Choice && g.Option == f.Option {
				return true
			}
		}
	}
	return false
}

func TestReferenceNeedsNoExplanation(t *testing.T) {
	lab := openLab(t, "mimic-kdigo-48h")
	report, err := lab.Explain(context.Background(), outputOf(t, lab))
	if err != nil || report.Wrong != 0 || len(report.Explanations) != 0 {
		t.Errorf("report = %+v, %v", report, err)
	}
}

func TestOneMistakeIsNamedFirst(t *testing.T) {
	lab := openLab(t, "mimic-kdigo-48h")
	mistake := flip(t, lab, "renal.first_gap", "admission")
	report, err := lab.Explain(context.Background(), outputOf(t, lab, mistake))
	if err != nil {
		t.Fatal(err)
	}
	if report.Wrong == 0 || len(report.Explanations) == 0 {
		t.Fatalf("nothing found: %+v", report)
	}
	first := report.Explanations[0]
	if !names(first, mistake) || first.Fit.Agreement() != 1 {
		t.Errorf("first explanation is %v with agreement %.3f", first.Flips, first.Fit.Agreement())
	}
}

func TestTwoMistakesAreNamedTogether(t *testing.T) {
	lab := openLab(t, "mimic-sirs-24h-raw")
	a := flip(t, lab, "sirs.heart_rate", "from-90")
	b := flip(t, lab, "sirs.white_cells", "count")
	report, err := lab.Explain(context.Background(), outputOf(t, lab, a, b))
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Explanations) == 0 {
		t.Fatal("nothing found")
	}
	first := report.Explanations[0]
	if len(first.Flips) != 2 || !names(first, a) || !names(first, b) {
		t.Errorf("first explanation is %v with agreement %.3f", first.Flips, first.Fit.Agreement())
	}
}

func TestExamplesShowCellAndSource(t *testing.T) {
	ctx := context.Background()
	lab := openLab(t, "mimic-sirs-24h-raw")
	report, err := lab.Explain(ctx, outputOf(t, lab, flip(t, lab, "sirs.heart_rate", "from-90")))
	if err != nil {
		t.Fatal(err)
	}
	report.Keep(1)
	if err := lab.AddExamples(ctx, report); err != nil {
		t.Fatal(err)
	}
	examples := report.Explanations[0].Examples
	if len(examples) == 0 || *examples[0].Output == *examples[0].Reference || len(examples[0].Events) == 0 || examples[0].Key[0].Name != "stay_id" {
		t.Errorf("examples = %+v", examples)
	}
}

func TestAuditCountsWhatMutantsChange(t *testing.T) {
	lab := openLab(t, "mimic-sirs-24h-raw")
	effects, err := lab.effects(context.Background(), flip(t, lab, "sirs.heart_rate", "from-90"))
	if err != nil || len(effects) != 1 {
		t.Fatalf("effects = %v, %v", effects, err)
	}
	e := effects[0]
	if !e.Told() || e.Cells["heart_rate_score"] != e.Rows || e.Cells["temp_score"] != 0 || e.Patients == 0 {
		t.Errorf("effect = %+v", e)
	}
}

// Events come from every table that the derivation reads below the rule, not only
// from the rule's own SQL, and none is shown twice.
func TestEventsReachTheSourcesBelow(t *testing.T) {
	ctx := context.Background()
	lab := openLab(t, "mimic-kdigo-48h")
	report, err := lab.Explain(ctx, outputOf(t, lab, flip(t, lab, "renal.first_gap", "admission")))
	if err != nil {
		t.Fatal(err)
	}
	report.Keep(1)
	if err := lab.AddExamples(ctx, report); err != nil {
		t.Fatal(err)
	}
	for _, x := range report.Explanations[0].Examples {
		tables := map[string]bool{}
		for i, e := range x.Events {
			tables[e.Table] = true
			for _, other := range x.Events[:i] {
				if e.same(other) {
					t.Errorf("shown twice: %+v", e)
				}
			}
		}
		if !tables["icu.outputevents"] || len(x.Events) > eventsShown {
			t.Errorf("%d events from %v", len(x.Events), tables)
		}
	}
}
