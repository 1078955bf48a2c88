package doc

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// latexHead uses what every LaTeX installation has: no package beyond the base
// collection.
const latexHead = `\documentclass[10pt,a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage[margin=2cm]{geometry}
\usepackage{graphicx}
\usepackage{array}
\usepackage{textcomp}
\setlength{\parindent}{0pt}
\setlength{\parskip}{5pt}
\renewcommand{\arraystretch}{1.12}
\sloppy
% A table at its own width, or made as small as the line needs.
\newsavebox{\wholetable}
\newcommand{\fitted}{\ifdim\wd\wholetable>\linewidth\resizebox{\linewidth}{!}{\usebox{\wholetable}}\else\usebox{\wholetable}\fi}
`

// lineWidth is the width of a line in points.
const lineWidth = 481

// latexRows is how many rows of a table go on one page.
const latexRows = 40

func writeLaTeX(d *Document, w io.Writer, options Options) error {
	out := bufio.NewWriter(w)
	out.WriteString(latexHead)
	fmt.Fprintf(out, "\\title{%s}\n\\author{}\n\\date{%s}\n\\begin{document}\n\\maketitle\n", latexText(d.Title), latexText(d.Subtitle))
	if len(d.Facts) > 0 {
		out.WriteString("\\begin{itemize}\n")
		for _, f := range d.Facts {
			fmt.Fprintf(out, "\\item %s: \\textbf{%s} (%s)\n", latexText(f.Label), latexText(f.Value.Typeset()), latexText(f.Note))
		}
		out.WriteString("\\end{itemize}\n")
	}
	for _, s := range d.Sections {
		fmt.Fprintf(out, "\n\\section*{%s}\n", latexText(s.Title))
		for _, b := range s.Blocks {
			switch x := b.(type) {
			case Paragraph:
				fmt.Fprintf(out, "\n%s\n", latexText(x.Text))
			case *Table:
				latexTable(out, x)
			case *Figure:
				latexFigure(out, x, options.FigureDir)
			}
		}
	}
	if options.Generated != "" {
		fmt.Fprintf(out, "\n\\bigskip{\\footnotesize %s}\n", latexText(options.Generated))
	}
	out.WriteString("\\end{document}\n")
	return out.Flush()
}

func latexFigure(out *bufio.Writer, f *Figure, dir string) {
	if dir == "" {
		fmt.Fprintf(out, "\n%% figure %s is shown when figures are written beside the document\n", f.ID)
		return
	}
	width := `\linewidth`
	if f.Scene.Width < lineWidth {
		width = fmt.Sprintf("%.0fbp", f.Scene.Width)
	}
	fmt.Fprintf(out, "\n\\begin{center}\n\\includegraphics[width=%s,height=0.86\\textheight,keepaspectratio]{%s/%s.pdf}\n\n{\\small %s}\n\\end{center}\n",
		width, dir, f.ID, latexText(f.Caption))
}

func latexTable(out *bufio.Writer, t *Table) {
	for start := 0; start == 0 || start < len(t.Rows); start += latexRows {
		rows := t.Rows[start:min(start+latexRows, len(t.Rows))]
		title := t.Title
		if start > 0 {
			title += " (continued)"
		}
		fmt.Fprintf(out, "\n\\begin{center}\n\\textbf{%s}\\\\[3pt]\n\\footnotesize\n\\sbox{\\wholetable}{\\begin{tabular}{%s}\n\\hline\n", latexText(title), latexColumns(t))
		for i, c := range t.Columns {
			latexCell(out, i, "\\textbf{"+latexText(c.Head())+"}")
		}
		out.WriteString(" \\\\\n\\hline\n")
		for _, row := range rows {
			for i, c := range row {
				latexCell(out, i, latexText(c.Typeset()))
			}
			out.WriteString(" \\\\\n")
		}
		out.WriteString("\\hline\n\\end{tabular}}\\fitted\n\\end{center}\n")
	}
	if t.Note != "" {
		fmt.Fprintf(out, "{\\footnotesize %s\\par}\n", latexText(t.Note))
	}
}

func latexCell(out *bufio.Writer, i int, text string) {
	if i > 0 {
		out.WriteString(" & ")
	}
	out.WriteString(text)
}

// latexColumns aligns numbers to the right and breaks long texts.
func latexColumns(t *Table) string {
	var b strings.Builder
	for i := range t.Columns {
		widest := 0
		for _, row := range t.Rows {
			widest = max(widest, utf8.RuneCountInString(row[i].Text))
		}
		switch {
		case numericColumn(t, i):
			b.WriteByte('r')
		case widest > 46:
			b.WriteString(`>{\raggedright\arraybackslash}p{6.5cm}`)
		default:
			b.WriteByte('l')
		}
	}
	return b.String()
}

var latexEscapes = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '%': `\%`, '_': `\_`,
	'^': `\textasciicircum{}`, '~': `\textasciitilde{}`, '<': `\textless{}`, '>': `\textgreater{}`, '|': `\textbar{}`,
	'"': `\textquotedbl{}`, '–': "--", '—': "---", '−': "$-$", '×': `$\times$`, '±': `$\pm$`, '·': `$\cdot$`, '²': "$^2$",
	'≥': `$\geq$`, '≤': `$\leq$`, '→': `$\rightarrow$`, 'κ': `$\kappa$`, 'Δ': `$\Delta$`, '…': `\ldots{}`, '’': "'", '“': "``", '”': "''",
	'\n': " ", '\r': " ", '\t': " ", '-': "-", '[': "{[}", ']': "{]}",
}

// latexText escapes for text mode. Characters the fonts do not have become
// question marks.
func latexText(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch escaped, special := latexEscapes[r]; {
		case special:
			b.WriteString(escaped)
		case r >= ' ' && r <= '~', r >= 0xa1 && r <= 0xff:
			b.WriteRune(r)
		default:
			b.WriteByte('?')
		}
	}
	return b.String()
}
