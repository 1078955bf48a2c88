package ehr

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
)

// BenchmarkImport compares the import of a generated chartevents.csv.gz with
// DuckDB's own typed COPY of the same file, each in a process of its own:
//
//	M4BENCH_BENCH_ROWS=20000000 go test -run '^$' -bench Import -benchtime 3x -timeout 30m ./internal/ehr
//
// The import checks every field, stores the rows by item, and has 1 GB for the
// whole process. DuckDB has all the memory it likes.
func BenchmarkImport(b *testing.B) {
	rows := 2_000_000
	if text := os.Getenv("M4BENCH_BENCH_ROWS"); text != "" {
		var err error
		if rows, err = strconv.Atoi(text); err != nil {
			b.Fatal(err)
		}
	}
	from := minimal(b, mimicIV, map[string]string{"chartevents.csv": ""})
	file := filepath.Join(from, "chartevents.csv.gz")
	if err := generateChartEvents(file, rows); err != nil {
		b.Fatal(err)
	}
	var copied, imported usage
	for b.Loop() {
		copied.add(measure(b, "copy", file, filepath.Join(b.TempDir(), "copy.duckdb")))
		imported.add(measure(b, "import", from, filepath.Join(b.TempDir(), "import.duckdb"), "1GB"))
	}
	n := float64(b.N)
	b.ReportMetric(imported.cpu/copied.cpu, "cpu-ratio")
	b.ReportMetric(imported.wall/copied.wall, "wall-ratio")
	b.ReportMetric(copied.cpu/n, "copy-cpu-s")
	b.ReportMetric(imported.cpu/n, "import-cpu-s")
	b.ReportMetric(copied.peak, "copy-peak-MB")
	b.ReportMetric(imported.peak, "import-peak-MB")
}

// usage of a process: seconds, and the highest resident memory in MB.
type usage struct{ cpu, wall, peak float64 }

func (u *usage) add(v usage) {
	u.cpu += v.cpu
	u.wall += v.wall
	u.peak = max(u.peak, v.peak)
}

func measure(b *testing.B, role string, args ...string) usage {
	b.Helper()
	cmd := childCommand(role, args...)
	start := time.Now()
	if err := cmd.Run(); err != nil {
		b.Fatalf("%s: %v", role, err)
	}
	state := cmd.ProcessState
	if err := os.Remove(args[1]); err != nil { // the database, to save the disk
		b.Fatal(err)
	}
	return usage{
		cpu:  (state.UserTime() + state.SystemTime()).Seconds(),
		wall: time.Since(start).Seconds(),
		peak: float64(state.SysUsage().(*syscall.Rusage).Maxrss) * 1024 / 1e6, // Linux counts in KiB
	}
}

// generateChartEvents writes stays as a hospital charts them: a group of items
// at each time, most of them texts.
func generateChartEvents(path string, rows int) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	packed, err := gzip.NewWriterLevel(file, 3)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(packed, 1<<20)
	fmt.Fprintln(w, header(mustTable(mimicIV, "chartevents")))
	r := rand.New(rand.NewPCG(1, 2))
	var ids string
	var at time.Time
	for left, group := 0, 0; rows > 0; rows, left = rows-group, left-group {
		if left <= 0 {
			ids = fmt.Sprintf("%d,%d,%d", 10_000_000+r.IntN(9_999_999), 20_000_000+r.IntN(9_999_999), 30_000_000+r.IntN(9_999_999))
			at = time.Date(2110+r.IntN(90), 1, 1+r.IntN(365), r.IntN(24), 0, 0, 0, time.UTC)
			left = 500 + r.IntN(8_000)
		}
		at = at.Add(time.Duration(10+r.IntN(50)) * time.Minute)
		group = min(5+r.IntN(60), rows)
		writeGroup(w, r, ids, at, group)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return packed.Close()
}

var chartTexts = []string{
	"Obeys Commands", "SR (Sinus Rhythm)", "Spontaneously", "Normal", "Within Normal Limits", "Oriented", `"Room air, none"`,
	"Yes", "No", "Clear", "Diminished", "Nasal cannula", "4 side rails up", "1 - Assist",
}

func writeGroup(w *bufio.Writer, r *rand.Rand, ids string, at time.Time, n int) {
	const form = "2006-01-02 15:04:05"
	start := fmt.Sprintf("%s,%d,%s,%s,", ids, r.IntN(99_999), at.Format(form), at.Add(time.Duration(r.IntN(60))*time.Minute).Format(form))
	var b []byte
	for range n {
		u := r.Float64()
		item := 220_000 + int(u*u*u*1_300)*7 // few items are most of the rows
		b = append(b[:0], start...)
		b = strconv.AppendInt(b, int64(item), 10)
		b = append(b, ',')
		if r.IntN(10) < 6 {
			b = append(b, chartTexts[(item+r.IntN(4))%len(chartTexts)]...)
			b = append(b, ",,,0\n"...)
		} else {
			value := strconv.AppendFloat(nil, float64(r.IntN(2_000))/10, 'f', -1, 64)
			b = append(append(append(append(b, value...), ','), value...), ",mmHg,0\n"...)
		}
		w.Write(b)
	}
}
