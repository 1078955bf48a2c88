package report

import (
	"fmt"
	"math"

	"m4bench/internal/report/doc"
	"m4bench/internal/report/figure"
	"m4bench/internal/stats"
	"m4bench/internal/stats/estimand"
)

// forest shows every task's difference, by family, and the overall one.
func (b *builder) forest() *doc.Figure {
	e := b.skill
	f := figure.Forest{
		Title:  "Difference in reward by task, with skill minus no skill",
		Axis:   "Difference in mean reward",
		Series: b.pairedModels(e),
	}
	if len(f.Series) < 2 {
		f.Series = nil
	}
	for _, family := range e.Sample().ByFamily() {
		f.Rows = append(f.Rows, figure.ForestRow{Label: family.Name, Value: math.NaN()})
		for _, te := range e.Tasks {
			if te.Family == family.Name {
				f.Rows = append(f.Rows, taskRow(te, f.Series))
			}
		}
	}
	overall := stats.ClusteredT(e.Sample(), level)
	balanced := stats.FamilyBalancedT(e.Sample(), level)
	f.Rows = append(f.Rows,
		figure.ForestRow{Label: "Overall", Value: math.NaN()},
		summaryRow("Task-balanced (CR2)", overall), summaryRow("Family-balanced", balanced))
	moves := e.Moves(estimand.Tolerance)
	f.Description = fmt.Sprintf("Forest plot of %d tasks in %d families: %d gained, %d fell. Overall %+.3f.", moves.Of(), overall.Families, moves.Improved, moves.Declined, overall.Point)
	return &doc.Figure{
		ID: b.prefix + "forest", Scene: f.Scene(),
		Caption: "Squares: task means over models, with 95 % intervals from the scatter between trials only. Circles: single models. Diamonds: overall, with intervals over families.",
	}
}

func (b *builder) pairedModels(e estimand.Effect) []string {
	paired := map[string]bool{}
	for _, te := range e.Tasks {
		for _, m := range te.Models {
			paired[m.Model] = true
		}
	}
	var out []string
	for _, m := range b.table.Models {
		if paired[m] {
			out = append(out, m)
		}
	}
	return out
}

func taskRow(te estimand.TaskEffect, series []string) figure.ForestRow {
	lower, upper := te.TrialInterval(level)
	row := figure.ForestRow{Label: te.Task, Value: te.Delta, Lower: lower, Upper: upper, Note: doc.Signed(te.Delta, 3).Typeset()}
	for _, model := range series {
		dot := math.NaN()
		for _, m := range te.Models {
			if m.Model == model {
				dot = m.Delta()
			}
		}
		row.Dots = append(row.Dots, dot)
	}
	return row
}

func summaryRow(label string, e stats.Estimate) figure.ForestRow {
	return figure.ForestRow{
		Label: label, Value: e.Point, Lower: e.Lower, Upper: e.Upper, Summary: true,
		Note: doc.Interval(e.Point, e.Lower, e.Upper, 3).Typeset(),
	}
}
