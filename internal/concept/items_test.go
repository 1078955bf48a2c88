package concept

import (
	"compress/gzip"
	"encoding/csv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"m4bench"
	"m4bench/internal/testdata"
)

// Every number in the library that looks like an item id has a label to be
// checked against, and no label stands there for nothing.
func TestEveryItemIDHasItsLabel(t *testing.T) {
	lib, err := Embedded(MIMICIV)
	if err != nil {
		t.Fatal(err)
	}
	used := map[int64]bool{}
	inspect := func(file, text string) {
		known, unknown := lib.itemsIn(text)
		for _, id := range unknown {
			t.Errorf("%s reads item %d, which concepts/mimiciv/%s does not list", file, id, itemsFile)
		}
		for _, item := range known {
			used[item.ID] = true
		}
	}
	err = fs.WalkDir(m4bench.Library, "concepts/mimiciv", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Base(name) == itemsFile {
			return err
		}
		text, err := fs.ReadFile(m4bench.Library, name)
		inspect(name, string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for id := range lib.items {
		if !used[id] {
			t.Errorf("%s lists item %d, which nothing reads", itemsFile, id)
		}
	}
}

// The labels are those of the open demo's dictionaries.
func TestItemLabelsAreTheDemos(t *testing.T) {
	demo := filepath.Join(testdata.Shared(t), "data", "mimic-iv-demo")
	installed := labels{
		"d_items":    demoLabels(t, filepath.Join(demo, "icu", "d_items.csv.gz")),
		"d_labitems": demoLabels(t, filepath.Join(demo, "hosp", "d_labitems.csv.gz")),
	}
	lib, err := Embedded(MIMICIV)
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range lib.items {
		for _, d := range lib.drift(installed, strconv.FormatInt(item.ID, 10)) {
			if d.Exception == "" {
				t.Error(d)
			}
		}
	}
}

func demoLabels(t *testing.T, path string) map[int64]string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	plain, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(plain).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	id, label := slices.Index(lines[0], "itemid"), slices.Index(lines[0], "label")
	found := map[int64]string{}
	for _, line := range lines[1:] {
		n, err := strconv.ParseInt(line[id], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		found[n] = line[label]
	}
	return found
}

// A moved label and a vanished item are told by name; a declared exception and an
// item whose dictionary is not installed are not.
func TestDriftOfADictionary(t *testing.T) {
	lib := &Library{items: map[int64]Item{
		220045: {"d_items", 220045, "Heart Rate", ""},
		220210: {"d_items", 220210, "Respiratory Rate", ""},
		220277: {"d_items", 220277, "O2 saturation pulseoxymetry", ""},
		52159:  {"d_items", 52159, "Platelet Aggregation", "so the reference reads it"},
		50813:  {"d_labitems", 50813, "Lactate", ""},
	}}
	installed := labels{"d_items": {220045: "Heart Rate", 220210: "Resp Rate"}}
	built := []Built{{Concept: "vitalsign", Drift: lib.drift(installed,
		"itemid IN (220045, 220210, 220277, 52159, 50813) -- not 220999")}}
	got := DriftWarnings(append(built, built...))
	want := []string{
		`vitalsign: d_items calls item 220210 "Resp Rate"; it was written for "Respiratory Rate"`,
		`d_items lacks item ids that the derivations read, 1 in all: 220277 (O2 saturation pulseoxymetry)`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
