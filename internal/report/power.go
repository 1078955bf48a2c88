package report

import (
	"errors"
	"fmt"
	"math"

	"m4bench/internal/report/doc"
	"m4bench/internal/stats"
	"m4bench/internal/stats/runs"
)

// PowerOptions are what is planned.
type PowerOptions struct {
	Budget int     // runs
	Models int     // 0: as many as in the runs
	Effect float64 // difference in reward to be found
}

// Power predicts what campaigns of other sizes would show, from the variance
// components of the skill effect in earlier runs.
func Power(sources [][]runs.Run, o PowerOptions) (*doc.Document, error) {
	d := &doc.Document{Title: "Power and allocation", Subtitle: fmt.Sprintf("Budget %d runs, effect to be found %+.3g in reward", o.Budget, o.Effect)}
	for i, c := range runs.Campaigns(sources) {
		b := newBuilder(c, Options{}.Defaults())
		b.prefix = fmt.Sprintf("c%d-", i+1)
		components, err := stats.EstimateComponents(b.skill.Cells())
		if err != nil {
			continue
		}
		models := o.Models
		if models == 0 {
			models = components.Design.Models
		}
		d.Sections = append(d.Sections, b.powerSection(components, models, o))
	}
	if len(d.Sections) == 0 {
		return nil, &runs.InputError{Err: errors.New("no source has every task with every model in both arms (no-skill, with-skill) and a cell with two trials; variance components need that")}
	}
	return d, nil
}

func (b *builder) powerSection(c stats.Components, models int, o PowerOptions) doc.Section {
	s := b.section("power", b.campaign.Name)
	bought := c.Allocate(c.Design.FamilySizes, models, o.Budget)
	s.Say(variationProse(c))
	if len(bought) > 0 {
		best := bought[0]
		s.Say(fmt.Sprintf("%d runs buy most with %d tasks and %.0f trials (%s): the interval is ±%.3f, and an effect of %+.3g is found with %.0f %% power.",
			o.Budget, best.Design.Tasks(), best.Design.Trials, plural(models, "model", "models"), best.HalfWidth, o.Effect, 100*best.Power(o.Effect)))
	}
	s.Add(b.componentTable(c), b.allocationTable(bought, o), b.trialTable(c, models, o), b.growthTable(c, models, o), b.precisionFigure(c))
	return *s
}

func (b *builder) allocationTable(bought []stats.Precision, o PowerOptions) *doc.Table {
	t := b.newTable("allocation", fmt.Sprintf("What %d runs can buy, best first", o.Budget),
		"Tasks are taken from the families in turn, one of each first. Runs are those of both arms.", powerColumns(o)...)
	for _, p := range bought {
		addPrecision(t, p, o)
	}
	return t
}

func (b *builder) trialTable(c stats.Components, models int, o PowerOptions) *doc.Table {
	t := b.newTable("trials", "All present tasks, more and more trials", "", powerColumns(o)...)
	for trials := 1; trials <= mostTrials; trials++ {
		addPrecision(t, c.Predict(stats.Design{FamilySizes: c.Design.FamilySizes, Models: models, Trials: float64(trials)}), o)
	}
	return t
}

// growthTable shows new families of the present sizes, at three trials.
func (b *builder) growthTable(c stats.Components, models int, o PowerOptions) *doc.Table {
	t := b.newTable("families-growth", "More families of the present sizes, three trials", "", powerColumns(o)...)
	var sizes []int
	for range 4 {
		sizes = append(sizes, c.Design.FamilySizes...)
		addPrecision(t, c.Predict(stats.Design{FamilySizes: sizes, Models: models, Trials: 3}), o)
	}
	return t
}

func powerColumns(o PowerOptions) []string {
	return []string{"Families", "Tasks", "Models", "Trials", "Runs", "Half-width of the 95 % interval", "Effect found with 80 % power", fmt.Sprintf("Power for %+.3g", o.Effect)}
}

func addPrecision(t *doc.Table, p stats.Precision, o PowerOptions) {
	t.Add(doc.Count(len(p.Design.FamilySizes)), doc.Count(p.Design.Tasks()), doc.Count(p.Design.Models), doc.Number(p.Design.Trials, 0), doc.Count(p.Runs),
		doc.Number(p.HalfWidth, 4), doc.Number(p.Detectable, 4), doc.Percent(math.Min(1, p.Power(o.Effect)), 0))
}
