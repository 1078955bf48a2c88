package report

import (
	"fmt"
	"slices"

	"m4bench/internal/concept"
)

// Range is how far a headline number moves when one convention is taken the
// other way, by the lawful options alone and with the known mistakes.
type Range struct {
	Reference string  `json:"reference"`
	Name      string  `json:"name"`
	Value     float64 `json:"value"` // under the reference edition
	Lowest    Extreme `json:"lowest_lawful"`
	Highest   Extreme `json:"highest_lawful"`
	Least     Extreme `json:"lowest_with_mistakes"`
	Most      Extreme `json:"highest_with_mistakes"`
	Marks     []Mark  `json:"-"`
}

// Extreme is a headline number under one option; the reference's own value, with
// no choice, if no option moves it that way.
type Extreme struct {
	Value  float64 `json:"value"`
	Choice string  `json:"choice,omitempty"`
	Option string  `json:"option,omitempty"`
}

func (e Extreme) String() string {
	if e.Choice == "" {
		return fmt.Sprintf("%.2f", e.Value)
	}
	return fmt.Sprintf("%.2f (%s = %s)", e.Value, e.Choice, e.Option)
}

// Mark is one option's value in the figure.
type Mark struct {
	Extreme
	Lawful bool
	X      float64 // place in the figure
}

// lawful says that a study may choose the option; the others are ways to get the
// rule wrong.
func lawful(kind concept.Kind) bool { return kind != concept.Mistake }

// Ranges lists all headline numbers of the references, in their order.
func (s *Sensitivity) Ranges() []Range {
	var all []Range
	for _, r := range s.References {
		for _, h := range r.Headline {
			all = append(all, r.rangeOf(h))
		}
	}
	return all
}

func (r SensitivityReference) rangeOf(h Headline) Range {
	own := Extreme{Value: h.Value}
	found := Range{Reference: r.Name, Name: h.Name, Value: h.Value, Lowest: own, Highest: own, Least: own, Most: own}
	for _, e := range r.Effects {
		for _, shift := range e.Shifts {
			if shift.Name != h.Name {
				continue
			}
			m := Mark{Extreme: Extreme{h.Value + shift.Value, e.Choice, e.Option}, Lawful: lawful(e.Kind)}
			found.Marks = append(found.Marks, m)
			widen(&found.Least, &found.Most, m.Extreme)
			if m.Lawful {
				widen(&found.Lowest, &found.Highest, m.Extreme)
			}
		}
	}
	found.place()
	return found
}

func widen(low, high *Extreme, e Extreme) {
	if e.Value < low.Value {
		*low = e
	}
	if e.Value > high.Value {
		*high = e
	}
}

// The figure of a range in its own units: from the least to the most.
const (
	figureWidth  = 240.0
	figureMargin = 8.0
)

func (r *Range) place() {
	for i := range r.Marks {
		r.Marks[i].X = r.X(r.Marks[i].Value)
	}
	// Lawful marks lie on top.
	slices.SortStableFunc(r.Marks, func(a, b Mark) int {
		switch {
		case a.Lawful == b.Lawful:
			return 0
		case b.Lawful:
			return -1
		}
		return 1
	})
}

// X is where a value lies in the figure.
func (r *Range) X(value float64) float64 {
	span := r.Most.Value - r.Least.Value
	if span == 0 {
		return figureWidth / 2
	}
	return figureMargin + (figureWidth-2*figureMargin)*(value-r.Least.Value)/span
}
