package condition

import (
	"fmt"
	"io"
	"strings"
)

// WriteText writes the prompt and the files, each under its name and hash.
func (g *Given) WriteText(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "=== prompt (sha256 %s)\n%s", g.SHA256, g.Prompt); err != nil {
		return err
	}
	for _, s := range g.Skills {
		if _, err := fmt.Fprintf(w, "=== %s (sha256 %s)\n%s", s.Path, s.SHA256, s.Content); err != nil {
			return err
		}
	}
	return nil
}

// Diff shows in what the texts of a variant differ from the native ones, line by
// line: "-" before a line of the native one, "+" before one of the variant. Longer
// stretches of equal lines are left out.
func Diff(native, variant *Given) string {
	var b strings.Builder
	fmt.Fprintf(&b, "=== prompt\n%s", diffLines(native.Prompt, variant.Prompt))
	for i, s := range native.Skills {
		fmt.Fprintf(&b, "=== %s\n%s", s.Path, diffLines(s.Content, variant.Skills[i].Content))
	}
	return b.String()
}

// around is how many equal lines are shown around a difference.
const around = 2

func diffLines(old, new string) string {
	a, b := strings.Split(strings.TrimSuffix(old, "\n"), "\n"), strings.Split(strings.TrimSuffix(new, "\n"), "\n")
	var lines []string
	common := longestCommon(a, b)
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			lines = append(lines, "  "+a[i])
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			lines = append(lines, "- "+a[i])
			i++
		default:
			lines = append(lines, "+ "+b[j])
			j++
		}
	}
	return shorten(lines)
}

// longestCommon[i][j] is how many lines a[i:] and b[j:] have in common, in order.
func longestCommon(a, b []string) [][]int32 {
	common := make([][]int32, len(a)+1)
	for i := range common {
		common[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	return common
}

// shorten replaces equal lines far from any difference by one line of dots.
func shorten(lines []string) string {
	near := make([]bool, len(lines))
	for i, line := range lines {
		if line[0] == ' ' {
			continue
		}
		for k := max(0, i-around); k <= min(len(lines)-1, i+around); k++ {
			near[k] = true
		}
	}
	var b strings.Builder
	for i, line := range lines {
		switch {
		case near[i]:
			b.WriteString(line + "\n")
		case i == 0 || near[i-1]:
			b.WriteString("  ...\n")
		}
	}
	return b.String()
}
