package explain

import (
	"context"
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// rewrite changes a csv file, row by row: nil drops a row, several rows repeat it.
// change gets the header once with line 0.
func rewrite(t *testing.T, path string, change func(line int, row []string) [][]string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	w := csv.NewWriter(&out)
	for i, row := range rows {
		if err := w.WriteAll(change(i, row)); err != nil {
			t.Fatal(err)
		}
	}
	written := filepath.Join(t.TempDir(), "odd.csv")
	if err := os.WriteFile(written, []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return written
}

func column(t *testing.T, path, name string) int {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	header, _, _ := strings.Cut(string(text), "\n")
	for i, have := range strings.Split(header, ",") {
		if have == name {
			return i
		}
	}
	t.Fatalf("no column %s in %s", name, header)
	return 0
}

func explained(t *testing.T, lab *Lab, path string) *Report {
	t.Helper()
	report, err := lab.Explain(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func noted(r *Report, text string) bool {
	return strings.Contains(strings.Join(r.File.Notes, "\n"), text)
}

// What people's files have beside their values is said, and hides no rule.
func TestOddFilesAreExplainedAllTheSame(t *testing.T) {
	lab := openLab(t, "mimic-sirs-24h-raw")
	mistake := flip(t, lab, "sirs.heart_rate", "from-90")
	file := outputOf(t, lab, mistake)
	tests := []struct {
		name, note string
		change     func(line int, row []string) [][]string
	}{
		{"a column too many", `ignored, because the task has no such column: "note"`, func(line int, row []string) [][]string {
			return [][]string{append(row, "note")}
		}},
		{"a column too few", "the file has no sirs: not compared", func(line int, row []string) [][]string {
			if line == 0 {
				row[column(t, file, "sirs")] = "total"
			}
			return [][]string{row}
		}},
		{"every row several times", "repeat a key (stay_id)", func(line int, row []string) [][]string {
			if line == 0 {
				return [][]string{row}
			}
			return [][]string{row, row, row, row}
		}},
		{"a cell that is no number", `column temp_score: "n/a" is no integer`, func(line int, row []string) [][]string {
			if line == 1 {
				row[column(t, file, "temp_score")] = "n/a"
			}
			return [][]string{row}
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			report := explained(t, lab, rewrite(t, file, tt.change))
			if !noted(report, tt.note) {
				t.Errorf("notes = %q; want %q", report.File.Notes, tt.note)
			}
			if len(report.Explanations) == 0 || !names(report.Explanations[0], mistake) {
				t.Errorf("explanations = %+v", report.Explanations)
			}
		})
	}
}

// A study of some stays is compared on those.
func TestFileOfSomeStays(t *testing.T) {
	lab := openLab(t, "mimic-sirs-24h-raw")
	mistake := flip(t, lab, "sirs.heart_rate", "from-90")
	report := explained(t, lab, outputOf(t, lab, mistake))
	if len(report.Explanations) == 0 {
		t.Fatal("the whole file is not explained")
	}
	if err := lab.AddExamples(context.Background(), report); err != nil {
		t.Fatal(err)
	}
	kept := map[string]bool{}
	for _, x := range report.Explanations[0].Examples {
		kept[x.Key[0].Value] = true
	}
	file := outputOf(t, lab, mistake)
	stay := column(t, file, "stay_id")
	report = explained(t, lab, rewrite(t, file, func(line int, row []string) [][]string {
		if line == 0 || kept[row[stay]] {
			return [][]string{row}
		}
		return nil
	}))
	if !noted(report, "without the") || len(report.Explanations) == 0 || !names(report.Explanations[0], mistake) || !report.Explanations[0].Fit.Exact() {
		t.Errorf("report = %+v", report)
	}
}

func TestNumbersThatCountOtherwise(t *testing.T) {
	lab := openLab(t, "mimic-suspicion-infection-raw")
	file := outputOf(t, lab)
	number := column(t, file, "ab_id")
	tests := []struct {
		name, note string
		of         func(line, id int) int
	}{
		{"from 0", "ab_id counts from 0 in the file and from 1", func(_, id int) int { return id - 1 }},
		{"through the whole file", "check how the number is given", func(line, _ int) int { return 1000 + line }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			report := explained(t, lab, rewrite(t, file, func(line int, row []string) [][]string {
				if line > 0 {
					id, err := strconv.Atoi(row[number])
					if err != nil {
						t.Fatal(err)
					}
					row[number] = strconv.Itoa(tt.of(line, id))
				}
				return [][]string{row}
			}))
			if report.Wrong != 0 || !noted(report, tt.note) {
				t.Errorf("%d cells differ, notes = %q", report.Wrong, report.File.Notes)
			}
		})
	}
}

func TestFilesThatCannotBeExplained(t *testing.T) {
	lab := openLab(t, "mimic-sirs-24h-raw")
	tests := []struct{ name, text, message string }{
		{"no key", "stay,sirs\n1,2\n", "has no column stay_id, and rows are found by stay_id"},
		{"nothing to compare", "stay_id,hadm_id\n1,2\n", "has none of the columns that mimic-sirs-24h-raw is compared by"},
		{"no rows", "stay_id,sirs\n", "has a header but no rows"},
		{"no usable row", "stay_id,sirs\nabc,1\n", "line 2: no usable stay_id"},
		{"other stays", "stay_id,sirs\n1,1\n", "no row of the file has a key (stay_id) that the reference has"},
		{"nothing", "", "the file is empty"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "output.csv")
			if err := os.WriteFile(path, []byte(tt.text), 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := lab.Explain(context.Background(), path)
			var refused *OutputError
			if !errors.As(err, &refused) || refused.ExitCode() != 2 || !strings.Contains(err.Error(), tt.message) {
				t.Errorf("error = %v; want %q", err, tt.message)
			}
		})
	}
}
