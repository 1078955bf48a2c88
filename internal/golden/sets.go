// Package golden compares what the concept library builds with reference rows
// that are kept as files: row for row, for every data set and edition.
package golden

import (
	"os"
	"path/filepath"
	"sort"
	"strings"

	"m4bench/internal/concept"
	"m4bench/internal/ehr"
)

// Set is one data set with reference rows.
type Set struct {
	Name    string // mimic-edge-1, eicu-demo …
	Source  string // folder with the source tables
	Goldens string // folder with the reference rows
}

// Database is the ehr name of the set's database.
func (s Set) Database() string {
	if strings.HasPrefix(s.Name, "eicu") {
		return ehr.EICU
	}
	return ehr.MIMICIV
}

// Library is the concept library of the set's database.
func (s Set) Library() string {
	if s.Database() == ehr.EICU {
		return concept.EICU
	}
	return concept.MIMICIV
}

// Sets lists the data sets below a folder that has data in edge/ or *-demo and
// their reference rows in golden/.
func Sets(dir string) ([]Set, error) {
	folders, err := os.ReadDir(filepath.Join(dir, "golden"))
	if err != nil {
		return nil, err
	}
	var sets []Set
	for _, f := range folders {
		if !f.IsDir() {
			continue
		}
		source := sourceFolder(dir, f.Name())
		if _, err := os.Stat(source); err == nil {
			sets = append(sets, Set{f.Name(), source, filepath.Join(dir, "golden", f.Name())})
		}
	}
	sort.Slice(sets, func(i, j int) bool { return sets[i].Name < sets[j].Name })
	return sets, nil
}

func sourceFolder(dir, name string) string {
	switch {
	case name == "mimic-demo":
		return filepath.Join(dir, "mimic-iv-demo")
	case strings.HasSuffix(name, "-demo"):
		return filepath.Join(dir, name)
	default:
		return filepath.Join(dir, "edge", strings.Replace(name, "-edge", "", 1))
	}
}

// Case is one reference file: a concept or task of an edition.
type Case struct {
	Edition string
	Kind    string // concept or task
	Name    string // of the file, without suffix
	Concept string // what builds it
	File    string
}

// Cases lists a set's reference files for an edition. eICU's are the same in all.
func (s Set) Cases(edition string) ([]Case, error) {
	root := filepath.Join(s.Goldens, edition)
	if s.Database() == ehr.EICU {
		root = s.Goldens
	}
	var cases []Case
	for _, kind := range []string{"concept", "task"} {
		files, err := filepath.Glob(filepath.Join(root, kind, "*.csv.gz"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".csv.gz")
			c := Case{Edition: edition, Kind: kind, Name: name, Concept: name, File: file}
			if kind == "task" {
				c.Concept = "target_" + strings.ReplaceAll(name, "-", "_")
			}
			cases = append(cases, c)
		}
	}
	return cases, nil
}
