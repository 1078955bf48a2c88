package report

import "slices"

// rank is the place of a name in a list; unknown names come last.
func rank(order []string, name string) int {
	if i := slices.Index(order, name); i >= 0 {
		return i
	}
	return len(order)
}
