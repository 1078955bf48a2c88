package sheet

import (
	"fmt"
	"strings"
)

// Text is a number as short as it can be without misleading.
func Text(v float64) string {
	a := max(v, -v)
	switch {
	case a >= 100:
		return fmt.Sprintf("%.0f", v)
	case a >= 10:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", v), ".0")
	default:
		return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.3f", v), "0"), ".")
	}
}

func joined(values []float64) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = Text(v)
	}
	return strings.Join(texts, " / ")
}
