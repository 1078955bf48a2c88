package score_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"m4bench/internal/duck"
	"m4bench/internal/score"
	"m4bench/internal/task"
)

// The size of the largest published task: 4,126,485 rows, 11 scored columns.
const (
	benchStays       = 94_000
	benchRowsPerStay = 44
	childVariable    = "M4BENCH_EVALUATE_CHILD" // what TestEvaluateChild is to do: program:output:reference
)

// BenchmarkEvaluate scores an output of the size of the urine output rate task,
// against its reference as csv and as Parquet, and beside it has DuckDB compute
// the match rates alone by a full outer join. Each runs in a process of its own.
func BenchmarkEvaluate(b *testing.B) {
	dir := b.TempDir()
	output, csv, parquet := filepath.Join(dir, "output.csv"), filepath.Join(dir, "reference.csv"), filepath.Join(dir, "reference.parquet")
	writeUrineOutput(b, csv, false)
	writeUrineOutput(b, output, true)
	if err := inDuckDB(fmt.Sprintf("COPY (SELECT * FROM read_csv(%s)) TO %s (FORMAT parquet)", duck.Literal(csv), duck.Literal(parquet))); err != nil {
		b.Fatal(err)
	}
	for _, reference := range []string{csv, parquet} {
		b.Run(filepath.Ext(reference)[1:], func(b *testing.B) {
			for b.Loop() {
				peer := runChild(b, "duckdb", output, reference)
				own := runChild(b, "evaluate", output, reference)
				b.ReportMetric(own.wall, "s")
				b.ReportMetric(own.cpu, "cpu-s")
				b.ReportMetric(own.peak, "peak-MB")
				b.ReportMetric(peer.wall, "duckdb-s")
				b.ReportMetric(peer.cpu, "duckdb-cpu-s")
				b.ReportMetric(peer.peak, "duckdb-peak-MB")
				b.ReportMetric(peer.wall/own.wall, "x-duckdb")
				b.ReportMetric(0, "ns/op")
			}
		})
	}
}

type cost struct{ wall, cpu, peak float64 } // seconds, seconds, MB

func runChild(b *testing.B, program, output, reference string) cost {
	b.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestEvaluateChild$")
	cmd.Env = append(os.Environ(), childVariable+"="+program+string(os.PathListSeparator)+output+string(os.PathListSeparator)+reference)
	start := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%s: %v\n%s", program, err, out)
	}
	used := cmd.ProcessState
	return cost{time.Since(start).Seconds(), (used.UserTime() + used.SystemTime()).Seconds(), float64(used.SysUsage().(*syscall.Rusage).Maxrss) / 1024}
}

