package main

import (
	"fmt"
	"syscall"
	"time"
)

// span is how long something took: on the clock, which other programs on the
// machine lengthen, and of the processors.
type span struct{ wall, cpu float64 }

func (s span) plus(o span) span { return span{s.wall + o.wall, s.cpu + o.cpu} }

func (s span) over(n int) span {
	if n == 0 {
		return span{}
	}
	return span{s.wall / float64(n), s.cpu / float64(n)}
}

type meter struct {
	began time.Time
	cpu   float64
}

func start() meter { return meter{time.Now(), cpuSeconds()} }

func (m meter) stop() span { return span{time.Since(m.began).Seconds(), cpuSeconds() - m.cpu} }

// cpuSeconds is the user and system time of this process so far.
func cpuSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	seconds := func(t syscall.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
	return seconds(u.Utime) + seconds(u.Stime)
}

// Targets of the measurement.
const (
	wantSingles = 95.0 // % of files with one rule flipped
	wantPairs   = 80.0 // % of files with two
	wantSeconds = 20.0 // a task, on 1,000 stays
)

const row = "%-34s %5s  %-18s %-18s %6s %9s %11s %10s %14s\n"

func printHead() {
	fmt.Printf(row, "TASK", "RULES", "ONE NAMED", "TWO NAMED", "REDRAWN", "OPEN (s)", "EXPLAIN (s)", "A TASK (s)", "A TASK (CPU s)")
}

// print shows a task as soon as it is measured.
func (r result) print() {
	each := r.each()
	whole := r.open.plus(each)
	seconds := func(s float64) string { return fmt.Sprintf("%.1f", s) }
	fmt.Printf(row, r.task, fmt.Sprint(r.rules), r.singles, r.pairs, fmt.Sprint(r.redrawn), seconds(r.open.wall), seconds(each.wall), seconds(whole.wall), seconds(whole.cpu))
	for _, miss := range r.misses {
		fmt.Println("  missed:", miss)
	}
}

// each is what one file takes beside opening the task.
func (r result) each() span { return r.explain.over(r.singles.files + r.pairs.files) }

func printTotals(results []result) {
	var singles, pairs tally
	var slowest span
	for _, r := range results {
		whole := r.open.plus(r.each())
		slowest = span{max(slowest.wall, whole.wall), max(slowest.cpu, whole.cpu)}
		singles = tally{singles.named + r.singles.named, singles.files + r.singles.files}
		pairs = tally{pairs.named + r.pairs.named, pairs.files + r.pairs.files}
	}
	fmt.Printf("\none rule flipped:  %s named first (wanted %.0f %%)\ntwo rules flipped: %s both named (wanted %.0f %%)\n", singles, wantSingles, pairs, wantPairs)
	fmt.Printf("slowest task: %.1f s, %.1f CPU s (wanted less than %.0f s on 1,000 stays)\n", slowest.wall, slowest.cpu, wantSeconds)
}

func (t tally) String() string {
	if t.files == 0 {
		return "-"
	}
	return fmt.Sprintf("%d of %d (%.1f %%)", t.named, t.files, 100*float64(t.named)/float64(t.files))
}
