package doc

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

const pageWidth = 100

func writeText(d *Document, w io.Writer, _ Options) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s\n%s\n", d.Title, strings.Repeat("=", utf8.RuneCountInString(d.Title)))
	if d.Subtitle != "" {
		fmt.Fprintf(out, "%s\n", d.Subtitle)
	}
	for _, f := range d.Facts {
		fmt.Fprintf(out, "  %s: %s  (%s)\n", f.Label, f.Value.Text, f.Note)
	}
	for _, s := range d.Sections {
		fmt.Fprintf(out, "\n%s\n%s\n", s.Title, strings.Repeat("-", utf8.RuneCountInString(s.Title)))
		for _, b := range s.Blocks {
			switch x := b.(type) {
			case Paragraph:
				fmt.Fprintf(out, "\n%s\n", wrap(x.Text, pageWidth, ""))
			case *Table:
				textTable(out, x)
			case *Figure:
				fmt.Fprintf(out, "\n[figure %s: %s]\n", x.ID, x.Scene.Title)
			}
		}
	}
	return out.Flush()
}

func textTable(out *bufio.Writer, t *Table) {
	fmt.Fprintf(out, "\n%s\n", t.Title)
	widths := make([]int, len(t.Columns))
	numeric := make([]bool, len(t.Columns))
	for i, c := range t.Columns {
		widths[i] = utf8.RuneCountInString(c.Head())
		numeric[i] = numericColumn(t, i)
		for _, row := range t.Rows {
			widths[i] = max(widths[i], min(utf8.RuneCountInString(row[i].Text), widestText))
		}
	}
	line := func(text func(int) string) {
		var b strings.Builder
		for i := range t.Columns {
			b.WriteString("  ")
			b.WriteString(pad(text(i), widths[i], numeric[i]))
		}
		fmt.Fprintln(out, strings.TrimRight(b.String(), " "))
	}
	line(func(i int) string { return t.Columns[i].Head() })
	line(func(i int) string { return strings.Repeat("-", widths[i]) })
	for _, row := range t.Rows {
		for k := 0; ; k++ {
			rest := false
			line(func(i int) string {
				parts := lines(row[i].Text, widths[i])
				rest = rest || k+1 < len(parts)
				if k < len(parts) {
					return parts[k]
				}
				return ""
			})
			if !rest {
				break
			}
		}
	}
	if t.Note != "" {
		fmt.Fprintf(out, "%s\n", wrap(t.Note, pageWidth, "  "))
	}
}

// widestText is where longer texts of a table are broken into lines.
const widestText = 70

func lines(text string, width int) []string {
	if utf8.RuneCountInString(text) <= width {
		return []string{text}
	}
	return strings.Split(wrap(text, width, ""), "\n")
}

// numericColumn says that every cell under the head is a number.
func numericColumn(t *Table, i int) bool {
	for _, row := range t.Rows {
		if !row[i].numeric {
			return false
		}
	}
	return len(t.Rows) > 0
}

func pad(s string, width int, right bool) string {
	fill := strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
	if right {
		return fill + s
	}
	return s + fill
}

func wrap(text string, width int, indent string) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case column == 0:
			b.WriteString(indent)
			column = len(indent)
		case column+1+n > width:
			b.WriteString("\n" + indent)
			column = len(indent)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String()
}
