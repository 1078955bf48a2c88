// Command isolation reads what `go test -json` says of the sandbox drivers' suite
// and prints a table of cases by drivers.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
)

// event is one line of `go test -json`.
type event struct {
	Action string
	Test   string
	Output string
}

// suites are the tests that put one driver through all cases.
var suites = []string{"Bwrap", "BwrapWithoutControlGroups", "Docker", "DockerRunsc", "None"}

// table holds how each case went with each driver.
type table struct {
	alone   []string // tests beside the suites, and how they went
	drivers []string
	cases   []string
	went    map[[2]string]string // case, driver: pass, fail or skip
	said    map[string][]string  // test: what it printed
	failed  []string             // tests
}

func main() {
	t := table{went: map[[2]string]string{}, said: map[string][]string{}}
	err := t.read(os.Stdin)
	t.print(os.Stdout)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "isolation:", err)
		os.Exit(1)
	case len(t.failed) > 0 || len(t.drivers) == 0:
		os.Exit(3)
	}
}

func (t *table) read(r io.Reader) error {
	for dec := json.NewDecoder(r); ; {
		var e event
		err := dec.Decode(&e)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the tests' events: %w", err)
		}
		t.take(e)
	}
}

func (t *table) take(e event) {
	test, driver, name := split(e.Test)
	switch {
	case !test:
	case e.Action == "output":
		t.said[e.Test] = append(t.said[e.Test], e.Output)
	case e.Action == "pass" || e.Action == "fail" || e.Action == "skip":
		if e.Action == "fail" {
			t.failed = append(t.failed, e.Test)
		}
		if !slices.Contains(suites, driver) {
			t.alone = append(t.alone, strings.TrimPrefix(e.Test, "Test")+"\t"+e.Action)
			return
		}
		if !slices.Contains(t.drivers, driver) {
			t.drivers = append(t.drivers, driver)
		}
		if !slices.Contains(t.cases, name) {
			t.cases = append(t.cases, name)
		}
		t.went[[2]string{name, driver}] = e.Action
	}
}

// split takes TestDocker/killing/an_agent… apart; a whole driver's case is empty.
func split(test string) (ok bool, driver, name string) {
	driver, name, _ = strings.Cut(strings.TrimPrefix(test, "Test"), "/")
	return test != "", driver, strings.ReplaceAll(name, "_", " ")
}

func (t *table) print(out io.Writer) {
	slices.Sort(t.drivers)
	slices.Sort(t.cases)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "case\t%s\n", strings.Join(t.drivers, "\t"))
	for _, name := range t.cases {
		fmt.Fprint(w, label(name))
		for _, driver := range t.drivers {
			went := t.went[[2]string{name, driver}]
			if went == "" {
				went = "-"
			}
			fmt.Fprint(w, "\t", went)
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	slices.Sort(t.alone)
	for _, line := range t.alone {
		fmt.Fprintln(w, line)
	}
	w.Flush()
	for _, test := range t.failed {
		fmt.Fprintf(out, "\n%s\n%s", test, strings.Join(t.said[test], ""))
	}
}

func label(name string) string {
	if name == "" {
		return "ALL"
	}
	return name
}
