package sheet

import (
	"fmt"
	"html"
	"io"
)

// Sizes of a figure, in pixels.
const (
	labelWidth = 300
	plotWidth  = 420
	rowHeight  = 34
	margin     = 16
	headHeight = 30
)

const (
	ours      = "#1f6f8b"
	published = "#b5651d"
	openDemo  = "#7a7a7a"
)

// WriteFigure draws the measures of a section that are quantiles or a single
// figure, the synthetic ones above the real ones, each row on its own scale.
// Figures of the open demo have another colour than those of the full data.
func WriteFigure(w io.Writer, title string, results []Result) error {
	var rows []Result
	for _, r := range results {
		if n := len(r.Got); n == 5 || n == 3 || n == 1 {
			rows = append(rows, r)
		}
	}
	height := headHeight + rowHeight*len(rows) + margin
	p := &pen{w: w}
	p.f(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">`, labelWidth+plotWidth+2*margin, height)
	p.f(`<rect width="100%%" height="100%%" fill="white"/>`)
	p.f(`<text x="%d" y="18" font-weight="bold">%s</text>`, margin, html.EscapeString(title))
	for i, key := range []struct{ name, color string }{{"synthetic", ours}, {"full data", published}, {"open demo", openDemo}} {
		p.f(`<text x="%d" y="18" fill="%s">%s</text>`, labelWidth+margin+80*i, key.color, key.name)
	}
	for i := range rows {
		p.row(&rows[i], headHeight+i*rowHeight)
	}
	p.f("</svg>")
	return p.err
}

// pen writes SVG until something fails.
type pen struct {
	w   io.Writer
	err error
}

func (p *pen) f(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", args...)
	}
}

func (p *pen) row(r *Result, top int) {
	target, _ := r.Target()
	name := r.Name
	if r.Unit != "" {
		name += ", " + r.Unit
	}
	p.f(`<text x="%d" y="%d" text-anchor="end">%s</text>`, labelWidth, top+18, html.EscapeString(name))
	low, high := target[0], target[0]
	for _, list := range [][]float64{target, r.Got} {
		for _, v := range list {
			low, high = min(low, v), max(high, v)
		}
	}
	if len(target) == 1 {
		low = 0
	}
	if high == low {
		high = low + 1
	}
	x := func(v float64) float64 { return labelWidth + margin + float64(plotWidth)*(v-low)/(high-low) }
	p.mark(r.Got, x, top+4, ours)
	color := published
	if r.Full == nil {
		color = openDemo
	}
	p.mark(target, x, top+18, color)
}

// mark draws quantiles as a line with a box and its median, single figures as a
// bar.
func (p *pen) mark(v []float64, x func(float64) float64, y int, color string) {
	switch len(v) {
	case 5:
		p.f(`<line x1="%.1f" x2="%.1f" y1="%d" y2="%d" stroke="%s"/>`, x(v[0]), x(v[4]), y+5, y+5, color)
		p.box(v[1], v[2], v[3], x, y, color)
	case 3:
		p.box(v[0], v[1], v[2], x, y, color)
	default:
		p.f(`<rect x="%.1f" y="%d" width="%.1f" height="8" fill="%s"/>`, x(0), y+1, max(x(v[0])-x(0), 1), color)
	}
}

func (p *pen) box(low, middle, high float64, x func(float64) float64, y int, color string) {
	p.f(`<rect x="%.1f" y="%d" width="%.1f" height="9" fill="%s" fill-opacity="0.35" stroke="%s"/>`, x(low), y+1, max(x(high)-x(low), 1), color, color)
	p.f(`<line x1="%.1f" x2="%.1f" y1="%d" y2="%d" stroke="%s" stroke-width="3"/>`, x(middle), x(middle), y+1, y+10, color)
}
