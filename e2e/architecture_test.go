package e2e

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"m4bench/internal/testdata"
)

// layers lists our packages from the floor up. A package may import packages of
// lower layers, and of its own layer where the list says so by order: within a
// layer, a package may import those to its left.
var layers = [][]string{
	{"testdata", "naming", "atomicfile", "progress", "duck", "rowgroups"},
	{"ehr/csvstream", "ehr"},
	{"ehr/synth/random", "ehr/synth/course", "ehr/synth/store", "ehr/synth/mimic", "ehr/synth/eicu", "ehr/synth", "ehr/synth/sheet"},
	{"concept", "golden", "guide"},
	{"task", "schema", "condition", "review", "bench"},
	{"score/table", "score", "explain", "checklist"},
	{"sandbox", "sandbox/sandboxtest", "gateway", "shim", "sqlshell", "agent/chat", "agent", "agent/modeltest", "image"},
	{"record", "run"},
	{"campaign"},
	{"stats", "stats/runs", "stats/estimand"},
	{"report/figure", "report/doc", "report/published", "report", "web", "evidence", "doctor", "demo", "cli"},
}

func TestImportsGoOneWay(t *testing.T) {
	place := map[string]int{}
	n := 0
	for _, layer := range layers {
		for _, name := range layer {
			place["m4bench/internal/"+name] = n
			n++
		}
	}
	for _, p := range listPackages(t) {
		own, ok := place[p.ImportPath]
		if !ok {
			t.Errorf("%s has no place in the order of packages", p.ImportPath)
			continue
		}
		for _, imported := range p.Imports {
			if at, ours := place[imported]; ours && at >= own {
				t.Errorf("%s imports %s, which stands above it", p.ImportPath, imported)
			}
		}
	}
}

type goPackage struct {
	ImportPath string
	Imports    []string
}

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", "./internal/...")
	cmd.Dir = testdata.Root()
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []goPackage
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p goPackage
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) == 0 {
		t.Fatal("go list found no packages")
	}
	return all
}
