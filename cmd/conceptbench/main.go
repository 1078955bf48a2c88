// Command conceptbench measures what building the derived schema costs against
// the least it could cost: one scan of the source columns that the concepts
// need, plus writing the derived rows. Both are measured in the same run.
//
//	conceptbench [-edition current] [-memory 1300MB] SMALL.duckdb [LARGER.duckdb …]
//
// With several databases, the growth exponent of each concept from each to the
// next is printed: 1 is linear.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"m4bench/internal/concept"
	"m4bench/internal/duck"
	"m4bench/internal/ehr"
	"m4bench/internal/progress"
)

func main() {
	edition := flag.String("edition", concept.CurrentEdition, "reference edition")
	memory := flag.String("memory", "1300MB", "DuckDB's memory limit")
	threads := flag.Int("threads", 0, "DuckDB's threads")
	check := flag.Bool("check", false, "also check the invariants, and count that too")
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	var runs []run
	for _, path := range flag.Args() {
		r, err := measure(context.Background(), path, *edition, duck.Options{Memory: *memory, Threads: *threads}, *check)
		if err != nil {
			fmt.Fprintln(os.Stderr, "conceptbench:", err)
			os.Exit(1)
		}
		runs = append(runs, r)
	}
	print(runs)
}

// run is the measurement of one database.
type run struct {
	path     string
	stays    int64
	concepts []cost
	scan     float64 // CPU s of one scan of the needed source columns
	write    float64 // CPU s of copying the derived rows
	peak     int64   // bytes of resident memory, highest of the build
}

type cost struct {
	name string
	rows int64
	cpu  float64
	peak int64
}

func measure(ctx context.Context, path, edition string, o duck.Options, check bool) (run, error) {
	r := run{path: path}
	dir, err := os.MkdirTemp(filepath.Dir(path), "conceptbench-")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	o.Path, o.TempDir = filepath.Join(dir, "derived.duckdb"), dir
	db, err := duck.Open(ctx, o)
	if err != nil {
		return r, err
	}
	defer db.Close()
	if err := db.Exec(ctx, "ATTACH "+duck.Literal(path)+" AS ehr (READ_ONLY); SET preserve_insertion_order = false"); err != nil {
		return r, err
	}
	if r.stays, err = db.QueryInt(ctx, "SELECT count(*) FROM ehr.mimiciv_icu.icustays"); err != nil {
		return r, err
	}
	if r.scan, err = scanFloor(ctx, db); err != nil {
		return r, fmt.Errorf("scan the sources: %w", err)
	}
	if err := r.build(ctx, db, edition, check); err != nil {
		return r, err
	}
	r.write, err = writeFloor(ctx, db, r.concepts)
	return r, err
}

// scanFloor reads every column that a reference needs once.
func scanFloor(ctx context.Context, db *duck.DB) (float64, error) {
	source, err := ehr.Lookup(ehr.MIMICIV)
	if err != nil {
		return 0, err
	}
	start := cpuSeconds()
	for _, t := range source.Tables {
		var columns []string
		for _, c := range t.Columns {
			if c.Required {
				columns = append(columns, "max("+duck.Ident(c.Name)+")")
			}
		}
		if len(columns) == 0 {
			continue
		}
		query := "CREATE OR REPLACE TEMP TABLE scanned AS SELECT " + strings.Join(columns, ", ") + " FROM ehr." + t.QualifiedName()
		if err := db.Exec(ctx, query); err != nil {
			return 0, err
		}
	}
	return cpuSeconds() - start, nil
}

func (r *run) build(ctx context.Context, db *duck.DB, edition string, check bool) error {
	lib, err := concept.Embedded(concept.MIMICIV)
	if err != nil {
		return err
	}
	e, err := lib.Edition(edition)
	if err != nil {
		return err
	}
	// What a concept wrote is moved into the file on its own account, not on that of
	// whichever concept comes when the log is full.
	var unsettled error
	meter := &meter{settle: func() { unsettled = errors.Join(unsettled, db.Exec(ctx, "CHECKPOINT")) }}
	b := concept.Build{
		Library: lib, Edition: e, DB: db, Now: time.Now, Check: check, Progress: meter,
		Where: concept.Where{Source: "ehr.", Schema: concept.DerivedSchema},
	}
	built, err := b.Run(ctx, lib.Names(e, concept.Derived)...)
	if err != nil {
		return err
	}
	if meter.next(); unsettled != nil {
		return unsettled
	}
	for i, one := range built {
		r.concepts = append(r.concepts, cost{one.Concept, one.Rows, meter.cpu[i], meter.peak[i]})
		r.peak = max(r.peak, meter.peak[i])
	}
	return nil
}

// meter reads the process's CPU time and peak memory between two concepts: a
// build reports a step before each.
type meter struct {
	progress.Silent
	settle func() // ends a concept's work
	last   float64
	cpu    []float64
	peak   []int64
	open   bool
}

func (m *meter) Step(string, int64, int64, string) {
	m.next()
	m.open = true
}

func (m *meter) next() {
	if m.open {
		m.settle()
		m.cpu = append(m.cpu, cpuSeconds()-m.last)
		m.peak = append(m.peak, peakBytes())
	}
	resetPeak()
	m.last = cpuSeconds()
}

// writeFloor copies every derived table, which reads and writes its rows once.
func writeFloor(ctx context.Context, db *duck.DB, concepts []cost) (float64, error) {
	if err := db.Exec(ctx, "CREATE SCHEMA floor"); err != nil {
		return 0, err
	}
	start := cpuSeconds()
	for _, c := range concepts {
		if c.rows == 0 {
			continue
		}
		query := fmt.Sprintf("CREATE TABLE floor.%s AS SELECT * FROM %s.%s", c.name, concept.DerivedSchema, c.name)
		if err := db.Exec(ctx, query); err != nil {
			return 0, err
		}
	}
	err := db.Exec(ctx, "CHECKPOINT")
	return cpuSeconds() - start, err
}

func print(runs []run) {
	last := runs[len(runs)-1]
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "rows\tCPU (s)\tpeak (MB)\tgrowth exponents\t  concept")
	total := 0.0
	for i, c := range last.concepts {
		total += c.cpu
		fmt.Fprintf(table, "%d\t%.2f\t%d\t%s\t  %s\n", c.rows, c.cpu, c.peak>>20, exponents(runs, i), c.name)
	}
	table.Flush()
	for _, r := range runs {
		total = 0
		for _, c := range r.concepts {
			total += c.cpu
		}
		floor := r.scan + r.write
		fmt.Printf("%d stays: build %.1f CPU s, floor %.1f CPU s (scan %.1f + write %.1f), ratio %.2f, peak %d MB\n",
			r.stays, total, floor, r.scan, r.write, total/floor, r.peak>>20)
	}
}

// exponents from each size to the next.
func exponents(runs []run, i int) string {
	var steps []string
	for at := 1; at < len(runs); at++ {
		steps = append(steps, exponent(runs[at-1], runs[at], i))
	}
	return strings.Join(steps, " / ")
}

// exponent is how CPU grows with the number of stays; below 50 ms it is noise.
func exponent(first, last run, i int) string {
	a, b := first.concepts[i].cpu, last.concepts[i].cpu
	if first.stays == last.stays || a < 0.05 || b < 0.05 {
		return "-"
	}
	return fmt.Sprintf("%.2f", math.Log(b/a)/math.Log(float64(last.stays)/float64(first.stays)))
}
