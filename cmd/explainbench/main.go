// Command explainbench measures how often explain names what is wrong. For each
// task it writes files as somebody would who gets one rule wrong, or two, and has
// them explained:
//
//	explainbench [-task T,…] [-singles 10] [-pairs 10] [-seed 1] mimic.duckdb eicu.duckdb
//
// A rule is drawn evenly among those whose flip changes a scored cell on the
// database. A file counts as explained if the first explanation is just what was
// flipped, or lists it among those with the same result to the last cell. Two
// rules are drawn again if together they give what the reference or one flip alone
// gives: such a file does not show two.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"m4bench"
	"m4bench/internal/bench"
	"m4bench/internal/checklist"
	"m4bench/internal/concept"
	"m4bench/internal/explain"
	"m4bench/internal/progress"
	"m4bench/internal/task"
)

type options struct {
	tasks          string
	singles, pairs int
	seed           uint64
	resources      bench.Resources
}

func main() {
	var o options
	flag.StringVar(&o.tasks, "task", "", "only these tasks, separated by commas")
	flag.IntVar(&o.singles, "singles", 10, "files with one rule flipped, a task")
	flag.IntVar(&o.pairs, "pairs", 10, "files with two rules flipped, a task")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the draws")
	flag.StringVar(&o.resources.Memory, "memory", "1200MB", "DuckDB's memory limit")
	flag.IntVar(&o.resources.Threads, "threads", 0, "DuckDB's threads (default: all)")
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(context.Background(), o, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "explainbench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options, databases []string) error {
	line := progress.NewLine(os.Stderr, time.Now)
	defer line.Done("")
	printHead()
	var all []result
	for _, file := range databases {
		results, err := measure(ctx, o, file, line)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, results...)
	}
	line.Done("")
	printTotals(all)
	return nil
}

// measure opens each reference of a database once and measures its tasks.
func measure(ctx context.Context, o options, file string, line *progress.Line) ([]result, error) {
	set, err := task.Embedded()
	if err != nil {
		return nil, err
	}
	unused, err := checklist.ReadUnused(m4bench.Library)
	if err != nil {
		return nil, err
	}
	scratch, err := os.MkdirTemp("", "explainbench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	w, err := bench.OpenWorkshop(ctx, file, scratch, o.resources)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	var all []result
	for _, group := range byReference(set.All(), w, o.tasks) {
		meter := start()
		lab, err := explain.OpenLab(ctx, w, concept.CurrentEdition, group, line, time.Now)
		if err != nil {
			return nil, err
		}
		lab.Skip(unused.Has)
		flips, err := lab.Telling(ctx)
		if err != nil {
			return nil, err
		}
		open := meter.stop()
		for _, t := range group {
			trial := &trial{options: o, lab: lab, task: t, flips: flips, dir: scratch, line: line, result: result{task: t.ID, rules: len(flips), open: open}}
			if err := trial.run(ctx); err != nil {
				return nil, fmt.Errorf("%s: %w", t.ID, err)
			}
			line.Done("")
			trial.result.print()
			all = append(all, trial.result)
		}
	}
	return all, nil
}

// byReference groups the wanted tasks that the workshop has data for.
func byReference(tasks []*task.Task, w *bench.Workshop, wanted string) [][]*task.Task {
	at := map[string]int{}
	var groups [][]*task.Task
	for _, t := range tasks {
		if !w.Has(t.Database) || wanted != "" && !strings.Contains(","+wanted+",", ","+t.ID+",") {
			continue
		}
		i, seen := at[t.Reference]
		if !seen {
			i = len(groups)
			at[t.Reference] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], t)
	}
	return groups
}
