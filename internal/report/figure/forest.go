package figure

import (
	"fmt"
	"math"
)

// ForestRow is one estimate with its interval. Dots are estimates of its parts,
// one a series; a row without a Value is a heading.
type ForestRow struct {
	Label        string
	Value        float64
	Lower, Upper float64 // NaN for none
	Dots         []float64
	Summary      bool   // drawn as a diamond
	Note         string // written at the right
}

// Forest describes a forest plot.
type Forest struct {
	Title, Description string
	Axis               string // what the horizontal axis shows
	Series             []string
	Rows               []ForestRow
	LowerIsBetter      bool
}

const (
	rowHeight  = 19.0
	labelWidth = 215.0
	plotWidth  = 390.0
	noteWidth  = 150.0
	textSize   = 11.0
)

// Scene draws the forest plot.
func (f Forest) Scene() *Scene {
	top := 16.0
	if len(f.Series) > 0 {
		top += 20
	}
	bottom := top + rowHeight*float64(len(f.Rows))
	s := &Scene{Width: labelWidth + plotWidth + noteWidth, Height: bottom + 44, Title: f.Title, Description: f.Description}
	x := newAxis(f.values(), labelWidth+8, labelWidth+plotWidth-8)
	f.frame(s, x, top, bottom)
	f.legend(s)
	for i, row := range f.Rows {
		f.row(s, x, row, top+rowHeight*(float64(i)+0.5))
	}
	return s
}

func (f Forest) values() []float64 {
	values := []float64{0}
	for _, r := range f.Rows {
		values = append(values, r.Value, r.Lower, r.Upper)
		values = append(values, r.Dots...)
	}
	return values
}

func (f Forest) frame(s *Scene, x axis, top, bottom float64) {
	ticks, labels := x.ticks()
	for i, v := range ticks {
		s.Decorate(
			Line{x.at(v), top, x.at(v), bottom, Grid, 1, false},
			Text{x.at(v), bottom + 16, labels[i], textSize - 1, Middle, Muted, false},
		)
	}
	s.Decorate(
		Line{x.at(0), top - 4, x.at(0), bottom + 2, Ink, 1.2, false},
		Text{labelWidth + plotWidth/2, bottom + 34, f.Axis, textSize, Middle, Ink, false},
	)
}

func (f Forest) legend(s *Scene) {
	at := labelWidth + 8
	for i, name := range f.Series {
		s.Decorate(Circle{at + 4, 13, 3.4, Surface, Series(i)}, Text{at + 12, 17, name, textSize - 1, Start, Muted, false})
		at += room(name, textSize-1) + 30
	}
}

func (f Forest) row(s *Scene, x axis, r ForestRow, y float64) {
	if math.IsNaN(r.Value) {
		s.Decorate(Text{4, y + 4, shorten(r.Label, textSize, labelWidth), textSize, Start, Ink, true})
		return
	}
	color := f.color(r.Value)
	shapes := []Shape{Text{16, y + 4, shorten(r.Label, textSize, labelWidth-20), textSize, Start, Ink, r.Summary}}
	if !math.IsNaN(r.Lower) {
		shapes = append(shapes, Line{x.at(r.Lower), y, x.at(r.Upper), y, color, 1.6, false})
	}
	for i, dot := range r.Dots {
		if math.IsNaN(dot) {
			continue
		}
		shapes = append(shapes, Circle{x.at(dot), y, 3.4, Surface, Series(i)})
	}
	if r.Summary {
		shapes = append(shapes, diamond(x.at(r.Value), y, 6, color))
	} else {
		shapes = append(shapes, Rect{x.at(r.Value) - 3.2, y - 3.2, 6.4, 6.4, color, None})
	}
	shapes = append(shapes, Text{labelWidth + plotWidth + 8, y + 4, r.Note, textSize - 1, Start, Muted, r.Summary})
	s.Mark(f.label(r), shapes...)
}

func (f Forest) color(v float64) Color {
	if f.LowerIsBetter {
		v = -v
	}
	switch {
	case v > 0:
		return Gain
	case v < 0:
		return Loss
	}
	return Muted
}

func (f Forest) label(r ForestRow) string {
	label := fmt.Sprintf("%s: %+.3f", r.Label, r.Value)
	if !math.IsNaN(r.Lower) {
		label += fmt.Sprintf(", interval %+.3f to %+.3f", r.Lower, r.Upper)
	}
	for i, dot := range r.Dots {
		if i < len(f.Series) && !math.IsNaN(dot) {
			label += fmt.Sprintf("; %s %+.3f", f.Series[i], dot)
		}
	}
	return label
}
