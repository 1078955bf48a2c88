package sqlshell

import (
	"bufio"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"m4bench/internal/progress"
)

// grid prints a table with aligned columns. It keeps the first rows and counts
// the others.
type grid struct {
	style   Mode // Box, Table or Markdown
	header  bool
	columns []column
	out     *bufio.Writer
	max     int // rows shown; 0 means all
	rows    [][]string
	total   int64
}

const widestCell = 120

func (g *grid) row(cells []cell) error {
	g.total++
	if g.max > 0 && len(g.rows) == g.max {
		return nil
	}
	row := make([]string, len(cells))
	for i, c := range cells {
		row[i] = shorten(visible(c.or("NULL")), widestCell)
	}
	g.rows = append(g.rows, row)
	return nil
}

// lines of a frame: left, fill, between, right.
type rule [4]string

type frame struct {
	top, middle, bottom rule
	bar                 string
}

var frames = map[Mode]frame{
	Box:      {rule{"┌", "─", "┬", "┐"}, rule{"├", "─", "┼", "┤"}, rule{"└", "─", "┴", "┘"}, "│"},
	Table:    {rule{"+", "-", "+", "+"}, rule{"+", "-", "+", "+"}, rule{"+", "-", "+", "+"}, "|"},
	Markdown: {rule{}, rule{"|", "-", "|", "|"}, rule{}, "|"},
}

func (g *grid) end() error {
	f, widths := frames[g.style], g.widths()
	g.rule(f.top, widths)
	if g.header {
		g.cells(f.bar, names(g.columns), widths, func(int) bool { return false })
		if g.style == Box {
			g.cells(f.bar, g.types(), widths, func(int) bool { return false })
		}
	}
	if g.header || g.style == Markdown {
		g.rule(f.middle, widths)
	}
	for _, row := range g.rows {
		g.cells(f.bar, row, widths, func(i int) bool { return isNumeric(g.columns[i].kind) })
	}
	g.rule(f.bottom, widths)
	if hidden := g.total - int64(len(g.rows)); hidden > 0 {
		fmt.Fprintf(g.out, "%d rows, of which %d are shown (.maxrows 0 or -csv shows all)\n", g.total, len(g.rows))
	} else if g.style == Box && g.total != 1 {
		fmt.Fprintf(g.out, "%s rows\n", progress.Count(g.total))
	}
	return nil
}

func (g *grid) types() []string {
	kinds := make([]string, len(g.columns))
	for i, c := range g.columns {
		kinds[i] = strings.ToLower(c.kind)
	}
	return kinds
}

func (g *grid) widths() []int {
	widths := make([]int, len(g.columns))
	grow := func(row []string) {
		for i, text := range row {
			widths[i] = max(widths[i], displayWidth(text))
		}
	}
	if g.header {
		grow(names(g.columns))
		if g.style == Box {
			grow(g.types())
		}
	}
	for _, row := range g.rows {
		grow(row)
	}
	return widths
}

func (g *grid) rule(r rule, widths []int) {
	if r[0] == "" {
		return
	}
	for i, w := range widths {
		if i == 0 {
			_, _ = g.out.WriteString(r[0])
		} else {
			_, _ = g.out.WriteString(r[2])
		}
		_, _ = g.out.WriteString(strings.Repeat(r[1], w+2))
	}
	_, _ = g.out.WriteString(r[3] + "\n")
}

func (g *grid) cells(bar string, row []string, widths []int, right func(int) bool) {
	for i, text := range row {
		_, _ = g.out.WriteString(bar + " " + pad(text, widths[i], right(i)) + " ")
	}
	_, _ = g.out.WriteString(bar + "\n")
}

func pad(text string, width int, right bool) string {
	space := strings.Repeat(" ", max(0, width-displayWidth(text)))
	if right {
		return space + text
	}
	return text + space
}

func displayWidth(text string) int { return utf8.RuneCountInString(text) }

func shorten(text string, most int) string {
	if displayWidth(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}

// visible shows control characters instead of sending them to a terminal.
func visible(text string) string {
	if strings.IndexFunc(text, unicode.IsControl) < 0 && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case unicode.IsControl(r):
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
