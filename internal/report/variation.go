package report

import (
	"fmt"
	"math"

	"m4bench/internal/report/doc"
	"m4bench/internal/report/figure"
	"m4bench/internal/stats"
)

// variation shows where the variance of the effect comes from and what more
// trials, tasks or models would buy.
func (b *builder) variation() *doc.Section {
	components, err := stats.EstimateComponents(b.skill.Cells())
	if err != nil {
		return nil
	}
	s := b.section("variation", "Where the uncertainty comes from")
	s.Say(variationProse(components))
	s.Add(b.componentTable(components), b.precisionFigure(components))
	return s
}

func variationProse(c stats.Components) string {
	at := func(trials float64) stats.Precision {
		d := c.Design
		d.Trials = trials
		return c.Predict(d)
	}
	three, ten := at(3), at(10)
	if three.StandardError == 0 {
		return "The effect is the same in every cell: there is nothing to split."
	}
	return fmt.Sprintf("With these %d tasks in %d families and %s, the interval of the mean effect is ±%.3f at 3 trials a cell and ±%.3f at 10 (%d and %d runs): "+
		"%.1f %% narrower for %.1f times the runs. Endless trials would leave ±%.3f; the rest is that tasks and families differ.",
		c.Design.Tasks(), len(c.Design.FamilySizes), plural(c.Design.Models, "model", "models"), three.HalfWidth, ten.HalfWidth, three.Runs, ten.Runs,
		100*(1-ten.HalfWidth/three.HalfWidth), float64(ten.Runs)/float64(three.Runs), three.FloorWidth)
}

func (b *builder) componentTable(c stats.Components) *doc.Table {
	t := b.newTable("variance-components", "Variance components of the effect", join(c.Warnings), "Source", "Standard deviation", "Share of variance in one task's effect")
	noise := 2 * c.Trial / c.Design.Trials
	parts := []struct {
		name     string
		variance float64
	}{
		{"Between families", c.Family}, {"Between tasks of a family", c.Task}, {"Between models", c.Model},
		{"Task by model", c.TaskByModel}, {fmt.Sprintf("Trials (%.3g a cell and arm)", c.Design.Trials), noise},
	}
	total := 0.0
	for _, p := range parts {
		if !math.IsNaN(p.variance) {
			total += p.variance
		}
	}
	for _, p := range parts {
		t.Add(doc.Text(p.name), doc.Number(math.Sqrt(p.variance), 4), doc.Percent(p.variance/total, 0))
	}
	return t
}

const mostTrials = 10

func (b *builder) precisionFigure(c stats.Components) *doc.Figure {
	f := figure.Curve{
		Title: "Half-width of the 95 % interval by number of trials", Horizontal: "Trials a cell and arm", Vertical: "Half-width of the 95 % interval",
		Description: "How the interval of the mean effect narrows with more trials, for the present tasks and for twice as many families. Dashed: endless trials.",
	}
	doubled := append(append([]int{}, c.Design.FamilySizes...), c.Design.FamilySizes...)
	for _, line := range []struct {
		label string
		sizes []int
	}{{fmt.Sprintf("%d families", len(c.Design.FamilySizes)), c.Design.FamilySizes}, {fmt.Sprintf("%d families", len(doubled)), doubled}} {
		curve := figure.CurveLine{Label: line.label}
		for trials := 1; trials <= mostTrials; trials++ {
			p := c.Predict(stats.Design{FamilySizes: line.sizes, Models: c.Design.Models, Trials: float64(trials)})
			curve.Values = append(curve.Values, p.HalfWidth)
			curve.Floor = p.FloorWidth
		}
		f.Lines = append(f.Lines, curve)
	}
	return &doc.Figure{ID: b.prefix + "precision", Scene: f.Scene(), Caption: "Predicted from the variance components; the lower line has twice the families of the same sizes."}
}
