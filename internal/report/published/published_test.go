package published

import (
	"path/filepath"
	"testing"

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
