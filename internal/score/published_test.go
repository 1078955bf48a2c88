package score

import (
	"compress/gzip"
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"m4bench/internal/testdata"
)

// The rewards of all published runs follow from their match rates by our formula.
func TestRewardsOfPublishedRuns(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(testdata.Shared(t), "data", "published", "final_*_runs.csv.gz"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no published indexes: %v", err)
	}
	checked := 0
	for _, file := range files {
		for _, run := range readIndex(t, file) {
			var columns []Column
			for _, pair := range regexp.MustCompile(`'(\w+)': ([0-9.e-]+)`).FindAllStringSubmatch(run["match_rates"], -1) {
				rate, err := strconv.ParseFloat(pair[2], 64)
				if err != nil {
					t.Fatal(err)
				}
				columns = append(columns, Column{Name: pair[1], MatchRate: rate})
			}
			if len(columns) == 0 || run["errors"] != "0" {
				continue // failed runs have no rates
			}
			published, err := strconv.ParseFloat(run["reward"], 64)
			if err != nil {
				t.Fatal(err)
			}
			if got := reward(columns); got != published {
				t.Errorf("%s: reward %v, published %v", run["run_id"], got, published)
			}
			checked++
		}
	}
	if checked < 700 {
		t.Errorf("only %d runs have rates", checked)
	}
}

func readIndex(t *testing.T, path string) []map[string]string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(unzipped).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var runs []map[string]string
	for _, record := range records[1:] {
		run := map[string]string{}
		for i, name := range records[0] {
			run[name] = record[i]
		}
		runs = append(runs, run)
	}
	return runs
}
