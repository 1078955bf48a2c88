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
	Rows         int64         `json:"rows"`  // of the output that could be read
	Wrong        int64         `json:"wrong"` // scored cells that depart from the reference
	Explanations []Explanation `json:"explanations"`
}

// Bounds of the search for pairs.
const (
	pairCandidates = 10   // single flips that are tried in pairs
	pairBuilds     = 12   // pairs that are built
	likely         = 0.45 // least share of a flip's changes that the output must show
)

// Explain ranks single flips and pairs of flips by how well they account for
// the cells that an output has wrong. The lab must hold one task.
func (lab *Lab) Explain(ctx context.Context, path string) (*Report, error) {
	if len(lab.targets) != 1 {
		return nil, fmt.Errorf("explain needs a lab of one task, not %d", len(lab.targets))
	}
	t := lab.targets[0]
	report := &Report{Task: t.tasks[0], Edition: lab.derivation.Edition.ID, Explanations: []Explanation{}}
	var err error
	if report.Rows, err = lab.loadOutput(ctx, t, path); err != nil {
		return nil, err
	}
	if report.Wrong, err = lab.prepareResidual(ctx, t); err != nil || report.Wrong == 0 {
		return report, err
	}
	singles, err := lab.singles(ctx, t, report.Wrong)
	if err != nil {
		return nil, err
	}
	report.Explanations = singles
	if len(singles) == 0 || singles[0].Fit.Agreement() == 1 {
		return report, nil
	}
	pairs, err := lab.pairs(ctx, t, singles, report.Wrong)
	if err != nil {
		return nil, err
	}
	report.Explanations = append(pairs, singles...)
	byAgreement(report.Explanations)
	return report, nil
}

// singles fits every flip alone. Flips with the same rows are kept together: the
// first stands for the others.
func (lab *Lab) singles(ctx context.Context, t target, wrong int64) ([]Explanation, error) {
	flips := lab.Flips()
	var fits []Explanation
	first := map[string]int{} // by content of the mutant's table
	for i, f := range flips {
		lab.report.Step("trying "+f.Choice, int64(i), int64(len(flips)), "rules")
		tables, err := lab.build(ctx, f)
		if err != nil {
			return nil, err
		}
		table, changed := tables[t.concept]
		if !changed {
			continue
		}
		content, err := lab.content(ctx, t, table)
		if err != nil {
			return nil, err
		}
		if at, seen := first[content]; seen {
			if at >= 0 {
				fits[at].Same = append(fits[at].Same, f)
			}
			continue
		}
		fit, err := lab.fit(ctx, t, table, wrong)
		if err != nil {
			return nil, fmt.Errorf("fit %s: %w", f, err)
		}
		first[content] = -1
		if fit.Explained > 0 {
			first[content] = len(fits)
			fits = append(fits, Explanation{Flips: []Flip{f}, Fit: fit})
		}
	}
	byAgreement(fits)
	return fits, nil
}

// content names a table by its rows, whatever their order.
func (lab *Lab) content(ctx context.Context, t target, table string) (string, error) {
	var content string
	query := fmt.Sprintf("SELECT count(*)::VARCHAR || ' ' || coalesce(sum(hash(read)::HUGEINT), 0)::VARCHAR FROM (%s) AS read", t.cells.read(table))
	err := lab.workshop.DB().Conn().QueryRowContext(ctx, query).Scan(&content)
	return content, err
}

// pairs builds the pairs of likely flips that together could explain most.
func (lab *Lab) pairs(ctx context.Context, t target, singles []Explanation, wrong int64) ([]Explanation, error) {
	var candidates []Explanation
	for _, s := range singles {
		if s.Fit.Precision() >= likely && len(candidates) < pairCandidates {
			candidates = append(candidates, s)
		}
	}
	var fits []Explanation
	for _, pair := range promising(candidates) {
		lab.report.Step("trying pairs", int64(len(fits)), pairBuilds, "pairs")
		a, b := candidates[pair[0]].Flips[0], candidates[pair[1]].Flips[0]
		tables, err := lab.build(ctx, a, b)
		if err != nil {
			return nil, err
		}
		table, changed := tables[t.concept]
		if !changed {
			continue
		}
		fit, err := lab.fit(ctx, t, table, wrong)
		if err != nil {
			return nil, fmt.Errorf("fit %s with %s: %w", a, b, err)
		}
		fits = append(fits, Explanation{Flips: []Flip{a, b}, Fit: fit})
	}
	return fits, nil
}

// promising orders pairs of different choice points by what the two explain at
// most, and keeps the first.
func promising(candidates []Explanation) [][2]int {
	var pairs [][2]int
	for i := range candidates {
		for j := i + 1; j < len(candidates); j++ {
			if candidates[i].Flips[0].Choice != candidates[j].Flips[0].Choice {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	sum := func(p [2]int) int64 { return candidates[p[0]].Fit.Explained + candidates[p[1]].Fit.Explained }
	slices.SortStableFunc(pairs, func(a, b [2]int) int { return cmp.Compare(sum(b), sum(a)) })
	return pairs[:min(len(pairs), pairBuilds)]
}
