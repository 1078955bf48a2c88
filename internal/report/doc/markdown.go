package doc

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

func writeMarkdown(d *Document, w io.Writer, options Options) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "# %s\n", markdownText(d.Title))
	if d.Subtitle != "" {
		fmt.Fprintf(out, "\n%s\n", markdownText(d.Subtitle))
	}
	if len(d.Facts) > 0 {
		fmt.Fprintln(out)
		for _, f := range d.Facts {
			fmt.Fprintf(out, "- **%s**: %s (%s)\n", markdownText(f.Label), markdownText(f.Value.Text), markdownText(f.Note))
		}
	}
	for _, s := range d.Sections {
		fmt.Fprintf(out, "\n## %s\n", markdownText(s.Title))
		for _, b := range s.Blocks {
			switch x := b.(type) {
			case Paragraph:
				fmt.Fprintf(out, "\n%s\n", markdownText(x.Text))
			case *Table:
				markdownTable(out, x)
			case *Figure:
				if options.FigureDir != "" {
					fmt.Fprintf(out, "\n![%s](%s/%s.svg)\n\n%s\n", markdownText(x.Scene.Title), options.FigureDir, x.ID, markdownText(x.Caption))
				}
			}
		}
	}
	if options.Generated != "" {
		fmt.Fprintf(out, "\n---\n\n%s\n", markdownText(options.Generated))
	}
	return out.Flush()
}

func markdownTable(out *bufio.Writer, t *Table) {
	fmt.Fprintf(out, "\n**%s**\n\n|", markdownText(t.Title))
	for _, c := range t.Columns {
		fmt.Fprintf(out, " %s |", markdownText(c.Head()))
	}
	out.WriteString("\n|")
	for i := range t.Columns {
		if numericColumn(t, i) {
			out.WriteString("---:|")
		} else {
			out.WriteString("---|")
		}
	}
	for _, row := range t.Rows {
		out.WriteString("\n|")
		for _, c := range row {
			fmt.Fprintf(out, " %s |", markdownText(c.Text))
		}
	}
	out.WriteString("\n")
	if t.Note != "" {
		fmt.Fprintf(out, "\n%s\n", markdownText(t.Note))
	}
}

var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "|", `\|`, "<", "&lt;", ">", "&gt;", "&", "&amp;", "[", `\[`, "]", `\]`, "#", `\#`, "\n", " ", "\r", " ")

func markdownText(s string) string { return markdownEscapes.Replace(s) }
