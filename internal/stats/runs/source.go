package runs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ReadSource reads what a path names: an index file, or a folder with run
// records or with indexes. Each index is a source of its own, and so is a
// folder of records. warn is told what was left out.
func ReadSource(path string, catalog *Catalog, warn func(string)) ([][]Run, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, inputf("%w", err)
	}
	if !info.IsDir() {
		rows, err := ReadIndex(path, catalog)
		return [][]Run{rows}, err
	}
	records, unfinished, err := ReadRecords(path, catalog)
	if err != nil {
		return nil, err
	}
	if unfinished > 0 {
		warn(fmt.Sprintf("%s: runs that are not over are left out: %d", path, unfinished))
	}
	if len(records) > 0 {
		return [][]Run{records}, nil
	}
	files, err := indexesIn(path)
	if err != nil {
		return nil, err
	}
	var out [][]Run
	for _, file := range files {
		rows, err := ReadIndex(file, catalog)
		switch {
		case errors.Is(err, errNotIndex):
			warn(err.Error())
		case err != nil:
			return nil, err
		default:
			out = append(out, rows)
		}
	}
	if len(out) == 0 {
		return nil, inputf("%s holds neither run records (result.json) nor indexes of runs (.csv, .csv.gz)", path)
	}
	return out, nil
}

func indexesIn(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, inputf("%w", err)
	}
	var out []string
	for _, e := range entries {
		if e.Type().IsRegular() && (strings.HasSuffix(e.Name(), ".csv") || strings.HasSuffix(e.Name(), ".csv.gz")) {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	slices.Sort(out)
	return out, nil
}
