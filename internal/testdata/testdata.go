// Package testdata finds the data that tests read: the invented sets kept in
// this repository, and the open demos that are not ours to copy.
package testdata

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Root is the repository's folder.
func Root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Dir(filepath.Dir(filepath.Dir(file)))
}

// Shared returns the folder with the open demo data and published results:
// $M4BENCH_SHARED, else ../shared beside the repository. Where it is absent the
// test is left out and says so, except in CI, where that is a failure.
func Shared(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("M4BENCH_SHARED")
	if dir == "" {
		dir = filepath.Join(Root(), "..", "shared")
	}
	if _, err := os.Stat(filepath.Join(dir, "data")); err == nil {
		return dir
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("the open demo data are required in CI, and %s has none", dir)
	}
	t.Skipf("left out: no open demo data in %s (set M4BENCH_SHARED)", dir)
	return ""
}
