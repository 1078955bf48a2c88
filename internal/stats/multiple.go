package stats

import (
	"slices"
)

// Hypothesis is one member of a family of hypotheses declared together.
type Hypothesis struct {
	Name     string
	P        float64 // unadjusted, two-sided
	Adjusted float64 // by Holm's step-down rule
}

// Holm adjusts the p values of all hypotheses for being tested together (Holm
// 1979); the order of the input is kept.
func Holm(hypotheses []Hypothesis) []Hypothesis {
	order := make([]int, len(hypotheses))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case hypotheses[a].P < hypotheses[b].P:
			return -1
		case hypotheses[a].P > hypotheses[b].P:
			return 1
		}
		return 0
	})
	out := slices.Clone(hypotheses)
	running := 0.0
	for rank, i := range order {
		running = max(running, min(1, float64(len(order)-rank)*hypotheses[i].P))
		out[i].Adjusted = running
	}
	return out
}
