package stats

import (
	"errors"
	"fmt"
	"math"
)

// EffectCell is the effect of one task on one model: the mean of one arm minus
// the mean of the other, with the variance of single trials within the arms.
type EffectCell struct {
	Task, Family, Model string
	Effect              float64
	TrialVariance       float64 // mean of the two arms' variances between trials
	Trials              float64 // trials an arm (harmonic mean if the arms differ)
}

// Components says where the variance of an effect comes from. All are variances
// (squared units of the measure).
type Components struct {
	Family      float64 // between families
	Task        float64 // between tasks of a family
	TaskByModel float64 // task × model interaction; NaN with one model
	Model       float64 // between models; NaN with one model
	Trial       float64 // between trials of one cell
	Design      Design
	Warnings    []string
}

// Design is how much of each unit a campaign has.
type Design struct {
	FamilySizes []int   // tasks of each family
	Models      int     // models, each run on every task
	Trials      float64 // trials a cell and arm
}

// Tasks is the number of tasks of the design.
func (d Design) Tasks() int {
	n := 0
	for _, size := range d.FamilySizes {
		n += size
	}
	return n
}

// EstimateComponents splits the variance by the method of moments (nested
// families and tasks, crossed with models). Every task must have every model.
func EstimateComponents(cells []EffectCell) (Components, error) {
	l, err := newLayout(cells)
	if err != nil {
		return Components{}, err
	}
	c := Components{Trial: l.trialVariance, Design: l.design}
	tasks, families, models := float64(len(l.tasks)), float64(len(l.families)), float64(len(l.models))
	if tasks <= families {
		return Components{}, errors.New("variance components need a family with more than one task")
	}
	noise := 2 * l.trialVariance / l.design.Trials
	interaction := noise
	c.TaskByModel, c.Model = math.NaN(), math.NaN()
	if models > 1 {
		interaction = l.interaction / (tasks - 1) / (models - 1)
		c.TaskByModel = interaction - noise
		c.Model = (l.betweenModels/(models-1) - interaction) / tasks
	}
	withinFamilies := l.withinFamilies / (tasks - families)
	c.Task = (withinFamilies - interaction) / models
	effective := (tasks - l.sumSquaredSizes/tasks) / (families - 1)
	c.Family = (l.betweenFamilies/(families-1) - withinFamilies) / models / effective
	for _, part := range []struct {
		name  string
		value *float64
	}{{"family", &c.Family}, {"task", &c.Task}, {"task × model", &c.TaskByModel}, {"model", &c.Model}} {
		if *part.value < 0 {
			c.Warnings = append(c.Warnings, fmt.Sprintf("estimate of the %s component was negative (%.3g), set to zero", part.name, *part.value))
			*part.value = 0
		}
	}
	return c, nil
}

// layout holds the sums of squares of a complete task × model table.
type layout struct {
	tasks, families, models        map[string][]float64 // effects by level
	trialVariance                  float64
	interaction, betweenModels     float64
	withinFamilies                 float64
	betweenFamilies                float64
	sumSquaredSizes                float64
	design                         Design
	order                          struct{ tasks, families, models []string }
	familyOf                       map[string]string
	taskMean, familyMean, modelAvg map[string]float64
}

func newLayout(cells []EffectCell) (*layout, error) {
	l := &layout{
		tasks: map[string][]float64{}, families: map[string][]float64{}, models: map[string][]float64{},
		familyOf: map[string]string{},
	}
	seen := map[[2]string]bool{}
	var effects, variances []float64
	inverseTrials := 0.0
	for _, c := range cells {
		if seen[[2]string{c.Task, c.Model}] {
			return nil, fmt.Errorf("task %s has model %s twice", c.Task, c.Model)
		}
		seen[[2]string{c.Task, c.Model}] = true
		l.order.tasks = appendNew(l.tasks, l.order.tasks, c.Task, c.Effect)
		l.order.families = appendNew(l.families, l.order.families, c.Family, c.Effect)
		l.order.models = appendNew(l.models, l.order.models, c.Model, c.Effect)
		l.familyOf[c.Task] = c.Family
		effects = append(effects, c.Effect)
		if !math.IsNaN(c.TrialVariance) {
			variances = append(variances, c.TrialVariance)
		}
		inverseTrials += 1 / c.Trials
	}
	if len(cells) != len(l.tasks)*len(l.models) || len(l.families) < 2 || len(variances) == 0 {
		return nil, errors.New("variance components need every task with every model, two families and two trials in some cell")
	}
	l.trialVariance = Mean(variances)
	l.design = Design{Models: len(l.models), Trials: float64(len(cells)) / inverseTrials}
	l.means()
	l.squares(cells, Mean(effects))
	return l, nil
}

func appendNew(levels map[string][]float64, order []string, name string, v float64) []string {
	if _, known := levels[name]; !known {
		order = append(order, name)
	}
	levels[name] = append(levels[name], v)
	return order
}

func (l *layout) means() {
	average := func(levels map[string][]float64) map[string]float64 {
		out := make(map[string]float64, len(levels))
		for name, values := range levels {
			out[name] = Mean(values)
		}
		return out
	}
	l.taskMean, l.familyMean, l.modelAvg = average(l.tasks), average(l.families), average(l.models)
}

func (l *layout) squares(cells []EffectCell, grand float64) {
	models, tasks := float64(len(l.models)), float64(len(l.tasks))
	for _, c := range cells {
		d := c.Effect - l.taskMean[c.Task] - l.modelAvg[c.Model] + grand
		l.interaction += float64(d * d)
	}
	for _, m := range l.order.models {
		d := l.modelAvg[m] - grand
		l.betweenModels += float64(tasks * d * d)
	}
	for _, t := range l.order.tasks {
		d := l.taskMean[t] - l.familyMean[l.familyOf[t]]
		l.withinFamilies += float64(models * d * d)
	}
	for _, f := range l.order.families {
		size := float64(len(l.families[f])) / models
		d := l.familyMean[f] - grand
		l.betweenFamilies += float64(models * size * d * d)
		l.sumSquaredSizes += float64(size * size)
		l.design.FamilySizes = append(l.design.FamilySizes, int(math.Round(size)))
	}
}
