package main

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"m4bench/internal/explain"
	"m4bench/internal/progress"
	"m4bench/internal/task"
)

// result is what one task's files gave.
type result struct {
	task    string
	rules   int // flips that change a scored cell
	singles tally
	pairs   tally
	redrawn int // pairs that did not show two rules
	open    span
	explain span // of all files
	misses  []string
}

type tally struct{ named, files int }

func (t *tally) count(named bool) {
	t.files++
	if named {
		t.named++
	}
}

// trial draws, writes and explains the files of one task.
type trial struct {
	options
	lab   *explain.Lab
	task  *task.Task
	flips []explain.Flip
	dir   string
	line  progress.Reporter
	result
}

func (t *trial) run(ctx context.Context) error {
	name := fnv.New64a()
	name.Write([]byte(t.task.ID))
	draw := rand.New(rand.NewPCG(t.seed, name.Sum64()))
	for _, i := range draw.Perm(len(t.flips))[:min(t.options.singles, len(t.flips))] {
		if err := t.single(ctx, t.flips[i]); err != nil {
			return err
		}
	}
	const patience = 20 // draws a pair that is wanted
	for n := 0; n < patience*t.options.pairs && t.result.pairs.files < t.options.pairs; n++ {
		a, b := t.flips[draw.IntN(len(t.flips))], t.flips[draw.IntN(len(t.flips))]
		if a.Choice == b.Choice {
			continue
		}
		if err := t.pair(ctx, a, b); err != nil {
			return err
		}
	}
	return nil
}

func (t *trial) single(ctx context.Context, f explain.Flip) error {
	m, err := t.lab.Mutate(ctx, t.file(), f)
	if err != nil {
		return err
	}
	return t.explained(ctx, m, &t.result.singles)
}

func (t *trial) pair(ctx context.Context, a, b explain.Flip) error {
	m, err := t.lab.Mutate(ctx, t.file(), a, b)
	if err != nil {
		return err
	}
	if m.Rules < 2 {
		t.redrawn++
		return nil
	}
	return t.explained(ctx, m, &t.result.pairs)
}

func (t *trial) file() string { return filepath.Join(t.dir, "output.csv") }

func (t *trial) explained(ctx context.Context, m explain.Mutation, into *tally) error {
	defer os.Remove(m.Path)
	meter := start()
	report, err := t.lab.Explain(ctx, m.Path)
	if err != nil {
		return err
	}
	t.result.explain = t.result.explain.plus(meter.stop())
	named := len(report.Explanations) > 0 && names(report.Explanations[0], m.Flips)
	into.count(named)
	if !named {
		t.result.misses = append(t.result.misses, fmt.Sprintf("%v was taken for %s", m.Flips, first(report)))
	}
	return nil
}

// names says that an explanation is just these flips, or lists them among those
// with the same result.
func names(e explain.Explanation, flips []explain.Flip) bool {
	return slices.ContainsFunc(append([][]explain.Flip{e.Flips}, e.Same...), func(named []explain.Flip) bool {
		if len(named) != len(flips) {
			return false
		}
		for _, f := range flips {
			if !slices.ContainsFunc(named, func(n explain.Flip) bool { return n.String() == f.String() }) {
				return false
			}
		}
		return true
	})
}

func first(r *explain.Report) string {
	if len(r.Explanations) == 0 {
		return "nothing"
	}
	e := r.Explanations[0]
	return fmt.Sprintf("%v (agreement %.5f, %d left of %d)", e.Flips, e.Fit.Agreement(), e.Fit.Left(), e.Fit.Wrong)
}
