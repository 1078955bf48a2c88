package report

import (
	"fmt"
	"math"
	"slices"

	"m4bench/internal/report/doc"
	"m4bench/internal/stats"
	"m4bench/internal/stats/runs"
)

// spending adds up what an arm used. Unknown numbers are counted, not guessed.
type spending struct {
	runs, priced, counted          int
	input, cached, output, dollars float64
	cells                          float64 // correct cells of runs whose number is known
	cellsOfPriced, cellsOfCounted  float64
}

// cost shows tokens and dollars, per run and per correct cell.
func (b *builder) cost() *doc.Section {
	known := false
	t := b.newTable("cost-table", "Tokens and cost", "A correct cell is a scored cell that agrees with the reference. Runs whose tokens or price are unknown are left out of the column and not guessed.",
		"Condition", "Schema", "Model", "Runs", "Runs with tokens", "Input tokens", "Cached input tokens", "Output tokens", "Tokens a million correct cells", "Runs with price", "Cost|$", "Cost a run|$", "Cost a million correct cells|$")
	for _, a := range b.arms() {
		s := b.spending(a)
		if s.priced+s.counted == 0 {
			continue
		}
		known = true
		t.Add(doc.Text(ConditionName(a.condition)), doc.Text(a.schema), doc.Text(a.model), doc.Count(s.runs), doc.Count(s.counted),
			doc.Whole(s.input), doc.Whole(s.cached), doc.Whole(s.output), doc.Whole(perMillion(s.input+s.output, s.cellsOfCounted)),
			doc.Count(s.priced), doc.Number(s.dollars, 2), doc.Number(s.dollars/float64(s.priced), 3), doc.Number(perMillion(s.dollars, s.cellsOfPriced), 3))
	}
	if !known {
		return nil
	}
	s := b.section("cost", "Cost")
	s.Add(t)
	return s
}

func perMillion(amount, cells float64) float64 {
	if cells == 0 {
		return math.NaN()
	}
	return amount / (cells / 1e6)
}

func (b *builder) spending(a armCount) spending {
	var s spending
	for i := range b.campaign.Runs {
		r := &b.campaign.Runs[i]
		if r.Condition != a.condition || r.Schema != a.schema || r.Model != a.model {
			continue
		}
		s.runs++
		cells := correctCells(r)
		if !math.IsNaN(r.InputTokens) && !math.IsNaN(r.OutputTokens) {
			s.counted++
			s.input += r.InputTokens
			s.output += r.OutputTokens
			s.cellsOfCounted += cells
			if !math.IsNaN(r.CachedTokens) {
				s.cached += r.CachedTokens
			}
		}
		if !math.IsNaN(r.Dollars) {
			s.priced++
			s.dollars += r.Dollars
			s.cellsOfPriced += cells
		}
	}
	return s
}

// correctCells of a run: recorded, or the match rates times their denominators.
func correctCells(r *runs.Run) float64 {
	if !math.IsNaN(r.CorrectCells) {
		return r.CorrectCells
	}
	if r.ReferenceRows < 0 {
		return 0
	}
	sum := 0.0
	for _, rate := range r.Rates {
		if !math.IsNaN(rate.Value) {
			sum += float64(rate.Value * float64(r.ReferenceRows+max(0, r.ExtraKeys)))
		}
	}
	return sum
}

// infrastructure shows times, attempts and faults.
func (b *builder) infrastructure() *doc.Section {
	timed := runs.Filter(b.campaign.Runs, func(r *runs.Run) bool { return !math.IsNaN(r.Seconds) })
	if len(timed) == 0 {
		return nil
	}
	s := b.section("infrastructure", "Infrastructure")
	total := 0.0
	for _, r := range timed {
		total += r.Seconds
	}
	s.Say(fmt.Sprintf("Agents worked %.2f hours in %d timed runs. %s left out for faults of harness or provider.", total/3600, len(timed),
		plural(b.faults(), "run was", "runs were")))
	t := b.newTable("elapsed", "Time of the agent", "", "Condition", "Schema", "Model", "Timed runs", "Median|s", "95th percentile|s", "Longest|s", "Total|h", "More than one attempt")
	for _, a := range b.arms() {
		var seconds []float64
		again := 0
		for _, r := range timed {
			if r.Condition == a.condition && r.Schema == a.schema && r.Model == a.model {
				seconds = append(seconds, r.Seconds)
				if r.Attempts > 1 {
					again++
				}
			}
		}
		if len(seconds) == 0 {
			continue
		}
		slices.Sort(seconds)
		t.Add(doc.Text(ConditionName(a.condition)), doc.Text(a.schema), doc.Text(a.model), doc.Count(len(seconds)), doc.Number(quantile(seconds, 0.5), 0),
			doc.Number(quantile(seconds, 0.95), 0), doc.Number(seconds[len(seconds)-1], 0), doc.Number(stats.Sum(seconds)/3600, 2), doc.Count(again))
	}
	s.Add(t)
	return s
}

func (b *builder) faults() int {
	n := 0
	for _, d := range b.campaign.Dropped {
		if d.Reason == runs.ReasonFault {
			n++
		}
	}
	return n
}

// quantile of sorted values, the nearest from below.
func quantile(sorted []float64, share float64) float64 {
	return sorted[int(share*float64(len(sorted)-1))]
}
