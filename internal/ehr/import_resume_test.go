package ehr

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// A killed import goes on where it was: whole tables stay, and are not read again.
func TestAKilledImportGoesOn(t *testing.T) {
	from := minimal(t, mimicIV, map[string]string{
		"icustays.csv":    header(mustTable(mimicIV, "icustays")) + "\n1,2,3,,,2150-01-01,2150-01-02,1\n",
		"chartevents.csv": manyChartEvents(300_000),
	})
	to := filepath.Join(t.TempDir(), "x.duckdb")
	c := startChild(t, "import", from, to, "600MB")
	for c.lines.Scan() && !strings.HasPrefix(c.lines.Text(), "icu.chartevents") {
	}
	c.stop()
	if _, err := os.Stat(to); err == nil {
		t.Fatal("a half-built database has the final name")
	}
	// A whole table's file is not read again: that it holds something else now goes unseen.
	overwrite(t, filepath.Join(from, "icustays.csv"))
	o := options(t, MIMICIV, from)
	o.To = to
	result := mustImport(t, o)
	if result.Resumed != 11 || result.Rows != 300_001 {
		t.Errorf("%d tables taken over, %d rows", result.Resumed, result.Rows)
	}
	if left, _ := filepath.Glob(to + ".*"); len(left) > 0 {
		t.Errorf("left beside the database: %v", left)
	}
}

// overwrite changes a file's rows but neither its header, size nor time.
func overwrite(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	header, rows, _ := strings.Cut(string(text), "\n")
	writeFile(t, path, header+"\n"+strings.Repeat("?", len(rows)))
	if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
}

// stopAt cancels an import when it begins a table.
type stopAt struct {
	table  string
	cancel context.CancelFunc
}

func (s stopAt) Step(what string, _, _ int64, _ string) {
	if strings.HasPrefix(what, s.table) {
		s.cancel()
	}
}
func (stopAt) Done(string) {}

func TestAStoppedImportGoesOnAndReadsChangedFilesAgain(t *testing.T) {
	row := "\n1,2,2150-01-01 00:00:00,,MED\n"
	services := header(mustTable(mimicIV, "services"))
	from := minimal(t, mimicIV, map[string]string{"services.csv": services + row, "chartevents.csv": manyChartEvents(50_000)})
	o := options(t, MIMICIV, from)
	ctx, cancel := context.WithCancel(t.Context())
	o.Progress = stopAt{"icu.chartevents", cancel}
	if _, err := Import(ctx, o); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "kept in x.duckdb.part") {
		t.Fatalf("got %v", err)
	}
	writeFile(t, filepath.Join(from, "services.csv"), services+row+"1,3,2150-01-01 00:00:00,,SURG\n")
	o.Progress = nil
	result := mustImport(t, o)
	if result.Resumed != 10 || result.Rows != 50_002 {
		t.Errorf("%d tables taken over, %d rows", result.Resumed, result.Rows)
	}
}

func TestASecondImportIsUpToDate(t *testing.T) {
	from := minimal(t, eICU, nil)
	o := options(t, EICU, from)
	first := mustImport(t, o)
	second := mustImport(t, o)
	if first.UpToDate || !second.UpToDate || len(second.Tables) != 31 {
		t.Errorf("first %v, second %v", first.UpToDate, second.UpToDate)
	}
	if !slices.Equal(first.Warnings, second.Warnings) {
		t.Errorf("first %q\nsecond %q", first.Warnings, second.Warnings)
	}
	writeFile(t, filepath.Join(from, "hospital.csv"), "hospitalid,numbedscategory,teachingstatus,region\n56,<100,f,Midwest\n")
	if _, err := Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "--replace") {
		t.Errorf("a changed source replaced the database unasked: %v", err)
	}
	o.Replace = true
	if third := mustImport(t, o); third.Rows != 1 {
		t.Errorf("%d rows after --replace", third.Rows)
	}
}

// An unfinished import of the other source is no beginning.
func TestAnUnfinishedImportOfAnotherSourceIsDropped(t *testing.T) {
	o := options(t, MIMICIV, minimal(t, mimicIV, nil))
	mustImport(t, o)
	if err := os.Rename(o.To, partName(o.To)); err != nil {
		t.Fatal(err)
	}
	o.Source, o.From = EICU, minimal(t, eICU, nil)
	if result := mustImport(t, o); result.Resumed != 0 {
		t.Errorf("%d tables taken over", result.Resumed)
	}
	if n := count(t, open(t, o.To), "SELECT count(*) FROM information_schema.tables WHERE table_schema LIKE 'mimic%'"); n != 0 {
		t.Errorf("%d tables of MIMIC-IV in a database of eICU", n)
	}
}

// smallDisk mounts a file system of a size, which only root may.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("left out: only root may mount the small file system that this test fills")
	}
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("mount a small file system: %v", err)
		}
		t.Skipf("left out: no small file system can be mounted here: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

func grow(t *testing.T, dir, size string) {
	t.Helper()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size="+size); err != nil {
		t.Fatal(err)
	}
}
