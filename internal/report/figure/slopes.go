package figure

import (
	"fmt"
	"math"
)

// Slopes shows how values of many things change over a few ordered states.
type Slopes struct {
	Title, Description string
	Axis               string
	States             []string
	Lines              []Slope
}

// Slope is one thing; NaN leaves a gap. The Mean is drawn strong.
type Slope struct {
	Label  string
	Values []float64
	Mean   bool
}

// Scene draws the slope graph.
func (g Slopes) Scene() *Scene {
	const height, step, left = 340.0, 190.0, 60.0
	s := &Scene{Width: left + step*float64(len(g.States)-1) + 190, Height: height + 60, Title: g.Title, Description: g.Description}
	var values []float64
	for _, l := range g.Lines {
		values = append(values, l.Values...)
	}
	y := newAxis(values, height+16, 24)
	ticks, labels := y.ticks()
	for i, v := range ticks {
		s.Decorate(
			Line{left, y.at(v), left + step*float64(len(g.States)-1), y.at(v), Grid, 1, false},
			Text{left - 10, y.at(v) + 4, labels[i], textSize - 1, End, Muted, false},
		)
	}
	for i, state := range g.States {
		x := left + step*float64(i)
		s.Decorate(Line{x, 24, x, height + 16, Muted, 1, false}, Text{x, height + 36, state, textSize, Middle, Ink, true})
	}
	s.Decorate(Text{left - 40, 14, g.Axis, textSize, Start, Ink, false})
	for _, l := range g.Lines {
		g.line(s, y, l, left, step)
	}
	return s
}

func (g Slopes) line(s *Scene, y axis, l Slope, left, step float64) {
	color, width, radius := Muted, 0.9, 2.2
	if l.Mean {
		color, width, radius = Accent, 3, 4
	}
	var run []Point
	var shapes []Shape
	label := l.Label
	for i, v := range l.Values {
		if math.IsNaN(v) {
			continue
		}
		p := Point{left + step*float64(i), y.at(v)}
		run = append(run, p)
		shapes = append(shapes, Circle{p.X, p.Y, radius, color, None})
		label += fmt.Sprintf(", %s %.3f", g.States[i], v)
	}
	if len(run) == 0 {
		return
	}
	shapes = append([]Shape{Path{run, color, width}}, shapes...)
	if l.Mean {
		last := run[len(run)-1]
		shapes = append(shapes, Text{last.X + 10, last.Y + 4, l.Label, textSize, Start, color, true})
	}
	s.Mark(label, shapes...)
}
