package explain

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// Report is what explains an output.
type Report struct {
	Task         string        `json:"task"`
	Edition      string        `json:"edition"`
	File         File          `json:"file"`
	Wrong        int64         `json:"wrong"` // scored cells that depart from the reference
	Explanations []Explanation `json:"explanations"`
}

// Explanation is one or two flipped options and how well they fit.
type Explanation struct {
	Flips []Flip `json:"flips"`
	Fit   Fit    `json:"fit"`
	// Same lists other flips, or pairs of them, with just the same result: this
	// database cannot tell them from the ones above.
	Same     [][]Flip     `json:"same,omitempty"`
	Examples []ExampleRow `json:"examples,omitempty"`

	fitted fitted
}

// Explain ranks single flips and pairs of flips by how well they account for
// the cells that an output has wrong. The lab must hold one task.
func (lab *Lab) Explain(ctx context.Context, path string) (*Report, error) {
	if len(lab.targets) != 1 {
		return nil, fmt.Errorf("explain needs a lab of one task, not %d", len(lab.targets))
	}
	t := lab.targets[0]
	report := &Report{Task: t.tasks[0], Edition: lab.derivation.Edition.ID, Explanations: []Explanation{}}
	var err error
	if report.File, err = lab.loadOutput(ctx, t, path); err != nil {
		return nil, err
	}
	lab.ownersOnly = false
	if t.cells, err = lab.settleKeys(ctx, t, &report.File); err != nil {
		return nil, err
	}
	lab.by = t.cells
	if err := lab.survey(ctx, t); err != nil {
		return nil, err
	}
	if report.Wrong, err = lab.prepareResidual(ctx, t); err != nil || report.Wrong == 0 {
		return report, err
	}
	if report.Explanations, err = lab.search(ctx, t, report.Wrong); err != nil {
		return nil, err
	}
	return report, lab.searchReduced(ctx, t, report)
}

// search ranks single flips, and pairs if no single one is exact. The list is
// empty, not nil, if none explains anything.
func (lab *Lab) search(ctx context.Context, t target, wrong int64) ([]Explanation, error) {
	singles, err := lab.singles(ctx, wrong)
	if err != nil || len(singles) > 0 && singles[0].Fit.Exact() {
		return singles, err
	}
	pairs, err := lab.pairs(ctx, t, wrong)
	if err != nil {
		return nil, err
	}
	all := append(pairs, singles...)
	byAgreement(all)
	return all, nil
}

// searchReduced looks again, without stays that the file leaves out and rows that
// repeat a key, where these hide what its values say.
func (lab *Lab) searchReduced(ctx context.Context, t target, report *Report) error {
	const poor = 0.5
	if agreement(report.Explanations) >= poor {
		return nil
	}
	note, err := lab.reduce(ctx, t)
	if err != nil || note == "" {
		return err
	}
	wrong, err := lab.collectWrong(ctx, t)
	if err != nil {
		return err
	}
	again, err := lab.search(ctx, t, wrong)
	if err != nil {
		return err
	}
	if wrong == 0 || agreement(again) > agreement(report.Explanations) {
		report.File.note("%s: %d cells differ", note, wrong)
		report.Wrong, report.Explanations = wrong, again
	}
	return nil
}

func agreement(ranked []Explanation) float64 {
	if len(ranked) == 0 {
		return 0
	}
	return ranked[0].Fit.Agreement()
}

// singles fits every flip alone.
func (lab *Lab) singles(ctx context.Context, wrong int64) ([]Explanation, error) {
	fits, err := lab.fits(ctx, departureTable, wrong)
	if err != nil {
		return nil, err
	}
	found := []Explanation{}
	for i, f := range lab.flips {
		if fit, changes := fits[i]; changes && fit.Explained > 0 {
			found = merge(found, Explanation{Flips: []Flip{f}, Fit: fit.Fit, fitted: fit})
		}
	}
	byAgreement(found)
	return found, nil
}

// merge adds an explanation, or names it beside one with the same result.
func merge(list []Explanation, e Explanation) []Explanation {
	for i := range list {
		if list[i].fitted.content == e.fitted.content {
			list[i].Same = append(list[i].Same, e.Flips)
			return list
		}
	}
	return append(list, e)
}

// byAgreement ranks explanations; of two that agree alike within the columns'
// tolerances the one with fewer rules comes first, and then the one with more
// cells just as they are.
func byAgreement(list []Explanation) {
	slices.SortStableFunc(list, func(a, b Explanation) int {
		return cmp.Or(
			cmp.Compare(b.Fit.Agreement(), a.Fit.Agreement()),
			cmp.Compare(len(a.Flips), len(b.Flips)),
			cmp.Compare(b.fitted.equal, a.fitted.equal),
		)
	})
}
