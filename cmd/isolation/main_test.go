package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestCasesStandInRowsAndDriversInColumns(t *testing.T) {
	events := `{"Action":"run","Test":"TestDocker/limits/memory"}
{"Action":"pass","Test":"TestDocker/limits/memory"}
{"Action":"output","Test":"TestBwrap/limits/memory","Output":"    limits.go:1: no kill\n"}
{"Action":"fail","Test":"TestBwrap/limits/memory"}
{"Action":"skip","Test":"TestDocker/limits/work_folder"}
{"Action":"pass","Test":"TestADaemonRestarts"}
{"Action":"fail","Package":"p"}
`
	table := table{went: map[[2]string]string{}, said: map[string][]string{}}
	if err := table.read(strings.NewReader(events)); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	table.print(&out)
	want := "case                Bwrap  Docker\nlimits/memory       fail   pass\nlimits/work folder  -      skip\nADaemonRestarts  pass\n\nTestBwrap/limits/memory\n    limits.go:1: no kill\n"
	if out.String() != want || len(table.failed) != 1 {
		t.Errorf("got\n%s\nfailed %v", out.String(), table.failed)
	}
}

func TestWhatIsNoEventIsAnError(t *testing.T) {
	table := table{went: map[[2]string]string{}, said: map[string][]string{}}
	if err := table.read(strings.NewReader("panic: everything")); err == nil {
		t.Error("it was read")
	}
}
