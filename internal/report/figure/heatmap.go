package figure

import (
	"fmt"
	"math"
)

// Heatmap shows shares from 0 to 1 in a grid; NaN is an empty cell.
type Heatmap struct {
	Title, Description string
	Groups             []string // heading over neighbouring columns with the same
	Columns            []HeatColumn
	Rows               []HeatRow
}

// HeatColumn has up to two lines of head.
type HeatColumn struct{ Label, Below string }

// HeatRow is one row of a heatmap.
type HeatRow struct {
	Label  string
	Values []float64
}

// Scene draws the heatmap.
func (h Heatmap) Scene() *Scene {
	const height, top = 20.0, 62.0
	cell := h.cellWidth()
	s := &Scene{
		Width: labelWidth + cell*float64(len(h.Columns)) + 8, Height: top + height*float64(len(h.Rows)) + 8,
		Title: h.Title, Description: h.Description,
	}
	h.heads(s, cell, top)
	for i, row := range h.Rows {
		y := top + height*float64(i)
		s.Decorate(Text{labelWidth - 8, y + 14, shorten(row.Label, textSize, labelWidth-12), textSize, End, Ink, false})
		for j, v := range row.Values {
			h.cell(s, row.Label, j, v, Rect{X: labelWidth + cell*float64(j), Y: y, W: cell, H: height})
		}
	}
	return s
}

// cellWidth leaves room for the heads, within reason.
func (h Heatmap) cellWidth() float64 {
	width := 48.0
	for _, column := range h.Columns {
		width = max(width, room(column.Label, textSize-1)+6, room(column.Below, textSize-1)+6)
	}
	return min(width, 110, max(64, 900/float64(len(h.Columns))))
}

func (h Heatmap) heads(s *Scene, cell, top float64) {
	for j, column := range h.Columns {
		x := labelWidth + cell*(float64(j)+0.5)
		s.Decorate(
			Text{x, top - 21, shorten(column.Label, textSize-1, cell-3), textSize - 1, Middle, Ink, false},
			Text{x, top - 8, shorten(column.Below, textSize-1, cell-3), textSize - 1, Middle, Muted, false},
		)
	}
	for j := 0; j < len(h.Groups); {
		end := j
		for end < len(h.Groups) && h.Groups[end] == h.Groups[j] {
			end++
		}
		middle := labelWidth + cell*float64(j+end)/2
		s.Decorate(
			Text{middle, top - 42, shorten(h.Groups[j], textSize, cell*float64(end-j)*boldRoom), textSize, Middle, Ink, true},
			Line{labelWidth + cell*float64(j) + 4, top - 36, labelWidth + cell*float64(end) - 4, top - 36, Grid, 1, false},
		)
		j = end
	}
}

func (h Heatmap) cell(s *Scene, row string, column int, v float64, at Rect) {
	if math.IsNaN(v) {
		at.Fill, at.Stroke = Surface, Grid
		s.Decorate(at)
		return
	}
	at.Fill, at.Stroke = shade(v), Surface
	ink := Color{Hex: "#10202b"}
	if v > 0.62 {
		ink = Color{Hex: "#ffffff"}
	}
	name := h.Groups[column] + ", " + h.Columns[column].Label
	if below := h.Columns[column].Below; below != "" {
		name += ", " + below
	}
	s.Mark(fmt.Sprintf("%s, %s: %.3f", row, name, v), at,
		Text{at.X + at.W/2, at.Y + 14, fmt.Sprintf("%.2f", v), textSize - 1, Middle, ink, false})
}

// boldRoom is how much less fits in a width when it is bold.
const boldRoom = 0.92

// shade runs from pale to deep blue-green; it is ordered by lightness.
func shade(v float64) Color {
	v = math.Min(math.Max(v, 0), 1)
	stops := [][3]float64{{250, 246, 235}, {203, 226, 214}, {122, 184, 178}, {36, 125, 137}, {10, 66, 87}}
	at := v * float64(len(stops)-1)
	i := min(int(at), len(stops)-2)
	part := at - float64(i)
	mix := func(k int) int {
		return int(math.Round(stops[i][k] + float64(part*(stops[i+1][k]-stops[i][k]))))
	}
	return Color{Hex: fmt.Sprintf("#%02x%02x%02x", mix(0), mix(1), mix(2))}
}