// TestEvaluateChild is the body of the benchmark's child processes.
func TestEvaluateChild(t *testing.T) {
	order := filepath.SplitList(os.Getenv(childVariable))
	if len(order) != 3 {
		return // an ordinary test run
	}
	program, output, reference := order[0], order[1], order[2]
	if program == "duckdb" {
		if err := inDuckDB(matchRates(output, reference)); err != nil {
			t.Fatal(err)
		}
		return
	}
	result, err := score.Evaluate(context.Background(), urineOutputRate(), output, reference, score.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if result.Reward < 0.9 || result.Reward > 0.99 {
		t.Fatalf("reward %v, the output was made for about 0.98", result.Reward)
	}
}

// urineOutputRate is the shape of the largest task.
func urineOutputRate() *task.Task {
	t := &task.Task{ID: "mimic-urine-output-rate", Strict: task.Strict{Coverage: 0.95, Accuracy: 1}, Columns: []task.Column{
		{Name: "stay_id", Role: task.Key, Type: task.Integer},
		{Name: "charttime", Role: task.Key, Type: task.Timestamp},
	}}
	for _, name := range []string{"uo_mlkghr_6hr", "uo_mlkghr_12hr", "uo_mlkghr_24hr", "urineoutput_6hr", "urineoutput_12hr", "urineoutput_24hr"} {
		t.Columns = append(t.Columns, task.Column{Name: name, Role: task.Value, Type: task.Number, Tolerance: 0.01, Ordered: true})
	}
	for _, name := range []string{"weight", "uo", "uo_tm_6hr", "uo_tm_12hr", "uo_tm_24hr"} {
		t.Columns = append(t.Columns, task.Column{Name: name, Role: task.Extra, Type: task.Number, Tolerance: 0.01})
	}
	return t
}

// writeUrineOutput writes the reference, or an output that lacks one row in a
// hundred, has one extra row in two hundred and is wrong in some cells.
func writeUrineOutput(b *testing.B, path string, faulty bool) {
	b.Helper()
	file, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	w := bufio.NewWriterSize(file, 1<<20)
	fmt.Fprintln(w, "stay_id,charttime,weight,uo,urineoutput_6hr,urineoutput_12hr,urineoutput_24hr,uo_mlkghr_6hr,uo_mlkghr_12hr,uo_mlkghr_24hr,uo_tm_6hr,uo_tm_12hr,uo_tm_24hr")
	random := rand.New(rand.NewPCG(1, 2))
	start := time.Date(2150, 1, 1, 0, 0, 0, 0, time.UTC)
	var line []byte
	for stay := range benchStays {
		weight := 45 + float64(random.IntN(800))/10
		at := start.Add(time.Duration(random.IntN(50*365*24)) * time.Hour)
		for row := range benchRowsPerStay {
			at = at.Add(time.Duration(30+random.IntN(60)) * time.Minute)
			uo := float64(10 * random.IntN(50))
			sums := []float64{uo * 5, uo * 9, uo * 20}
			fault := random.IntN(200)
			hours := []float64{float64(random.IntN(24*60)) / 60, float64(random.IntN(24*60)) / 60, float64(random.IntN(24*60)) / 60}
			if faulty && fault < 2 {
				continue
			}
			line = strconv.AppendInt(line[:0], int64(30_000_000+stay), 10)
			line = append(line, ',')
			line = at.AppendFormat(line, "2006-01-02 15:04:05")
			cell := func(f float64, decimals int) {
				line = append(line, ',')
				line = strconv.AppendFloat(line, f, 'f', decimals, 64)
			}
			cell(weight, 3)
			cell(uo, 1)
			for _, sum := range sums {
				cell(sum, 1)
			}
			for i, sum := range sums {
				window := 6 << i
				if row < window {
					line = append(line, ',')
					continue
				}
				if faulty && fault < 10 {
					window++
				}
				cell(sum/weight/float64(window), 4)
			}
			for _, h := range hours {
				cell(h, 6)
			}
			line = append(line, '\n')
			w.Write(line)
			if faulty && fault == 3 {
				fmt.Fprintf(w, "%d,%s,,,,,,,,,,,\n", 30_000_000+stay, at.Add(time.Second).Format("2006-01-02 15:04:05"))
			}
		}
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
}

// matchRates is the comparison as a person would write it in SQL.
func matchRates(output, reference string) string {
	rates, match := "", ""
	for _, c := range urineOutputRate().Scored() {
		match += fmt.Sprintf(", r.%[1]s IS NOT DISTINCT FROM o.%[1]s OR coalesce(abs(r.%[1]s - o.%[1]s) <= 0.01, false) AS %[1]s", c.Name)
		rates += fmt.Sprintf(", count(*) FILTER (WHERE known AND %s) / count(*)", c.Name)
	}
	return fmt.Sprintf(`CREATE TABLE rates AS SELECT count(*)%s FROM (
		SELECT r.stay_id IS NOT NULL AND o.stay_id IS NOT NULL AS known%s
		FROM %s r FULL OUTER JOIN %s o ON r.stay_id = o.stay_id AND r.charttime = o.charttime)`,
		rates, match, duck.Literal(reference), duck.Literal(output))
}

func inDuckDB(query string) error {
	ctx := context.Background()
	db, err := duck.Open(ctx, duck.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	return db.Exec(ctx, query)
}
