package figure

import "fmt"

// Curve shows a number against counts 1, 2, 3, …, one line a series.
type Curve struct {
	Title, Description string
	Horizontal         string
	Vertical           string
	Lines              []CurveLine
}

// CurveLine is a series; its i-th value belongs to the count i+1.
type CurveLine struct {
	Label  string
	Values []float64
	Floor  float64 // what endless counts would give
}

// Scene draws the curves.
func (c Curve) Scene() *Scene {
	const width, height, left = 420.0, 220.0, 62.0
	s := &Scene{Width: left + width + 160, Height: height + 76, Title: c.Title, Description: c.Description}
	values, most := []float64{0}, 0
	for _, l := range c.Lines {
		values = append(values, l.Values...)
		most = max(most, len(l.Values))
	}
	y := newAxis(values, height+24, 28)
	ticks, labels := y.ticks()
	for i, v := range ticks {
		s.Decorate(Line{left, y.at(v), left + width, y.at(v), Grid, 1, false}, Text{left - 8, y.at(v) + 4, labels[i], textSize - 1, End, Muted, false})
	}
	x := func(i int) float64 { return left + width*(float64(i)+0.5)/float64(most) }
	for i := range most {
		s.Decorate(Text{x(i), height + 42, fmt.Sprint(i + 1), textSize - 1, Middle, Muted, false})
	}
	s.Decorate(Text{left + width/2, height + 62, c.Horizontal, textSize, Middle, Ink, false}, Text{8, 14, c.Vertical, textSize, Start, Ink, false})
	for k, l := range c.Lines {
		c.line(s, y, x, k, l, left, width)
	}
	return s
}

func (c Curve) line(s *Scene, y axis, x func(int) float64, k int, l CurveLine, left, width float64) {
	color := Series(k)
	var path []Point
	for i, v := range l.Values {
		path = append(path, Point{x(i), y.at(v)})
	}
	s.Decorate(
		Path{path, color, 2},
		Line{left, y.at(l.Floor), left + width, y.at(l.Floor), color, 1, true},
		Text{left + width + 8, y.at(l.Values[len(l.Values)-1]) + 4, l.Label, textSize, Start, color, true},
	)
	for i, v := range l.Values {
		s.Mark(fmt.Sprintf("%s, %s %d: %.4f", l.Label, c.Horizontal, i+1, v), Circle{x(i), y.at(v), 3.6, color, Surface})
	}
}
