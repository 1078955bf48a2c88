package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"m4bench/internal/report/doc"
	"m4bench/internal/report/figure"
	"m4bench/internal/stats"
	"m4bench/internal/stats/estimand"
	"m4bench/internal/stats/runs"
)

// shownMoves is how many cells that moved are shown.
const shownMoves = 20

func (p *pairing) document(e estimand.Effect, o CompareOptions) *doc.Document {
	t := stats.ClusteredT(e.Sample(), level)
	moves := e.Moves(estimand.Tolerance)
	d := &doc.Document{
		Title:    "Comparison",
		Subtitle: fmt.Sprintf("A: %s. B: %s.", p.describe(0), p.describe(1)),
		Facts: []doc.Fact{
			{Label: o.Measure.Name + ", B − A", Value: doc.Interval(t.Point, t.Lower, t.Upper, 4).ByGain(o.Measure.LowerIsBetter), Note: "task-balanced, family-clustered 95 % interval"},
			{Label: "Tasks gained", Value: doc.Of(moves.Improved, moves.Of()), Note: fmt.Sprintf("%d fell, %d unchanged", moves.Declined, moves.Unchanged)},
			{Label: "Runs paired", Value: doc.Textf("%d and %d", e.BaseRuns, e.TreatedRuns), Note: fmt.Sprintf("of %d and %d", len(p.selected[0].Runs), len(p.selected[1].Runs))},
		},
	}
	d.Sections = append(d.Sections, p.whatSection(), p.overallSection(e, o), p.taskSection(e), p.movedSection(e))
	return d
}

func (p *pairing) whatSection() doc.Section {
	s := doc.Section{ID: "compared", Title: "What was compared"}
	compared := "the two sets of runs as they are"
	if len(p.compared) > 0 {
		compared = strings.Join(p.compared, "; ")
	}
	s.Say(fmt.Sprintf("Compared: %s. Cells are paired by %s.", compared, strings.Join(append([]string{"task"}, p.by...), ", ")))
	t := &doc.Table{ID: "sides", Title: "Sides", Columns: doc.Columns("Side", "Rows read", "Runs counted", "Left out", "Tasks", "Cells", "Cells without partner")}
	lonely := p.lonely()
	for i, name := range []string{sideA, sideB} {
		cells := p.cells(name)
		t.Add(doc.Text(name+": "+p.sides[i].Name), doc.Count(p.selected[i].Read), doc.Count(len(p.selected[i].Runs)), doc.Count(len(p.selected[i].Dropped)),
			doc.Count(len(p.table.TasksOf(estimand.NativeArm(name)))), doc.Count(len(cells)), doc.Count(len(lonely[i])))
	}
	s.Add(t)
	if len(lonely[0])+len(lonely[1]) > 0 {
		s.Add(lonelyTable(lonely))
	}
	return s
}

func (p *pairing) cells(side string) []runs.Cell {
	var out []runs.Cell
	for _, task := range p.table.Tasks {
		for _, label := range p.table.Models {
			if cell := estimand.NativeArm(side).On(task, label); len(p.table.Cell(cell)) > 0 {
				out = append(out, cell)
			}
		}
	}
	return out
}

// lonely are the cells of each side that the other does not have.
func (p *pairing) lonely() [2][]runs.Cell {
	var out [2][]runs.Cell
	for i, sides := range [][2]string{{sideA, sideB}, {sideB, sideA}} {
		for _, cell := range p.cells(sides[0]) {
			partner := cell
			partner.Condition = sides[1]
			if len(p.table.Cell(partner)) == 0 {
				out[i] = append(out[i], cell)
			}
		}
	}
	return out
}

func lonelyTable(lonely [2][]runs.Cell) *doc.Table {
	t := &doc.Table{ID: "without-partner", Title: "Cells without partner", Note: fmt.Sprintf("They enter no difference. At most %d a side are shown.", shownMoves), Columns: doc.Columns("Side", "Task", "Cell")}
	for i, name := range []string{sideA, sideB} {
		for _, cell := range lonely[i][:min(shownMoves, len(lonely[i]))] {
			t.Add(doc.Text(name), doc.Text(cell.Task), doc.Text(cell.Model))
		}
	}
	return t
}

func (p *pairing) overallSection(e estimand.Effect, o CompareOptions) doc.Section {
	s := doc.Section{ID: "overall", Title: "Overall"}
	t := &doc.Table{ID: "measures", Title: "Every measure", Columns: doc.Columns("Measure", "A", "B", "B − A, family-clustered", "B − A, task bootstrap", "Gained", "Fell", "Unchanged", "Tasks")}
	b := &builder{options: Options{Resampling: o.Resampling}}
	for _, m := range estimand.Measures {
		x := p.table.Estimate(p.contrast, m, nil, nil)
		if len(x.Tasks) == 0 {
			continue
		}
		base, treated := x.Levels()
		clustered, published := b.twoIntervals(x)
		moves := x.Moves(estimand.Tolerance)
		t.Add(doc.Text(m.Name), doc.Number(base, 4), doc.Number(treated, 4), clustered, published, doc.Of(moves.Improved, moves.Of()), doc.Count(moves.Declined), doc.Count(moves.Unchanged), doc.Count(moves.Of()))
	}
	s.Add(t, testsOf(e, o))
	return s
}

func testsOf(e estimand.Effect, o CompareOptions) *doc.Table {
	t := &doc.Table{ID: "tests", Title: "Tests of the difference in " + lower(o.Measure.Name), Columns: doc.Columns("Question", "p", "Answer")}
	c := stats.ClusteredT(e.Sample(), level)
	t.Add(doc.Text("Is there a difference? Family-clustered t"), doc.PValue(c.P), doc.Text(answer(c.P, "yes", "not shown")))
	if test, err := stats.SignFlipFamilies(e.Sample()); err == nil {
		t.Add(doc.Text("Is there a difference? Exact sign flip over families"), doc.PValue(test.P), doc.Text(answer(test.P, "yes", "not shown")))
	}
	equivalence := stats.TOST(e.Sample(), o.Margin, 0.05)
	t.Add(doc.Textf("Is the difference within ±%.3g?", o.Margin), doc.PValue(equivalence.P), doc.Text(answer(equivalence.P, "yes", "not shown")))
	worse := e.Sample()
	if e.Measure.LowerIsBetter {
		for i, v := range worse.Values {
			worse.Values[i] = -v
		}
	}
	p := stats.NotWorse(worse, o.Margin)
	t.Add(doc.Textf("Is B at most %.3g worse than A?", o.Margin), doc.PValue(p), doc.Text(answer(p, "yes", "not shown")))
	return t
}

func answer(p float64, yes, no string) string {
	if p < 0.05 {
		return yes
	}
	return no
}

func (p *pairing) taskSection(e estimand.Effect) doc.Section {
	s := doc.Section{ID: "tasks", Title: "Tasks"}
	f := figure.Forest{
		Title: "Difference in " + lower(e.Measure.Name) + " by task, B − A", Axis: "B − A", LowerIsBetter: e.Measure.LowerIsBetter,
		Description: fmt.Sprintf("Forest plot of %s, the overall difference last.", plural(len(e.Tasks), "task", "tasks")),
	}
	t := &doc.Table{ID: "by-task", Title: "Difference by task", Note: "Intervals are from the scatter between trials only.", Columns: doc.Columns("Task", "Family", "A", "B", "B − A", "Runs, A", "Runs, B")}
	for _, te := range e.Tasks {
		lower, upper := te.TrialInterval(level)
		base, treated := 0, 0
		for _, m := range te.Models {
			base += m.BaseRuns
			treated += m.TreatedRuns
		}
		t.Add(doc.Text(te.Task), doc.Text(te.Family), doc.Number(te.Base, 4), doc.Number(te.Treated, 4), doc.Interval(te.Delta, lower, upper, 4).ByGain(e.Measure.LowerIsBetter), doc.Count(base), doc.Count(treated))
		f.Rows = append(f.Rows, taskRow(te, nil))
	}
	f.Rows = append(f.Rows, summaryRow("Overall (CR2)", stats.ClusteredT(e.Sample(), level)))
	s.Add(&doc.Figure{ID: "forest", Scene: f.Scene(), Caption: "Squares: task means with 95 % intervals from the scatter between trials. Diamond: overall, with its interval over families."}, t)
	return s
}

// movedSection lists the cells with the largest differences and the columns
// behind them.
func (p *pairing) movedSection(e estimand.Effect) doc.Section {
	s := doc.Section{ID: "moved", Title: "Cells that moved"}
	type move struct {
		task string
		cell estimand.ModelEffect
	}
	var moves []move
	for _, te := range e.Tasks {
		for _, m := range te.Models {
			if math.Abs(m.Delta()) > estimand.Tolerance {
				moves = append(moves, move{te.Task, m})
			}
		}
	}
	if len(moves) == 0 {
		s.Say("No cell moved.")
		return s
	}
	slices.SortStableFunc(moves, func(x, y move) int {
		return cmp.Compare(math.Abs(y.cell.Delta()), math.Abs(x.cell.Delta()))
	})
	s.Say(fmt.Sprintf("%s moved; the largest are shown.", plural(len(moves), "cell", "cells")))
	t := &doc.Table{ID: "moved-cells", Title: "Largest moves", Columns: doc.Columns("Task", "Cell", "A", "B", "B − A", "Columns that moved most")}
	for _, m := range moves[:min(shownMoves, len(moves))] {
		t.Add(doc.Text(m.task), doc.Text(m.cell.Model), doc.Number(m.cell.Base, 4), doc.Number(m.cell.Treated, 4),
			doc.Signed(m.cell.Delta(), 4).ByGain(e.Measure.LowerIsBetter), doc.Text(p.movedColumns(m.task, m.cell.Model)))
	}
	s.Add(t)
	return s
}

// movedColumns names the three columns whose match rates moved most.
func (p *pairing) movedColumns(task, label string) string {
	a, b := p.columnRates(sideA, task, label), p.columnRates(sideB, task, label)
	type column struct {
		name  string
		delta float64
	}
	var columns []column
	for name, rate := range a {
		if other, known := b[name]; known && math.Abs(other-rate) > estimand.Tolerance {
			columns = append(columns, column{name, other - rate})
		}
	}
	slices.SortFunc(columns, func(x, y column) int {
		return cmp.Or(cmp.Compare(math.Abs(y.delta), math.Abs(x.delta)), cmp.Compare(x.name, y.name))
	})
	var parts []string
	for _, c := range columns[:min(3, len(columns))] {
		parts = append(parts, c.name+" "+doc.Signed(c.delta, 3).Text)
	}
	return strings.Join(parts, ", ")
}

func (p *pairing) columnRates(side, task, label string) map[string]float64 {
	values := map[string][]float64{}
	for _, r := range p.table.Cell(estimand.NativeArm(side).On(task, label)) {
		for _, rate := range r.Rates {
			if !math.IsNaN(rate.Value) {
				values[rate.Column] = append(values[rate.Column], rate.Value)
			}
		}
	}
	out := map[string]float64{}
	for name, v := range values {
		out[name] = stats.Mean(v)
	}
	return out
}
